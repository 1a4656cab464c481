import type { LcdOptions } from '@flow-query/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type AnyOptions, dehydrate, hydrate, mount, QueryClient } from '../../test/cache.js'
import { other, owner, page, waitBriefly } from '../../test/live.js'
import { frameOf, playedSockets } from '../../test/websocket.js'
import { type Flow, type FlowClient, type FlowClientOptions, v1, v1beta1 } from '../index.js'
import { flowCollectionQueryOptions, loadAllFlows } from '../query/collection.js'
import {
  chainTimeQueryOptions,
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
} from '../query.js'
import { newestRunsQuery } from '../scan/newest-runs.js'
import { liveFlows } from './index.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Milliseconds until unchanged data is requested again. */
const blockTime = 5_000

/** A page with all kinds of queries. */
async function fullPage(options?: Partial<FlowClientOptions>, lcdOptions?: LcdOptions) {
  const one = page(options, lcdOptions)
  const { client, mount, lcd, newRequests, start } = one
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
  for (const query of all) mount(query)
  start()
  await waitBriefly()
  newRequests()
  return { ...one, all }
}

/** Returns the label of a flow in each query that contains it. */
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

/** Returns the ids of the flows of a list with a label. */
function idsWithLabel(data: unknown, text: string): string[] {
  return (data as { flows: Flow[] }).flows.flatMap(({ id, label }) => (label === text ? [id] : []))
}

describe('after an event', () => {
  test('after an `executed` event, the flow, its histories and the burnt total are requested once, and all rows are updated', async () => {
    const { lcd, cache, client, newRequests, data } = await fullPage()
    lcd.execute(1)
    await waitBriefly()

    expect(newRequests()).toEqual(['flow-history/1', 'flow-history/1 reverse', 'flow/1', 'total_burnt_coins'])
    for (const options of [flowQueryOptions(client, { id: 1 }), flowsForOwnerQueryOptions(client, { owner })])
      expect(JSON.stringify(data(options))).toContain(lcd.flow(1)?.execTime)
    expect(labels(cache, '1')).toHaveLength(5)
  })

  test('an event of a flow that is in no query sends no request', async () => {
    const { lcd, client, newRequests, connect } = page()
    await connect(flowQueryOptions(client, { id: 1 }))
    lcd.execute(3)
    await waitBriefly()

    expect(newRequests()).toEqual([])
  })

  test('an `acknowledged` or `timedOut` event requests the flow and its histories', async () => {
    const { lcd, newRequests, data, client } = await fullPage()
    for (const outcome of ['succeeded', 'failed', 'timedOut'] as const) {
      lcd.execute(2, { outcome: 'unacknowledged' })
      await waitBriefly()
      newRequests()
      lcd.advance(10_000)
      lcd.answer(2, { outcome })
      await waitBriefly()

      expect(newRequests(), outcome).toEqual(['flow-history/2', 'flow/2', 'total_burnt_coins'])
      expect(data(flowHistoryQueryOptions(client, { id: 2 }))).toMatchObject({ history: lcd.history(2) })
    }
  })

  test('an `acknowledged` event without a flow id requests the histories of its sender that wait for a response', async () => {
    const { lcd, newRequests, data, client } = await fullPage({ versions: [v1beta1] }, { version: 'v1beta1' })
    lcd.execute(2, { outcome: 'unacknowledged' })
    await waitBriefly()
    newRequests()
    lcd.advance(10_000)
    lcd.answer(2, { outcome: 'succeeded' })
    await waitBriefly()

    expect(newRequests()).toEqual(['flow-history/2'])
    expect(data(flowHistoryQueryOptions(client, { id: 2 }))).toMatchObject({ history: [{ executed: true }] })
  })

  test('an `acknowledged` event without a flow id also requests histories whose newest run has timed out', async () => {
    const { lcd, newRequests, data, client } = await fullPage({ versions: [v1beta1] }, { version: 'v1beta1' })
    for (let run = 0; run < 2; run++) lcd.execute(2, { outcome: 'unacknowledged' })
    lcd.advance(10_000)
    lcd.answer(2, { outcome: 'timedOut' })
    await waitBriefly()
    newRequests()
    lcd.advance(10_000)
    lcd.answer(2, { outcome: 'succeeded' })
    await waitBriefly()

    expect(newRequests()).toEqual(['flow-history/2'])
    const history = [{ executed: false }, { executed: true, timedOut: true }]
    expect(data(flowHistoryQueryOptions(client, { id: 2 }))).toMatchObject({ history })
  })

  test('a `created` event requests the missing flow, and each list with the newest flow once', async () => {
    const { lcd, cache, client, newRequests, data } = await fullPage()
    expect(cache.getQueryState(flowQueryOptions(client, { id: 4 }).queryKey)?.status).toBe('error')
    lcd.addFlow({ owner: other, label: 'the fourth' })
    await waitBriefly()

    // The new flow is in the reversed list, the collection and the list of the owner, but not in the list of the first two flows.
    expect(newRequests()).toEqual(['flow/4', 'flows reverse', 'flows reverse', `flows/${other}`])
    expect(labels(cache, '4')).toEqual(['the fourth', 'the fourth', 'the fourth', 'the fourth'])
    expect(data(flowCollectionQueryOptions(client))).toMatchObject({ loaded: 4, total: 4, complete: true })
  })

  test('a flow that is created and executed in one block is shown after the run', async () => {
    const { lcd, cache, client, data } = await fullPage()
    lcd.addFlow({ owner, label: 'new' })
    lcd.execute(4)
    await waitBriefly()

    const lists = [flowsInfiniteQueryOptions(client, { reverse: true }), flowCollectionQueryOptions(client)]
    for (const options of lists) expect(JSON.stringify(data(options))).toContain(lcd.flow(4)?.execTime)
    expect(labels(cache, '4')).toHaveLength(4)
  })

  test('unchanged rows and fields stay the same objects after an event', async () => {
    const { lcd, client, data } = await fullPage()
    const options = flowsInfiniteQueryOptions(client, { reverse: true })
    const before = (data(options) as { pages: { flows: Flow[] }[] }).pages[0]?.flows
    lcd.execute(1)
    await waitBriefly()
    const after = (data(options) as { pages: { flows: Flow[] }[] }).pages[0]?.flows

    expect(after).not.toBe(before)
    expect([after?.[0] === before?.[0], after?.[1] === before?.[1]]).toEqual([true, true])
    expect(after?.[2]).not.toBe(before?.[2])
    expect(after?.[2]?.msgs).toBe(before?.[2]?.msgs)
  })
})

describe('a long list', () => {
  test('with 100 loaded pages, each changed flow is requested once, and a page with many changes is requested as a whole', async () => {
    const flows = Array.from({ length: 1_000 }, (_, index) => ({ owner: index % 2 ? owner : other }))
    const { lcd, client, cache, data, mount, connect, newRequests } = page({}, { flows })
    const all = flowsInfiniteQueryOptions(client, { limit: 10 })
    const ownedFlows = flowsForOwnerInfiniteQueryOptions(client, { owner, limit: 5, reverse: true })
    const lists = [mount(all), mount(ownedFlows)]
    await waitBriefly()
    for (let pages = 1; pages < 100; pages++) {
      for (const { fetchNextPage } of lists) fetchNextPage?.()
      await waitBriefly()
    }
    await connect()
    const change = async (...ids: number[]) => {
      for (const id of ids) lcd.updateFlow(id, { label: `changed with ${ids.length}` })
      await waitBriefly()
      return newRequests()
    }
    expect(await change(500)).toEqual(['flow/500'])
    expect(labels(cache, '500')).toEqual(['changed with 1', 'changed with 1'])
    expect(await change(7, 333, 998)).toEqual(['flow/333', 'flow/7', 'flow/998'])
    expect(await change(40, ...Array.from({ length: 10 }, (_, index) => 501 + index))).toEqual(['flow/40', 'flows key'])
    for (const id of ['40', '501', '510']) expect(labels(cache, id)).toContain('changed with 11')

    lcd.addFlow({ owner, label: 'new' })
    await waitBriefly()
    expect(newRequests()).toEqual(['flows key', `flows/${owner} reverse`])
    expect(data(all)).toMatchObject({ pages: { length: 100 } })
    const { pages } = data(ownedFlows) as { pages: { flows: Flow[] }[] }
    expect(pages.map(({ flows }) => flows.length).slice(0, 3)).toEqual([6, 5, 5])
    expect(pages[0]?.flows[0]?.label).toBe('new')
  })

  test('changed flows of a collection with similar ids are requested together', async () => {
    const { lcd, client, mount, newRequests, connect, data } = page(
      {},
      { flows: Array.from({ length: 300 }, () => ({})) },
    )
    const options = flowCollectionQueryOptions(client)
    mount(options)
    await waitBriefly()
    await connect()
    for (const id of [3, 101, 102, 110, 290]) lcd.updateFlow(id, { label: 'changed' })
    await waitBriefly()

    expect(newRequests()).toEqual(['flow/290', 'flow/3', 'flows key'])
    expect(idsWithLabel(data(options), 'changed')).toEqual(['3', '101', '102', '110', '290'])
  })
})

describe('an LCD that lags behind its RPC', () => {
  test('unchanged data is requested again a block later', async () => {
    const { lcd, cache, newRequests, client, data } = await fullPage()
    lcd.lag = 1
    lcd.advance(6_000)
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()
    expect(newRequests()).toEqual(['flow/1'])
    expect(labels(cache, '1')).not.toContain('changed')
    lcd.lag = 0
    await vi.advanceTimersByTimeAsync(blockTime)
    expect(newRequests()).toEqual(['flow/1'])
    expect(new Set(labels(cache, '1'))).toEqual(new Set(['changed']))

    lcd.lag = 1
    lcd.advance(6_000)
    lcd.execute(1)
    lcd.addFlow({ owner: other })
    await waitBriefly()
    lcd.lag = 0
    await vi.advanceTimersByTimeAsync(blockTime)
    expect(data(flowHistoryQueryOptions(client, { id: 1 }))).toMatchObject({ history: { length: 1 } })
    expect(data(flowHistoryInfiniteQueryOptions(client, { id: 1, reverse: true }))).toMatchObject({
      pages: [{ history: { length: 1 } }],
    })
    expect(data(flowQueryOptions(client, { id: 4 }))).toMatchObject({ id: '4' })
    expect(labels(cache, '4')).toHaveLength(4)
    newRequests()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(newRequests()).toEqual([])
  })

  test('unchanged data is requested again after one, two, four and eight blocks, and then no more', async () => {
    const { lcd, newRequests } = await fullPage()
    lcd.lag = 100
    lcd.updateFlow(1, { label: 'changed' })
    const requests: number[] = []
    for (let block = 0; block < 40; block++) {
      await vi.advanceTimersByTimeAsync(block === 0 ? 50 : blockTime)
      if (newRequests().length > 0) requests.push(block)
    }

    expect(requests).toEqual([0, 1, 3, 7, 15])
  })

  test('the backoff ends if another fetch has shown the change', async () => {
    const { lcd, client, cache, newRequests } = await fullPage()
    lcd.lag = 100
    lcd.advance(6_000)
    lcd.updateFlow(3, { label: 'changed' })
    await waitBriefly()
    lcd.lag = 0
    for (const options of [
      flowsForOwnerQueryOptions(client, { owner: other }),
      flowsInfiniteQueryOptions(client, { reverse: true }),
      flowCollectionQueryOptions(client),
    ])
      await cache.refetchQueries({ queryKey: options.queryKey })
    newRequests()
    await vi.advanceTimersByTimeAsync(120_000)

    expect(newRequests()).toEqual(['flow/3'])
  })
})

describe('missing events', () => {
  const emptyConditions = {
    feedbackLoops: [],
    comparisons: [],
    stopOnSuccessOf: [],
    stopOnFailureOf: [],
    skipOnFailureOf: [],
    skipOnSuccessOf: [],
    useAndForComparisons: false,
  }
  const comparisonWithQuery = {
    flowId: '0',
    responseIndex: 0,
    responseKey: '',
    valueType: 'math.Int',
    operator: 'LARGER_THAN',
    operand: '1',
    differenceMode: false,
    icqConfig: {
      connectionId: 'connection-0',
      chainId: 'host-1',
      timeoutPolicy: 'EXECUTE_QUERY_CALLBACK',
      timeoutDuration: '30s',
      queryType: 'store/bank/key',
      queryKey: 'AA==',
      response: null,
    },
  }

  /** The node has the clock of the page, and its flows run every ten seconds. */
  function busyPage(flows = 3, lcdOptions: LcdOptions = {}) {
    const execTime = new Date(Date.now() + 3_000).toISOString()
    const state = { flows: Array.from({ length: flows }, () => ({ interval: '10s', execTime })) }
    return page({ versions: [v1, v1beta1] }, { ...state, clock: () => Date.now(), ...lcdOptions })
  }

  test('after a lost frame, the due flow and its history are requested once', async () => {
    const { lcd, client, newRequests, data, state, connect } = busyPage(1)
    const [flow, history] = [flowQueryOptions(client, { id: 1 }), flowHistoryQueryOptions(client, { id: 1 })]
    await connect(flow, history)
    lcd.disturb({ drop: 1 })
    newRequests()
    await vi.advanceTimersByTimeAsync(12_000)

    expect(newRequests()).toEqual(['flow-history/1', 'flow/1'])
    expect(data(flow)).toEqual(await client.flow({ id: 1 }))
    expect(data(history)).toEqual(await client.flowHistory({ id: 1 }))
    expect(state()).toBe('connected')
  })

  test('with a release that never sends events, the state is `silent`, and due flows are still updated', async () => {
    const { lcd, client, data, state, connect } = busyPage(3, { version: 'v1beta1', release: '0.9.2' })
    const options = flowsQueryOptions(client)
    await connect(options)
    for (let second = 0; second < 60; second += 5) {
      await vi.advanceTimersByTimeAsync(5_000)
      lcd.advance(0)
    }
    expect(state()).toBe('silent')
    const { flows } = data(options) as { flows: Flow[] }
    // Flows run every ten seconds, and each run is shown at most ten seconds later.
    for (const { execTime } of flows) expect(Date.parse(execTime)).toBeGreaterThan(Date.now() - 10_000)
  })

  test('runs before the connection do not count as missing events', async () => {
    const { lcd, client, mount, start, states } = busyPage(3)
    mount(flowsQueryOptions(client))
    await vi.advanceTimersByTimeAsync(8_000)
    lcd.fail({ slow: 7_500 })
    await vi.advanceTimersByTimeAsync(3_000)
    start()
    // The page receives the events of the runs before the old connection would have noticed that they were due.
    lcd.disturb({ drop: 1 })
    await vi.advanceTimersByTimeAsync(9_000)
    lcd.recover()
    await vi.advanceTimersByTimeAsync(30_000)

    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected'])
  })

  test('runs that emit no event are shown, and the state stays `connected`', async () => {
    const { lcd, client, mount, start, data, state } = busyPage(4, {
      behave: () => ({ outcome: 'failed', error: 'conditions to execute not met: no response' }),
    })
    const [list, history] = [flowsQueryOptions(client), flowHistoryQueryOptions(client, { id: 1 })]
    mount(list)
    mount(history)
    start()
    for (let second = 0; second < 60; second += 5) {
      await vi.advanceTimersByTimeAsync(5_000)
      lcd.advance(0)
    }
    expect(state()).toBe('connected')
    const { flows } = data(list) as { flows: Flow[] }
    for (const { execTime } of flows) expect(Date.parse(execTime)).toBeGreaterThan(Date.now() - 10_000)
    expect((data(history) as { history: object[] }).history.length).toBeGreaterThanOrEqual(lcd.history(1).length - 1)
  })

  test('when events arrive again, the state is `connected`', async () => {
    const { lcd, client, mount, start, states } = busyPage(3)
    mount(flowsQueryOptions(client))
    start()
    const restore = lcd.disturb({ drop: 1 })
    await vi.advanceTimersByTimeAsync(30_000)
    restore()
    await vi.advanceTimersByTimeAsync(15_000)

    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected', 'silent', 'connected'])
  })

  test.each([
    ['30 seconds', 30_000, false],
    ['10 minutes, if the flow queries another chain', 600_000, true],
  ])('a run without an event is shown even with a delay of %s', async (_, delay, hasQuery) => {
    const execTime = new Date(Date.now() + 3_000).toISOString()
    const conditions = { ...emptyConditions, comparisons: hasQuery ? [comparisonWithQuery] : [] }
    const flow = { interval: '86400s', execTime, conditions }
    const { lcd, client, data, connect } = page({}, { flows: [flow], clock: () => Date.now() - delay })
    const options = flowQueryOptions(client, { id: 1 })
    await connect(options)
    lcd.disturb({ drop: 1 })
    await vi.advanceTimersByTimeAsync(2 * delay + 10_000)

    expect((data(options) as Flow).execTime).not.toBe(execTime)
  })

  test('a flow that has ended is requested with backoff until it is over', async () => {
    const ended = new Date(Date.now() - 20_000).toISOString()
    const flows = [{ execTime: ended, endTime: ended }]
    const { client, newRequests, connect } = page({}, { flows, clock: () => Date.now() })
    await connect(flowQueryOptions(client, { id: 1 }))
    await vi.advanceTimersByTimeAsync(300_000)

    expect(newRequests()).toEqual(['flow/1', 'flow/1'])
  })
})

describe('connections', () => {
  test('the first connection refetches earlier data, except for queries that rarely change', async () => {
    const { lcd, client, mount, newRequests, start, state, data } = page()
    const options = flowQueryOptions(client, { id: 1 })
    mount(options)
    mount(paramsQueryOptions(client))
    mount(icaQueryOptions(client, { owner, connectionId: 'connection-0' }))
    mount(flowQueryOptions(client, { id: 2, height: lcd.height }))
    await waitBriefly()
    newRequests()
    lcd.execute(1)
    lcd.updateFlow(1, { label: 'between' })
    start()
    await waitBriefly()

    expect(state()).toBe('connected')
    expect(newRequests()).toEqual(['flow/1'])
    expect(data(options)).toMatchObject({ label: 'between' })
  })

  test('the first connection refetches histories that were already requested, but not those that still wait', async () => {
    const flows = Array.from({ length: 60 }, () => ({}))
    const { lcd, client, mount, newRequests, start, data } = page({}, { flows })
    const newest = flows.map((_, index) => newestRunsQuery(client, { id: index + 1 }))
    lcd.fail({ query: 'flowHistory', slow: 100 })
    for (const options of newest) mount(options)
    await waitBriefly()
    for (let id = 1; id <= 60; id++) lcd.execute(id)
    start()
    await vi.advanceTimersByTimeAsync(5_000)

    expect(newRequests()).toHaveLength(66)
    for (const options of newest) expect(data(options)).toMatchObject({ history: { length: 1 } })
  })

  test('the first connection refetches the part of a loading collection that was already requested', async () => {
    const { lcd, client, mount, newRequests, start, data } = page(
      {},
      { flows: Array.from({ length: 3_000 }, () => ({})) },
    )
    const options = flowCollectionQueryOptions(client)
    lcd.fail({ slow: 100 })
    mount(options)
    await vi.advanceTimersByTimeAsync(250)
    // Nine pages are loaded, and eight more are requested.
    for (const id of [1, 900, 901, 3_000]) lcd.updateFlow(id, { label: 'changed' })
    lcd.addFlow({ label: 'changed' })
    start()
    await vi.advanceTimersByTimeAsync(20_000)

    expect(idsWithLabel(data(options), 'changed')).toEqual(['1', '900', '901', '3000', '3001'])
    // The collection takes 30 requests. Then, 17 pages are requested again, and the newest flows twice.
    expect(newRequests()).toHaveLength(30 + 9 + 8 + 2)
  })

  test.each([
    // Requests for the newest page, and for three pages of all flows. Nothing is requested again, because no page was requested before
    // the connection.
    ['all flows', 1_000, 250, 1 + 3],
    // Two requests for the newest page.
    ['the newest flows', 200, 250, 1 + 1],
  ])(
    'a connection during the first request of a collection with an autoLoadLimit refetches %s',
    async (_, limit, number, expected) => {
      const { lcd, client, mount, newRequests, start, data } = page(
        {},
        { flows: Array.from({ length: number }, () => ({})) },
      )
      const options = flowCollectionQueryOptions(client, { autoLoadLimit: limit })
      lcd.fail({ slow: 100 })
      mount(options)
      await vi.advanceTimersByTimeAsync(10)
      lcd.updateFlow(249, { label: 'changed' })
      start()
      await vi.advanceTimersByTimeAsync(3_000)

      expect(data(options)).toMatchObject({ total: 250 })
      expect(idsWithLabel(data(options), 'changed')).toEqual(['249'])
      expect(newRequests()).toHaveLength(expected)
    },
  )

  test.each([
    ['that is in the cache', undefined, true],
    ['that is in the cache, with an autoLoadLimit', 5_000, true],
    ['that is new, with an autoLoadLimit', 5_000, false],
  ])('a collection %s is read once while live updates connect', async (_, autoLoadLimit, isCached) => {
    const { lcd, client, cache, mount, newRequests, start, data } = page(
      {},
      { flows: Array.from({ length: 1_000 }, () => ({})) },
    )
    const options = flowCollectionQueryOptions(client, { autoLoadLimit })
    if (isCached) {
      const old = await cache.query(flowCollectionQueryOptions(client))
      cache.setQueryData(options.queryKey, old, { updatedAt: Date.now() - 400_000 })
      lcd.updateFlow(500, { label: 'changed' })
    }
    newRequests()
    lcd.fail({ slow: 1 })
    lcd.disturb({ delay: 30 })
    mount(options)
    start()
    await vi.advanceTimersByTimeAsync(15)
    lcd.updateFlow(501, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(5_000)

    // Requests for all pages, for the newest flow (to find the number of flows), and for the changed flow.
    expect(newRequests()).toHaveLength(10 + 1 + 1)
    expect(data(options)).toMatchObject({ complete: true, total: 1_000 })
    expect(idsWithLabel(data(options), 'changed')).toEqual(isCached ? ['500', '501'] : ['501'])
    lcd.updateFlow(502, { label: 'changed' })
    await waitBriefly()
    expect(idsWithLabel(data(options), 'changed')).toContain('502')
  })

  test('a collection that is restored after the connection is read once', async () => {
    const { lcd, client, cache, mount, newRequests, start, state, data } = page(
      {},
      { flows: Array.from({ length: 1_000 }, () => ({})) },
    )
    const options = flowCollectionQueryOptions(client, { autoLoadLimit: 5_000 })
    const stored = await cache.query(flowCollectionQueryOptions(client))
    cache.clear()
    cache.setQueryDefaults(options.queryKey, {
      async persister(queryFn, context) {
        await new Promise(resolve => setTimeout(resolve, 100))
        cache.setQueryData(options.queryKey, stored, { updatedAt: Date.now() - 400_000 })
        return queryFn(context)
      },
    })
    lcd.updateFlow(500, { label: 'changed' })
    newRequests()
    mount(options)
    start()
    await waitBriefly()
    expect(state()).toBe('connected')
    expect(newRequests()).toEqual([])
    lcd.updateFlow(501, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(5_000)

    expect(idsWithLabel(data(options), 'changed')).toEqual(['500', '501'])
    // Requests for all pages, for the newest flow (to find the number of flows), and for the changed flow.
    expect(newRequests()).toHaveLength(10 + 1 + 1)
  })

  test('a collection in the cache is read after two seconds if live updates do not connect', async () => {
    const silent: typeof WebSocket = function silent() {
      return { close() {}, send() {} }
    } as never
    const { client, cache, mount, newRequests, start } = page({ WebSocket: silent })
    const options = flowCollectionQueryOptions(client)
    const old = await cache.query(options)
    cache.setQueryData(options.queryKey, old, { updatedAt: Date.now() - 400_000 })
    newRequests()
    mount(options)
    start()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(newRequests()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_500)
    expect(newRequests()).toEqual(['flows', 'flows reverse'])
  })

  test('after a refetch of only the newest flows of a collection, other changed flows are still stale', async () => {
    const { lcd, client, cache, mount, newRequests, connect, data } = page(
      {},
      { flows: Array.from({ length: 250 }, () => ({})) },
    )
    const options = flowCollectionQueryOptions(client, { autoLoadLimit: 200 })
    const first = mount(options)
    await connect()
    await loadAllFlows(cache, client)
    first.unmount()
    newRequests()
    lcd.updateFlow(3, { label: 'changed' })
    lcd.updateFlow(240, { label: 'changed' })
    await waitBriefly()
    expect(newRequests()).toEqual([])

    await cache.invalidateQueries()
    mount(options)
    await waitBriefly()
    expect(idsWithLabel(data(options), 'changed')).toEqual(['3', '240'])
    expect(newRequests()).toEqual(['flow/3', 'flows reverse'])
  })

  test('data that is hydrated while connected is requested again', async () => {
    const { lcd, client, cache, mount, newRequests, start, data } = page()
    const [flow, history, params] = [
      flowQueryOptions(client, { id: 1 }),
      flowHistoryQueryOptions(client, { id: 1 }),
      paramsQueryOptions(client),
    ]
    const server = new QueryClient()
    for (const options of [flow, history, params]) await server.query(options as never)
    const later = dehydrate(server)
    start()
    await waitBriefly()
    lcd.execute(1)
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()
    newRequests()
    hydrate(cache, later)
    for (const options of [flow, history, params]) {
      const fresh = { ...options, staleTime: 60_000 }
      mount(fresh)
    }
    await waitBriefly()

    expect(newRequests()).toEqual(['flow-history/1', 'flow/1'])
    expect(data(flow)).toMatchObject({ label: 'changed' })
    expect(data(history)).toMatchObject({ history: { length: 1 } })

    // The same test for a query that already has data.
    await server.query({ ...flow, staleTime: 0 } as never)
    const again = dehydrate(server)
    lcd.updateFlow(1, { label: 'changed again' })
    await waitBriefly()
    newRequests()
    hydrate(cache, again)
    await waitBriefly()
    expect(data(flow)).toMatchObject({ label: 'changed again' })
  })

  test('after a reconnect, everything is requested again, except for queries with a height', async () => {
    const { lcd, cache, all, newRequests, states, state } = await fullPage()
    lcd.cut()
    await waitBriefly()
    expect(state()).toBe('reconnecting')
    expect(states.at(-1)?.error?.kind).toBe('network')
    expect(newRequests()).toEqual([])
    lcd.updateFlow(1, { label: 'missed' })
    await vi.advanceTimersByTimeAsync(500)
    await waitBriefly()

    expect(state()).toBe('connected')
    expect(new Set(labels(cache, '1'))).toEqual(new Set(['missed']))
    // Two queries have a height and are not requested. The collection sends two requests.
    expect(newRequests()).toHaveLength(all.length - 2 + 1)
  })

  test('when the connection is lost, `dataUpdatedAt` is updated for queries that events kept fresh', async () => {
    const { lcd, client, cache, connect } = page()
    const [announced, unannounced] = [flowCollectionQueryOptions(client), paramsQueryOptions(client)]
    await connect(announced, unannounced)
    const readAt = Date.now()
    await vi.advanceTimersByTimeAsync(600_000)
    const restore = lcd.disturb({ refuse: true })
    lcd.cut()
    await vi.advanceTimersByTimeAsync(60_000)

    const age = ({ queryKey }: AnyOptions) => Date.now() - (cache.getQueryState(queryKey)?.dataUpdatedAt ?? 0)
    expect(age(announced)).toBeLessThanOrEqual(60_000)
    expect(age(unannounced)).toBeGreaterThanOrEqual(Date.now() - readAt)
    restore()
  })

  test('many frames at the same time cause one update', async () => {
    const { WebSocket, last } = playedSockets()
    const { client, mount, newRequests, start } = page({ WebSocket })
    mount(flowQueryOptions(client, { id: 1 }))
    start()
    last().connect()
    await waitBriefly()
    newRequests()
    const ids = Array.from({ length: 1_000 }, (_, id) => `${id}`)
    for (let height = 1; height <= 200; height++) last().receive(frameOf(height, { 'flow-triggered.flow-id': ids }))
    await waitBriefly()

    expect(newRequests()).toEqual(['flow/1'])
  })
})

describe('a busy chain', () => {
  test('500 events of a block cause one request if the flows are on one page', async () => {
    const { lcd, client, mount, newRequests, connect } = page(
      {},
      { flows: Array.from({ length: 500 }, () => ({ owner })) },
    )
    for (let id = 1; id <= 20; id++) mount(flowQueryOptions(client, { id }))
    await connect(flowsQueryOptions(client, { limit: 500 }))
    for (let id = 1; id <= 500; id++) lcd.execute(id)
    await waitBriefly()

    expect(newRequests()).toEqual(['flows'])
  })

  test('at most six requests run in parallel', async () => {
    const { lcd, client, mount, start } = page({}, { flows: Array.from({ length: 1_000 }, () => ({})) })
    for (let id = 1; id <= 1_000; id += 50) mount(flowQueryOptions(client, { id }))
    start()
    await waitBriefly()
    const before = lcd.requests.length
    lcd.fail({ hang: true })
    for (let id = 1; id <= 1_000; id += 50) lcd.execute(id)
    await waitBriefly()

    expect(lcd.requests.length - before).toBe(6)
  })

  test('a query without observers is updated when it is mounted, and static queries never are', async () => {
    const { lcd, client, cache, mount, newRequests, data, connect } = page()
    const fresh = { staleTime: Number.POSITIVE_INFINITY }
    const flow = { ...flowQueryOptions(client, { id: 1 }), ...fresh }
    const list = { ...flowsInfiniteQueryOptions(client), ...fresh }
    const fixed = flowQueryOptions(client, { id: 3 })
    await cache.query(fixed as never)
    const mounted = [mount(flow), mount(list)]
    await connect({ ...fixed, staleTime: 'static' } as AnyOptions)
    for (const { unmount } of mounted) unmount()
    newRequests()
    for (const id of [1, 2, 3]) lcd.updateFlow(id, { label: 'changed' })
    lcd.addFlow({ label: 'new' })
    await waitBriefly()
    expect(newRequests()).toEqual([])

    mount(flow)
    await waitBriefly()
    expect(newRequests()).toEqual(['flow/1'])
    mount(list)
    await waitBriefly()
    expect(data(list)).toMatchObject({
      pages: [{ flows: [{ label: 'changed' }, { label: 'changed' }, { label: 'changed' }, { label: 'new' }] }],
    })
    // One request for the changed rows, and one for the newest flows.
    expect(newRequests()).toEqual(['flows', 'flows key'])
    expect(data(fixed)).not.toMatchObject({ label: 'changed' })
  })

  test('stopping invalidates queries that are still stale', async () => {
    const { lcd, client, cache, stop, connect } = page()
    const options = flowsQueryOptions(client)
    const [mounted] = await connect(options)
    mounted?.unmount()
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()
    expect(cache.getQueryState(options.queryKey)?.isInvalidated).toBe(false)
    stop()
    await waitBriefly()

    expect(cache.getQueryState(options.queryKey)?.isInvalidated).toBe(true)
  })

  test('a slow node causes no wasted requests and no lost changes', async () => {
    const { lcd, client, newRequests, connect, data, cache } = page()
    const slow = flowHistoryQueryOptions(client, { id: 1 })
    await connect(slow, flowQueryOptions(client, { id: 1 }))
    lcd.fail({ query: 'flowHistory', slow: 2_000 })
    const arrived: number[] = []
    for (let block = 0; block < 20; block++) {
      lcd.advance(507)
      lcd.execute(1)
      await vi.advanceTimersByTimeAsync(500)
      arrived.push((data(slow) as { history: object[] }).history.length)
    }
    const requests = newRequests()
    expect(requests.filter(query => query === 'flow/1')).toHaveLength(20)
    // The loop takes ten seconds, and each response takes two seconds.
    expect(requests.filter(query => query.startsWith('flow-history')).length).toBeLessThanOrEqual(6)
    expect(new Set(arrived).size).toBeGreaterThanOrEqual(4)

    await vi.advanceTimersByTimeAsync(5_000)
    expect((data(slow) as { history: object[] }).history.length).toBe(20)
    expect(cache.isFetching()).toBe(0)
  })

  test('fetching the next page during an update does not restore old data', async () => {
    const { lcd, client, data, connect } = page()
    const options = flowsInfiniteQueryOptions(client, { limit: 2 })
    const [mounted] = await connect(options)
    lcd.fail({ query: 'flow', slow: 1_000, times: 1 })
    lcd.fail({ query: 'flows', slow: 2_000, times: 1 })
    lcd.updateFlow(1, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(500)
    mounted?.fetchNextPage?.()
    await vi.advanceTimersByTimeAsync(5_000)

    expect(data(options)).toMatchObject({ pages: [{ flows: [{ label: 'changed' }, {}] }, { flows: [{}] }] })
  })

  test('after a failed request, the query has an error and its old data, and is requested again later', async () => {
    const { lcd, client, cache, newRequests, connect, data } = page({ retries: 0 })
    const options = flowsQueryOptions(client)
    await connect(options)
    lcd.fail({ status: 503, times: 1 })
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()
    expect(cache.getQueryState(options.queryKey)).toMatchObject({ error: { kind: 'node' }, isInvalidated: true })
    expect(data(options)).toMatchObject({ flows: { length: 3 } })
    expect(newRequests()).toEqual(['flow/1'])
    await vi.advanceTimersByTimeAsync(10_000)

    expect(newRequests()).toEqual(['flow/1'])
    expect(data(options)).toMatchObject({ flows: [{ label: 'changed' }, {}, {}] })
    expect(cache.getQueryState(options.queryKey)).toMatchObject({ error: null, isInvalidated: false })
  })

  test('a query whose own request failed is fetched again if the error is temporary', async () => {
    const { lcd, client, mount, newRequests, data, stateOf, connect } = page({ retries: 0 })
    await connect(flowQueryOptions(client, { id: 3 }))
    const options = flowHistoryQueryOptions(client, { id: 1 })
    const [hidden, missing] = [paramsQueryOptions(client), flowQueryOptions(client, { id: 99 })]
    const recover = lcd.fail({ status: 503 })
    mount(options)
    const { unmount } = mount(hidden)
    await waitBriefly()
    unmount()
    expect(stateOf(options)?.error).toMatchObject({ kind: 'node', retryable: true })
    recover()
    mount(missing)
    await waitBriefly()
    newRequests()

    await vi.advanceTimersByTimeAsync(30_000)
    expect(newRequests()).toEqual(['flow-history/1'])
    expect(stateOf(options)?.error).toBeNull()
    expect(data(options)).toMatchObject({ history: [] })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(newRequests()).toEqual([])
  })

  test('a list whose refetch was rejected is fetched again although changed rows have cleared the error', async () => {
    const { lcd, client, connect, data, stateOf } = page({ retries: 0 })
    const options = flowsQueryOptions(client, { reverse: true })
    await connect(options)
    lcd.fail({ query: 'flows', status: 400, body: { code: 3, message: 'invalid key', details: [] }, times: 1 })
    lcd.cut()
    lcd.addFlow({ label: 'new' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(stateOf(options)?.error).toMatchObject({ kind: 'argument', retryable: false })
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()
    expect(stateOf(options)?.error).toBeNull()

    await vi.advanceTimersByTimeAsync(30_000)
    expect(data(options)).toMatchObject({ flows: [{ label: 'new' }, {}, {}, { label: 'changed' }] })
  })

  test('the error stays until all stale parts of the query are updated', async () => {
    const { lcd, client, cache, data, connect } = page({ retries: 0 }, { flows: [{}, {}, {}] })
    const options = flowCollectionQueryOptions(client)
    await connect(options)
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
  })

  test('a list is refetched if more flows were created than fit on its newest page', async () => {
    const { lcd, client, data, connect } = page()
    const options = flowsInfiniteQueryOptions(client, { limit: 2, reverse: true })
    await connect(options)
    lcd.fail({ query: 'flows', slow: 1_000, times: 1 })
    for (let count = 0; count < 5; count++) lcd.addFlow()
    await vi.advanceTimersByTimeAsync(3_000)

    expect(data(options)).toMatchObject({ pages: [{ flows: [{ id: '8' }, { id: '7' }] }] })
  })

  test('a query that is removed during its request is not requested again', async () => {
    const { lcd, client, cache, newRequests, connect } = page()
    const [mounted] = await connect(flowQueryOptions(client, { id: 1 }))
    lcd.fail({ slow: 1_000 })
    lcd.execute(1)
    await waitBriefly()
    lcd.advance(507)
    lcd.execute(1)
    await waitBriefly()
    newRequests()
    cache.clear()
    await vi.advanceTimersByTimeAsync(3_000)

    expect(newRequests()).toEqual([])
    mounted?.unmount()
  })
})

describe('several calls', () => {
  test('several calls with the same client and cache fetch each change once', async () => {
    const { lcd, client, mount, newRequests, start, states, stop } = page()
    mount(flowQueryOptions(client, { id: 1 }))
    const controller = new AbortController()
    const second = vi.fn()
    start({ signal: controller.signal, onStatus: undefined })
    await waitBriefly()
    start()
    start({ onStatus: second })
    expect(states).toEqual([{ state: 'connected', error: null }])
    expect(second.mock.calls).toEqual([[{ state: 'connected', error: null }]])
    await waitBriefly()
    newRequests()
    controller.abort()
    expect(lcd.sockets).toBe(1)
    lcd.execute(1)
    await waitBriefly()
    expect(newRequests()).toEqual(['flow/1'])

    stop()
    await waitBriefly()
    expect(lcd.sockets).toBe(0)
  })

  test('calls with different caches share the connection and update both caches', async () => {
    const { lcd, client, mount: mountInFirst, cache, start, data, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    const second = new QueryClient()
    const controller = new AbortController()
    mountInFirst(options)
    mount(second, options)
    start()
    liveFlows(client, second, { signal: controller.signal })
    await waitBriefly()
    expect(lcd.sockets).toBe(1)
    lcd.updateFlow(1, { label: 'both' })
    await waitBriefly()

    expect(data(options)).toMatchObject({ label: 'both' })
    expect(second.getQueryData(options.queryKey)).toMatchObject({ label: 'both' })
    stop()
    controller.abort()
    expect(cache.isFetching()).toBe(0)
  })

  test('the connection stays open if a call starts just after the last one has stopped', async () => {
    const { lcd, client, mount, newRequests, start, states, stop } = page()
    mount(flowQueryOptions(client, { id: 1 }))
    const controller = new AbortController()
    start({ signal: controller.signal })
    await waitBriefly()
    newRequests()
    lcd.execute(1)
    // The event has arrived, but the update has not started.
    await vi.advanceTimersByTimeAsync(1)
    controller.abort()
    start()
    await waitBriefly()

    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected', 'connected'])
    expect(newRequests()).toEqual(['flow/1'])
    stop()
    await waitBriefly()
    expect(lcd.sockets).toBe(0)
  })

  test('stopping closes the connection and clears all timers, and a later call fetches the missed changes', async () => {
    const { lcd, client, cache, mount, newRequests, start, data, states, stop } = page()
    const options = flowQueryOptions(client, { id: 1 })
    const { unmount } = mount(options)
    const controller = new AbortController()
    start({ signal: controller.signal, fallbackInterval: 1_000 })
    await waitBriefly()
    lcd.execute(1)
    // The event has arrived, but the update has not started.
    await vi.advanceTimersByTimeAsync(1)
    controller.abort()
    const reported = states.length
    newRequests()
    await waitBriefly()
    expect(newRequests()).toEqual([])
    expect(lcd.sockets).toBe(0)
    expect(states.length).toBe(reported)
    lcd.updateFlow(1, { label: 'unseen' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(newRequests()).toEqual([])

    start()
    await waitBriefly()
    expect(data(options)).toMatchObject({ label: 'unseen' })
    stop()
    unmount()
    cache.clear()
    await waitBriefly()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('nothing happens if the signal is already aborted', () => {
    const { lcd, states, start } = page()
    start({ signal: AbortSignal.abort() })

    expect([states.length, lcd.sockets, vi.getTimerCount()]).toEqual([0, 0, 0])
  })
})

describe('without a connection', () => {
  test('the state is `stopped` without `rpc`, no requests are sent, and a warning is logged once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { client, newRequests, connect, start, states } = page({ rpc: undefined })
    await connect(flowQueryOptions(client, { id: 1 }))
    await vi.advanceTimersByTimeAsync(60_000)

    expect(states).toEqual([{ state: 'stopped', error: null }])
    start()
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
    expect(newRequests()).toEqual([])
  })

  test('polling also updates the time of the chain', async () => {
    const { lcd, client, mount, start, data } = page({ rpc: undefined })
    const time = chainTimeQueryOptions(client)
    mount(flowQueryOptions(client, { id: 1 }))
    mount(time)
    start({ fallbackInterval: 5_000 })
    await waitBriefly()
    lcd.advance(60_000)
    expect(data(time)).not.toMatchObject({ height: `${lcd.height}` })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(data(time)).toMatchObject({ height: `${lcd.height}` })
  })

  test('`fallbackInterval` polls observed queries, except for queries with a height', async () => {
    const { lcd, client, cache, mount, newRequests, start, states } = page({ rpc: undefined })
    mount(flowQueryOptions(client, { id: 1 }))
    mount(flowQueryOptions(client, { id: 2, height: lcd.height }))
    mount(paramsQueryOptions(client))
    await cache.query(flowQueryOptions(client, { id: 3 }))
    start({ fallbackInterval: 5_000 })
    expect(states).toEqual([{ state: 'polling', error: null }])
    await waitBriefly()
    newRequests()
    await vi.advanceTimersByTimeAsync(4_900)
    expect(newRequests()).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(newRequests()).toEqual(['flow/1', 'params'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(newRequests()).toEqual(['flow/1', 'params'])
  })

  test('polling uses the shortest interval of all calls', async () => {
    const { client, mount, newRequests, start, states } = page({ rpc: undefined })
    mount(flowQueryOptions(client, { id: 1 }))
    const controller = new AbortController()
    start()
    start({ fallbackInterval: 10_000 })
    start({ fallbackInterval: 1_000, signal: controller.signal })
    await waitBriefly()
    newRequests()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(newRequests().length).toBe(3)
    controller.abort()
    await vi.advanceTimersByTimeAsync(9_900)
    expect(newRequests().length).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    expect(newRequests().length).toBe(1)
    expect(states.map(({ state }) => state)).toEqual(['stopped', 'polling', 'polling', 'polling'])
  })

  test('a hidden page does not poll until it is visible again', async () => {
    const document = Object.assign(new EventTarget(), { hidden: false })
    vi.stubGlobal('document', document)
    const { client, mount, newRequests, start, stop } = page({ rpc: undefined })
    mount(flowQueryOptions(client, { id: 1 }))
    function show(visible: boolean): void {
      document.hidden = !visible
      document.dispatchEvent(new Event('visibilitychange'))
    }
    start({ fallbackInterval: 5_000 })
    await waitBriefly()
    newRequests()
    show(false)
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(newRequests()).toEqual([])
    show(true)
    await waitBriefly()
    expect(newRequests()).toEqual(['flow/1'])
    show(false)
    show(true)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(newRequests()).toEqual([])
    stop()
    await null
    show(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('polling runs until the connection succeeds', async () => {
    const { lcd, client, mount, newRequests, start, state } = page()
    const restore = lcd.disturb({ refuse: true })
    mount(flowQueryOptions(client, { id: 1 }))
    start({ fallbackInterval: 1_000 })
    await waitBriefly()
    newRequests()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(state()).toBe('reconnecting')
    expect(newRequests().length).toBe(3)
    restore()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(state()).toBe('connected')
    newRequests()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(newRequests()).toEqual([])
  })

  test.each([
    ['an invalid `rpc`', { rpc: 'rpc.test' }, /`rpc` must be .*, got rpc.test/],
    ['no WebSocket', { WebSocket: null as never }, /no global `WebSocket`/],
  ])('the error for %s is in the status and not thrown', (_, options, message) => {
    vi.stubGlobal('WebSocket', undefined)
    const { states, start } = page(options)
    start()
    start({ fallbackInterval: 1_000 })

    expect(states.map(({ state }) => state)).toEqual(['stopped', 'polling', 'polling'])
    for (const { error } of states) expect(error?.message).toMatch(message)
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'an interval of %d throws an error',
    fallbackInterval => {
      expect(() => page().start({ fallbackInterval })).toThrow('`fallbackInterval`')
    },
  )
})

test('an error in a callback is reported as uncaught and does not affect other callbacks', async () => {
  const uncaught: (() => void)[] = []
  const { start, state } = page({ rpc: undefined })
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(task => uncaught.push(task))
  start({
    onStatus() {
      throw new Error('from the callback')
    },
  })
  start()

  expect(state()).toBe('stopped')
  expect(uncaught.length).toBe(1)
  expect(uncaught[0]).toThrow('from the callback')
})

test('queries of another chain are not updated', async () => {
  const { lcd, client, cache, mount, newRequests, start } = page()
  const elsewhere: FlowClient = { ...client, scope: 'other-1' }
  mount(flowQueryOptions(elsewhere, { id: 1 }))
  start()
  await waitBriefly()
  newRequests()
  lcd.execute(1)
  await waitBriefly()

  expect(newRequests()).toEqual([])
  expect(cache.getQueryState(flowQueryOptions(elsewhere, { id: 1 }).queryKey)?.isInvalidated).toBe(false)
})
