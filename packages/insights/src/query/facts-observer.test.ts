import { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { expect, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import type { ForecastFactQueryOptions } from '../forecast/facts/reader.js'
import { type Computation, FactsObserver, type FactsState } from './facts-observer.js'

interface Options {
  factor: number
}

interface State extends FactsState<number[] | null> {
  factor: number
  /** How often the state was computed. */
  count: number
}

const queryOf = (index: number): ForecastFactQueryOptions => ({
  queryKey: ['flow-query', 'test-1', 'number', { index }],
  queryFn: async () => index,
  retry: false,
})

/** An observer of numbers. Each step of its computation takes as many milliseconds as `slowness` says. */
function createNumbers(length: number) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const queries = Array.from({ length }, (_, index) => queryOf(index))
  const numbers = { slowness: 0, computed: 0, queryClient }
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const computation: Computation<Options, State> = {
    initial: { queries: [], result: { data: null, isPending: true, error: null }, factor: 0, count: 0 },
    *update(state, { factor }, cache) {
      numbers.computed++
      const data: number[] = []
      for (const { queryKey } of queries) {
        const known = cache.getQueryState<number>(queryKey)?.data
        if (known !== undefined) data.push(known * factor)
        now += numbers.slowness
        yield
      }
      const result = { data, isPending: data.length < length, error: null }
      const isSame = JSON.stringify(result) === JSON.stringify(state.result)
      return { queries, result: isSame ? state.result : result, factor, count: state.count + 1 }
    },
    isAbout: (state, { factor }) => state.factor === factor,
  }
  const observer = new FactsObserver(queryClient, new QueriesObserver(queryClient, []), { factor: 1 }, computation)
  return Object.assign(numbers, { observer })
}

test('loads facts only while it has subscribers, and combines many changes into few updates', async () => {
  const numbers = createNumbers(100)
  const { observer, queryClient } = numbers
  expect(observer.getResult()).toMatchObject({ data: [], isPending: true })
  expect(queryClient.getQueryCache().getAll()).toEqual([])

  const listener = vi.fn()
  const unsubscribe = observer.subscribe(listener)
  await until(() => expect(observer.getResult().isPending).toBe(false))
  expect(numbers.computed).toBeLessThan(6)
  expect(listener).toHaveBeenLastCalledWith(observer.getResult())

  unsubscribe()
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .every(query => !query.isActive()),
  ).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('does not call its listeners if the result is the same', async () => {
  const { observer, queryClient } = createNumbers(2)
  const listener = vi.fn()
  observer.subscribe(listener)
  await until(() => expect(observer.getResult().isPending).toBe(false))
  const result = observer.getResult()
  listener.mockClear()
  await queryClient.refetchQueries()
  observer.setOptions({ factor: 1 })
  await vi.runAllTimersAsync()
  expect(listener).not.toHaveBeenCalled()
  expect(observer.getResult()).toBe(result)
})

test('an optimistic result does not change the options, because a framework can discard a rendering', async () => {
  const { observer, queryClient } = createNumbers(2)
  observer.subscribe(() => {})
  await until(() => expect(observer.getResult().data).toEqual([0, 1]))
  expect(observer.getOptimisticResult({ factor: 3 }).data).toEqual([0, 3])
  queryClient.setQueryData(queryOf(1).queryKey, 5)
  await until(() => expect(observer.getResult().data).toEqual([0, 5]))
})

test('a long update is computed in slices, and the previous result is pending until then', async () => {
  const numbers = createNumbers(10)
  const { observer } = numbers
  observer.subscribe(() => {})
  await until(() => expect(observer.getResult().isPending).toBe(false))
  const before = observer.getResult().data

  numbers.slowness = 5
  numbers.computed = 0
  expect(observer.getOptimisticResult({ factor: 2 })).toEqual({ data: before, isPending: true, error: null })
  observer.setOptions({ factor: 2 })
  await until(() => expect(observer.getResult().isPending).toBe(false))
  expect(observer.getResult().data).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
  expect(numbers.computed).toBe(1)

  observer.setOptions({ factor: 3 })
  observer.setOptions({ factor: 4 })
  await until(() => expect(observer.getResult().isPending).toBe(false))
  expect(observer.getResult().data).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32, 36])
})

test('a fact that changes during a long update causes another update, and the result is not pending', async () => {
  const numbers = createNumbers(10)
  const { observer, queryClient } = numbers
  const seen: boolean[] = []
  observer.subscribe(({ isPending }) => seen.push(isPending))
  await until(() => expect(observer.getResult().isPending).toBe(false))
  seen.length = 0

  numbers.slowness = 5
  queryClient.setQueryData(queryOf(9).queryKey, 90)
  await vi.advanceTimersByTimeAsync(1)
  queryClient.setQueryData(queryOf(0).queryKey, 10)
  await until(() => expect(observer.getResult().data).toEqual([10, 1, 2, 3, 4, 5, 6, 7, 8, 90]))
  expect(seen).not.toContain(true)
})

test('without subscribers, a long update is complete when it is returned', () => {
  const numbers = createNumbers(10)
  for (let index = 0; index < 10; index++) numbers.queryClient.setQueryData(queryOf(index).queryKey, index)
  numbers.slowness = 5
  expect(numbers.observer.getOptimisticResult({ factor: 2 })).toMatchObject({ isPending: false })
})
