import { render, screen, waitFor } from '@testing-library/svelte'
import { get } from 'svelte/store'
import { describe, expect, test } from 'vitest'
import { createApp, renderHook } from '../test/app.js'
import Legacy from '../test/statuses/Legacy.svelte'
import Runes from '../test/statuses/Runes.svelte'
import { useLiveFlows } from './index.js'

test('a snapshot of the store equals the runes object', async () => {
  const app = createApp()
  const { result } = renderHook(() => useLiveFlows(), app)
  await waitFor(() => expect(result.state).toBe('connected'))

  app.lcd.cut()
  await waitFor(() => expect(result.state).toBe('reconnecting'))
  expect(get(result)).toEqual({ state: 'reconnecting', error: result.error })
})

describe.each([
  ['a component with runes', Runes],
  // The component has a class type, as in Svelte 4.
  ['a legacy component', Legacy as unknown as typeof Runes],
])('in %s', (_, Status) => {
  const states = () => ['store', 'object', 'derived'].map(name => screen.getByTestId(name).textContent)
  const all = (state: string) => [state, state, state]

  test('store and object show the state, and unmount closes the connection', async () => {
    const app = createApp()
    const other = createApp({ rpc: undefined, chainId: 'other-1' })
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
    expect(app.lcd.sockets).toBe(1)

    unmount()
    await waitFor(() => expect(app.lcd.sockets).toBe(0))
  })
})
