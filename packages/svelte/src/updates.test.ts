import { isFlowQueryError } from '@flow-query/core'
import { render, screen, waitFor } from '@testing-library/svelte'
import { get } from 'svelte/store'
import { describe, expect, test } from 'vitest'
import { type App, createApp, owner } from '../test/app.js'
import { changing } from '../test/changing.svelte.js'
import { renderHook } from '../test/render.js'
import Switch from '../test/Switch.svelte'
import Legacy from '../test/statuses/Legacy.svelte'
import Runes from '../test/statuses/Runes.svelte'
import {
  useFlow,
  useFlowHistory,
  useFlows,
  useFlowsForOwner,
  useFlowUpdates,
  useInfiniteFlowHistory,
  useParams,
} from './index.js'

/** What the LCD was asked since. */
const asked = ({ lcd }: App, since = 0) =>
  lcd.requests
    .slice(since)
    .map(({ query }) => query)
    .sort()

test('an execution: the flow, its history and the lists that hold it are asked again, and nothing else', async () => {
  const app = createApp()
  const { result } = renderHook(
    () => ({
      updates: useFlowUpdates(),
      flow: useFlow({ id: 1 }),
      history: useFlowHistory({ id: 1 }),
      pages: useInfiniteFlowHistory({ id: 1, limit: 2, reverse: true }),
      flows: useFlows({ limit: 3 }),
      others: [useFlow({ id: 2 }), useFlowHistory({ id: 2 }), useFlows({ limit: 3, reverse: true }), useParams()],
    }),
    app,
  )
  await connected(() => result.updates.state)
  await waitFor(() => expect(result.others.every(({ isSuccess }) => isSuccess)).toBe(true))
  expect(result.history.data?.history).toHaveLength(5)
  await settled(app)

  const before = app.lcd.requests.length
  app.lcd.execute(1)
  await waitFor(() => expect(result.history.data?.history).toHaveLength(6))
  await settled(app)
  expect(result.pages.data?.pages[0]?.history[0]).toEqual(result.history.data?.history[5])
  expect(result.flow.data?.execTime).toBe(app.lcd.flow(1)?.execTime)
  expect(asked(app, before)).toEqual(['flow', 'flowHistory', 'flowHistory', 'flows'])
})

test('a new flow: the lists of its owner and the list of all', async () => {
  const app = createApp()
  const { result } = renderHook(
    () => ({
      updates: useFlowUpdates(),
      flows: useFlows(),
      own: useFlowsForOwner({ owner }),
      flow: useFlow({ id: 1 }),
    }),
    app,
  )
  await connected(() => result.updates.state)
  await waitFor(() => expect(result.own.data?.flows).toHaveLength(6))
  await settled(app)

  const before = app.lcd.requests.length
  app.lcd.addFlow({ owner, label: 'New' })
  await waitFor(() => expect(result.own.data?.flows[6]?.label).toBe('New'))
  await settled(app)
  expect(result.flows.data?.flows[6]?.label).toBe('New')
  expect(asked(app, before)).toEqual(['flows', 'flowsForOwner'])
})

test('a connection that breaks: says so and why, comes back, and what was missed is there', async () => {
  const app = createApp()
  const { result } = renderHook(() => ({ updates: useFlowUpdates(), flow: useFlow({ id: 1 }) }), app)
  await connected(() => result.updates.state)
  await waitFor(() => expect(result.flow.isSuccess).toBe(true))

  app.lcd.cut()
  await waitFor(() => expect(result.updates.state).toBe('reconnecting'))
  expect(isFlowQueryError(result.updates.error, 'network')).toBe(true)
  expect(get(result.updates)).toEqual({ state: 'reconnecting', error: result.updates.error })
  app.lcd.updateFlow(1, { label: 'Changed in between' })
  await connected(() => result.updates.state)
  expect(result.updates.error).toBeNull()
  await waitFor(() => expect(result.flow.data?.label).toBe('Changed in between'))
})

test('any number of uses is one connection, which the last one closes', async () => {
  const app = createApp()
  const first = renderHook(() => [useFlowUpdates(), useFlowUpdates()], app)
  const second = renderHook(() => useFlowUpdates(), app)
  await connected(() => second.result.state)
  expect(first.result.map(({ state }) => state)).toEqual(['connected', 'connected'])
  expect(app.lcd.sockets).toBe(1)

  first.unmount()
  expect(app.lcd.sockets).toBe(1)
  second.unmount()
  await waitFor(() => expect(app.lcd.sockets).toBe(0))
})

describe.each(changing)('options in %s', (_, create) => {
  test('without an RPC: polls where it may, and says so', async () => {
    const app = createApp({ rpc: undefined })
    const options = create({ fallbackInterval: undefined as number | undefined })
    const { result, unmount } = renderHook(
      () => ({ updates: useFlowUpdates(options.given), flow: useFlow({ id: 1 }) }),
      app,
    )
    await waitFor(() => expect(result.flow.isSuccess).toBe(true))
    expect(result.updates).toMatchObject({ state: 'stopped', error: null })
    app.lcd.updateFlow(1, { label: 'Changed' })
    options.set({ fallbackInterval: 20 })
    await waitFor(() => expect(result.flow.data?.label).toBe('Changed'))
    expect(result.updates).toMatchObject({ state: 'polling', error: null })
    unmount()
    await settled(app)
  })

  test('`client` in the options goes before the context, and may change', async () => {
    const app = createApp()
    const other = createApp({ chain: 'other-1' })
    const options = create({ client: other.client })
    const { result } = renderHook(() => useFlowUpdates(options.given), app)
    await connected(() => result.state)
    expect([app.lcd.sockets, other.lcd.sockets]).toEqual([0, 1])
    options.set({ client: app.client })
    await waitFor(() => expect([app.lcd.sockets, other.lcd.sockets]).toEqual([1, 0]))
    await connected(() => result.state)
  })

  test('the same options in another object, and another interval, leave the connection as it is', async () => {
    const app = createApp()
    const options = create({ fallbackInterval: 60_000 })
    const { result } = renderHook(() => useFlowUpdates(options.given), app)
    await connected(() => result.state)
    options.set({ fallbackInterval: 60_000 })
    options.set({ fallbackInterval: 30_000 })
    await settled(app)
    expect(result.state).toBe('connected')
    expect(app.connections).toHaveLength(1)
  })
})

test('a page that comes after another goes on with its connection', async () => {
  const app = createApp()
  const { rerender } = render(Switch, { page: 1 }, app)
  expect(await screen.findByText('connected, connected')).toBeDefined()
  await rerender({ page: 2 })
  expect(screen.getByText('2')).toBeDefined()
  expect(await screen.findByText('connected, connected')).toBeDefined()
  expect(app.connections).toHaveLength(1)
})

// On a server nothing is started: see server.test.ts. A page compiles no component for a server.

describe.each([
  ['a component with runes', Runes],
  // Its type is a class's, as it was in Svelte 4.
  ['a legacy component', Legacy as unknown as typeof Runes],
])('in %s', (_, Status) => {
  const states = () => ['store', 'object', 'derived'].map(name => screen.getByTestId(name).textContent)
  const all = (state: string) => [state, state, state]

  test('store and object show how it stands, and the connection goes with the component', async () => {
    const app = createApp()
    const other = createApp({ rpc: undefined, chain: 'other-1' })
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

const connected = (state: () => string) => waitFor(() => expect(state()).toBe('connected'))

/** Nothing is asked any more. */
const settled = ({ queryClient }: App) => waitFor(() => expect(queryClient.isFetching()).toBe(0))
