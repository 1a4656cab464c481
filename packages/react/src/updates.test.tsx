import { isFlowQueryError } from '@flow-query/core'
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type App, createApp, owner } from '../test/app.js'
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
  await connected(() => result.current.updates.state)
  await waitFor(() => expect(result.current.others.every(({ isSuccess }) => isSuccess)).toBe(true))
  expect(result.current.history.data?.history).toHaveLength(5)
  await settled(app)

  const before = app.lcd.requests.length
  act(() => void app.lcd.execute(1))
  await waitFor(() => expect(result.current.history.data?.history).toHaveLength(6))
  await settled(app)
  expect(result.current.pages.data?.pages[0]?.history[0]).toEqual(result.current.history.data?.history[5])
  expect(result.current.flow.data?.execTime).toBe(app.lcd.flow(1)?.execTime)
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
  await connected(() => result.current.updates.state)
  await waitFor(() => expect(result.current.own.data?.flows).toHaveLength(6))
  await settled(app)

  const before = app.lcd.requests.length
  act(() => void app.lcd.addFlow({ owner, label: 'New' }))
  await waitFor(() => expect(result.current.own.data?.flows[6]?.label).toBe('New'))
  await settled(app)
  expect(result.current.flows.data?.flows[6]?.label).toBe('New')
  expect(asked(app, before)).toEqual(['flows', 'flowsForOwner'])
})

test('a connection that breaks: says so and why, comes back, and what was missed is there', async () => {
  const app = createApp()
  const { result } = renderHook(() => ({ updates: useFlowUpdates(), flow: useFlow({ id: 1 }) }), app)
  await connected(() => result.current.updates.state)
  await waitFor(() => expect(result.current.flow.isSuccess).toBe(true))

  act(() => app.lcd.cut())
  await waitFor(() => expect(result.current.updates.state).toBe('reconnecting'))
  expect(isFlowQueryError(result.current.updates.error, 'network')).toBe(true)
  act(() => void app.lcd.updateFlow(1, { label: 'Changed in between' }))
  await connected(() => result.current.updates.state)
  expect(result.current.updates.error).toBeNull()
  await waitFor(() => expect(result.current.flow.data?.label).toBe('Changed in between'))
})

test('any number of uses is one connection, which the last one closes', async () => {
  const app = createApp()
  const first = renderHook(() => [useFlowUpdates(), useFlowUpdates()], app)
  const second = renderHook(() => useFlowUpdates(), app)
  await connected(() => second.result.current.state)
  expect(first.result.current.map(({ state }) => state)).toEqual(['connected', 'connected'])
  expect(app.lcd.sockets).toBe(1)

  first.unmount()
  expect(app.lcd.sockets).toBe(1)
  second.unmount()
  await waitFor(() => expect(app.lcd.sockets).toBe(0))
})

test('without an RPC: polls where it may, and says so', async () => {
  const app = createApp({ rpc: undefined })
  const { result, rerender, unmount } = renderHook(
    (fallbackInterval: number | undefined) => ({
      updates: useFlowUpdates({ fallbackInterval }),
      flow: useFlow({ id: 1 }),
    }),
    { ...app, initialProps: undefined as number | undefined },
  )
  await waitFor(() => expect(result.current.flow.isSuccess).toBe(true))
  expect(result.current.updates).toEqual({ state: 'stopped', error: null })
  act(() => void app.lcd.updateFlow(1, { label: 'Changed' }))
  rerender(20)
  await waitFor(() => expect(result.current.flow.data?.label).toBe('Changed'))
  expect(result.current.updates).toEqual({ state: 'polling', error: null })
  unmount()
  await settled(app)
})

test('`client` in the options goes before the context, and may change', async () => {
  const app = createApp()
  const other = createApp({ chain: 'other-1' })
  const { result, rerender } = renderHook(({ client }) => useFlowUpdates({ client }), {
    ...app,
    initialProps: { client: other.client },
  })
  await connected(() => result.current.state)
  expect([app.lcd.sockets, other.lcd.sockets]).toEqual([0, 1])
  rerender({ client: app.client })
  await waitFor(() => expect([app.lcd.sockets, other.lcd.sockets]).toEqual([1, 0]))
  await connected(() => result.current.state)
})

test('the same options in another object, and another interval, leave the connection as it is', async () => {
  const app = createApp()
  const { result, rerender } = renderHook(options => useFlowUpdates({ ...options }), {
    ...app,
    initialProps: { client: app.client, fallbackInterval: 60_000 },
  })
  await connected(() => result.current.state)
  rerender({ client: app.client, fallbackInterval: 60_000 })
  rerender({ client: app.client, fallbackInterval: 30_000 })
  await settled(app)
  expect(result.current.state).toBe('connected')
  expect(app.connections).toHaveLength(1)
})

test('a page that comes after another goes on with its connection', async () => {
  const app = createApp()
  const { rerender } = render(<Status key="first" />, app)
  expect(await screen.findByText('connected')).toBeDefined()
  rerender(<Status key="second" />)
  expect(screen.getByText('connected')).toBeDefined()
  expect(app.connections).toHaveLength(1)
})

test('on a server nothing is started', () => {
  const app = createApp()
  expect(renderToString(app.wrapper({ children: <Status /> }))).toBe('<p>stopped</p>')
  expect(app.connections).toEqual([])
})

test('in Strict Mode there is one connection too', async () => {
  const app = createApp()
  const { unmount } = render(<StrictMode>{app.wrapper({ children: <Status /> })}</StrictMode>)
  expect(await screen.findByText('connected')).toBeDefined()
  expect(app.connections).toHaveLength(1)
  unmount()
  await waitFor(() => expect(app.lcd.sockets).toBe(0))
})

function Status() {
  return <p>{useFlowUpdates({ fallbackInterval: 60_000 }).state}</p>
}

const connected = (state: () => string) => waitFor(() => expect(state()).toBe('connected'))

/** Nothing is asked any more. */
const settled = ({ queryClient }: App) => waitFor(() => expect(queryClient.isFetching()).toBe(0))
