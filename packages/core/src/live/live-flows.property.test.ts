import { address, createClock, createLcd, type Lcd } from '@flow-query/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { look, QueryClient } from '../../test/cache.js'
import { clientOf } from '../../test/client.js'
import {
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
} from '../index.js'
import { liveFlows } from '../live.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const owners = [address('owner'), address('other')]

interface Page {
  lcd: Lcd
  /** Mounts a query, or unmounts it. */
  toggle: (index: number) => void
}

/** Something that happens on the chain, on the way, or on the page. */
type Step = (page: Page) => unknown

const id = fc.integer({ min: 1, max: 4 })

const step: fc.Arbitrary<Step> = fc.oneof(
  id.map(
    id =>
      ({ lcd }: Page) =>
        void lcd.execute(id),
  ),
  id.map(
    id =>
      ({ lcd }: Page) =>
        void lcd.updateFlow(id, { label: `at ${lcd.now()}, ${lcd.requests.length}` }),
  ),
  fc.constantFrom(...owners).map(
    owner =>
      ({ lcd }: Page) =>
        void lcd.addFlow({ owner }),
  ),
  fc.constant(({ lcd }: Page) => lcd.execute(2, { outcome: 'unanswered' })),
  fc.constantFrom('succeeded', 'failed', 'timedOut').map(outcome => ({ lcd }: Page) => {
    if (lcd.history(2).at(-1)?.packetSequences.length) lcd.answer(2, { outcome: outcome as 'failed' })
  }),
  fc.integer({ min: 100, max: 2_000 }).map(
    ms =>
      ({ lcd }: Page) =>
        lcd.advance(ms),
  ),
  fc.integer({ min: 0, max: 1_500 }).map(ms => () => vi.advanceTimersByTimeAsync(ms)),
  fc.constant(({ lcd }: Page) => lcd.cut()),
  fc.record({ slow: fc.integer({ min: 1, max: 3_000 }), times: fc.integer({ min: 1, max: 5 }) }).map(
    failure =>
      ({ lcd }: Page) =>
        void lcd.fail(failure),
  ),
  fc
    .constantFrom({ refuse: true }, { silent: true }, { delay: 700 }, { repeat: 2 }, { garble: 0.5 })
    .map(disturbance => ({ lcd }: Page) => {
      const mend = lcd.disturb(disturbance)
      setTimeout(mend, 2_000)
    }),
  fc.nat({ max: 7 }).map(
    index =>
      ({ toggle }: Page) =>
        toggle(index),
  ),
)

test('whatever happens in whatever order, in the end every query shows what the node says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const lcd = createLcd({
        flows: [
          { owner: owners[0] as string },
          { owner: owners[0] as string, selfHostedIca: { portId: 'p', connectionId: 'connection-0' } },
          { owner: owners[1] as string },
          { owner: owners[1] as string },
        ],
        clock: createClock(Date.parse('2026-01-01T00:00:00Z')).now,
      })
      const client = clientOf(lcd, { rpc: lcd.rpc, WebSocket: lcd.WebSocket, timeout: 60_000 })
      const cache = new QueryClient()
      const all = [
        flowQueryOptions(client, { id: 1 }),
        flowQueryOptions(client, { id: 6 }),
        flowHistoryQueryOptions(client, { id: 2 }),
        flowHistoryInfiniteQueryOptions(client, { id: 2, reverse: true }),
        flowsQueryOptions(client, { limit: 3 }),
        flowsInfiniteQueryOptions(client, { limit: 10, reverse: true }),
        flowsForOwnerQueryOptions(client, { owner: owners[0] }),
        flowsForOwnerQueryOptions(client, { owner: owners[1] }),
      ]
      const looking = new Map<number, () => void>()
      const toggle = (index: number) => {
        const leave = looking.get(index)
        leave?.()
        if (leave) looking.delete(index)
        else looking.set(index, look(cache, { ...all[index], staleTime: Number.POSITIVE_INFINITY }))
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
      for (const step of steps) await step({ lcd, toggle })
      for (const index of all.keys()) if (!looking.has(index)) toggle(index)
      await vi.advanceTimersByTimeAsync(120_000)

      expect(state).toBe('connected')
      lcd.recover()
      for (const { queryKey, queryFn } of all) {
        const [truth] = await Promise.allSettled([queryFn({ signal: controller.signal, pageParam: null })])
        const { data, error, fetchStatus, isInvalidated } = { ...cache.getQueryState<unknown>(queryKey) }
        expect(fetchStatus).toBe('idle')
        if (truth.status === 'rejected') expect(error).toMatchObject({ kind: truth.reason.kind })
        else {
          expect(isInvalidated).toBe(false)
          expect('infinite' in queryKey[3] ? (data as { pages: unknown }).pages : [data]).toEqual([truth.value])
        }
      }

      controller.abort()
      for (const leave of looking.values()) leave()
      cache.clear()
      await vi.advanceTimersByTimeAsync(2_000)
      expect([lcd.sockets, vi.getTimerCount()]).toEqual([0, 0])
    }),
    { numRuns: 60 },
  )
})
