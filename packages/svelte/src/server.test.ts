// @vitest-environment node
import { createApp, observers, paragraphIn, scene, serverContract } from '@flow-query/contract'
import { QueryClient } from '@tanstack/svelte-query'
import { expect, test, vi } from 'vitest'
import { hooksWith } from '../test/framework.js'
import { server } from '../test/server.js'

serverContract(server)

const label = scene({
  use: () => hooksWith().useFlow(() => ({ id: 2 })),
  show: ({ data, status }) => data?.label ?? status,
})

/** Whatever would be sent is sent. */
const settled = () => new QueryClient().fetchQuery({ queryKey: ['settled'], queryFn: () => true })

test('what was not prefetched is pending, and no request outlives the page', async () => {
  const app = createApp(QueryClient)

  expect(paragraphIn(await server.renderToString(app, label))).toBe('pending')
  expect(observers(app)).toEqual([0])
  await settled()
  await vi.waitFor(() => expect(app.signals.filter(({ aborted }) => !aborted)).toEqual([]))
})

test('with queries that are enabled in browsers only, nothing is sent', async () => {
  const app = createApp(QueryClient, { queries: { enabled: false } })

  expect(paragraphIn(await server.renderToString(app, label))).toBe('pending')
  await settled()
  expect(app.lcd.requests).toEqual([])
})
