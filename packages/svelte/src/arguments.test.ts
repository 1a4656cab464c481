import { act, waitFor } from '@testing-library/svelte'
import { get } from 'svelte/store'
import { describe, expect, test } from 'vitest'
import { connectionId, createApp, icaAddress, observers, owner } from '../test/app.js'
import { changing } from '../test/changing.svelte.js'
import { renderHook } from '../test/render.js'
import {
  useFlow,
  useFlowHistory,
  useFlowsForOwner,
  useIca,
  useInfiniteFlowHistory,
  useInfiniteFlowsForOwner,
} from './index.js'

describe.each(changing)('arguments that change, in %s', (_, create) => {
  test('another id is another flow, and the old one is never shown as it', async () => {
    const app = createApp()
    const args = create({ id: 1 })
    const { result } = renderHook(() => useFlow(args.given), app)
    await waitFor(() => expect(result.data?.id).toBe('1'))

    args.set({ id: 2 })
    expect(result).toMatchObject({ status: 'pending', data: undefined })
    expect(get(result)).toMatchObject({ status: 'pending', data: undefined })
    await waitFor(() => expect(result.data?.id).toBe('2'))
    expect(get(result).data?.id).toBe('2')
    expect(observers(app)).toEqual([0, 1])
  })

  test('the way back is in the cache', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const args = create({ id: 1 })
    const { result } = renderHook(() => useFlow(args.given), app)
    await waitFor(() => expect(result.data?.id).toBe('1'))
    args.set({ id: 2 })
    await waitFor(() => expect(result.data?.id).toBe('2'))

    args.set({ id: 1 })
    expect(result).toMatchObject({ status: 'success', data: { id: '1' } })
    expect(app.lcd.requests).toHaveLength(2)
  })

  test('an error belongs to its arguments', async () => {
    const app = createApp()
    const args = create({ id: 404 })
    const { result } = renderHook(() => useFlow(args.given), app)
    await waitFor(() => expect(result.error?.kind).toBe('notFound'))

    args.set({ id: 1 })
    expect(result.error).toBeNull()
    await waitFor(() => expect(result.data?.id).toBe('1'))
  })

  test('a request for the old ones is aborted', async () => {
    const app = createApp()
    app.lcd.fail({ path: '/flow/1', hang: true })
    const args = create({ id: 1 })
    const { result } = renderHook(() => useFlow(args.given), app)
    await waitFor(() => expect(app.signals).toHaveLength(1))
    expect(app.signals[0]?.aborted).toBe(false)

    args.set({ id: 2 })
    await waitFor(() => expect(result.data?.id).toBe('2'))
    expect(app.signals[0]?.aborted).toBe(true)
  })

  test('the same ones in another object, or another form of the id, change nothing', async () => {
    const app = createApp()
    const args = create({ id: 1 as number | string | bigint })
    const { result } = renderHook(() => useFlow(args.given), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    const { data } = result
    args.set({ id: '1' })
    expect(result.data).toBe(data)
    args.set({ id: 1n })
    expect(result.data).toBe(data)
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('each argument is part of the key', async () => {
    const app = createApp()
    const args = create({ id: 1, limit: 2, reverse: false })
    const { result } = renderHook(() => useFlowHistory(args.given), app)
    const times = () => result.data?.history.map(({ actualExecTime }) => actualExecTime.slice(11, 13))
    await waitFor(() => expect(times()).toEqual(['00', '01']))

    args.set({ id: 1, limit: 3, reverse: false })
    await waitFor(() => expect(times()).toEqual(['00', '01', '02']))
    args.set({ id: 1, limit: 3, reverse: true })
    await waitFor(() => expect(times()).toEqual(['04', '03', '02']))
  })

  test('after unmount they change nothing', async () => {
    const app = createApp()
    const args = create({ id: 1 })
    const { result, unmount } = renderHook(() => useFlow(args.given), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    unmount()
    args.set({ id: 2 })
    expect(observers(app)).toEqual([0])
    expect(app.lcd.requests).toHaveLength(1)
  })
})

const idle = { status: 'pending', fetchStatus: 'idle', data: undefined, error: null }

describe('arguments that are missing', () => {
  test.each([
    ['useFlow', () => useFlow({ id: null })],
    ['useFlow', () => useFlow(() => ({ id: undefined }))],
    ['useFlowsForOwner', () => useFlowsForOwner({ owner: null, limit: 20 })],
    ['useFlowHistory', () => useFlowHistory({ id: undefined, limit: 20 })],
    ['useIca', () => useIca({ owner: null, connectionId })],
    ['useIca', () => useIca(() => ({ owner, connectionId: undefined }))],
    ['useInfiniteFlowsForOwner', () => useInfiniteFlowsForOwner({ owner: undefined })],
    ['useInfiniteFlowHistory', () => useInfiniteFlowHistory({ id: null })],
  ])('%s waits, and sends nothing', async (_, useQuery) => {
    const app = createApp()
    const { result } = renderHook(() => useQuery(), app)

    // Whatever would be sent is sent by now.
    await act(() => app.queryClient.fetchQuery({ queryKey: ['settled'], queryFn: () => true }))
    expect(result).toMatchObject(idle)
    expect(app.lcd.requests).toEqual([])
  })

  test('one query waits for the answer of another', async () => {
    const app = createApp()
    const { result } = renderHook(() => {
      const flow = useFlow({ id: 3 })
      return useFlowsForOwner(() => ({ owner: flow.data?.owner }))
    }, app)

    await waitFor(() => expect(result.data?.flows).toHaveLength(6))
    expect(app.lcd.requests.map(({ query }) => query)).toEqual(['flow', 'flowsForOwner'])
  })

  test.each([
    ['useFlow', () => useFlow({ id: null }, { enabled: true })],
    ['useInfiniteFlowHistory', () => useInfiniteFlowHistory({ id: null }, { enabled: true })],
  ])('`enabled: true` does not make %s send a request without them', async (_, useQuery) => {
    const app = createApp()
    const { result } = renderHook(() => useQuery(), app)

    await act(() => app.queryClient.fetchQuery({ queryKey: ['settled'], queryFn: () => true }))
    expect(result).toMatchObject(idle)
    expect(app.lcd.requests).toEqual([])
  })
})

describe.each(changing)('arguments that are missing, in %s', (_, create) => {
  test('it goes on when they are filled in', async () => {
    const app = createApp()
    const args = create({ owner: undefined as string | undefined, connectionId: null as string | null })
    const { result } = renderHook(() => useIca(args.given), app)
    expect(result).toMatchObject(idle)
    args.set({ owner, connectionId: null })
    expect(result).toMatchObject(idle)
    expect(app.lcd.requests).toEqual([])

    args.set({ owner, connectionId })
    await waitFor(() => expect(result.data).toBe(icaAddress))
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('it waits again when they are taken away', async () => {
    const app = createApp()
    const args = create({ id: 1 as number | null })
    const { result } = renderHook(() => useFlow(args.given), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    args.set({ id: null })
    expect(result).toMatchObject(idle)
    expect(app.lcd.requests).toHaveLength(1)
  })
})

describe('a height', () => {
  test('in a page is refused, and the error says what allows it', async () => {
    const app = createApp()
    const { result } = renderHook(() => useFlow({ id: 1, height: 1 }), app)

    await waitFor(() => expect(result.error?.kind).toBe('argument'))
    expect(result.error?.message).toContain('allowHeight')
    expect(app.lcd.requests).toEqual([])
  })

  test.each(changing)('where the client allows it, two of them are two queries, in %s', async (_, create) => {
    const app = createApp({ allowHeight: true })
    const before = app.lcd.height
    app.lcd.execute(1)
    const args = create({ id: 1, height: before })
    const { result } = renderHook(() => useFlowHistory(args.given), app)
    await waitFor(() => expect(result.data?.history).toHaveLength(5))

    args.set({ id: 1, height: app.lcd.height })
    await waitFor(() => expect(result.data?.history).toHaveLength(6))
    expect(observers(app)).toEqual([0, 1])
    expect(app.lcd.requests).toHaveLength(2)
  })
})
