import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createApp, owner } from '../test/app.js'
import { useFlow, useFlowHistory, useFlows, useInfiniteFlows } from './index.js'

describe('enabled', () => {
  test.each([
    ['useFlow', (enabled: boolean) => useFlow({ id: 1 }, { enabled })],
    ['useInfiniteFlows', (enabled: boolean) => useInfiniteFlows({}, { enabled })],
  ])('false: no request of %s, until it is true', async (_, useQuery) => {
    const app = createApp()
    const { result, rerender } = renderHook(({ enabled }) => useQuery(enabled), {
      ...app,
      initialProps: { enabled: false },
    })
    expect(result.current).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
    expect(app.lcd.requests).toEqual([])

    rerender({ enabled: true })
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
  })

  test('a function decides by the query', async () => {
    const app = createApp()
    const { result, rerender } = renderHook(
      ({ open }) => useFlowHistory({ id: 1 }, { enabled: query => open && query.state.data === undefined }),
      { ...app, initialProps: { open: false } },
    )
    expect(result.current).toMatchObject({ status: 'pending', fetchStatus: 'idle' })

    rerender({ open: true })
    await waitFor(() => expect(result.current.data?.history).toHaveLength(5))
    await act(() => app.queryClient.refetchQueries())
    expect(app.lcd.requests).toHaveLength(1)
  })

  test("the QueryClient's default counts", async () => {
    const app = createApp({ queries: { enabled: false } })
    const { result } = renderHook(() => [useFlow({ id: 1 }), useFlow({ id: 2 }, { enabled: true })], app)

    await waitFor(() => expect(result.current[1]?.data?.id).toBe('2'))
    expect(result.current[0]).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
    expect(app.lcd.requests.map(({ target }) => target)).toEqual([expect.stringMatching(/\/flow\/2$/)])
  })
})

describe('retry', () => {
  test('is left to the client, whatever the QueryClient says of other queries', async () => {
    const app = createApp({ queries: { retry: 3, retryDelay: 0 } })
    app.lcd.fail({ status: 503 })
    const { result } = renderHook(() => useFlow({ id: 1 }), app)

    await waitFor(() => expect(result.current.error?.kind).toBe('node'))
    expect(app.lcd.requests).toHaveLength(1)
  })

  test.each([
    ['useFlow', (options: { retry: number; retryDelay: number }) => useFlow({ id: 1 }, options)],
    ['useInfiniteFlows', (options: { retry: number; retryDelay: number }) => useInfiniteFlows({}, options)],
  ])('in the options of %s wins', async (_, useQuery) => {
    const app = createApp()
    app.lcd.fail({ status: 503, times: 2 })
    const { result } = renderHook(() => useQuery({ retry: 2, retryDelay: 0 }), app)

    await waitFor(() => expect(result.current.isSuccess).toBe(true))
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

    await waitFor(() => expect(result.current.map(({ failureCount }) => failureCount)).toEqual([3, 1]))
    await waitFor(() => expect(result.current.map(({ error }) => error?.kind)).toEqual(['node', 'notFound']))
  })
})

describe('select', () => {
  test('shows a part of the data, while the cache keeps the whole', async () => {
    const app = createApp()
    const { result } = renderHook(() => useFlow({ id: 1 }, { select: flow => flow.label.toUpperCase() }), app)

    await waitFor(() => expect(result.current.data).toBe('FLOW 1'))
    expect(app.queryClient.getQueryCache().getAll()[0]?.state.data).toMatchObject({ id: '1', owner })
  })

  test('one request serves several selections', async () => {
    const app = createApp()
    const { result } = renderHook(
      () => [useFlows({}, { select: page => page.flows.length }).data, useFlows().data?.flows[0]?.label],
      app,
    )

    await waitFor(() => expect(result.current).toEqual([6, 'Flow 1']))
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
    await waitFor(() => expect(result.current.data).toEqual(['1', '2']))

    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.data).toEqual(['1', '2', '3', '4']))
  })
})

describe("TanStack's other options", () => {
  test("the QueryClient's staleTime spares a second request", async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const first = renderHook(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true))

    const { result } = renderHook(() => useFlow({ id: 1 }), app)
    expect(result.current).toMatchObject({ status: 'success', fetchStatus: 'idle' })
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('a staleTime of its own goes before the default', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const first = renderHook(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true))

    const { result } = renderHook(() => useFlow({ id: 1 }, { staleTime: 0 }), app)
    expect(result.current).toMatchObject({ status: 'success', fetchStatus: 'fetching' })
    await waitFor(() => expect(result.current.fetchStatus).toBe('idle'))
    expect(app.lcd.requests).toHaveLength(2)
  })

  test('placeholderData keeps the page before on show, marked as such', async () => {
    const app = createApp()
    const { result, rerender } = renderHook(
      ({ offset }) => useFlows({ limit: 2, offset }, { placeholderData: previous => previous }),
      { ...app, initialProps: { offset: 0 } },
    )
    const ids = () => result.current.data?.flows.map(({ id }) => id)
    await waitFor(() => expect(ids()).toEqual(['1', '2']))

    rerender({ offset: 2 })
    expect(ids()).toEqual(['1', '2'])
    expect(result.current.isPlaceholderData).toBe(true)
    await waitFor(() => expect(ids()).toEqual(['3', '4']))
    expect(result.current.isPlaceholderData).toBe(false)
  })

  test('initialData is shown at once', async () => {
    const app = createApp()
    const initialData = await app.client.flow({ id: 1 })
    const { result } = renderHook(() => useFlow({ id: 1 }, { initialData, staleTime: 1_000_000 }), app)

    expect(result.current).toMatchObject({ status: 'success', fetchStatus: 'idle', data: { id: '1' } })
    expect(app.lcd.requests).toHaveLength(1)
  })
})
