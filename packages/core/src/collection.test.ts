import { address, createLcd, type Lcd } from '@flow-query/testing'
import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { describe, expect, test, vi } from 'vitest'
import { clientOf } from '../test/client.js'
import { type FlowCollection, flowCollectionQueryOptions } from './collection.js'
import type { FlowClient } from './index.js'

const [owner, other] = [address('owner'), address('other')]

function lcdOf(flows: number): Lcd {
  return createLcd({ flows: Array.from({ length: flows }, (_, index) => ({ owner: index % 3 ? owner : other })) })
}

const repeatFirst = (body: Record<string, unknown>) =>
  Array.isArray(body.flows) ? { ...body, flows: [body.flows[0], ...body.flows] } : body

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const idsOf = ({ flows }: FlowCollection) => flows.map(({ id }) => Number(id))

/** A cache as a page has it: what is not looked at any more stays for a while. */
const createCache = () => new QueryClient({ defaultOptions: { queries: { gcTime: 60_000, retryDelay: 0 } } })

/** Somebody who looks at a collection, and what was seen of it. */
function look(cache: QueryClient, client: FlowClient, args: { owner?: string } = {}) {
  const seen: FlowCollection[] = []
  const observer = new QueryObserver(cache, flowCollectionQueryOptions(client, args))
  const leave = observer.subscribe(({ data }) => {
    if (data && data !== seen.at(-1)) seen.push(data)
  })
  return { observer, seen, leave, now: () => observer.getCurrentResult() }
}

describe('what is read', () => {
  test.each([0, 1, 100, 101, 250])('all of %i flows, in the order of ids', async flows => {
    const client = clientOf(lcdOf(flows))
    const collection = await createCache().fetchQuery(flowCollectionQueryOptions(client))
    expect(idsOf(collection)).toEqual(range(1, flows))
    expect(collection).toMatchObject({ done: flows, of: flows, complete: true })
    expect(collection.flows).toEqual((await client.flows({ limit: 1_000 })).flows)
  })

  test('those of an owner', async () => {
    const collection = await createCache().fetchQuery(flowCollectionQueryOptions(clientOf(lcdOf(250)), { owner }))
    expect(idsOf(collection)).toEqual(range(1, 250).filter(id => (id - 1) % 3))
  })

  test('an owner that is not known yet is not asked for: neither theirs nor all', () => {
    const client = clientOf(lcdOf(1))
    expect(flowCollectionQueryOptions(client, { owner: undefined }).enabled).toBe(false)
    expect(flowCollectionQueryOptions(client, Symbol('skip')).enabled).toBe(false)
    expect(flowCollectionQueryOptions(client)).not.toHaveProperty('enabled')
  })

  test('one that a node lists twice, once', async () => {
    const lcd = lcdOf(4)
    lcd.fail({ query: ['flows', 'flowsForOwner'], rewrite: repeatFirst })
    const client = clientOf(lcd)
    expect(idsOf(await createCache().fetchQuery(flowCollectionQueryOptions(client)))).toEqual([1, 2, 3, 4])
    expect(idsOf(await createCache().fetchQuery(flowCollectionQueryOptions(client, { owner })))).toEqual([2, 3])
  })

  test('at a height, which never goes stale', async () => {
    const lcd = lcdOf(250)
    const { height } = lcd
    const options = flowCollectionQueryOptions(clientOf(lcd), { height })
    await createCache().fetchQuery(options)
    expect(options.staleTime).toBe('static')
    expect(new Set(lcd.requests.map(({ headers }) => headers['x-cosmos-block-height']))).toEqual(new Set([`${height}`]))
  })

  test('what flows have alike is one object', async () => {
    const { flows } = await createCache().fetchQuery(flowCollectionQueryOptions(clientOf(lcdOf(6))))
    expect(new Set(flows.map(({ configuration }) => configuration)).size).toBe(1)
    expect(new Set(flows.map(({ conditions }) => conditions)).size).toBe(1)
  })

  test('a cache of it survives JSON', async () => {
    const collection = await createCache().fetchQuery(flowCollectionQueryOptions(clientOf(lcdOf(3))))
    expect(JSON.parse(JSON.stringify(collection))).toEqual(collection)
  })
})

describe('while it is read', () => {
  test('the first page shows at once, then how far it is', async () => {
    const { seen, leave, now } = look(createCache(), clientOf(lcdOf(2_000)))
    await vi.waitFor(() => expect(now().data?.complete).toBe(true))
    expect(idsOf(seen[0] as FlowCollection)).toEqual(range(1, 100))
    expect(seen[0]).toMatchObject({ done: 100, complete: false })
    expect(seen.at(-1)).toMatchObject({ done: 2_000, of: 2_000, complete: true })
    leave()
  })

  test('who leaves in the middle keeps what was read, and ends the requests; who comes goes on from there', async () => {
    const lcd = lcdOf(3_000)
    const client = clientOf(lcd)
    const cache = createCache()
    lcd.fail({ slow: 5 })
    const first = look(cache, client)
    await vi.waitFor(() => expect(first.seen.length).toBeGreaterThan(0))
    first.leave()
    await vi.waitFor(() => expect(cache.isFetching()).toBe(0))
    const { data } = first.now()
    expect(data?.complete).toBe(false)
    expect(data?.flows.length).toBeLessThan(3_000)
    const requests = lcd.requests.length
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(lcd.requests.length).toBe(requests)

    const second = look(cache, client)
    await vi.waitFor(() => expect(second.now().data?.complete).toBe(true))
    expect(idsOf(second.now().data as FlowCollection)).toEqual(range(1, 3_000))
    // What was read is not read again, and the newest id is asked for twice.
    expect(lcd.requests.length).toBeLessThanOrEqual(30 + 2 + 8)
    second.leave()
  })

  test('who leaves and comes in one moment, as in strict mode, changes nothing', async () => {
    const lcd = lcdOf(500)
    const cache = createCache()
    const client = clientOf(lcd)
    look(cache, client).leave()
    const { leave, now } = look(cache, client)
    await vi.waitFor(() => expect(now().data?.complete).toBe(true))
    expect(lcd.requests).toHaveLength(6)
    leave()
  })

  test('an error in the middle leaves what was read, and a refetch goes on from there', async () => {
    const lcd = lcdOf(1_000)
    const { observer, leave, now } = look(createCache(), clientOf(lcd, { retries: 0 }))
    const broken = { status: 500, body: { code: 2, message: 'codespace sdk code 1: broken', details: [] } }
    lcd.fail({ path: path => path.includes('AAAAAAAAAZE'), ...broken })
    await vi.waitFor(() => expect(now().isError).toBe(true))
    expect(now().error).toMatchObject({ kind: 'node' })
    expect(idsOf(now().data as FlowCollection)).toEqual(range(1, 400))
    lcd.recover()
    const requests = lcd.requests.length
    await observer.refetch()
    expect(now()).toMatchObject({ isSuccess: true, data: { complete: true, done: 1_000, of: 1_000 } })
    expect(idsOf(now().data as FlowCollection)).toEqual(range(1, 1_000))
    expect(lcd.requests.length - requests).toBe(7)
    leave()
  })

  test('a cancelled one ends its requests', async () => {
    const lcd = lcdOf(3_000)
    lcd.fail({ slow: 5 })
    const cache = createCache()
    const { leave, seen } = look(cache, clientOf(lcd))
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
    await cache.cancelQueries()
    const requests = lcd.requests.length
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(lcd.requests.length).toBe(requests)
    leave()
  })

  test('prefetched by nobody who looks at it, it is read to its end', async () => {
    const cache = createCache()
    const options = flowCollectionQueryOptions(clientOf(lcdOf(1_500)))
    await cache.prefetchQuery(options)
    expect(cache.getQueryData(options.queryKey)).toMatchObject({ complete: true, done: 1_500 })
  })
})

describe('read again', () => {
  test('it stays whole meanwhile, and rows that have not changed stay the same objects', async () => {
    const lcd = lcdOf(300)
    const { observer, seen, leave, now } = look(createCache(), clientOf(lcd))
    await vi.waitFor(() => expect(now().data?.complete).toBe(true))
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
    leave()
  })

  test('one that was read to its end counts as fresh for some minutes', async () => {
    const lcd = lcdOf(3)
    const cache = createCache()
    const client = clientOf(lcd)
    await cache.fetchQuery(flowCollectionQueryOptions(client))
    const requests = lcd.requests.length
    const { leave } = look(cache, client)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(lcd.requests.length).toBe(requests)
    leave()
  })
})
