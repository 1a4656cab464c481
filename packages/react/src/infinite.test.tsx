import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createApp, observers, other, owner } from '../test/app.js'
import { useFlows, useInfiniteFlowHistory, useInfiniteFlows, useInfiniteFlowsForOwner } from './index.js'

type Pages = { data?: { pages: { flows: { id: string }[] }[] } | undefined }

const idsOf = ({ data }: Pages) => data?.pages.map(page => page.flows.map(({ id }) => id))

describe('infinite lists', () => {
  test('useInfiniteFlows: page after page, to the end', async () => {
    const app = createApp({ flows: Array.from({ length: 5 }, () => ({})) })
    const { result } = renderHook(() => useInfiniteFlows({ limit: 2 }), app)
    await waitFor(() => expect(idsOf(result.current)).toEqual([['1', '2']]))

    while (result.current.hasNextPage) await act(() => result.current.fetchNextPage())
    expect(idsOf(result.current)).toEqual([['1', '2'], ['3', '4'], ['5']])
    expect(app.lcd.requests).toHaveLength(3)
  })

  test('useInfiniteFlows: newest first', async () => {
    const { result } = renderHook(() => useInfiniteFlows({ limit: 4, reverse: true }), createApp())
    await waitFor(() => expect(idsOf(result.current)).toEqual([['6', '5', '4', '3']]))

    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.hasNextPage).toBe(false))
    expect(idsOf(result.current)).toEqual([
      ['6', '5', '4', '3'],
      ['2', '1'],
    ])
  })

  test("useInfiniteFlowsForOwner: an owner's, and no one else's", async () => {
    const app = createApp({ flows: [{ owner }, {}, { owner }, { owner }].map(flow => ({ owner: other, ...flow })) })
    const { result } = renderHook(() => useInfiniteFlowsForOwner({ owner, limit: 2 }), app)
    await waitFor(() => expect(idsOf(result.current)).toEqual([['1', '3']]))

    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(idsOf(result.current)).toEqual([['1', '3'], ['4']]))
    expect(result.current.hasNextPage).toBe(false)
  })

  test('useInfiniteFlowHistory: newest first, to the end', async () => {
    const { result } = renderHook(() => useInfiniteFlowHistory({ id: 1, limit: 2, reverse: true }), createApp())
    await waitFor(() => expect(result.current.isSuccess).toBe(true))

    while (result.current.hasNextPage) await act(() => result.current.fetchNextPage())
    const hours = result.current.data?.pages.map(page => page.history.map(entry => entry.actualExecTime.slice(11, 13)))
    expect(hours).toEqual([['04', '03'], ['02', '01'], ['00']])
  })

  test('an empty one has one empty page and no next', async () => {
    const { result } = renderHook(() => useInfiniteFlows(), createApp({ flows: [] }))

    await waitFor(() => expect(idsOf(result.current)).toEqual([[]]))
    expect(result.current.hasNextPage).toBe(false)
  })

  test('unmounted on the way to the next page: the request is aborted, the pages before are kept', async () => {
    const app = createApp()
    const { result, unmount } = renderHook(() => useInfiniteFlows({ limit: 2 }), app)
    await waitFor(() => expect(idsOf(result.current)).toEqual([['1', '2']]))

    app.lcd.fail({ hang: true })
    act(() => void result.current.fetchNextPage())
    await waitFor(() => expect(app.signals).toHaveLength(2))
    expect(app.signals[1]?.aborted).toBe(false)
    unmount()
    await waitFor(() => expect(app.signals[1]?.aborted).toBe(true))
    expect(observers(app)).toEqual([0])

    app.lcd.recover()
    const again = renderHook(() => useInfiniteFlows({ limit: 2 }), app)
    expect(idsOf(again.result.current)).toEqual([['1', '2']])
    await waitFor(() => expect(again.result.current.isFetching).toBe(false))
  })

  test('a next page that fails is an error, and can be asked for again', async () => {
    const app = createApp()
    const { result } = renderHook(() => useInfiniteFlows({ limit: 4 }), app)
    await waitFor(() => expect(result.current.isSuccess).toBe(true))

    app.lcd.fail({ refuse: true, times: 1 })
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.isFetchNextPageError).toBe(true))
    expect(result.current.error?.kind).toBe('network')
    expect(idsOf(result.current)).toEqual([['1', '2', '3', '4']])

    await act(() => result.current.fetchNextPage())
    await waitFor(() =>
      expect(idsOf(result.current)).toEqual([
        ['1', '2', '3', '4'],
        ['5', '6'],
      ]),
    )
    expect(result.current.error).toBeNull()
  })

  test('other arguments start over', async () => {
    const { result, rerender } = renderHook(args => useInfiniteFlows(args), {
      ...createApp(),
      initialProps: { limit: 3, reverse: false },
    })
    await waitFor(() => expect(idsOf(result.current)).toEqual([['1', '2', '3']]))

    rerender({ limit: 3, reverse: true })
    expect(result.current).toMatchObject({ status: 'pending', data: undefined })
    await waitFor(() => expect(idsOf(result.current)).toEqual([['6', '5', '4']]))
  })

  test('a plain list with the same arguments is another query', async () => {
    const app = createApp()
    const { result } = renderHook(
      () => [useFlows({ limit: 2 }).data?.flows.length, useInfiniteFlows({ limit: 2 }).data?.pages.length],
      app,
    )

    await waitFor(() => expect(result.current).toEqual([2, 1]))
    expect(app.queryClient.getQueryCache().getAll()).toHaveLength(2)
  })
})
