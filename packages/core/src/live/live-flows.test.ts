import { address, createClock, createLcd, type LcdOptions } from '@flow-query/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnyOptions, dehydrate, hydrate, look, QueryClient } from '../../test/cache.js'
import { clientOf } from '../../test/client.js'
import { frameOf, playedSockets } from '../../test/websocket.js'
import { flowCollectionQueryOptions } from '../collection.js'
import {
  type Flow,
  type FlowClient,
  type FlowClientOptions,
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
  icaQueryOptions,
  paramsQueryOptions,
  totalBurntQueryOptions,
  v1,
  v1beta1,
} from '../index.js'
import { newestRunsQueryOptions } from '../insights.js'
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

/** Milliseconds after which an answer that is still the old one is looked at again. */
const aBlock = 5_000

/** A page on a node with flows 1 and 2 of `owner` and 3 of `other`. */
function page(options: Partial<FlowClientOptions> = {}, lcdOptions: LcdOptions = {}) {
  const lcd = createLcd({
    flows: [
      { owner },
      { owner, selfHostedIca: { portId: `icacontroller-${owner}`, connectionId: 'connection-0' } },
      { owner: other },
    ],
    clock: createClock(Date.parse('2026-01-01T00:00:00Z')).now,
    ...lcdOptions,
  })
  const client = clientOf(lcd, { chainId: 'intento-1', rpc: lcd.rpc, WebSocket: lcd.WebSocket, ...options })
  const cache = new QueryClient()
  const states: LiveStatus[] = []
  const controller = new AbortController()
  let seen = 0
  return {
    lcd,
    client,
    cache,
    states,
    state: () => states.at(-1)?.state,
    look: (options: AnyOptions) => look(cache, options),
    data: (options: { queryKey: readonly unknown[] }) => cache.getQueryData<unknown>(options.queryKey as unknown[]),
    follow: (options: Partial<LiveFlowsOptions> = {}) =>
      liveFlows(client, cache, { signal: controller.signal, onStatus: status => states.push(status), ...options }),
    stop: () => controller.abort(),
    /** What was asked of the node since the last time, sorted: `flow/1`, `flows reverse`. */
    asked() {
      const requests = lcd.requests.slice(seen).map(({ target }) => shortened(target))
      seen = lcd.requests.length
      return requests.sort()
    },
  }
}

/** What follows the version in a target, with what matters of its page. */
function shortened(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://node')
  const words = ['reverse', 'key', 'count_total'].filter(word => searchParams.has(`pagination.${word}`))
  return [pathname.replace(/^\/\w+\/intent\/\w+\//, ''), ...words].join(' ')
}

/** One with something of every kind on it. */
async function fullPage(options?: Partial<FlowClientOptions>, lcdOptions?: LcdOptions) {
  const one = page(options, lcdOptions)
  const { client, look, lcd, asked, follow } = one
  const all = [
    flowQueryOptions(client, { id: 1 }),
    flowQueryOptions(client, { id: 2 }),
    flowQueryOptions(client, { id: 4 }),
    flowQueryOptions(client, { id: 1, height: lcd.height }),
    flowHistoryQueryOptions(client, { id: 1 }),
    flowHistoryInfiniteQueryOptions(client, { id: 1, reverse: true }),
    flowHistoryQueryOptions(client, { id: 2 }),
    flowsQueryOptions(client, { limit: 2 }),
    flowsQueryOptions(client, { limit: 2, height: lcd.height }),
    flowsInfiniteQueryOptions(client, { reverse: true }),
    flowsForOwnerQueryOptions(client, { owner }),
    flowsForOwnerQueryOptions(client, { owner: other }),
    flowCollectionQueryOptions(client),
    icaQueryOptions(client, { owner, connectionId: 'connection-0' }),
    paramsQueryOptions(client),
    totalBurntQueryOptions(client),
  ]
  for (const query of all) look(query)
  follow()
  await aMoment()
  asked()
  return { ...one, all }
}

/** What each query of a flow shows of it. */
function labels(cache: QueryClient, id: string): unknown[] {
  const rows = (data: unknown): unknown[] => {
    const { flows, pages } = (data ?? {}) as { flows?: Flow[]; pages?: unknown[] }
    return pages?.flatMap(rows) ?? flows ?? [data]
  }
  return cache
    .getQueryCache()
    .findAll()
    .filter(({ queryKey }) => !('height' in (queryKey[3] as object)))
    .flatMap(({ state }) => rows(state.data) as (Flow | undefined)[])
    .flatMap(row => (row?.id === id ? [row.label] : []))
}

describe('what an event asks', () => {
  test('executed: the flow once, its histories, what was burnt; every row is its own again', async () => {
    const { lcd, cache, client, asked, data, stop } = await fullPage()
    lcd.execute(1)
    await aMoment()

    expect(asked()).toEqual(['flow-history/1', 'flow-history/1 reverse', 'flow/1', 'total_burnt_coins'])
    for (const options of [flowQueryOptions(client, { id: 1 }), flowsForOwnerQueryOptions(client, { owner })])
      expect(JSON.stringify(data(options))).toContain(lcd.flow(1)?.execTime)
    expect(labels(cache, '1')).toHaveLength(5)
    stop()
  })

  test('of a flow that has no query of its own: one request for all lists', async () => {
    const { lcd, asked, cache, stop } = await fullPage()
    lcd.updateFlow(3, { label: 'changed' })
    await aMoment()

    expect(asked()).toEqual(['flow/3'])
    expect(labels(cache, '3')).toEqual(['changed', 'changed', 'changed'])
    stop()
  })

  test('of a flow that is nowhere: none', async () => {
    const { lcd, client, look, asked, follow, stop } = page()
    look(flowQueryOptions(client, { id: 1 }))
    follow()
    await aMoment()
    asked()
    lcd.execute(3)
    await aMoment()

    expect(asked()).toEqual([])
    stop()
  })

  test('answered, timedOut: the flow, its histories', async () => {
    const { lcd, asked, data, client, stop } = await fullPage()
    for (const outcome of ['succeeded', 'failed', 'timedOut'] as const) {
      lcd.execute(2, { outcome: 'unanswered' })
      await aMoment()
      asked()
      lcd.advance(10_000)
      lcd.answer(2, { outcome })
      await aMoment()

      expect(asked(), outcome).toEqual(['flow-history/2', 'flow/2', 'total_burnt_coins'])
      expect(data(flowHistoryQueryOptions(client, { id: 2 }))).toMatchObject({ history: lcd.history(2) })
    }
    stop()
  })

  test('answered on v1beta1, which does not say whose flow: the histories of that account that wait for one', async () => {
    const { lcd, asked, data, client, stop } = await fullPage({ versions: [v1beta1] }, { version: 'v1beta1' })
    lcd.execute(2, { outcome: 'unanswered' })
    await aMoment()
    asked()
    lcd.advance(10_000)
    lcd.answer(2, { outcome: 'succeeded' })
    await aMoment()

    expect(asked()).toEqual(['flow-history/2'])
    expect(data(flowHistoryQueryOptions(client, { id: 2 }))).toMatchObject({ history: [{ executed: true }] })
    stop()
  })

  test('updated: the flow, no history', async () => {
    const { lcd, cache, asked, stop } = await fullPage()
    lcd.updateFlow(1, { label: 'new' })
    await aMoment()

    expect(asked()).toEqual(['flow/1'])
    expect(new Set(labels(cache, '1'))).toEqual(new Set(['new']))
    stop()
  })

  test('created: the flow that was missing, and each list that ends with it, once', async () => {
    const { lcd, cache, client, asked, data, stop } = await fullPage()
    expect(cache.getQueryState(flowQueryOptions(client, { id: 4 }).queryKey)?.status).toBe('error')
    lcd.addFlow({ owner: other, label: 'the fourth' })
    await aMoment()

    // Newest first, the collection, and theirs; the first two of all are as they were.
    expect(asked()).toEqual(['flow/4', 'flows reverse', 'flows reverse', `flows/${other}`])
    expect(labels(cache, '4')).toEqual(['the fourth', 'the fourth', 'the fourth', 'the fourth'])
    expect(data(flowCollectionQueryOptions(client))).toMatchObject({ done: 4, of: 4, complete: true })
    stop()
  })

  test('created while a node answers that it is not there: asked for once more', async () => {
    const { lcd, client, look, data, follow, stop } = page()
    const options = flowQueryOptions(client, { id: 4 })
    follow()
    await aMoment()
    lcd.fail({ query: 'flow', slow: 1_000, times: 1 })
    look(options)
    await vi.advanceTimersByTimeAsync(500)
    lcd.addFlow({ owner, label: 'the fourth' })
    await vi.advanceTimersByTimeAsync(600)

    expect(data(options)).toMatchObject({ label: 'the fourth' })
    stop()
  })

  test('created and run in one block: as it is after it', async () => {
    const { lcd, cache, client, data, stop } = await fullPage()
    lcd.addFlow({ owner, label: 'new' })
    lcd.execute(4)
    await aMoment()

    const lists = [flowsInfiniteQueryOptions(client, { reverse: true }), flowCollectionQueryOptions(client)]
    for (const options of lists) expect(JSON.stringify(data(options))).toContain(lcd.flow(4)?.execTime)
    expect(labels(cache, '4')).toHaveLength(4)
    stop()
  })

  test('what is shown of it stays the same object where nothing of it has changed', async () => {
    const { lcd, client, data, stop } = await fullPage()
    const options = flowsInfiniteQueryOptions(client, { reverse: true })
    const before = (data(options) as { pages: { flows: Flow[] }[] }).pages[0]?.flows
    lcd.execute(1)
    await aMoment()
    const after = (data(options) as { pages: { flows: Flow[] }[] }).pages[0]?.flows

    expect(after).not.toBe(before)
    expect([after?.[0] === before?.[0], after?.[1] === before?.[1]]).toEqual([true, true])
    expect(after?.[2]).not.toBe(before?.[2])
    expect(after?.[2]?.msgs).toBe(before?.[2]?.msgs)
    stop()
  })
})

describe('a list of any length', () => {
  /** A hundred pages, of two owners in turn. */
  async function longPage() {
    const one = page({}, { flows: Array.from({ length: 1_000 }, (_, index) => ({ owner: index % 2 ? owner : other })) })
    const { client, look, follow, asked } = one
    const all = flowsInfiniteQueryOptions(client, { limit: 10 })
    const theirs = flowsForOwnerInfiniteQueryOptions(client, { owner, limit: 5, reverse: true })
    const [list, ofOwner] = [look(all), look(theirs)]
    await aMoment()
    for (let pages = 1; pages < 100; pages++) {
      list.fetchNextPage?.()
      ofOwner.fetchNextPage?.()
      await aMoment()
    }
    follow()
    await aMoment()
    asked()
    return { ...one, all, theirs }
  }

  test('with 100 pages loaded, an event asks for as many flows as it touches', async () => {
    const { lcd, asked, cache, stop } = await longPage()
    lcd.updateFlow(500, { label: 'one' })
    await aMoment()
    expect(asked()).toEqual(['flow/500'])
    expect(labels(cache, '500')).toEqual(['one', 'one'])

    for (const id of [7, 333, 998]) lcd.updateFlow(id, { label: 'three' })
    await aMoment()
    expect(asked()).toEqual(['flow/333', 'flow/7', 'flow/998'])
    stop()
  })

  test('many flows that stand on one page are asked for as that page', async () => {
    const { lcd, asked, cache, stop } = await longPage()
    for (let id = 501; id <= 510; id++) lcd.updateFlow(id, { label: 'many' })
    lcd.updateFlow(40, { label: 'many' })
    await aMoment()

    expect(asked()).toEqual(['flow/40', 'flows key'])
    for (const id of ['40', '501', '510']) expect(labels(cache, id)).toContain('many')
    stop()
  })

  test('flows that are neighbours on no page are asked for together', async () => {
    const { lcd, client, look, asked, follow, data, stop } = page(
      {},
      { flows: Array.from({ length: 300 }, () => ({})) },
    )
    const options = flowCollectionQueryOptions(client)
    look(options)
    await aMoment()
    follow()
    await aMoment()
    asked()
    for (const id of [3, 101, 102, 110, 290]) lcd.updateFlow(id, { label: 'changed' })
    await aMoment()

    expect(asked()).toEqual(['flow/290', 'flow/3', 'flows key'])
    const { flows } = data(options) as { flows: Flow[] }
    expect(flows.flatMap(({ id, label }) => (label === 'changed' ? [id] : []))).toEqual([
      '3',
      '101',
      '102',
      '110',
      '290',
    ])
    stop()
  })

  test('a new flow is one request for each list that ends with it', async () => {
    const { lcd, asked, data, all, theirs, stop } = await longPage()
    lcd.addFlow({ owner, label: 'new' })
    await aMoment()

    expect(asked()).toEqual(['flows key', `flows/${owner} reverse`])
    expect(data(all)).toMatchObject({ pages: { length: 100 } })
    const { pages } = data(theirs) as { pages: { flows: Flow[] }[] }
    expect(pages.map(({ flows }) => flows.length).slice(0, 3)).toEqual([6, 5, 5])
    expect(pages[0]?.flows[0]?.label).toBe('new')
    stop()
  })
})

describe('an LCD that lags behind its RPC', () => {
  test('what is unchanged is asked for once more, a block later, and then shown', async () => {
    const { lcd, cache, asked, client, data, stop } = await fullPage()
    lcd.lag = 1
    lcd.advance(6_000)
    lcd.updateFlow(1, { label: 'changed' })
    await aMoment()
    expect(asked()).toEqual(['flow/1'])
    expect(labels(cache, '1')).not.toContain('changed')
    lcd.lag = 0
    await vi.advanceTimersByTimeAsync(aBlock)
    expect(asked()).toEqual(['flow/1'])
    expect(new Set(labels(cache, '1'))).toEqual(new Set(['changed']))

    lcd.lag = 1
    lcd.advance(6_000)
    lcd.execute(1)
    lcd.addFlow({ owner: other })
    await aMoment()
    lcd.lag = 0
    await vi.advanceTimersByTimeAsync(aBlock)
    expect(data(flowHistoryQueryOptions(client, { id: 1 }))).toMatchObject({ history: { length: 1 } })
    expect(data(flowHistoryInfiniteQueryOptions(client, { id: 1, reverse: true }))).toMatchObject({
      pages: [{ history: { length: 1 } }],
    })
    expect(data(flowQueryOptions(client, { id: 4 }))).toMatchObject({ id: '4' })
    expect(labels(cache, '4')).toHaveLength(4)
    asked()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toEqual([])
    stop()
  })

  test('once more, and no more often', async () => {
    const { lcd, asked, stop } = await fullPage()
    lcd.lag = 100
    lcd.updateFlow(1, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(120_000)

    expect(asked()).toEqual(['flow/1', 'flow/1'])
    stop()
  })

  test('a flow that runs for the last time stays due then: nothing is asked twice', async () => {
    const { lcd, client, look, asked, follow, stop } = page({}, { flows: [{ interval: '0s' }] })
    look(flowQueryOptions(client, { id: 1 }))
    follow()
    await aMoment()
    asked()
    lcd.execute(1)
    await vi.advanceTimersByTimeAsync(60_000)

    expect(asked()).toEqual(['flow/1'])
    stop()
  })
})

describe('silence is not trusted', () => {
  /** A node whose clock is the page's, and flows that run every ten seconds. */
  function busyPage(flows = 3, lcdOptions: LcdOptions = {}) {
    const execTime = new Date(Date.now() + 3_000).toISOString()
    const state = { flows: Array.from({ length: flows }, () => ({ interval: '10s', execTime })) }
    return page({ versions: [v1, v1beta1] }, { ...state, clock: () => Date.now(), ...lcdOptions })
  }

  test('a frame that was lost: the flow that is due is asked for once, and its history', async () => {
    const { lcd, client, look, asked, follow, data, state, stop } = busyPage(1)
    const [flow, history] = [flowQueryOptions(client, { id: 1 }), flowHistoryQueryOptions(client, { id: 1 })]
    look(flow)
    look(history)
    follow()
    await aMoment()
    lcd.disturb({ drop: 1 })
    asked()
    await vi.advanceTimersByTimeAsync(12_000)

    expect(asked()).toEqual(['flow-history/1', 'flow/1'])
    expect(data(flow)).toEqual(await client.flow({ id: 1 }))
    expect(data(history)).toEqual(await client.flowHistory({ id: 1 }))
    expect(state()).toBe('connected')
    stop()
  })

  test('a release that takes subscriptions and never tells: the page follows all the same, and says so', async () => {
    const { lcd, client, look, follow, data, state, stop } = busyPage(3, { version: 'v1beta1', release: '0.9.2' })
    const options = flowsQueryOptions(client)
    look(options)
    follow()
    await aMoment()
    for (let second = 0; second < 60; second += 5) {
      await vi.advanceTimersByTimeAsync(5_000)
      lcd.advance(0)
    }
    expect(state()).toBe('silent')
    const { flows } = data(options) as { flows: Flow[] }
    // Ten seconds are one run, and it is known five to ten seconds after it at the latest.
    for (const { execTime } of flows) expect(Date.parse(execTime)).toBeGreaterThan(Date.now() - 10_000)
    stop()
  })

  test('a node that tells again is connected', async () => {
    const { lcd, client, look, follow, states, stop } = busyPage(3)
    look(flowsQueryOptions(client))
    follow()
    const mend = lcd.disturb({ drop: 1 })
    await vi.advanceTimersByTimeAsync(30_000)
    mend()
    await vi.advanceTimersByTimeAsync(15_000)

    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected', 'silent', 'connected'])
    stop()
  })

  test('what was read after it was due is over, and not asked about', async () => {
    const { client, look, asked, follow, stop } = page({}, { clock: () => Date.now() })
    const ended = new Date(Date.now() - 20_000).toISOString()
    const lcd = createLcd({ flows: [{ execTime: ended, endTime: ended }], clock: () => Date.now() })
    const other = clientOf(lcd, { chainId: 'intento-1' })
    look(flowQueryOptions(other, { id: 1 }))
    follow()
    await vi.advanceTimersByTimeAsync(60_000)

    expect([asked(), lcd.requests.length]).toEqual([[], 2])
    expect(client.scope).toBe(other.scope)
    stop()
  })
})

describe('connections', () => {
  test('what was read before the first one is read once more, but what seldom changes', async () => {
    const { lcd, client, look, asked, follow, state, data, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    look(options)
    look(paramsQueryOptions(client))
    look(icaQueryOptions(client, { owner, connectionId: 'connection-0' }))
    look(flowQueryOptions(client, { id: 2, height: lcd.height }))
    await aMoment()
    asked()
    lcd.execute(1)
    lcd.updateFlow(1, { label: 'between' })
    follow()
    await aMoment()

    expect(state()).toBe('connected')
    expect(asked()).toEqual(['flow/1'])
    expect(data(options)).toMatchObject({ label: 'between' })
    stop()
  })

  test('of histories that wait for their turn at the first one, those are asked for again that were under way before it', async () => {
    const flows = Array.from({ length: 60 }, () => ({}))
    const { lcd, client, look, asked, follow, data, stop } = page({}, { flows })
    const newest = flows.map((_, index) => newestRunsQueryOptions(client, { id: index + 1 }))
    lcd.fail({ query: 'flowHistory', slow: 100 })
    for (const options of newest) look(options)
    await aMoment()
    for (let id = 1; id <= 60; id++) lcd.execute(id)
    follow()
    await vi.advanceTimersByTimeAsync(5_000)

    expect(asked()).toHaveLength(66)
    for (const options of newest) expect(data(options)).toMatchObject({ history: { length: 1 } })
    stop()
  })

  test('of a chain that is being read at the first one, what was read before it is asked for again', async () => {
    const { lcd, client, look, asked, follow, data, stop } = page(
      {},
      { flows: Array.from({ length: 3_000 }, () => ({})) },
    )
    const options = flowCollectionQueryOptions(client)
    lcd.fail({ slow: 100 })
    look(options)
    await vi.advanceTimersByTimeAsync(250)
    // Nine pages are read, and eight more under way.
    for (const id of [1, 900, 901, 3_000]) lcd.updateFlow(id, { label: 'changed' })
    lcd.addFlow({ label: 'changed' })
    follow()
    await vi.advanceTimersByTimeAsync(20_000)

    const { flows } = data(options) as { flows: Flow[] }
    const changed = flows.filter(({ label }) => label === 'changed').map(({ id }) => Number(id))
    expect(changed).toEqual([1, 900, 901, 3_000, 3_001])
    // Its pages, and its end twice.
    expect(asked()).toHaveLength(30 + 9 + 8 + 2)
    stop()
  })

  test('what a server has read before, and comes later, is asked for once more', async () => {
    const { lcd, client, cache, look, asked, follow, data, stop } = page()
    const [flow, history, params] = [
      flowQueryOptions(client, { id: 1 }),
      flowHistoryQueryOptions(client, { id: 1 }),
      paramsQueryOptions(client),
    ]
    const server = new QueryClient()
    for (const options of [flow, history, params]) await server.prefetchQuery(options as never)
    const later = dehydrate(server)
    follow()
    await aMoment()
    lcd.execute(1)
    lcd.updateFlow(1, { label: 'changed' })
    await aMoment()
    asked()
    hydrate(cache, later)
    for (const options of [flow, history, params]) {
      const fresh = { ...options, staleTime: 60_000 }
      look(fresh)
    }
    await aMoment()

    expect(asked()).toEqual(['flow-history/1', 'flow/1'])
    expect(data(flow)).toMatchObject({ label: 'changed' })
    expect(data(history)).toMatchObject({ history: { length: 1 } })

    // Of a page that is there already, too.
    await server.prefetchQuery({ ...flow, staleTime: 0 } as never)
    const again = dehydrate(server)
    lcd.updateFlow(1, { label: 'changed again' })
    await aMoment()
    asked()
    hydrate(cache, again)
    await aMoment()
    expect(data(flow)).toMatchObject({ label: 'changed again' })
    stop()
  })

  test('after a break everything is read again, but the past', async () => {
    const { lcd, cache, all, asked, states, state, stop } = await fullPage()
    lcd.cut()
    await aMoment()
    expect(state()).toBe('reconnecting')
    expect(states.at(-1)?.error?.kind).toBe('network')
    expect(asked()).toEqual([])
    lcd.updateFlow(1, { label: 'missed' })
    await vi.advanceTimersByTimeAsync(500)
    await aMoment()

    expect(state()).toBe('connected')
    expect(new Set(labels(cache, '1'))).toEqual(new Set(['missed']))
    // A collection of one page asks for its end, too.
    expect(asked()).toHaveLength(all.length - 2 + 1)
    stop()
  })

  test('what events were told of is as new as the break', async () => {
    const { lcd, client, cache, look, follow, stop } = page()
    const [shown, seldom] = [flowCollectionQueryOptions(client), paramsQueryOptions(client)]
    look(shown)
    look(seldom)
    follow()
    await aMoment()
    const readAt = Date.now()
    await vi.advanceTimersByTimeAsync(600_000)
    const broken = lcd.disturb({ refuse: true })
    lcd.cut()
    await vi.advanceTimersByTimeAsync(60_000)

    const age = ({ queryKey }: AnyOptions) => Date.now() - (cache.getQueryState(queryKey)?.dataUpdatedAt ?? 0)
    expect(age(shown)).toBeLessThanOrEqual(60_000)
    expect(age(seldom)).toBeGreaterThanOrEqual(Date.now() - readAt)
    broken()
    stop()
  })

  test('a garbled frame is a break', async () => {
    const { lcd, state, data, client, stop } = await fullPage()
    const mend = lcd.disturb({ garble: 1 })
    lcd.execute(1)
    await aMoment()
    expect(state()).toBe('reconnecting')
    mend()
    await vi.advanceTimersByTimeAsync(600)

    expect(data(flowHistoryQueryOptions(client, { id: 1 }))).toMatchObject({ history: [{ executed: true }] })
    stop()
  })

  test.each([1, 2 ** 52])('blocks may have any height: after %i, what comes is followed on', async first => {
    const { WebSocket, last } = playedSockets()
    const { client, look, asked, follow, stop } = page({ WebSocket })
    look(flowQueryOptions(client, { id: 1 }))
    follow()
    for (const height of [first, 5]) {
      last().connect()
      await aMoment()
      asked()
      last().receive(frameOf(height, { 'flow-triggered.flow-id': ['1'] }))
      await aMoment()
      expect(asked()).toEqual(['flow/1'])
      last().onclose?.({})
      await vi.advanceTimersByTimeAsync(500)
    }
    stop()
  })
})

describe('a busy chain', () => {
  test('500 events of a block are one round, and one request where they stand on one page', async () => {
    const { lcd, client, look, asked, follow, stop } = page(
      {},
      { flows: Array.from({ length: 500 }, () => ({ owner })) },
    )
    for (let id = 1; id <= 20; id++) look(flowQueryOptions(client, { id }))
    look(flowsQueryOptions(client, { limit: 500 }))
    follow()
    await aMoment()
    asked()
    for (let id = 1; id <= 500; id++) lcd.execute(id)
    await aMoment()

    expect(asked()).toEqual(['flows'])
    stop()
  })

  test('no more than six requests at once', async () => {
    const { lcd, client, look, follow, stop } = page({}, { flows: Array.from({ length: 1_000 }, () => ({})) })
    for (let id = 1; id <= 1_000; id += 50) look(flowQueryOptions(client, { id }))
    follow()
    await aMoment()
    const before = lcd.requests.length
    lcd.fail({ hang: true })
    for (let id = 1; id <= 1_000; id += 50) lcd.execute(id)
    await aMoment()

    expect(lcd.requests.length - before).toBe(6)
    stop()
  })

  test('what nobody looks at is asked for when somebody does; what is switched off is left alone', async () => {
    const { lcd, client, cache, look, asked, follow, data, stop } = page()
    const fresh = { staleTime: Number.POSITIVE_INFINITY }
    const left = { ...flowQueryOptions(client, { id: 1 }), ...fresh }
    const list = { ...flowsInfiniteQueryOptions(client), ...fresh }
    const fixed = flowQueryOptions(client, { id: 3 })
    await cache.prefetchQuery(fixed as never)
    const looking = [look(left), look(list)]
    look({ ...fixed, staleTime: 'static' } as AnyOptions)
    follow()
    await aMoment()
    for (const { leave } of looking) leave()
    asked()
    for (const id of [1, 2, 3]) lcd.updateFlow(id, { label: 'changed' })
    lcd.addFlow({ label: 'new' })
    await aMoment()
    expect(asked()).toEqual([])

    look(left)
    await aMoment()
    expect(asked()).toEqual(['flow/1'])
    look(list)
    await aMoment()
    expect(data(list)).toMatchObject({
      pages: [{ flows: [{ label: 'changed' }, { label: 'changed' }, { label: 'changed' }, { label: 'new' }] }],
    })
    // The rows that have changed, and the end.
    expect(asked()).toEqual(['flows', 'flows key'])
    expect(data(fixed)).not.toMatchObject({ label: 'changed' })
    stop()
  })

  test('what nobody looked at until it ended is stale then', async () => {
    const { lcd, client, cache, look, follow, stop } = page()
    const options = flowsQueryOptions(client)
    const { leave } = look(options)
    follow()
    await aMoment()
    leave()
    lcd.updateFlow(1, { label: 'changed' })
    await aMoment()
    expect(cache.getQueryState(options.queryKey)?.isInvalidated).toBe(false)
    stop()
    await aMoment()

    expect(cache.getQueryState(options.queryKey)?.isInvalidated).toBe(true)
  })

  test('a slow node is not asked in vain: each answer arrives, and nothing is lost', async () => {
    const { lcd, client, look, asked, follow, data, cache, stop } = page()
    const slow = flowHistoryQueryOptions(client, { id: 1 })
    look(slow)
    look(flowQueryOptions(client, { id: 1 }))
    follow()
    await aMoment()
    asked()
    lcd.fail({ query: 'flowHistory', slow: 2_000 })
    const arrived: number[] = []
    for (let block = 0; block < 20; block++) {
      lcd.advance(507)
      lcd.execute(1)
      await vi.advanceTimersByTimeAsync(500)
      arrived.push((data(slow) as { history: object[] }).history.length)
    }
    const requests = asked()
    expect(requests.filter(query => query === 'flow/1')).toHaveLength(20)
    // Ten seconds, two for each answer.
    expect(requests.filter(query => query.startsWith('flow-history')).length).toBeLessThanOrEqual(6)
    expect(new Set(arrived).size).toBeGreaterThanOrEqual(4)

    await vi.advanceTimersByTimeAsync(5_000)
    expect((data(slow) as { history: object[] }).history.length).toBe(20)
    expect(cache.isFetching()).toBe(0)
    stop()
  })

  test('a flow that changes while it is asked for is asked for again, and no older answer stays', async () => {
    const { lcd, client, look, asked, follow, data, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    look(options)
    follow()
    await aMoment()
    asked()
    lcd.fail({ slow: 1_000, times: 1 })
    lcd.updateFlow(1, { label: 'first' })
    await aMoment()
    lcd.advance(507)
    lcd.updateFlow(1, { label: 'second' })
    await vi.advanceTimersByTimeAsync(2_000)

    expect(asked()).toEqual(['flow/1', 'flow/1'])
    expect(data(options)).toMatchObject({ label: 'second' })
    stop()
  })

  test('one more page in the middle of it makes nothing old stay', async () => {
    const { lcd, client, look, follow, data, stop } = page()
    const options = flowsInfiniteQueryOptions(client, { limit: 2 })
    const { fetchNextPage } = look(options)
    follow()
    await aMoment()
    lcd.fail({ query: 'flow', slow: 1_000, times: 1 })
    lcd.fail({ query: 'flows', slow: 2_000, times: 1 })
    lcd.updateFlow(1, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(500)
    fetchNextPage?.()
    await vi.advanceTimersByTimeAsync(5_000)

    expect(data(options)).toMatchObject({ pages: [{ flows: [{ label: 'changed' }, {}] }, { flows: [{}] }] })
    stop()
  })

  test('a node that fails: what is shown has the error beside it, and is asked for again after a while', async () => {
    const { lcd, client, cache, look, asked, follow, data, stop } = page({ retries: 0 })
    const options = flowsQueryOptions(client)
    look(options)
    follow()
    await aMoment()
    asked()
    lcd.fail({ status: 503, times: 1 })
    lcd.updateFlow(1, { label: 'changed' })
    await aMoment()
    expect(cache.getQueryState(options.queryKey)).toMatchObject({ error: { kind: 'node' }, isInvalidated: true })
    expect(data(options)).toMatchObject({ flows: { length: 3 } })
    expect(asked()).toEqual(['flow/1'])
    await vi.advanceTimersByTimeAsync(10_000)

    expect(asked()).toEqual(['flow/1'])
    expect(data(options)).toMatchObject({ flows: [{ label: 'changed' }, {}, {}] })
    expect(cache.getQueryState(options.queryKey)).toMatchObject({ error: null, isInvalidated: false })
    stop()
  })

  test('the error stays while only some of what is shown is as it is on the chain', async () => {
    const { lcd, client, cache, look, follow, data, stop } = page({ retries: 0 }, { flows: [{}, {}, {}] })
    const options = flowCollectionQueryOptions(client)
    look(options)
    follow()
    await aMoment()
    lcd.fail({ query: 'flows', status: 503, times: 1 })
    lcd.fail({ query: 'flow', slow: 1_000, times: 1 })
    lcd.addFlow({ label: 'new' })
    lcd.updateFlow(1, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(data(options)).toMatchObject({ flows: [{ label: 'changed' }, {}, {}] })
    expect(cache.getQueryState(options.queryKey)).toMatchObject({ error: { kind: 'node' }, isInvalidated: true })
    await vi.advanceTimersByTimeAsync(10_000)

    expect(data(options)).toMatchObject({ flows: [{ label: 'changed' }, {}, {}, { label: 'new' }] })
    expect(cache.getQueryState(options.queryKey)).toMatchObject({ error: null, isInvalidated: false })
    stop()
  })

  test('a list that holds more than what is known between its end and the newest page is read anew', async () => {
    const { lcd, client, look, follow, data, stop } = page()
    const options = flowsInfiniteQueryOptions(client, { limit: 2, reverse: true })
    look(options)
    follow()
    await aMoment()
    lcd.fail({ query: 'flows', slow: 1_000, times: 1 })
    for (let count = 0; count < 5; count++) lcd.addFlow()
    await vi.advanceTimersByTimeAsync(3_000)

    expect(data(options)).toMatchObject({ pages: [{ flows: [{ id: '8' }, { id: '7' }] }] })
    stop()
  })

  test('what was removed in the middle is not asked for', async () => {
    const { lcd, client, cache, look, asked, follow, stop } = page()
    const { leave } = look(flowQueryOptions(client, { id: 1 }))
    follow()
    await aMoment()
    lcd.fail({ slow: 1_000 })
    lcd.execute(1)
    await aMoment()
    lcd.advance(507)
    lcd.execute(1)
    await aMoment()
    asked()
    cache.clear()
    await vi.advanceTimersByTimeAsync(3_000)

    expect(asked()).toEqual([])
    leave()
    stop()
  })
})

describe('followers', () => {
  test('of the same client and cache are one', async () => {
    const { lcd, client, look, asked, follow, states, stop } = page()
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
    asked()
    controller.abort()
    expect(lcd.sockets).toBe(1)
    lcd.execute(1)
    await aMoment()
    expect(asked()).toEqual(['flow/1'])

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
    const { lcd, client, look, asked, follow, states, stop } = page()
    look(flowQueryOptions(client, { id: 1 }))
    const controller = new AbortController()
    follow({ signal: controller.signal })
    await aMoment()
    asked()
    lcd.execute(1)
    // Before the round has begun.
    await vi.advanceTimersByTimeAsync(1)
    controller.abort()
    follow()
    await aMoment()

    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected', 'connected'])
    expect(asked()).toEqual(['flow/1'])
    stop()
    await aMoment()
    expect(lcd.sockets).toBe(0)
  })

  test('leave nothing behind, and what comes in between is found by the next', async () => {
    const { lcd, client, cache, look, asked, follow, data, states, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    const { leave } = look(options)
    const controller = new AbortController()
    follow({ signal: controller.signal, fallbackInterval: 1_000 })
    await aMoment()
    lcd.execute(1)
    // Before the round has begun.
    await vi.advanceTimersByTimeAsync(1)
    controller.abort()
    const told = states.length
    asked()
    await aMoment()
    expect(asked()).toEqual([])
    expect(lcd.sockets).toBe(0)
    expect(states.length).toBe(told)
    lcd.updateFlow(1, { label: 'unseen' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toEqual([])

    follow()
    await aMoment()
    expect(data(options)).toMatchObject({ label: 'unseen' })
    stop()
    leave()
    cache.clear()
    await aMoment()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('who leaves while a flow is asked for leaves its queries marked', async () => {
    const { lcd, client, cache, look, asked, follow, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    look(options)
    follow()
    await aMoment()
    lcd.fail({ slow: 1_000, times: 1 })
    lcd.execute(1)
    await aMoment()
    stop()
    asked()
    await vi.advanceTimersByTimeAsync(2_000)

    expect(asked()).toEqual([])
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
    const { client, look, asked, follow, states, stop } = page({ rpc: undefined })
    look(flowQueryOptions(client, { id: 1 }))
    follow()
    await aMoment()
    asked()
    await vi.advanceTimersByTimeAsync(60_000)

    expect(states).toEqual([{ state: 'stopped', error: null }])
    expect(asked()).toEqual([])
    stop()
  })

  test('with a fallbackInterval it polls what is looked at, but the past', async () => {
    const { lcd, client, cache, look, asked, follow, states, stop } = page({ rpc: undefined })
    look(flowQueryOptions(client, { id: 1 }))
    look(flowQueryOptions(client, { id: 2, height: lcd.height }))
    look(paramsQueryOptions(client))
    await cache.prefetchQuery(flowQueryOptions(client, { id: 3 }))
    follow({ fallbackInterval: 5_000 })
    expect(states).toEqual([{ state: 'polling', error: null }])
    await aMoment()
    asked()
    await vi.advanceTimersByTimeAsync(4_900)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(asked()).toEqual(['flow/1', 'params'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toEqual(['flow/1', 'params'])
    stop()
  })

  test('the shortest interval counts, as long as somebody wants it', async () => {
    const { client, look, asked, follow, states, stop } = page({ rpc: undefined })
    look(flowQueryOptions(client, { id: 1 }))
    const controller = new AbortController()
    follow()
    follow({ fallbackInterval: 10_000 })
    follow({ fallbackInterval: 1_000, signal: controller.signal })
    await aMoment()
    asked()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(asked().length).toBe(3)
    controller.abort()
    await vi.advanceTimersByTimeAsync(9_900)
    expect(asked().length).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    expect(asked().length).toBe(1)
    expect(states.map(({ state }) => state)).toEqual(['stopped', 'polling', 'polling', 'polling'])
    stop()
  })

  test('a hidden page does not poll, and catches up when it is visible', async () => {
    const document = Object.assign(new EventTarget(), { hidden: false })
    vi.stubGlobal('document', document)
    const { client, look, asked, follow, stop } = page({ rpc: undefined })
    look(flowQueryOptions(client, { id: 1 }))
    function show(visible: boolean): void {
      document.hidden = !visible
      document.dispatchEvent(new Event('visibilitychange'))
    }
    follow({ fallbackInterval: 5_000 })
    await aMoment()
    asked()
    show(false)
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toEqual([])
    show(true)
    await aMoment()
    expect(asked()).toEqual(['flow/1'])
    show(false)
    show(true)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(asked()).toEqual([])
    stop()
    await null
    show(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('what cannot be reached is polled until it can', async () => {
    const { lcd, client, look, asked, follow, state, stop } = page()
    const mend = lcd.disturb({ refuse: true })
    look(flowQueryOptions(client, { id: 1 }))
    follow({ fallbackInterval: 1_000 })
    await aMoment()
    asked()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(state()).toBe('reconnecting')
    expect(asked().length).toBe(3)
    mend()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(state()).toBe('connected')
    asked()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked()).toEqual([])
    stop()
  })

  test('a poll does not ask what is in flight', async () => {
    const { lcd, client, look, asked, follow, stop } = page({ rpc: undefined })
    lcd.fail({ slow: 3_500 })
    look(flowQueryOptions(client, { id: 1 }))
    follow({ fallbackInterval: 1_000 })
    await vi.advanceTimersByTimeAsync(3_900)

    expect(asked()).toEqual(['flow/1'])
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
  const { lcd, client, cache, look, asked, follow, stop } = page()
  const elsewhere: FlowClient = { ...client, scope: 'other-1' }
  look(flowQueryOptions(elsewhere, { id: 1 }))
  follow()
  await aMoment()
  asked()
  lcd.execute(1)
  await aMoment()

  expect(asked()).toEqual([])
  expect(cache.getQueryState(flowQueryOptions(elsewhere, { id: 1 }).queryKey)?.isInvalidated).toBe(false)
  stop()
})
