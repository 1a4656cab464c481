import { address, createLcd } from '@flow-query/testing'
import { skipToken } from '@tanstack/query-core'
import { describe, expect, test } from 'vitest'
import { answeredWith, clientOf, errorOf } from '../test/client.js'
import { recordedBodies } from '../test/recordings.js'
import { createFlowClient } from './index.js'
import {
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryKeys,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
  icaQueryOptions,
  paramsQueryOptions,
} from './query.js'

const owner = address('owner')
const other = address('other')
const client = createFlowClient({ lcd: 'https://lcd.test', chainId: 'intento-1' })
const never = new AbortController().signal

/** Compares keys like TanStack Query's filters: `part` matches every key that starts with it or contains it. */
function matches(key: unknown, part: unknown): boolean {
  if (key === part) return true
  if (!key || !part || typeof key !== 'object' || typeof part !== 'object') return false
  return Object.entries(part).every(([field, value]) => matches((key as Record<string, unknown>)[field], value))
}

describe('keys', () => {
  test.each([
    ['flow', flowQueryOptions(client, { id: 14 }), { id: '14' }],
    ['flows', flowsQueryOptions(client), {}],
    ['flowsForOwner', flowsForOwnerQueryOptions(client, { owner, limit: 5 }), { owner, limit: 5 }],
    ['flowHistory', flowHistoryQueryOptions(client, { id: 14n, reverse: true }), { id: '14', reverse: true }],
    ['ica', icaQueryOptions(client, { owner, connectionId: 'c-0' }), { owner, connectionId: 'c-0' }],
    ['params', paramsQueryOptions(client), {}],
  ])('%s: the key contains the chain, the name and the arguments', (name, { queryKey }, args) => {
    expect(queryKey).toEqual(['flow-query', 'intento-1', name, args])
  })

  test('keys contain normalized IDs', () => {
    for (const id of ['14', 14, 14n, '0014']) {
      expect(flowQueryOptions(client, { id }).queryKey[3]).toEqual({ id: '14' })
      expect(flowHistoryQueryOptions(client, { id }).queryKey[3]).toEqual({ id: '14' })
      expect(flowQueryKeys.flow(client, { id })[3]).toEqual({ id: '14' })
    }
  })

  test('invalid IDs have keys too, because their queries report the error', () => {
    for (const id of ['abc', -1, Number.NaN, 2n ** 64n]) {
      expect(flowQueryOptions(client, { id }).queryKey[3]).toEqual({ id: String(id) })
    }
  })

  test('keys omit missing arguments', () => {
    expect(flowsQueryOptions(client, { key: null, limit: undefined, height: undefined }).queryKey[3]).toEqual({})
    expect(flowQueryOptions(client, { id: null }).queryKey[3]).toEqual({})
  })

  test('arguments that are null or undefined are missing arguments', () => {
    for (const args of [null, undefined] as never[]) {
      expect(flowQueryOptions(client, args)).toMatchObject({ enabled: false })
      expect(flowsQueryOptions(client, args).queryKey).toEqual(flowsQueryOptions(client).queryKey)
    }
  })

  test.each([14, '14', true])('the arguments %j throw an error', args => {
    expect(() => flowQueryOptions(client, args as never)).toThrow(
      `\`args\` must be an object such as { id: 14 }, got ${args}`,
    )
  })

  test('an infinite query and a single page have different keys', () => {
    for (const [plain, infinite] of [
      [flowsQueryOptions(client), flowsInfiniteQueryOptions(client)],
      [flowsForOwnerQueryOptions(client, { owner }), flowsForOwnerInfiniteQueryOptions(client, { owner })],
      [flowHistoryQueryOptions(client, { id: 1 }), flowHistoryInfiniteQueryOptions(client, { id: 1 })],
    ] as const) {
      expect(infinite.queryKey[2]).toBe(plain.queryKey[2])
      expect(infinite.queryKey).not.toEqual(plain.queryKey)
    }
  })

  test('two chains have different keys', () => {
    const testnet = createFlowClient({ lcd: 'https://lcd.test' })
    expect(flowsQueryOptions(testnet).queryKey[1]).toBe('https://lcd.test')
  })
})

describe('flowQueryKeys', () => {
  const page = flowHistoryQueryOptions(client, { id: 14, limit: 50 }).queryKey
  const pages = flowHistoryInfiniteQueryOptions(client, { id: '14', reverse: true }).queryKey
  const another = flowHistoryQueryOptions(client, { id: 15 }).queryKey
  const all = [
    page,
    pages,
    another,
    flowQueryOptions(client, { id: 14 }).queryKey,
    flowsQueryOptions(client, { limit: 5 }).queryKey,
    flowsInfiniteQueryOptions(client).queryKey,
    flowsForOwnerQueryOptions(client, { owner }).queryKey,
    flowsForOwnerInfiniteQueryOptions(client, { owner: other }).queryKey,
    icaQueryOptions(client, { owner, connectionId: 'connection-0' }).queryKey,
    icaQueryOptions(client, { owner: other, connectionId: 'connection-0' }).queryKey,
    paramsQueryOptions(client).queryKey,
  ]
  const found = (part: readonly unknown[]) => all.filter(key => matches(key, part))

  test('flowQueryKeys.all matches all queries of a chain, but no query of another chain', () => {
    expect(found(flowQueryKeys.all(client))).toEqual(all)
    expect(found(flowQueryKeys.all({ scope: 'intento-2' }))).toEqual([])
  })

  test('flowQueryKeys match all queries with a name, or only those with the given arguments', () => {
    expect(found(flowQueryKeys.flow(client))).toHaveLength(1)
    expect(found(flowQueryKeys.flow(client, { id: 14n }))).toHaveLength(1)
    expect(found(flowQueryKeys.flow(client, { id: 15 }))).toEqual([])
    expect(found(flowQueryKeys.flowHistory(client))).toEqual([page, pages, another])
    expect(found(flowQueryKeys.flowHistory(client, { id: 14 }))).toEqual([page, pages])
    expect(found(flowQueryKeys.flows(client))).toHaveLength(2)
    expect(found(flowQueryKeys.flows(client, {}))).toHaveLength(2)
    expect(found(flowQueryKeys.flows(client, { limit: 5 }))).toHaveLength(1)
    expect(found(flowQueryKeys.flowsForOwner(client))).toHaveLength(2)
    expect(found(flowQueryKeys.flowsForOwner(client, { owner }))).toHaveLength(1)
    expect(found(flowQueryKeys.ica(client, { connectionId: 'connection-0' }))).toHaveLength(2)
    expect(found(flowQueryKeys.ica(client, { owner }))).toHaveLength(1)
    expect(found(flowQueryKeys.params(client))).toHaveLength(1)
  })

  test('flowQueryKeys return the key of a query if all its arguments are given', () => {
    expect(flowQueryKeys.flow(client, { id: 14 })).toEqual(flowQueryOptions(client, { id: 14 }).queryKey)
    expect(flowQueryKeys.params(client, {})).toEqual(paramsQueryOptions(client).queryKey)
  })
})

describe('enabled', () => {
  const missing = [
    flowQueryOptions(client, { id: undefined }),
    flowQueryOptions(client, { id: null }),
    flowQueryOptions(client, {} as { id: string }),
    flowsForOwnerQueryOptions(client, { owner: null, limit: 5 }),
    flowsForOwnerInfiniteQueryOptions(client, { owner: undefined }),
    flowHistoryQueryOptions(client, { id: undefined }),
    flowHistoryInfiniteQueryOptions(client, { id: null }),
    icaQueryOptions(client, { owner: null, connectionId: 'connection-0' }),
    icaQueryOptions(client, { owner, connectionId: undefined }),
    icaQueryOptions(client, { owner: null, connectionId: null }),
    flowQueryOptions(client, { id: '' }),
    icaQueryOptions(client, { owner: '', connectionId: 'connection-0' }),
  ]
  const complete = [
    flowQueryOptions(client, { id: 0 }),
    flowsQueryOptions(client),
    flowsQueryOptions(client, { key: null }),
    flowsInfiniteQueryOptions(client),
    flowsForOwnerQueryOptions(client, { owner }),
    flowsForOwnerInfiniteQueryOptions(client, { owner }),
    flowHistoryQueryOptions(client, { id: 1 }),
    flowHistoryInfiniteQueryOptions(client, { id: 1 }),
    icaQueryOptions(client, { owner, connectionId: 'connection-0' }),
    paramsQueryOptions(client),
  ]

  test('enabled is false while a required argument is missing', () => {
    for (const options of missing) expect(options.enabled).toBe(false)
  })

  test('enabled is not set if all arguments are known, so that the caller’s value or the default applies', () => {
    for (const options of complete) expect(options).not.toHaveProperty('enabled')
  })

  test('retry is always off, because the client retries', () => {
    for (const options of [...missing, ...complete]) expect(options.retry).toBe(false)
  })
})

describe('queryFn', () => {
  const lcd = createLcd({ flows: [{ owner }, { owner }, { owner: other }], history: { 1: [{}, {}, {}] } })
  const client = clientOf(lcd)

  test('queryFn returns the same data as the client’s method', async () => {
    expect(await flowQueryOptions(client, { id: 1 }).queryFn({ signal: never })).toEqual(await client.flow({ id: 1 }))
    expect(await flowsQueryOptions(client, { limit: 2, key: null }).queryFn({ signal: never })).toEqual(
      await client.flows({ limit: 2 }),
    )
    expect(await flowsForOwnerQueryOptions(client, { owner }).queryFn({ signal: never })).toEqual(
      await client.flowsForOwner({ owner }),
    )
    expect(await flowHistoryQueryOptions(client, { id: '1', reverse: true }).queryFn({ signal: never })).toEqual(
      await client.flowHistory({ id: '1', reverse: true }),
    )
    expect(await paramsQueryOptions(client).queryFn({ signal: never })).toEqual(await client.params())
    const ica = icaQueryOptions(client, { owner, connectionId: 'connection-0' }).queryFn({ signal: never })
    expect(await errorOf(ica)).toMatchObject({ kind: 'notFound' })
  })

  test.each([
    ['flow', () => flowQueryOptions(client, { id: 1, height: 200 })],
    ['flows', () => flowsQueryOptions(client, { height: 200 })],
    ['flowsForOwner', () => flowsForOwnerQueryOptions(client, { owner, height: 200 })],
    ['flowHistory', () => flowHistoryQueryOptions(client, { id: 1, height: 200 })],
    ['ica', () => icaQueryOptions(client, { owner, connectionId: 'connection-0', height: 200 })],
    ['params', () => paramsQueryOptions(client, { height: 200 })],
    ['infinite flows', () => flowsInfiniteQueryOptions(client, { height: 200 })],
    ['infinite flowsForOwner', () => flowsForOwnerInfiniteQueryOptions(client, { owner, height: 200 })],
    ['infinite flowHistory', () => flowHistoryInfiniteQueryOptions(client, { id: 1, height: 200 })],
  ])('%s: the height is part of the key and of the request, and queryFn passes the signal', async (_, optionsOf) => {
    const { queryKey, queryFn } = optionsOf()
    expect(queryKey[3]).toMatchObject({ height: 200 })
    const signal = AbortSignal.abort('unmounted')
    await expect(queryFn({ signal, pageParam: null })).rejects.toBe('unmounted')
    await queryFn({ signal: never, pageParam: null }).catch(() => {})
    expect(lcd.requests.at(-1)?.headers['x-cosmos-block-height']).toBe('200')
  })
})

describe('arguments', () => {
  test('default values are not part of the key', () => {
    const plain = flowsQueryOptions(client).queryKey
    const given = { limit: 100, reverse: false, countTotal: false, offset: 0, key: null, height: undefined }
    expect(flowsQueryOptions(client, given).queryKey).toEqual(plain)
    expect(flowsInfiniteQueryOptions(client, { limit: 100, reverse: false }).queryKey).toEqual(
      flowsInfiniteQueryOptions(client).queryKey,
    )
    expect(flowsQueryOptions(client, { limit: 99 }).queryKey).not.toEqual(plain)
  })

  test('the data of a height never becomes stale', () => {
    expect(flowQueryOptions(client, { id: 1, height: 200 }).staleTime).toBe('static')
    expect(flowsInfiniteQueryOptions(client, { height: 200 }).staleTime).toBe('static')
    expect(flowQueryOptions(client, { id: 1 })).not.toHaveProperty('staleTime')
  })

  test('skipToken disables a query', () => {
    const lists = [flowsQueryOptions(client, skipToken), flowsInfiniteQueryOptions(client, skipToken)]
    for (const options of [flowQueryOptions(client, skipToken), paramsQueryOptions(client, skipToken), ...lists])
      expect(options.enabled).toBe(false)
  })
})

describe('infinite queries', () => {
  const lcd = createLcd({
    flows: Array.from({ length: 250 }, (_, index) => ({ owner: index % 2 ? owner : other })),
    history: { 1: Array.from({ length: 130 }, () => ({})) },
  })
  const client = clientOf(lcd)

  /** Fetches all pages in the same way as TanStack Query. */
  async function allPages<Page>(options: {
    queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<Page>
    initialPageParam: string | null
    getNextPageParam: (page: Page, pages: Page[], pageParam: string | null, params: (string | null)[]) => string | null
  }): Promise<Page[]> {
    const pages: Page[] = []
    const params: (string | null)[] = []
    for (let pageParam: string | null = options.initialPageParam; ; ) {
      const page: Page = await options.queryFn({ signal: never, pageParam })
      pages.push(page)
      params.push(pageParam)
      pageParam = options.getNextPageParam(page, pages, pageParam, params)
      if (pageParam == null) return pages
    }
  }

  test('an infinite query reads all flows in pages of 100', async () => {
    const pages = await allPages(flowsInfiniteQueryOptions(client))
    expect(pages.map(({ flows }) => flows.length)).toEqual([100, 100, 50])
    expect(pages.flatMap(({ flows }) => flows.map(({ id }) => Number(id)))).toEqual(
      Array.from({ length: 250 }, (_, index) => index + 1),
    )
  })

  test('an infinite query can read the newest flows first, with the total on the first page', async () => {
    const pages = await allPages(flowsInfiniteQueryOptions(client, { limit: 120, reverse: true, countTotal: true }))
    expect(pages.map(({ total }) => total)).toEqual([250, null, null])
    expect(pages.flatMap(({ flows }) => flows.map(({ id }) => Number(id)))).toEqual(
      Array.from({ length: 250 }, (_, index) => 250 - index),
    )
  })

  test('an infinite query reads an owner’s flows or a history', async () => {
    const owned = await allPages(flowsForOwnerInfiniteQueryOptions(client, { owner }))
    expect(owned.map(({ flows }) => flows.length)).toEqual([100, 25])
    const runs = await allPages(flowHistoryInfiniteQueryOptions(client, { id: 1, limit: 50 }))
    expect(runs.map(({ history }) => history.length)).toEqual([50, 50, 30])
    const none = await allPages(flowHistoryInfiniteQueryOptions(client, { id: 2 }))
    expect(none).toEqual([{ history: [], nextKey: null, total: null }])
  })

  test.each([
    ['an empty page with a cursor', { flows: [], pagination: { next_key: 'AAAAAAAAAAE=' } }, 1],
    ['the same cursor again', { flows: [recordedBodies().flow], pagination: { next_key: 'AAAAAAAAAAE=' } }, 2],
  ])('an infinite query stops at %s', async (_, body, pages) => {
    const options = flowsInfiniteQueryOptions(answeredWith(JSON.stringify(body)))
    expect(await allPages(options)).toHaveLength(pages)
  })
})
