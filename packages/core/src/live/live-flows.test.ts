import { address, createClock, createLcd, type LcdOptions } from '@flow-query/testing'
import { InfiniteQueryObserver } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { look, QueryClient, recordFetches } from '../../test/cache.js'
import { clientOf } from '../../test/client.js'
import { frameOf, playedSockets } from '../../test/websocket.js'
import {
  type FlowClient,
  type FlowClientOptions,
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
  icaQueryOptions,
  paramsQueryOptions,
} from '../index.js'
import { type LiveFlowsOptions, type LiveStatus, liveFlows } from '../live.js'

const owner = address('owner')
const other = address('other')

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Long enough for a connection, for a round and for its answers, and too short for anything else. */
const aMoment = () => vi.advanceTimersByTimeAsync(50)

/** A page on a node with flows 1 and 2 of `owner` and 3 of `other`. */
function page(options: Partial<FlowClientOptions> = {}, lcdOptions: LcdOptions = {}) {
  const lcd = createLcd({
    flows: [{ owner }, { owner, selfHostedIca: { portId: 'p', connectionId: 'connection-0' } }, { owner: other }],
    clock: createClock(Date.parse('2026-01-01T00:00:00Z')).now,
    ...lcdOptions,
  })
  const client = clientOf(lcd, { chainId: 'intento-1', rpc: lcd.rpc, WebSocket: lcd.WebSocket, ...options })
  const cache = new QueryClient()
  const fetches = recordFetches(cache)
  const states: LiveStatus[] = []
  const controller = new AbortController()
  return {
    lcd,
    client,
    cache,
    fetches,
    states,
    state: () => states.at(-1)?.state,
    look: (options: object) => look(cache, options),
    data: (options: { queryKey: readonly unknown[] }) => cache.getQueryData(options.queryKey as unknown[]),
    follow: (options: Partial<LiveFlowsOptions> = {}) =>
      liveFlows(client, cache, { signal: controller.signal, onStatus: status => states.push(status), ...options }),
    stop: () => controller.abort(),
  }
}

/** One with something of every kind on it. */
async function fullPage() {
  const one = page()
  const { client, look, lcd, fetches, follow } = one
  const options = [
    flowQueryOptions(client, { id: 1 }),
    flowQueryOptions(client, { id: 2 }),
    flowQueryOptions(client, { id: 4 }),
    flowQueryOptions(client, { id: 1, height: lcd.height }),
    flowHistoryQueryOptions(client, { id: 1 }),
    flowHistoryInfiniteQueryOptions(client, { id: 1 }),
    flowHistoryQueryOptions(client, { id: 2 }),
    flowsQueryOptions(client, { limit: 2 }),
    flowsQueryOptions(client, { limit: 2, height: lcd.height }),
    flowsInfiniteQueryOptions(client, { reverse: true }),
    flowsForOwnerQueryOptions(client, { owner }),
    flowsForOwnerQueryOptions(client, { owner: other }),
    icaQueryOptions(client, { owner, connectionId: 'connection-0' }),
    paramsQueryOptions(client),
  ]
  for (const query of options) look(query)
  follow()
  await aMoment()
  fetches.take()
  return { ...one, options }
}

const flow1 = 'flow {"id":"1"}'
const flow2 = 'flow {"id":"2"}'
const flow4 = 'flow {"id":"4"}'
const history1 = ['flowHistory {"id":"1","infinite":true}', 'flowHistory {"id":"1"}']
const history2 = 'flowHistory {"id":"2"}'
const firstPage = 'flows {"limit":2}'
const allPages = 'flows {"reverse":true,"infinite":true}'
const ofOwner = `flowsForOwner {"owner":"${owner}"}`
const ofOther = `flowsForOwner {"owner":"${other}"}`

describe('what an event touches', () => {
  test('executed: the flow, its histories, the lists that hold it', async () => {
    const { lcd, fetches, stop } = await fullPage()
    lcd.execute(1)
    await aMoment()

    expect(fetches.take()).toEqual([flow1, ...history1, firstPage, allPages, ofOwner].sort())
    stop()
  })

  test('of a flow that is looked at nowhere: the lists that hold it', async () => {
    const { lcd, fetches, stop } = await fullPage()
    lcd.execute(3)
    await aMoment()

    expect(fetches.take()).toEqual([allPages, ofOther].sort())
    stop()
  })

  test('answered, timedOut: the flow, its histories, the lists that hold it', async () => {
    const { lcd, fetches, stop } = await fullPage()
    for (const outcome of ['succeeded', 'failed', 'timedOut'] as const) {
      lcd.execute(2, { outcome: 'unanswered' })
      await aMoment()
      fetches.take()
      lcd.advance(10_000)
      lcd.answer(2, { outcome })
      await aMoment()

      expect(fetches.take(), outcome).toEqual([flow2, history2, firstPage, allPages, ofOwner].sort())
    }
    stop()
  })

  test('updated: the flow, the lists that hold it, no history', async () => {
    const { lcd, fetches, stop } = await fullPage()
    lcd.updateFlow(1, { label: 'new' })
    await aMoment()

    expect(fetches.take()).toEqual([flow1, firstPage, allPages, ofOwner].sort())
    stop()
  })

  test('created: the flow that was missing, the list of all, the lists of its owner', async () => {
    const { lcd, cache, client, fetches, stop } = await fullPage()
    expect(cache.getQueryState(flowQueryOptions(client, { id: 4 }).queryKey)?.status).toBe('error')
    lcd.addFlow({ owner: other })
    await aMoment()

    expect(fetches.take()).toEqual([flow4, firstPage, allPages, ofOther].sort())
    expect(cache.getQueryData(flowQueryOptions(client, { id: 4 }).queryKey)).toMatchObject({ owner: other })
    stop()
  })
})

describe('connections', () => {
  test('what was read before the first one is read once more, but what seldom changes', async () => {
    const { lcd, client, look, fetches, follow, state, data, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    look(options)
    look(paramsQueryOptions(client))
    look(icaQueryOptions(client, { owner, connectionId: 'connection-0' }))
    look(flowQueryOptions(client, { id: 2, height: lcd.height }))
    await aMoment()
    fetches.take()
    lcd.execute(1)
    lcd.updateFlow(1, { label: 'between' })
    follow()
    await aMoment()

    expect(state()).toBe('connected')
    expect(fetches.take()).toEqual([flow1])
    expect(data(options)).toMatchObject({ label: 'between' })
    stop()
  })

  test('after a break everything is read again, but the past', async () => {
    const { lcd, options, fetches, states, state, stop } = await fullPage()
    lcd.cut()
    await aMoment()
    expect(state()).toBe('reconnecting')
    expect(states.at(-1)?.error?.kind).toBe('network')
    expect(fetches.take()).toEqual([])
    lcd.updateFlow(1, { label: 'missed' })
    await vi.advanceTimersByTimeAsync(500)
    await aMoment()

    expect(state()).toBe('connected')
    expect(fetches.take().length).toBe(options.length - 2)
    stop()
  })

  test('a garbled frame is a break', async () => {
    const { lcd, state, cache, client, stop } = await fullPage()
    const mend = lcd.disturb({ garble: 1 })
    lcd.execute(1)
    await aMoment()
    expect(state()).toBe('reconnecting')
    mend()
    await vi.advanceTimersByTimeAsync(600)

    expect(cache.getQueryData(flowHistoryQueryOptions(client, { id: 1 }).queryKey)).toMatchObject({
      history: [{ executed: true }],
    })
    stop()
  })

  test('a node that was set back to an earlier block is followed on', async () => {
    const { WebSocket, last } = playedSockets()
    const { client, look, fetches, follow, stop } = page({ WebSocket })
    look(flowQueryOptions(client, { id: 1 }))
    follow()
    for (const height of [900, 1]) {
      last().connect()
      await aMoment()
      fetches.take()
      last().receive(frameOf(height, { 'flow-triggered.flow-id': ['1'] }))
      await aMoment()
      expect(fetches.take()).toEqual([flow1])
      last().onclose?.({})
      await vi.advanceTimersByTimeAsync(500)
    }
    stop()
  })
})

describe('a busy chain', () => {
  test('500 events of a block are one round', async () => {
    const { lcd, client, cache, look, fetches, follow, stop } = page(
      {},
      { flows: Array.from({ length: 500 }, () => ({ owner })) },
    )
    for (let id = 1; id <= 20; id++) look(flowQueryOptions(client, { id }))
    look(flowsQueryOptions(client, { limit: 500 }))
    follow()
    await aMoment()
    fetches.take()
    const invalidate = vi.spyOn(cache, 'invalidateQueries')
    const findAll = vi.spyOn(cache.getQueryCache(), 'findAll')
    for (let id = 1; id <= 500; id++) lcd.execute(id)
    await aMoment()

    expect(fetches.take().length).toBe(21)
    expect(invalidate).toHaveBeenCalledTimes(1)
    // One to find what is touched, one that marks it.
    expect(findAll).toHaveBeenCalledTimes(2)
    stop()
  })

  test('a query is asked once a block, however late the rest of the block comes', async () => {
    const { WebSocket, last } = playedSockets()
    const { client, look, fetches, follow, stop } = page({ WebSocket })
    look(flowQueryOptions(client, { id: 1 }))
    look(flowHistoryQueryOptions(client, { id: 1 }))
    follow()
    last().connect()
    await aMoment()
    fetches.take()
    last().receive(frameOf(5, { 'flow-updated.flow-id': ['1'] }))
    await aMoment()
    expect(fetches.take()).toEqual([flow1])
    last().receive(frameOf(5, { 'flow-triggered.flow-id': ['1'] }))
    await aMoment()
    // What the first did not touch.
    expect(fetches.take()).toEqual(['flowHistory {"id":"1"}'])

    last().receive(frameOf(6, { 'flow-triggered.flow-id': ['1'] }))
    last().receive(frameOf(6, { 'flow-msg-response.flow-id': ['1'] }))
    await aMoment()
    expect(fetches.take()).toEqual([flow1, 'flowHistory {"id":"1"}'])
    stop()
  })

  test('what nobody looks at, and what is switched off, is marked only', async () => {
    const { lcd, client, cache, look, fetches, follow, stop } = page()
    const [left, off, fixed] = [1, 2, 3].map(id => flowQueryOptions(client, { id }))
    await cache.prefetchQuery(off as never)
    await cache.prefetchQuery(fixed as never)
    const leave = look(left as object)
    look({ ...off, enabled: false })
    look({ ...fixed, staleTime: 'static' })
    follow()
    await aMoment()
    leave()
    fetches.take()
    for (const id of [1, 2, 3]) lcd.execute(id)
    await aMoment()

    expect(fetches.take()).toEqual([])
    for (const query of [left, off, fixed])
      expect(cache.getQueryState(query?.queryKey as readonly unknown[])?.isInvalidated).toBe(true)
    stop()
  })

  test('a slow node is not asked in vain: each answer arrives, each query is asked on its own, and nothing is lost', async () => {
    const { lcd, client, look, fetches, follow, data, cache, stop } = page()
    const slow = flowHistoryQueryOptions(client, { id: 1 })
    const quick = flowQueryOptions(client, { id: 1 })
    look(slow)
    look(quick)
    follow()
    await aMoment()
    fetches.take()
    lcd.fail({ query: 'flowHistory', slow: 2_000 })
    const arrived: number[] = []
    for (let block = 0; block < 20; block++) {
      lcd.advance(507)
      lcd.execute(1)
      await vi.advanceTimersByTimeAsync(500)
      arrived.push((data(slow) as { history: object[] }).history.length)
    }
    const asked = fetches.take()
    expect(asked.filter(query => query === flow1).length).toBe(20)
    // Ten seconds, two for each answer.
    expect(asked.filter(query => query.startsWith('flowHistory')).length).toBeLessThanOrEqual(6)
    expect(new Set(arrived).size).toBeGreaterThanOrEqual(4)

    await vi.advanceTimersByTimeAsync(5_000)
    expect((data(slow) as { history: object[] }).history.length).toBe(20)
    expect(cache.isFetching()).toBe(0)
    stop()
  })

  test('a list in flight is asked once more only where the answer holds what has changed', async () => {
    const { lcd, client, look, fetches, follow, data, stop } = page()
    const options = flowsQueryOptions(client, { limit: 2 })
    look(options)
    follow()
    await aMoment()
    lcd.fail({ query: 'flows', slow: 1_000, times: 2 })
    lcd.updateFlow(1, { label: 'first' })
    await aMoment()
    fetches.take()
    lcd.advance(507)
    lcd.execute(3)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(fetches.take()).toEqual([])

    lcd.advance(507)
    lcd.updateFlow(1, { label: 'second' })
    await aMoment()
    lcd.advance(507)
    lcd.execute(3)
    await aMoment()
    lcd.advance(507)
    lcd.updateFlow(2, { label: 'third' })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(fetches.take().length).toBe(2)
    expect(data(options)).toMatchObject({ flows: [{ label: 'second' }, { label: 'third' }] })
    stop()
  })

  test('one more page in the middle of it makes nothing old stay', async () => {
    const { lcd, client, cache, follow, data, stop } = page()
    const options = flowsInfiniteQueryOptions(client, { limit: 2 })
    const list = new InfiniteQueryObserver(cache, options as never)
    list.subscribe(() => {})
    follow()
    await aMoment()
    lcd.fail({ query: 'flows', slow: 1_000, times: 1 })
    lcd.updateFlow(1, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(500)
    void list.fetchNextPage()
    await vi.advanceTimersByTimeAsync(3_000)

    expect(data(options)).toMatchObject({ pages: [{ flows: [{ label: 'changed' }, {}] }, { flows: [{}] }] })
    stop()
  })

  test('an error is the query’s own, and the next event mends it', async () => {
    const { lcd, client, cache, look, follow, stop } = page({ retries: 0 })
    const options = flowQueryOptions(client, { id: 1 })
    look(options)
    follow()
    await aMoment()
    lcd.fail({ status: 503, times: 1 })
    lcd.execute(1)
    await aMoment()
    expect(cache.getQueryState(options.queryKey)?.error).toMatchObject({ kind: 'node' })
    lcd.advance(507)
    lcd.execute(1)
    await aMoment()

    expect(cache.getQueryState(options.queryKey)?.error).toBe(null)
    stop()
  })

  test('what was removed in the middle is not asked for', async () => {
    const { lcd, client, cache, look, fetches, follow, stop } = page()
    const leave = look(flowQueryOptions(client, { id: 1 }))
    follow()
    await aMoment()
    lcd.fail({ slow: 1_000 })
    lcd.execute(1)
    await aMoment()
    lcd.advance(507)
    lcd.execute(1)
    await aMoment()
    fetches.take()
    cache.clear()
    await vi.advanceTimersByTimeAsync(3_000)

    expect(fetches.take()).toEqual([])
    leave()
    stop()
  })
})

describe('followers', () => {
  test('of the same client and cache are one', async () => {
    const { lcd, client, look, fetches, follow, states, stop } = page()
    look(flowQueryOptions(client, { id: 1 }))
    const controller = new AbortController()
    const second = vi.fn()
    follow({ signal: controller.signal, onStatus: undefined })
    await aMoment()
    follow()
    follow({ onStatus: second })
    expect(states).toEqual([{ state: 'connected', error: null }])
    expect(second.mock.calls).toEqual([[{ state: 'connected', error: null }]])
    await aMoment()
    fetches.take()
    controller.abort()
    expect(lcd.sockets).toBe(1)
    lcd.execute(1)
    await aMoment()
    expect(fetches.take()).toEqual([flow1])

    stop()
    await aMoment()
    expect(lcd.sockets).toBe(0)
  })

  test('of two caches share the connection, and each cache is kept', async () => {
    const { lcd, client, look: lookHere, cache, follow, data, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    const there = new QueryClient()
    const controller = new AbortController()
    lookHere(options)
    look(there, options)
    follow()
    liveFlows(client, there, { signal: controller.signal })
    await aMoment()
    expect(lcd.sockets).toBe(1)
    lcd.updateFlow(1, { label: 'both' })
    await aMoment()

    expect(data(options)).toMatchObject({ label: 'both' })
    expect(there.getQueryData(options.queryKey)).toMatchObject({ label: 'both' })
    stop()
    controller.abort()
    expect(cache.isFetching()).toBe(0)
  })

  test('one that comes just after the last has left goes on where it was', async () => {
    const { lcd, client, look, fetches, follow, states, stop } = page()
    look(flowQueryOptions(client, { id: 1 }))
    const controller = new AbortController()
    follow({ signal: controller.signal })
    await aMoment()
    fetches.take()
    lcd.execute(1)
    // Before the round has begun.
    await vi.advanceTimersByTimeAsync(1)
    controller.abort()
    follow()
    await aMoment()

    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected', 'connected'])
    expect(fetches.take()).toEqual([flow1])
    stop()
    await aMoment()
    expect(lcd.sockets).toBe(0)
  })

  test('leave nothing behind, and what comes in between is found by the next', async () => {
    const { lcd, client, cache, look, fetches, follow, data, states, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    const leave = look(options)
    const controller = new AbortController()
    follow({ signal: controller.signal, fallbackInterval: 1_000 })
    await aMoment()
    lcd.execute(1)
    // Before the round has begun.
    await vi.advanceTimersByTimeAsync(1)
    controller.abort()
    const told = states.length
    fetches.take()
    await aMoment()
    expect(fetches.take()).toEqual([])
    expect(lcd.sockets).toBe(0)
    expect(states.length).toBe(told)
    lcd.updateFlow(1, { label: 'unseen' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetches.take()).toEqual([])

    follow()
    await aMoment()
    expect(data(options)).toMatchObject({ label: 'unseen' })
    stop()
    leave()
    cache.clear()
    await aMoment()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('who leaves while a query is in flight leaves it marked', async () => {
    const { lcd, client, cache, look, fetches, follow, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    look(options)
    follow()
    await aMoment()
    lcd.fail({ slow: 1_000, times: 1 })
    lcd.execute(1)
    await aMoment()
    lcd.advance(507)
    lcd.execute(1)
    await aMoment()
    stop()
    fetches.take()
    await vi.advanceTimersByTimeAsync(2_000)

    expect(fetches.take()).toEqual([])
    expect(cache.getQueryState(options.queryKey)).toMatchObject({ fetchStatus: 'idle', isInvalidated: true })
  })

  test('one that has left already is never called', () => {
    const { lcd, states, follow } = page()
    follow({ signal: AbortSignal.abort() })

    expect([states.length, lcd.sockets, vi.getTimerCount()]).toEqual([0, 0, 0])
  })
})

describe('without a connection', () => {
  test('without rpc it is stopped, and nothing is asked', async () => {
    const { client, look, fetches, follow, states, stop } = page({ rpc: undefined })
    look(flowQueryOptions(client, { id: 1 }))
    follow()
    await aMoment()
    fetches.take()
    await vi.advanceTimersByTimeAsync(60_000)

    expect(states).toEqual([{ state: 'stopped', error: null }])
    expect(fetches.take()).toEqual([])
    stop()
  })

  test('with a fallbackInterval it polls what is looked at, but the past', async () => {
    const { lcd, client, cache, look, fetches, follow, states, stop } = page({ rpc: undefined })
    look(flowQueryOptions(client, { id: 1 }))
    look(flowQueryOptions(client, { id: 2, height: lcd.height }))
    look(paramsQueryOptions(client))
    await cache.prefetchQuery(flowQueryOptions(client, { id: 3 }))
    follow({ fallbackInterval: 5_000 })
    expect(states).toEqual([{ state: 'polling', error: null }])
    await aMoment()
    fetches.take()
    await vi.advanceTimersByTimeAsync(4_900)
    expect(fetches.take()).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(fetches.take()).toEqual([flow1, 'params {}'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(fetches.take()).toEqual([flow1, 'params {}'])
    stop()
  })

  test('the shortest interval counts, as long as somebody wants it', async () => {
    const { client, look, fetches, follow, states, stop } = page({ rpc: undefined })
    look(flowQueryOptions(client, { id: 1 }))
    const controller = new AbortController()
    follow()
    follow({ fallbackInterval: 10_000 })
    follow({ fallbackInterval: 1_000, signal: controller.signal })
    await aMoment()
    fetches.take()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(fetches.take().length).toBe(3)
    controller.abort()
    await vi.advanceTimersByTimeAsync(9_900)
    expect(fetches.take().length).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    expect(fetches.take().length).toBe(1)
    expect(states.map(({ state }) => state)).toEqual(['stopped', 'polling', 'polling', 'polling'])
    stop()
  })

  test('a hidden page does not poll, and catches up when it is visible', async () => {
    const document = Object.assign(new EventTarget(), { hidden: false })
    vi.stubGlobal('document', document)
    const { client, look, fetches, follow, stop } = page({ rpc: undefined })
    look(flowQueryOptions(client, { id: 1 }))
    function show(visible: boolean): void {
      document.hidden = !visible
      document.dispatchEvent(new Event('visibilitychange'))
    }
    follow({ fallbackInterval: 5_000 })
    await aMoment()
    fetches.take()
    show(false)
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetches.take()).toEqual([])
    show(true)
    await aMoment()
    expect(fetches.take()).toEqual([flow1])
    show(false)
    show(true)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(fetches.take()).toEqual([])
    stop()
    await null
    show(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('what cannot be reached is polled until it can', async () => {
    const { lcd, client, look, fetches, follow, state, stop } = page()
    const mend = lcd.disturb({ refuse: true })
    look(flowQueryOptions(client, { id: 1 }))
    follow({ fallbackInterval: 1_000 })
    await aMoment()
    fetches.take()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(state()).toBe('reconnecting')
    expect(fetches.take().length).toBe(3)
    mend()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(state()).toBe('connected')
    fetches.take()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fetches.take()).toEqual([])
    stop()
  })

  test('a poll does not ask what is in flight', async () => {
    const { lcd, client, look, fetches, follow, stop } = page({ rpc: undefined })
    lcd.fail({ slow: 3_500 })
    look(flowQueryOptions(client, { id: 1 }))
    follow({ fallbackInterval: 1_000 })
    await vi.advanceTimersByTimeAsync(3_900)

    expect(fetches.take()).toEqual([flow1])
    stop()
  })

  test.each([
    ['an rpc that is no URL', { rpc: 'rpc.test' }, /`rpc` is rpc.test/],
    ['no WebSocket', { WebSocket: null as never }, /no global `WebSocket`/],
  ])('%s is told, not thrown', (_, options, message) => {
    vi.stubGlobal('WebSocket', undefined)
    const { states, follow, stop } = page(options)
    follow()
    follow({ fallbackInterval: 1_000 })

    expect(states.map(({ state }) => state)).toEqual(['stopped', 'polling', 'polling'])
    for (const { error } of states) expect(error?.message).toMatch(message)
    stop()
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('an interval of %d is refused', fallbackInterval => {
    expect(() => page().follow({ fallbackInterval })).toThrow('`fallbackInterval`')
  })
})

test('an error of one follower shows as uncaught, and disturbs no other', async () => {
  const uncaught: (() => void)[] = []
  const { follow, state, stop } = page({ rpc: undefined })
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(task => uncaught.push(task))
  follow({
    onStatus() {
      throw new Error('of the follower')
    },
  })
  follow()

  expect(state()).toBe('stopped')
  expect(uncaught.length).toBe(1)
  expect(uncaught[0]).toThrow('of the follower')
  stop()
})

test('a client of another chain is left alone', async () => {
  const { lcd, client, cache, look, fetches, follow, stop } = page()
  const elsewhere: FlowClient = { ...client, scope: 'other-1' }
  look(flowQueryOptions(elsewhere, { id: 1 }))
  follow()
  await aMoment()
  fetches.take()
  lcd.execute(1)
  await aMoment()

  expect(fetches.take()).toEqual([])
  expect(cache.getQueryState(flowQueryOptions(elsewhere, { id: 1 }).queryKey)?.isInvalidated).toBe(false)
  stop()
})
