// @vitest-environment node
import { createApp, observers, paragraphIn, scene, serverContract } from '@flow-query/contract'
import { QueryClient } from '@tanstack/svelte-query'
import { expect, test } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { hooksWith } from '../test/framework.js'
import { server } from '../test/server.js'

serverContract(server)

const label = scene({
  use: () => hooksWith().useFlow(() => ({ id: 2 })),
  show: ({ data, status }) => data?.label ?? status,
})

/** Waits until pending requests have been sent. */
const requestsSent = () => new QueryClient().fetchQuery({ queryKey: ['requestsSent'], queryFn: () => true })

test('a query that was not prefetched is pending, and its request is canceled', async () => {
  const app = createApp(QueryClient)

  expect(paragraphIn(await server.renderToString(app, label))).toBe('pending')
  expect(observers(app)).toEqual([0])
  await requestsSent()
  await until(() => expect(app.signals.filter(({ aborted }) => !aborted)).toEqual([]))
})

test('disabled queries send no request', async () => {
  const app = createApp(QueryClient, { queries: { enabled: false } })

  expect(paragraphIn(await server.renderToString(app, label))).toBe('pending')
  await requestsSent()
  expect(app.lcd.requests).toEqual([])
})
