import { waitFor } from '@testing-library/vue'
import { describe, expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import { createApp, observers, other, owner, renderComposable } from '../test/app.js'
import { useFlows, useInfiniteFlowHistory, useInfiniteFlows, useInfiniteFlowsForOwner } from './index.js'

type Pages = { data?: { pages: { flows: { id: string }[] }[] } | undefined }

const idsOf = ({ data }: Pages) => data?.pages.map(page => page.flows.map(({ id }) => id))

describe('infinite lists', () => {
  test('useInfiniteFlows: page after page, to the end', async () => {
    const app = createApp({ flows: Array.from({ length: 5 }, () => ({})) })
    const { result } = renderComposable(() => useInfiniteFlows({ limit: 2 }), app)
    await waitFor(() => expect(idsOf(result)).toEqual([['1', '2']]))

    while (result.hasNextPage) await result.fetchNextPage()
    expect(idsOf(result)).toEqual([['1', '2'], ['3', '4'], ['5']])
    expect(app.lcd.requests).toHaveLength(3)
  })

  test('useInfiniteFlows: newest first', async () => {
    const { result } = renderComposable(() => useInfiniteFlows({ limit: 4, reverse: true }), createApp())
    await waitFor(() => expect(idsOf(result)).toEqual([['6', '5', '4', '3']]))

    await result.fetchNextPage()
    await waitFor(() => expect(result.hasNextPage).toBe(false))
    expect(idsOf(result)).toEqual([
      ['6', '5', '4', '3'],
      ['2', '1'],
    ])
  })

  test("useInfiniteFlowsForOwner: an owner's, and no one else's", async () => {
    const app = createApp({ flows: [{ owner }, {}, { owner }, { owner }].map(flow => ({ owner: other, ...flow })) })
    const { result } = renderComposable(() => useInfiniteFlowsForOwner({ owner, limit: 2 }), app)
    await waitFor(() => expect(idsOf(result)).toEqual([['1', '3']]))

    await result.fetchNextPage()
    await waitFor(() => expect(idsOf(result)).toEqual([['1', '3'], ['4']]))
    expect(result.hasNextPage).toBe(false)
  })

  test('useInfiniteFlowHistory: newest first, to the end', async () => {
    const { result } = renderComposable(() => useInfiniteFlowHistory({ id: 1, limit: 2, reverse: true }), createApp())
    await waitFor(() => expect(result.isSuccess).toBe(true))

    while (result.hasNextPage) await result.fetchNextPage()
    const hours = result.data?.pages.map(page => page.history.map(entry => entry.actualExecTime.slice(11, 13)))
    expect(hours).toEqual([['04', '03'], ['02', '01'], ['00']])
  })

  test('an empty one has one empty page and no next', async () => {
    const { result } = renderComposable(() => useInfiniteFlows(), createApp({ flows: [] }))

    await waitFor(() => expect(idsOf(result)).toEqual([[]]))
    expect(result.hasNextPage).toBe(false)
  })

  test('unmounted on the way to the next page: the request is aborted, the pages before are kept', async () => {
    const app = createApp()
    const { result, unmount } = renderComposable(() => useInfiniteFlows({ limit: 2 }), app)
    await waitFor(() => expect(idsOf(result)).toEqual([['1', '2']]))

    app.lcd.fail({ hang: true })
    void result.fetchNextPage()
    await waitFor(() => expect(app.signals).toHaveLength(2))
    expect(app.signals[1]?.aborted).toBe(false)
    unmount()
    await waitFor(() => expect(app.signals[1]?.aborted).toBe(true))
    expect(observers(app)).toEqual([0])

    app.lcd.recover()
    const again = renderComposable(() => useInfiniteFlows({ limit: 2 }), app)
    expect(idsOf(again.result)).toEqual([['1', '2']])
    await waitFor(() => expect(again.result.isFetching).toBe(false))
  })

  test('a next page that fails is an error, and can be asked for again', async () => {
    const app = createApp()
    const { result } = renderComposable(() => useInfiniteFlows({ limit: 4 }), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    app.lcd.fail({ refuse: true, times: 1 })
    await result.fetchNextPage()
    await waitFor(() => expect(result.isFetchNextPageError).toBe(true))
    expect(result.error?.kind).toBe('network')
    expect(idsOf(result)).toEqual([['1', '2', '3', '4']])

    await result.fetchNextPage()
    await waitFor(() =>
      expect(idsOf(result)).toEqual([
        ['1', '2', '3', '4'],
        ['5', '6'],
      ]),
    )
    expect(result.error).toBeNull()
  })

  test('other arguments start over', async () => {
    const reverse = ref(false)
    const { result } = renderComposable(() => useInfiniteFlows({ limit: 3, reverse }), createApp())
    await waitFor(() => expect(idsOf(result)).toEqual([['1', '2', '3']]))

    reverse.value = true
    await nextTick()
    expect(result).toMatchObject({ status: 'pending', data: undefined })
    await waitFor(() => expect(idsOf(result)).toEqual([['6', '5', '4']]))
  })

  test('a plain list with the same arguments is another query', async () => {
    const app = createApp()
    const { result } = renderComposable(
      () => ({ plain: useFlows({ limit: 2 }), infinite: useInfiniteFlows({ limit: 2 }) }),
      app,
    )

    await waitFor(() => expect([result.plain.data?.flows.length, result.infinite.data?.pages.length]).toEqual([2, 1]))
    expect(app.queryClient.getQueryCache().getAll()).toHaveLength(2)
  })
})
