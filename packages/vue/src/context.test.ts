import { type App, observers } from '@flow-query/contract'
import { waitFor } from '@testing-library/vue'
import { expect, test } from 'vitest'
import { effectScope, nextTick, reactive } from 'vue'
import { createApp, vueApp } from '../test/app.js'
import { useFlow, useFlowClient } from './index.js'
import { useLiveFlows, useWatchFlows } from './live/index.js'

const nothing = { render: () => null }

test('composables work outside of components in an effect scope with the context of an app', async () => {
  const app = createApp()
  const scope = effectScope()
  const used = vueApp(app, nothing).runWithContext(() =>
    scope.run(() => ({ flow: reactive(useFlow({ id: 1 })), live: useLiveFlows() })),
  )
  await waitFor(() => expect(used?.flow.data?.label).toBe('Flow 1'))
  await waitFor(() => expect(used?.live.value.state).toBe('connected'))
  expect(observers(app)).toEqual([1])
  expect(app.lcd.sockets).toBe(1)

  scope.stop()
  expect(observers(app)).toEqual([0])
  await waitFor(() => expect(app.lcd.sockets).toBe(0))
})

test('useFlowClient works in the context of an app', () => {
  const app = createApp()

  expect(vueApp(app, nothing).runWithContext(() => useFlowClient())).toBe(app.client)
})

test('without a context, the error explains where to call composables', () => {
  expect(() => useFlowClient()).toThrow('Call composables in setup() or app.runWithContext()')
  expect(() => useFlow({ id: 1 })).toThrow()
})

test.each([
  ['useLiveFlows', (_: App) => void useLiveFlows()],
  ['useWatchFlows', ({ client }: App) => useWatchFlows({ client, onEvent: () => {} })],
])('%s throws outside of an effect scope, because the connection would stay open', async (_, use) => {
  const app = createApp()
  const listen = () => vueApp(app, nothing).runWithContext(() => use(app))
  expect(listen).toThrow('Call useLiveFlows and useWatchFlows in setup() or effectScope().run()')
  await nextTick()
  expect(app.connections).toEqual([])
})
