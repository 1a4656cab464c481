import { address, createClock, createLcd, type Lcd } from '@flow-query/testing'
import type { FetchQueryOptions } from '@tanstack/query-core'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { resetClock } from '../../../../tests/setup/clock.js'
import { type AnyOptions, dehydrate, hydrate, type Mounted, mount, QueryClient } from '../../test/cache.js'
import { clientOf } from '../../test/client.js'
import { runs } from '../../test/runs.js'
import { changes, lostEvents } from '../../test/steps.js'
import { isFlowQueryError } from '../index.js'
import { flowCollectionQueryOptions } from '../query/collection.js'
import {
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
} from '../query.js'
import { newestRunsQuery } from '../scan/newest-runs.js'
import { liveFlows } from './index.js'

const owners = [address('owner'), address('other')]

interface Page {
  lcd: Lcd
  /** Mounts a query, or unmounts it. */
  toggle: (index: number) => void
  /** Fetches the next page of an infinite query, if there is one. */
  fetchNextPage: (index: number) => void
  /** Fetches a query in another cache, and hydrates the page with it after a delay. */
  hydrate: (index: number, delay: number) => void
}

/** A change on the chain, in the network or on the page. */
type Step = (page: Page) => unknown

/** The number of queries on the page. */
const queries = 18

const index = fc.nat({ max: queries - 1 })

const step: fc.Arbitrary<Step> = fc.oneof(
  ...[...changes, ...lostEvents].map(arbitrary =>
    arbitrary.map(
      change =>
        ({ lcd }: Page) =>
          change(lcd),
    ),
  ),
  fc.constant(({ lcd }: Page) => lcd.execute(2, { outcome: 'unacknowledged' })),
  fc.constantFrom('succeeded', 'failed', 'timedOut').map(outcome => ({ lcd }: Page) => {
    if (lcd.history(2).at(-1)?.packetSequences.length) lcd.answer(2, { outcome: outcome as 'failed' })
  }),
  fc.integer({ min: 100, max: 2_000 }).map(
    ms =>
      ({ lcd }: Page) =>
        lcd.advance(ms),
  ),
  fc.integer({ min: 0, max: 1_500 }).map(ms => () => vi.advanceTimersByTimeAsync(ms)),
  index.map(
    index =>
      ({ toggle }: Page) =>
        toggle(index),
  ),
  index.map(
    index =>
      ({ fetchNextPage }: Page) =>
        fetchNextPage(index),
  ),
  fc.record({ index, delay: fc.integer({ min: 0, max: 2_000 }) }).map(
    ({ index, delay }) =>
      ({ hydrate }: Page) =>
        hydrate(index, delay),
  ),
)

/** Fetches the complete data of a query in a separate cache. */
async function truthOf(options: AnyOptions): Promise<unknown> {
  const reader = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (!('getNextPageParam' in options)) return reader.query({ ...options, staleTime: 0 } as FetchQueryOptions)
  const { pages } = await reader.infiniteQuery({ ...options, pages: 100 } as never)
  return itemsOf(pages as Pages)
}

/** Returns data without the block of a collection, which only a gateway reports. */
const contentOf = (data: unknown) => ({ ...Object(data), height: undefined, chainId: undefined })

type Pages = { flows?: unknown[]; history?: unknown[]; nextKey: string | null }[]

const itemsOf = (pages: Pages) => pages.flatMap(page => page.flows ?? page.history ?? [])

test('after any sequence of changes and failures, every query has the data of the node', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const [owner = '', other = ''] = owners
        const lcd = createLcd({
          flows: [
            { owner },
            { owner, selfHostedIca: { portId: `icacontroller-${owner}`, connectionId: 'connection-0' } },
            { owner: other },
            { owner: other },
          ],
          clock: createClock(Date.parse('2026-01-01T00:00:00Z')).now,
        })
        const client = clientOf(lcd, { rpc: lcd.rpc, WebSocket: lcd.WebSocket, timeout: 60_000 })
        const cache = new QueryClient()
        const all: AnyOptions[] = [
          flowQueryOptions(client, { id: 1 }),
          flowQueryOptions(client, { id: 6 }),
          flowHistoryQueryOptions(client, { id: 2 }),
          flowHistoryQueryOptions(client, { id: 2, limit: 2 }),
          flowHistoryQueryOptions(client, { id: 1, reverse: true, limit: 2, countTotal: true }),
          flowHistoryInfiniteQueryOptions(client, { id: 2, limit: 2 }),
          flowHistoryInfiniteQueryOptions(client, { id: 2, reverse: true, limit: 3 }),
          flowHistoryInfiniteQueryOptions(client, { id: 1, reverse: true }),
          newestRunsQuery(client, { id: 1 }),
          flowsQueryOptions(client, { limit: 3 }),
          flowsQueryOptions(client, { limit: 2, reverse: true, countTotal: true }),
          flowsInfiniteQueryOptions(client, { limit: 3 }),
          flowsInfiniteQueryOptions(client, { limit: 2, reverse: true }),
          flowsForOwnerQueryOptions(client, { owner }),
          flowsForOwnerInfiniteQueryOptions(client, { owner: other, reverse: true, limit: 1 }),
          flowsForOwnerInfiniteQueryOptions(client, { owner: other, limit: 2 }),
          flowCollectionQueryOptions(client),
          flowCollectionQueryOptions(client, { owner }),
        ]
        expect(all).toHaveLength(queries)
        const mounted = new Map<number, Mounted>()
        const toggle = (index: number) => {
          const query = mounted.get(index)
          query?.unmount()
          if (query) mounted.delete(index)
          else
            mounted.set(
              index,
              mount(cache, { ...(all[index] as AnyOptions), ...{ staleTime: Number.POSITIVE_INFINITY } }),
            )
        }
        const fetchNextPage = (index: number) => mounted.get(index)?.fetchNextPage?.()
        const hydrateLater = (index: number, delay: number) => {
          const options = all[index] as AnyOptions
          const server = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
          const read = 'infinite' in options.queryKey[3] ? server.prefetchInfiniteQuery : server.prefetchQuery
          const later = () => setTimeout(() => hydrate(cache, dehydrate(server)), delay)
          read.call(server, options as never).then(later)
        }
        const controller = new AbortController()
        let state = ''
        for (const index of all.keys()) toggle(index)
        liveFlows(client, cache, {
          signal: controller.signal,
          onStatus(status) {
            state = status.state
          },
        })
        for (const step of steps) await step({ lcd, toggle, fetchNextPage, hydrate: hydrateLater })
        for (const index of all.keys()) if (!mounted.has(index)) toggle(index)
        await vi.advanceTimersByTimeAsync(120_000)

        expect(state).toBe('connected')
        lcd.recover()
        for (const options of all) {
          const truth = await truthOf(options).catch(error => error)
          const { data, error, fetchStatus, isInvalidated } = { ...cache.getQueryState<unknown>(options.queryKey) }
          const name = JSON.stringify(options.queryKey.slice(2))
          expect([name, fetchStatus]).toEqual([name, 'idle'])
          if (isFlowQueryError(truth)) {
            expect(error).toMatchObject({ kind: truth.kind })
            continue
          }
          expect([name, isInvalidated, error]).toEqual([name, false, null])
          if (!('getNextPageParam' in options)) {
            expect([name, contentOf(data)]).toEqual([name, contentOf(truth)])
            continue
          }
          const { pages } = data as { pages: Pages }
          const items = itemsOf(pages)
          expect([name, items]).toEqual([name, (truth as unknown[]).slice(0, items.length)])
          expect([name, pages.at(-1)?.nextKey === null]).toEqual([name, items.length === (truth as unknown[]).length])
        }

        controller.abort()
        for (const { unmount } of mounted.values()) unmount()
        cache.clear()
        await vi.advanceTimersByTimeAsync(2_000)
        expect([lcd.sockets, vi.getTimerCount()]).toEqual([0, 0])
      })
      .beforeEach(resetClock),
    { numRuns: runs(20) },
  )
})
