import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { connectionId, createApp, icaAddress, observers, owner } from '../test/app.js'
import {
  useFlow,
  useFlowHistory,
  useFlowsForOwner,
  useIca,
  useInfiniteFlowHistory,
  useInfiniteFlowsForOwner,
} from './index.js'

describe('arguments that change', () => {
  test('another id is another flow, and the old one is never shown as it', async () => {
    const app = createApp()
    const seen: [asked: number, shown: string | undefined][] = []
    const { result, rerender } = renderHook(
      ({ id }) => {
        const query = useFlow({ id })
        seen.push([id, query.data?.id])
        return query
      },
      { ...app, initialProps: { id: 1 } },
    )
    await waitFor(() => expect(result.current.data?.id).toBe('1'))

    rerender({ id: 2 })
    expect(result.current).toMatchObject({ status: 'pending', data: undefined })
    await waitFor(() => expect(result.current.data?.id).toBe('2'))
    expect(seen.filter(([asked, shown]) => shown !== undefined && shown !== `${asked}`)).toEqual([])
    expect(observers(app)).toEqual([0, 1])
  })

  test('the way back is in the cache', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const { result, rerender } = renderHook(({ id }) => useFlow({ id }), { ...app, initialProps: { id: 1 } })
    await waitFor(() => expect(result.current.data?.id).toBe('1'))
    rerender({ id: 2 })
    await waitFor(() => expect(result.current.data?.id).toBe('2'))

    rerender({ id: 1 })
    expect(result.current).toMatchObject({ status: 'success', data: { id: '1' } })
    expect(app.lcd.requests).toHaveLength(2)
  })

  test('an error belongs to its arguments', async () => {
    const app = createApp()
    const { result, rerender } = renderHook(({ id }) => useFlow({ id }), { ...app, initialProps: { id: 404 } })
    await waitFor(() => expect(result.current.error?.kind).toBe('notFound'))

    rerender({ id: 1 })
    expect(result.current.error).toBeNull()
    await waitFor(() => expect(result.current.data?.id).toBe('1'))
  })

  test('a request for the old ones is aborted', async () => {
    const app = createApp()
    app.lcd.fail({ path: '/flow/1', hang: true })
    const { result, rerender } = renderHook(({ id }) => useFlow({ id }), { ...app, initialProps: { id: 1 } })
    await waitFor(() => expect(app.signals).toHaveLength(1))
    expect(app.signals[0]?.aborted).toBe(false)

    rerender({ id: 2 })
    await waitFor(() => expect(result.current.data?.id).toBe('2'))
    expect(app.signals[0]?.aborted).toBe(true)
  })

  test('the same ones in another object, or another form of the id, change nothing', async () => {
    const app = createApp()
    const { result, rerender } = renderHook(({ id }) => useFlow({ id }), {
      ...app,
      initialProps: { id: 1 as number | string | bigint },
    })
    await waitFor(() => expect(result.current.isSuccess).toBe(true))

    const { data } = result.current
    rerender({ id: '1' })
    expect(result.current.data).toBe(data)
    rerender({ id: 1n })
    expect(result.current.data).toBe(data)
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('each argument is part of the key', async () => {
    const app = createApp()
    const { result, rerender } = renderHook(args => useFlowHistory(args), {
      ...app,
      initialProps: { id: 1, limit: 2, reverse: false },
    })
    const times = () => result.current.data?.history.map(({ actualExecTime }) => actualExecTime.slice(11, 13))
    await waitFor(() => expect(times()).toEqual(['00', '01']))

    rerender({ id: 1, limit: 3, reverse: false })
    await waitFor(() => expect(times()).toEqual(['00', '01', '02']))
    rerender({ id: 1, limit: 3, reverse: true })
    await waitFor(() => expect(times()).toEqual(['04', '03', '02']))
  })
})

describe('arguments that are missing', () => {
  const idle = { status: 'pending', fetchStatus: 'idle', data: undefined, error: null }

  test.each([
    ['useFlow', () => useFlow({ id: null })],
    ['useFlow', () => useFlow({ id: undefined })],
    ['useFlowsForOwner', () => useFlowsForOwner({ owner: null, limit: 20 })],
    ['useFlowHistory', () => useFlowHistory({ id: undefined, limit: 20 })],
    ['useIca', () => useIca({ owner: null, connectionId })],
    ['useIca', () => useIca({ owner, connectionId: undefined })],
    ['useInfiniteFlowsForOwner', () => useInfiniteFlowsForOwner({ owner: undefined })],
    ['useInfiniteFlowHistory', () => useInfiniteFlowHistory({ id: null })],
  ])('%s waits, and sends nothing', async (_, useQuery) => {
    const app = createApp()
    const { result } = renderHook(() => useQuery(), app)

    // Whatever would be sent is sent by now.
    await act(() => app.queryClient.fetchQuery({ queryKey: ['settled'], queryFn: () => true }))
    expect(result.current).toMatchObject(idle)
    expect(app.lcd.requests).toEqual([])
  })

  test('it goes on when they are filled in', async () => {
    const app = createApp()
    const { result, rerender } = renderHook(({ owner, connectionId }) => useIca({ owner, connectionId }), {
      ...app,
      initialProps: { owner: undefined as string | undefined, connectionId: null as string | null },
    })
    expect(result.current).toMatchObject(idle)
    rerender({ owner, connectionId: null })
    expect(result.current).toMatchObject(idle)
    expect(app.lcd.requests).toEqual([])

    rerender({ owner, connectionId })
    await waitFor(() => expect(result.current.data).toBe(icaAddress))
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('one query waits for the answer of another', async () => {
    const app = createApp()
    const { result } = renderHook(() => {
      const flow = useFlow({ id: 3 })
      return useFlowsForOwner({ owner: flow.data?.owner })
    }, app)

    await waitFor(() => expect(result.current.data?.flows).toHaveLength(6))
    expect(app.lcd.requests.map(({ query }) => query)).toEqual(['flow', 'flowsForOwner'])
  })

  test('it waits again when they are taken away', async () => {
    const app = createApp()
    const { result, rerender } = renderHook(({ id }) => useFlow({ id }), {
      ...app,
      initialProps: { id: 1 as number | null },
    })
    await waitFor(() => expect(result.current.isSuccess).toBe(true))

    rerender({ id: null })
    expect(result.current).toMatchObject(idle)
    expect(app.lcd.requests).toHaveLength(1)
  })

  test.each([
    ['useFlow', () => useFlow({ id: null }, { enabled: true })],
    ['useInfiniteFlowHistory', () => useInfiniteFlowHistory({ id: null }, { enabled: true })],
  ])('`enabled: true` does not make %s send a request without them', async (_, useQuery) => {
    const app = createApp()
    const { result } = renderHook(() => useQuery(), app)

    await act(() => app.queryClient.fetchQuery({ queryKey: ['settled'], queryFn: () => true }))
    expect(result.current).toMatchObject(idle)
    expect(app.lcd.requests).toEqual([])
  })
})

describe('a height', () => {
  test('in a page is refused, and the error says what allows it', async () => {
    const app = createApp()
    const { result } = renderHook(() => useFlow({ id: 1, height: 1 }), app)

    await waitFor(() => expect(result.current.error?.kind).toBe('argument'))
    expect(result.current.error?.message).toContain('allowHeight')
    expect(app.lcd.requests).toEqual([])
  })

  test('where the client allows it, two of them are two queries', async () => {
    const app = createApp({ allowHeight: true })
    const before = app.lcd.height
    app.lcd.execute(1)
    const { result, rerender } = renderHook(({ height }) => useFlowHistory({ id: 1, height }), {
      ...app,
      initialProps: { height: before },
    })
    await waitFor(() => expect(result.current.data?.history).toHaveLength(5))

    rerender({ height: app.lcd.height })
    await waitFor(() => expect(result.current.data?.history).toHaveLength(6))
    expect(observers(app)).toEqual([0, 1])
    expect(app.lcd.requests).toHaveLength(2)
  })
})
