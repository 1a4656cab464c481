import { address, createLcd, type Lcd } from '@flow-query/testing'
import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { describe, expect, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { clientOf, errorOf } from '../../test/client.js'
import type { FlowClient } from '../index.js'
import { flowCollectionQueryOptions, loadAllFlows } from '../query/collection.js'
import type { FlowCollection, FlowCollectionArgs } from './index.js'

const [owner, other] = [address('owner'), address('other')]

function lcdOf(flows: number): Lcd {
  return createLcd({ flows: Array.from({ length: flows }, (_, index) => ({ owner: index % 3 ? owner : other })) })
}

const repeatFirst = (body: Record<string, unknown>) =>
  Array.isArray(body.flows) ? { ...body, flows: [body.flows[0], ...body.flows] } : body

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const idsOf = ({ flows }: FlowCollection) => flows.map(({ id }) => Number(id))

/** Creates a cache that keeps queries without observers, like the cache of a page. */
const createCache = () => new QueryClient({ defaultOptions: { queries: { gcTime: 60_000, retryDelay: 0 } } })

/** Observes a collection, and records its data. */
function observe(cache: QueryClient, client: FlowClient, args: FlowCollectionArgs = {}) {
  const seen: FlowCollection[] = []
  const observer = new QueryObserver(cache, flowCollectionQueryOptions(client, args))
  const unmount = observer.subscribe(({ data }) => {
    if (data && data !== seen.at(-1)) seen.push(data)
  })
  return { observer, seen, unmount, now: () => observer.getCurrentResult() }
}

describe('a collection', () => {
  test.each([0, 1, 100, 101, 250])('a collection contains all %i flows, sorted by id', async flows => {
    const client = clientOf(lcdOf(flows))
    const collection = await createCache().query(flowCollectionQueryOptions(client))
    expect(idsOf(collection)).toEqual(range(1, flows))
    expect(collection).toMatchObject({ loaded: flows, total: flows, complete: true })
    expect(collection.flows).toEqual((await client.flows({ limit: 1_000 })).flows)
  })

  test('the query is disabled while the owner is undefined', () => {
    const client = clientOf(lcdOf(1))
    expect(flowCollectionQueryOptions(client, { owner: undefined }).enabled).toBe(false)
    expect(flowCollectionQueryOptions(client, Symbol('skip')).enabled).toBe(false)
    expect(flowCollectionQueryOptions(client)).not.toHaveProperty('enabled')
  })

  test.each([{ owner: undefined }, { owner: '' }, Symbol('skip')])(
    'a fetch without an owner fails instead of loading the chain',
    async args => {
      const lcd = lcdOf(1)
      const options = flowCollectionQueryOptions(clientOf(lcd), args)
      expect(await errorOf(createCache().query(options))).toMatchObject({ kind: 'argument' })
      expect(lcd.requests).toEqual([])
    },
  )

  test.each([null, undefined])('%s as arguments means all flows of the chain', args => {
    const client = clientOf(lcdOf(1))
    expect(flowCollectionQueryOptions(client, args as never).queryKey).toEqual(
      flowCollectionQueryOptions(client).queryKey,
    )
  })

  test('a collection contains a flow only once if a node returns it twice', async () => {
    const lcd = lcdOf(4)
    lcd.fail({ query: ['flows', 'flowsForOwner'], rewrite: repeatFirst })
    const client = clientOf(lcd)
    expect(idsOf(await createCache().query(flowCollectionQueryOptions(client)))).toEqual([1, 2, 3, 4])
    expect(idsOf(await createCache().query(flowCollectionQueryOptions(client, { owner })))).toEqual([2, 3])
  })

  test('a collection loads without `Date.now`, because Next.js forbids it during prerendering', async () => {
    const lcd = createLcd({ flows: Array.from({ length: 250 }, () => ({})), clock: () => 0 })
    const { queryKey, queryFn } = flowCollectionQueryOptions(clientOf(lcd, { onResponse: () => {} }))
    const query = {
      queryKey,
      state: { fetchStatus: 'fetching', fetchMeta: null, dataUpdatedAt: 0 },
      getObserversCount: () => 0,
      setState() {},
      cancel() {},
    }
    const cache = {
      getQueryData: () => undefined,
      setQueryData: vi.fn(),
      getQueryCache: () => ({ find: () => query, getAll: () => [query], subscribe: () => () => {} }),
    }
    const now = vi.spyOn(Date, 'now').mockImplementation(() => {
      throw new Error('Date.now was called')
    })
    try {
      expect(await queryFn({ queryKey, client: cache })).toMatchObject({ loaded: 250, complete: true })
    } finally {
      now.mockRestore()
    }
    expect(cache.setQueryData).toHaveBeenCalled()
  })

  test('a collection with a height is never stale', async () => {
    const lcd = lcdOf(250)
    const { height } = lcd
    const options = flowCollectionQueryOptions(clientOf(lcd), { height })
    const data = await createCache().query(options)
    expect(options.staleTime({ state: { data } })).toBe('static')
    expect(new Set(lcd.requests.map(({ headers }) => headers['x-cosmos-block-height']))).toEqual(new Set([`${height}`]))
  })

  test('equal parts of different flows are one object', async () => {
    const { flows } = await createCache().query(flowCollectionQueryOptions(clientOf(lcdOf(6))))
    expect(new Set(flows.map(({ configuration }) => configuration)).size).toBe(1)
    expect(new Set(flows.map(({ conditions }) => conditions)).size).toBe(1)
  })
})

describe('while loading', () => {
  test('a collection with a height that was interrupted is loaded completely by the next observer', async () => {
    const lcd = lcdOf(250)
    const client = clientOf(lcd)
    const cache = createCache()
    const endFailure = lcd.fail({ path: 'pagination.key', hang: true })
    const first = observe(cache, client, { height: lcd.height })
    await until(() => expect(first.now().data?.flows).toHaveLength(100))
    first.unmount()
    await vi.advanceTimersByTimeAsync(0)
    expect(cache.isFetching()).toBe(0)

    endFailure()
    const second = observe(cache, client, { height: lcd.height })
    await until(() => expect(second.now().data).toMatchObject({ loaded: 250, complete: true }))
    second.unmount()
  })

  test('the first page is shown while the other pages load', async () => {
    const { seen, unmount, now } = observe(createCache(), clientOf(lcdOf(2_000)))
    await until(() => expect(now().data?.complete).toBe(true))
    expect(idsOf(seen[0] as FlowCollection)).toEqual(range(1, 100))
    expect(seen[0]).toMatchObject({ loaded: 100, complete: false })
    expect(seen.at(-1)).toMatchObject({ loaded: 2_000, total: 2_000, complete: true })
    unmount()
  })

  test('loading stops when the last observer unmounts, and continues with the next observer', async () => {
    const lcd = lcdOf(3_000)
    const client = clientOf(lcd)
    const cache = createCache()
    lcd.fail({ slow: 20 })
    const first = observe(cache, client)
    await until(() => expect(first.seen.length).toBeGreaterThan(0))
    first.unmount()
    await vi.advanceTimersByTimeAsync(0)
    expect(cache.isFetching()).toBe(0)
    const { data } = first.now()
    expect(data?.complete).toBe(false)
    expect(data?.flows.length).toBeLessThan(3_000)
    const requests = lcd.requests.length
    await vi.advanceTimersByTimeAsync(1_000)
    expect(lcd.requests.length).toBe(requests)

    const second = observe(cache, client)
    await until(() => expect(second.now().data?.complete).toBe(true))
    expect(idsOf(second.now().data as FlowCollection)).toEqual(range(1, 3_000))
    // Loaded flows are not requested again, and the newest id is requested twice.
    expect(lcd.requests.length).toBeLessThanOrEqual(30 + 2 + 8)
    second.unmount()
  })

  test('loading continues if an observer unmounts and mounts again immediately, as in React strict mode', async () => {
    const lcd = lcdOf(500)
    const cache = createCache()
    const client = clientOf(lcd)
    observe(cache, client).unmount()
    const { unmount, now } = observe(cache, client)
    await until(() => expect(now().data?.complete).toBe(true))
    expect(lcd.requests).toHaveLength(6)
    unmount()
  })

  test('all first pages are requested at the same time if the newest flows show how many pages there are', async () => {
    const lcd = lcdOf(420)
    lcd.fail({ path: path => path.endsWith('/flows?pagination.limit=100'), hang: true })
    const { unmount } = observe(createCache(), clientOf(lcd), { autoLoadLimit: 1_000 })
    await until(() => expect(lcd.requests.filter(({ target }) => target.includes('key='))).toHaveLength(4))
    unmount()
  })

  test('the second page waits for the first one if cursors can’t be computed', async () => {
    const lcd = lcdOf(420)
    const withOtherCursors = (body: Record<string, unknown>) => ({
      ...body,
      pagination: { next_key: 'other', total: '0' },
    })
    lcd.fail({ path: path => path.endsWith('/flows?pagination.limit=100'), hang: true })
    lcd.fail({ path: 'limit=100&pagination.reverse', rewrite: withOtherCursors })
    const { unmount } = observe(createCache(), clientOf(lcd), { autoLoadLimit: 1_000 })
    await until(() => expect(lcd.requests.length).toBeGreaterThan(2))
    await vi.advanceTimersByTimeAsync(100)
    expect(lcd.requests.filter(({ target }) => target.includes('key='))).toEqual([])
    unmount()
  })

  test.each([{}, { owner }, { autoLoadLimit: 1 }])(
    'there is no data if the last observer unmounts before the first page of %j',
    async args => {
      const lcd = lcdOf(3)
      const client = clientOf(lcd)
      const cache = createCache()
      lcd.fail({ hang: true })
      const { unmount } = observe(cache, client, args)
      await until(() => expect(lcd.requests).not.toEqual([]))
      unmount()
      await vi.advanceTimersByTimeAsync(0)
      expect(cache.isFetching()).toBe(0)
      const { queryKey } = flowCollectionQueryOptions(client, args)
      expect(cache.getQueryState(queryKey)).toMatchObject({ status: 'pending', data: undefined, error: null })
    },
  )

  test.each([{}, { owner }, { autoLoadLimit: 1 }])('there is no data if the first page of %j fails', async args => {
    const lcd = lcdOf(3)
    lcd.fail({ status: 503 })
    const cache = createCache()
    const options = flowCollectionQueryOptions(clientOf(lcd), args)
    expect(await until(errorOf(cache.query(options)))).toMatchObject({ kind: 'node' })
    expect(cache.getQueryData(options.queryKey)).toBeUndefined()
  })

  test('the loaded flows stay after an error, and a refetch continues loading', async () => {
    const lcd = lcdOf(1_000)
    const { observer, unmount, now } = observe(createCache(), clientOf(lcd, { retries: 0 }))
    const broken = { status: 500, body: { code: 2, message: 'codespace sdk code 1: broken', details: [] } }
    lcd.fail({ path: path => path.includes('AAAAAAAAAZE'), ...broken })
    await until(() => expect(now().isError).toBe(true))
    expect(now().error).toMatchObject({ kind: 'node' })
    expect(idsOf(now().data as FlowCollection)).toEqual(range(1, 400))
    lcd.recover()
    const requests = lcd.requests.length
    await observer.refetch()
    expect(now()).toMatchObject({ isSuccess: true, data: { complete: true, loaded: 1_000, total: 1_000 } })
    expect(idsOf(now().data as FlowCollection)).toEqual(range(1, 1_000))
    expect(lcd.requests.length - requests).toBe(7)
    unmount()
  })
})

describe('after loading', () => {
  test('a collection stays complete during a refetch, and unchanged rows stay the same objects', async () => {
    const lcd = lcdOf(300)
    const { observer, seen, unmount, now } = observe(createCache(), clientOf(lcd))
    await until(() => expect(now().data?.complete).toBe(true))
    const before = now().data as FlowCollection
    lcd.updateFlow(150, { label: 'changed' })
    lcd.addFlow()
    const already = seen.length
    await observer.refetch()
    const after = now().data as FlowCollection

    expect(idsOf(after)).toEqual(range(1, 301))
    for (const { flows, complete } of seen.slice(already)) expect([flows.length >= 300, complete]).toEqual([true, true])
    expect(after.flows.flatMap((flow, index) => (flow === before.flows[index] ? [] : [flow.id]))).toEqual([
      '150',
      '301',
    ])
    expect(after.flows[149]?.msgs).toBe(before.flows[149]?.msgs)
    unmount()
  })
})

describe('after a refetch has failed', () => {
  test('`loaded` and `total` count all flows', async () => {
    const lcd = lcdOf(300)
    const { observer, unmount, now } = observe(createCache(), clientOf(lcd, { retries: 0 }))
    await until(() => expect(now().data?.complete).toBe(true))
    lcd.addFlow()
    lcd.fail({ path: path => path.includes('pagination.key'), status: 500 })
    await until(observer.refetch())
    expect(now()).toMatchObject({ isError: true, data: { loaded: 300, total: 300, complete: true } })
    unmount()
  })
})

describe('with an autoLoadLimit', () => {
  test.each([0, 1, 100])('a chain with %i flows needs one request', async flows => {
    const lcd = lcdOf(flows)
    const options = flowCollectionQueryOptions(clientOf(lcd), { autoLoadLimit: 300 })
    const collection = await createCache().query(options)
    expect(collection).toMatchObject({ loaded: flows, total: flows, complete: true })
    expect(idsOf(collection)).toEqual(range(1, flows))
    expect(lcd.requests).toHaveLength(1)
  })

  test('a chain within the limit shows its newest flows first, and then loads the others', async () => {
    const lcd = lcdOf(250)
    const { seen, unmount, now } = observe(createCache(), clientOf(lcd), { autoLoadLimit: 300 })
    await until(() => expect(now().data?.complete).toBe(true))
    expect(idsOf(seen[0] as FlowCollection)).toEqual(range(151, 250))
    expect(seen[0]).toMatchObject({ loaded: 0, total: 250, complete: false })
    expect(idsOf(now().data as FlowCollection)).toEqual(range(1, 250))
    expect(lcd.requests).toHaveLength(4)
    unmount()
  })

  test('a bigger chain only loads its newest flows, and `loadAllFlows` loads the others', async () => {
    const lcd = lcdOf(950)
    const client = clientOf(lcd)
    const cache = createCache()
    const { seen, unmount, now } = observe(cache, client, { autoLoadLimit: 300 })
    await until(() => expect(now()).toMatchObject({ isSuccess: true, fetchStatus: 'idle' }))
    expect(idsOf(now().data as FlowCollection)).toEqual(range(851, 950))
    expect(now().data).toMatchObject({ loaded: 0, total: 950, complete: false })
    expect(lcd.requests).toHaveLength(1)

    const loading = loadAllFlows(cache, client)
    unmount()
    expect(await loading).toEqual({ flows: expect.any(Array), loaded: 950, total: 950, complete: true })
    const collection = cache.getQueryData<FlowCollection>(flowCollectionQueryOptions(client).queryKey)
    expect(idsOf(collection as FlowCollection)).toEqual(range(1, 950))
    // The newest flows stay visible while the others load.
    for (const { flows } of seen) expect(flows.at(-1)?.id).toBe('950')
  })

  test('`loadAllFlows` waits for the newest flows, and works without observers', async () => {
    const lcd = lcdOf(950)
    const cache = createCache()
    const { unmount } = observe(cache, clientOf(lcd), { autoLoadLimit: 300 })
    expect(await loadAllFlows(cache, clientOf(lcd))).toMatchObject({ loaded: 950, complete: true })
    unmount()
    expect(await loadAllFlows(createCache(), clientOf(lcd), { owner })).toMatchObject({ complete: true })
  })

  test('a refetch of a bigger chain reads its newest flows, and returns the age of the others', async () => {
    const lcd = lcdOf(450)
    const client = clientOf(lcd)
    const cache = createCache()
    const options = flowCollectionQueryOptions(client, { autoLoadLimit: 300 })
    const before = await loadAllFlows(cache, client)
    const loadedAt = cache.getQueryState(options.queryKey)?.dataUpdatedAt
    lcd.updateFlow(3, { label: 'changed' })
    lcd.updateFlow(449, { label: 'changed' })
    lcd.addFlow()
    const requests = lcd.requests.length
    const after = await cache.query({ ...options, staleTime: 0 })
    expect(lcd.requests.length - requests).toBe(1)
    expect(after).toMatchObject({ loaded: 451, total: 451, complete: true, asOf: loadedAt })
    expect(after.flows.flatMap((flow, index) => (flow === before.flows[index] ? [] : [flow.id]))).toEqual([
      '449',
      '451',
    ])
    expect(await loadAllFlows(cache, client)).not.toHaveProperty('asOf')
    expect(cache.getQueryData<FlowCollection>(options.queryKey)?.flows[2]?.label).toBe('changed')
  })

  test.each([
    ['the first request', (path: string) => path.includes('/flows')],
    ['a later request', (path: string) => path.includes('AAAAAAAAAZE')],
  ])('a collection keeps its age if %s of a refetch fails', async (_, path) => {
    const lcd = lcdOf(1_000)
    const client = clientOf(lcd, { retries: 0 })
    const cache = createCache()
    const options = flowCollectionQueryOptions(client)
    const updatedAt = Date.now() - 3_600_000
    cache.setQueryData(options.queryKey, await loadAllFlows(cache, client), { updatedAt })
    lcd.fail({ path, status: 500, body: { code: 2, message: 'codespace sdk code 1: broken', details: [] } })
    expect(await until(errorOf(cache.query({ ...options, staleTime: 0 })))).toMatchObject({ kind: 'node' })
    expect(cache.getQueryState(options.queryKey)).toMatchObject({ dataUpdatedAt: updatedAt, data: { complete: true } })
  })

  test.each([
    ['the first page', (path: string) => path.includes('/flows')],
    ['a later page', (path: string) => path.includes('AAAAAAAAAZE')],
  ])('a collection keeps its age if the last observer unmounts before %s of a refetch', async (_, path) => {
    const lcd = lcdOf(1_000)
    const client = clientOf(lcd)
    const cache = createCache()
    const { queryKey } = flowCollectionQueryOptions(client)
    const updatedAt = Date.now() - 3_600_000
    cache.setQueryData(queryKey, await loadAllFlows(cache, client), { updatedAt })
    let hasStarted = false
    const pathOfHanging = (target: string) => {
      const hangs = path(target)
      hasStarted ||= hangs
      return hangs
    }
    lcd.fail({ path: pathOfHanging, hang: true })
    const { unmount } = observe(cache, client)
    await until(() => expect(hasStarted).toBe(true))
    unmount()
    await vi.advanceTimersByTimeAsync(0)
    expect(cache.isFetching()).toBe(0)
    expect(cache.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: updatedAt, data: { complete: true } })
  })

  test('a refetch also loads the flows that were created since, if they are within the limit', async () => {
    const lcd = lcdOf(450)
    const client = clientOf(lcd)
    const cache = createCache()
    const options = flowCollectionQueryOptions(client, { autoLoadLimit: 300 })
    await loadAllFlows(cache, client)
    for (let flow = 0; flow < 250; flow++) lcd.addFlow()
    const requests = lcd.requests.length
    const after = await cache.query({ ...options, staleTime: 0 })
    expect(idsOf(after)).toEqual(range(1, 700))
    expect(after).toMatchObject({ loaded: 700, complete: true, asOf: expect.any(Number) })
    expect(lcd.requests.length - requests).toBe(4)

    for (let flow = 0; flow < 450; flow++) lcd.addFlow()
    const paused = await cache.query({ ...options, staleTime: 0 })
    expect(idsOf(paused)).toEqual([...range(1, 700), ...range(1_051, 1_150)])
    expect(paused).toMatchObject({ loaded: 700, total: 1_150, complete: false })
    expect(idsOf(await loadAllFlows(cache, client))).toEqual(range(1, 1_150))
  })

  test('a chain that was reset replaces the old flows', async () => {
    const cache = createCache()
    const lcd = lcdOf(450)
    const options = flowCollectionQueryOptions(clientOf(lcd), { autoLoadLimit: 300 })
    await loadAllFlows(cache, clientOf(lcd))
    const reset = createLcd({ flows: Array.from({ length: 420 }, () => ({ owner, label: 'new' })) })
    const { queryFn } = flowCollectionQueryOptions(clientOf(reset), { autoLoadLimit: 300 })
    const after = await cache.query({ ...options, queryFn, staleTime: 0 })
    expect(idsOf(after)).toEqual(range(321, 420))
    expect(after).toMatchObject({ loaded: 0, total: 420, complete: false })
  })

  test('the limit also applies to the flows of an owner', async () => {
    const lcd = lcdOf(900)
    const client = clientOf(lcd)
    const cache = createCache()
    const ofOwner = range(1, 900).filter(id => (id - 1) % 3)
    const small = await createCache().query(flowCollectionQueryOptions(client, { owner, autoLoadLimit: 600 }))
    expect(idsOf(small)).toEqual(ofOwner)
    const options = flowCollectionQueryOptions(client, { owner, autoLoadLimit: 300 })
    expect(idsOf(await cache.query(options))).toEqual(ofOwner.slice(-100))
    expect(idsOf(await loadAllFlows(cache, client, { owner }))).toEqual(ofOwner)
    const after = await cache.query({ ...options, staleTime: 0 })
    expect(idsOf(after)).toEqual(ofOwner)
    expect(after).toMatchObject({ complete: true, asOf: expect.any(Number) })
  })
})
