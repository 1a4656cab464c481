// @vitest-environment node
import { createApp } from '@flow-query/contract'
import { QueryClient } from '@tanstack/react-query'
import { build, type Plugin, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import type * as entry from './index.js'

/** As bundlers of server components do: what a client module exports is a reference there, and no code. */
const clientReferences: Plugin = {
  name: 'client-references',
  enforce: 'pre',
  transform(code) {
    if (!code.startsWith("'use client'")) return
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    return names.map(name => `export const ${name} = Symbol.for('client reference')`).join('\n')
  },
}

/** The package as the bundle of a server component has it. */
async function bundle(): Promise<Rollup.OutputChunk> {
  const [built] = [
    await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [clientReferences],
      ssr: { resolve: { conditions: ['@flow-query/source', 'react-server'] }, noExternal: ['@flow-query/core'] },
      build: { ssr: 'src/index.ts', write: false },
    }),
  ].flat()
  if (!built || !('output' in built)) throw new Error('Nothing was built')
  return built.output[0]
}

test('a server component has the query options, and references of hooks and provider', async () => {
  const { imports, code } = await bundle()
  expect(imports).toEqual([])
  const exported: typeof entry = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  for (const [name, value] of Object.entries(exported))
    expect([name, typeof value]).toEqual([name, /QueryOptions$/.test(name) ? 'function' : 'symbol'])
  expect(Object.keys(exported)).toEqual(expect.arrayContaining(['flowQueryOptions', 'useFlow', 'FlowQueryProvider']))

  const { client, queryClient } = createApp(QueryClient)
  const options = exported.flowQueryOptions(client, { id: 2 })
  await queryClient.fetchQuery(options)
  expect(queryClient.getQueryData(options.queryKey)?.label).toBe('Flow 2')
})
