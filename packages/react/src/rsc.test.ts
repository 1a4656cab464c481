// @vitest-environment node
import { join } from 'node:path'
import { createApp } from '@flow-query/contract'
import { QueryClient } from '@tanstack/react-query'
import { build, type Plugin, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import type * as collection from './collection/index.js'
import type * as entry from './react-server.js'

/** Replaces the exports of client modules with references, as bundlers do for server components. */
const clientReferences: Plugin = {
  name: 'client-references',
  enforce: 'pre',
  transform(code) {
    if (!code.startsWith("'use client'")) return
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    return names.map(name => `export const ${name} = Symbol.for('client reference')`).join('\n')
  },
}

/** Bundles an entry point for server components, and returns its exports. The bundle must import nothing. */
async function exportsOf(path: string): Promise<Record<string, unknown>> {
  const [built] = [
    await build({
      root: join(import.meta.dirname, '..'),
      configFile: false,
      logLevel: 'silent',
      plugins: [clientReferences],
      ssr: { resolve: { conditions: ['@flow-query/source', 'react-server'] }, noExternal: [/^@flow-query\//] },
      build: { ssr: path, write: false },
    }),
  ].flat()
  if (!built || !('output' in built)) throw new Error('Nothing was built')
  const { imports, code }: Rollup.OutputChunk = built.output[0]
  expect(imports).toEqual([])
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

test.each([
  ['src/react-server.ts', ['flowQueryOptions', 'useFlow', 'FlowQueryProvider']],
  ['src/collection/index.ts', ['useFlowCollection']],
  ['src/insights/index.ts', ['balancesQueryOptions', 'useFlowsHealth']],
  ['src/live/index.ts', ['useLiveFlows']],
])('%s: server components can import query options, and references to hooks', async (path, some) => {
  const exported = await exportsOf(path)
  for (const [name, value] of Object.entries(exported))
    expect([name, typeof value === 'symbol']).toEqual([name, /^use/.test(name)])
  expect(Object.keys(exported)).toEqual(expect.arrayContaining(some))
})

test('a server component can fetch with query options', async () => {
  const { client, queryClient } = createApp(QueryClient)
  const { flowQueryOptions } = (await exportsOf('src/react-server.ts')) as typeof entry
  const { flowCollectionQueryOptions } = (await exportsOf('src/collection/index.ts')) as typeof collection
  const options = flowQueryOptions(client, { id: 2 })
  await queryClient.fetchQuery(options)
  expect(queryClient.getQueryData(options.queryKey)?.label).toBe('Flow 2')

  expect((await queryClient.fetchQuery(flowCollectionQueryOptions(client))).flows).toHaveLength(6)
})

test('a server component that renders the provider gets an error with a fix', async () => {
  const { FlowQueryProvider } = (await exportsOf('src/react-server.ts')) as typeof entry
  expect(FlowQueryProvider).toThrow(/cannot pass a client to FlowQueryProvider.*"use client".*URL/)
})
