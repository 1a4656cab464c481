import { observers } from '@flow-query/contract'
import { waitFor } from '@testing-library/vue'
import { expect, test } from 'vitest'
import { effectScope, reactive } from 'vue'
import { createApp, vueApp } from '../test/app.js'
import { useFlow, useFlowClient, useLiveFlows } from './index.js'

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
