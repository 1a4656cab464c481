import { readFileSync } from 'node:fs'
import { v1, v1beta1 } from '@flow-query/core'
import { expect, test } from 'vitest'

/** What the tables of core and of the node in memory would have to agree on. */
interface Operation {
  operationId: string
  parameters: { name: string; in: string }[]
}

test.each([v1, v1beta1])('the routes of core are those of the OpenAPI document', version => {
  const file = import.meta.resolve(`@flow-query/testing/openapi/${version.name}.json`)
  const { paths } = JSON.parse(readFileSync(new URL(file), 'utf8'))
  const served = Object.entries<{ get: Operation }>(paths).map(([path, { get }]) => {
    const { operationId, parameters } = get
    const query = parameters.filter(one => one.in === 'query' && !one.name.startsWith('pagination.'))
    const search = query.map(({ name }) => `${name}=`).join('&')
    return [operationId, path.replace(`/intent/${version.name}/`, '') + (search && `?${search}`)] as const
  })
  const names = Object.keys(version.routes)
  expect(Object.fromEntries(served.filter(([name]) => names.includes(name)))).toEqual(
    // Core names arguments, where a node names parameters.
    Object.fromEntries(
      Object.entries(version.routes).map(([name, [first = '']]) => [name, first.replace(/=\{\w+\}/g, '=')]),
    ),
  )
})
