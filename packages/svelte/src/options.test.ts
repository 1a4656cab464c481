import { act, waitFor } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { derived, fromStore, writable } from 'svelte/store'
import { describe, expect, test } from 'vitest'
import type { Given } from '../src/given.js'
import { createApp, owner } from '../test/app.js'
import { changing } from '../test/changing.svelte.js'
import { renderHook } from '../test/render.js'
import { useFlow, useFlowHistory, useFlows, useInfiniteFlows } from './index.js'

describe.each(changing)('enabled, in %s', (_, create) => {
  test.each([
    ['useFlow', (options: Given<{ enabled: boolean }>) => useFlow({ id: 1 }, options)],
    ['useInfiniteFlows', (options: Given<{ enabled: boolean }>) => useInfiniteFlows({}, options)],
  ])('false: no request of %s, until it is true', async (_, useQuery) => {
    const app = createApp()
    const options = create({ enabled: false })
    const { result } = renderHook(() => useQuery(options.given), app)
    expect(result).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
    expect(app.lcd.requests).toEqual([])

    options.set({ enabled: true })
    await waitFor(() => expect(result.isSuccess).toBe(true))
  })
})

describe('enabled', () => {
  test('a function decides by the query', async () => {
    const app = createApp()
    const open = writable(false)
    const opened = fromStore(open)
    const { result } = renderHook(
      () =>
        useFlowHistory({ id: 1 }, () => {
          const { current } = opened
          return { enabled: query => current && query.state.data === undefined }
        }),
      app,
    )
    expect(result).toMatchObject({ status: 'pending', fetchStatus: 'idle' })

    open.set(true)
    await waitFor(() => expect(result.data?.history).toHaveLength(5))
    await act(() => app.queryClient.refetchQueries())
    expect(app.lcd.requests).toHaveLength(1)
  })

  test("the QueryClient's default counts", async () => {
    const app = createApp({ queries: { enabled: false } })
    const { result } = renderHook(() => [useFlow({ id: 1 }), useFlow({ id: 2 }, { enabled: true })], app)

    await waitFor(() => expect(result[1]?.data?.id).toBe('2'))
    expect(result[0]).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
    expect(app.lcd.requests.map(({ target }) => target)).toEqual([expect.stringMatching(/\/flow\/2$/)])
  })
})

describe('retry', () => {
  test('is left to the client, whatever the QueryClient says of other queries', async () => {
    const app = createApp({ queries: { retry: 3, retryDelay: 0 } })
    app.lcd.fail({ status: 503 })
    const { result } = renderHook(() => useFlow({ id: 1 }), app)

    await waitFor(() => expect(result.error?.kind).toBe('node'))
    expect(app.lcd.requests).toHaveLength(1)
  })

  test.each([
    ['useFlow', (options: { retry: number; retryDelay: number }) => useFlow({ id: 1 }, options)],
    ['useInfiniteFlows', (options: { retry: number; retryDelay: number }) => useInfiniteFlows({}, options)],
  ])('in the options of %s wins', async (_, useQuery) => {
    const app = createApp()
    app.lcd.fail({ status: 503, times: 2 })
    const { result } = renderHook(() => useQuery({ retry: 2, retryDelay: 0 }), app)

    await waitFor(() => expect(result.isSuccess).toBe(true))
    expect(app.lcd.requests).toHaveLength(3)
  })

  test('a function decides by the kind of the error', async () => {
    const app = createApp()
    app.lcd.fail({ path: '/flow/1', status: 503 })
    const { result } = renderHook(
      () =>
        [1, 404].map(id =>
          useFlow({ id }, { retry: (failures, { kind }) => kind === 'node' && failures < 2, retryDelay: 0 }),
        ),
      app,
    )

    await waitFor(() => expect(result.map(({ failureCount }) => failureCount)).toEqual([3, 1]))
    await waitFor(() => expect(result.map(({ error }) => error?.kind)).toEqual(['node', 'notFound']))
  })
})

describe('select', () => {
  test('shows a part of the data, while the cache keeps the whole', async () => {
    const app = createApp()
    const { result } = renderHook(() => useFlow({ id: 1 }, { select: flow => flow.label.toUpperCase() }), app)

    await waitFor(() => expect(result.data).toBe('FLOW 1'))
    expect(app.queryClient.getQueryCache().getAll()[0]?.state.data).toMatchObject({ id: '1', owner })
  })

  test('one request serves several selections', async () => {
    const app = createApp()
    const { result } = renderHook(
      () => [
        useFlows({}, { select: page => page.flows.length }),
        useFlows({}, { select: page => page.flows[0]?.label }),
      ],
      app,
    )

    await waitFor(() => expect(result.map(({ data }) => data)).toEqual([6, 'Flow 1']))
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('of an infinite list', async () => {
    const { result } = renderHook(
      () =>
        useInfiniteFlows(
          { limit: 2 },
          { select: ({ pages }) => pages.flatMap(page => page.flows.map(flow => flow.id)) },
        ),
      createApp(),
    )
    await waitFor(() => expect(result.data).toEqual(['1', '2']))

    await act(() => result.fetchNextPage())
    await waitFor(() => expect(result.data).toEqual(['1', '2', '3', '4']))
  })
})

describe("TanStack's other options", () => {
  test("the QueryClient's staleTime spares a second request", async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const first = renderHook(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(first.result.isSuccess).toBe(true))

    const { result } = renderHook(() => useFlow({ id: 1 }), app)
    expect(result).toMatchObject({ status: 'success', fetchStatus: 'idle' })
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('a staleTime of its own goes before the default', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const first = renderHook(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(first.result.isSuccess).toBe(true))

    const { result } = renderHook(() => useFlow({ id: 1 }, { staleTime: 0 }), app)
    expect(result).toMatchObject({ status: 'success', fetchStatus: 'fetching' })
    await waitFor(() => expect(result.fetchStatus).toBe('idle'))
    expect(app.lcd.requests).toHaveLength(2)
  })

  test('placeholderData keeps the page before on show, marked as such', async () => {
    const app = createApp()
    const offset = writable(0)
    const { result } = renderHook(
      () =>
        useFlows(
          derived(offset, offset => ({ limit: 2, offset })),
          { placeholderData: previous => previous },
        ),
      app,
    )
    const ids = () => result.data?.flows.map(({ id }) => id)
    await waitFor(() => expect(ids()).toEqual(['1', '2']))

    flushSync(() => offset.set(2))
    expect(ids()).toEqual(['1', '2'])
    expect(result.isPlaceholderData).toBe(true)
    await waitFor(() => expect(ids()).toEqual(['3', '4']))
    expect(result.isPlaceholderData).toBe(false)
  })

  test('initialData is shown at once', async () => {
    const app = createApp()
    const initialData = await app.client.flow({ id: 1 })
    const { result } = renderHook(() => useFlow({ id: 1 }, { initialData, staleTime: 1_000_000 }), app)

    expect(result).toMatchObject({ status: 'success', fetchStatus: 'idle', data: { id: '1' } })
    expect(app.lcd.requests).toHaveLength(1)
  })
})
