import { readFileSync } from 'node:fs'
import { v1, v1beta1 } from '@flow-query/core'
import { expect, test } from 'vitest'

/** The parts of an OpenAPI operation that must match core's routes. */
interface Operation {
  operationId: string
  parameters: { name: string; in: string }[]
}

test.each([v1, v1beta1])('core has the same $name routes as the OpenAPI document', version => {
  const file = import.meta.resolve(`@flow-query/testing/openapi/${version.name}.json`)
  const { paths } = JSON.parse(readFileSync(new URL(file), 'utf8'))
  const documented = Object.entries<{ get: Operation }>(paths).map(([path, { get }]) => {
    const { operationId, parameters } = get
    const query = parameters.filter(one => one.in === 'query' && !one.name.startsWith('pagination.'))
    const names = query.map(({ name }) => `${name}={}`).join('&')
    return [
      operationId,
      withoutNames(`${path.replace(`/intent/${version.name}/`, '')}${names && `?${names}`}`),
    ] as const
  })
  expect(Object.fromEntries(documented)).toEqual(addresses(version.routes))
})

/** The first route of each query that has routes. */
function addresses(routes: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(routes).flatMap(([name, [route]]) => (route ? [[name, withoutNames(route)]] : [])),
  )
}

/** Removes the names in braces, because core and the OpenAPI document use different ones. */
function withoutNames(route: string): string {
  return route.replaceAll(/\{\w+\}/g, '{}')
}
