import type { FlowClient } from '@flow-query/core'
import { render, screen, waitFor } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { get } from 'svelte/store'
import { expect, test, vi } from 'vitest'
import { createApp, renderHook } from '../test/app.js'
import LegacyStatus from '../test/statuses/Legacy.svelte'
import { useLiveFlows } from './live/index.js'

test('a snapshot of the store equals the runes object', async () => {
  const app = createApp()
  const { result } = renderHook(() => useLiveFlows(), app)
  await waitFor(() => expect(result.state).toBe('connected'))

  app.lcd.cut()
  await waitFor(() => expect(result.state).toBe('reconnecting'))
  expect(get(result)).toEqual({ state: 'reconnecting', error: result.error })
})

test('store and object show the state in a legacy component, and unmount closes the connection', async () => {
  const states = () => ['store', 'object', 'derived'].map(name => screen.getByTestId(name).textContent)
  const all = (state: string) => [state, state, state]
  const app = createApp()
  const other = createApp({ rpc: undefined, chainId: 'other-1' })
  // The first client without an RPC causes a warning.
  vi.mocked(console.warn).mockImplementation(() => {})
  // The component has a class type, as in Svelte 4.
  const Status = LegacyStatus as unknown as Component<{ client: FlowClient }>
  const { rerender, unmount } = render(Status, { client: app.client }, app)
  expect(states()).toEqual(all('connecting'))
  await waitFor(() => expect(states()).toEqual(all('connected')))

  app.lcd.cut()
  await waitFor(() => expect(states()).toEqual(all('reconnecting')))
  await waitFor(() => expect(states()).toEqual(all('connected')))
  await rerender({ client: other.client })
  expect(states()).toEqual(all('stopped'))
  await waitFor(() => expect(app.lcd.sockets).toBe(0))

  await rerender({ client: app.client })
  await waitFor(() => expect(states()).toEqual(all('connected')))
  unmount()
  await waitFor(() => expect(app.lcd.sockets).toBe(0))
})
