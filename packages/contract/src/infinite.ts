import { describe, expect, test } from 'vitest'
import { admin, observers, other, owner } from './app.js'
import type { Kit } from './framework.js'

type Pages = { data?: { pages: { flows: { id: string }[] }[] } | undefined }

const idsOf = ({ data }: Pages) => data?.pages.map(page => page.flows.map(({ id }) => id))

export function infiniteScenarios({ hooks, mount, act, waitFor, createApp }: Kit): void {
  const { useFlows, useInfiniteFlowHistory, useInfiniteFlows, useInfiniteFlowsForOwner } = hooks
  const { useInfiniteTrustlessAgents, useInfiniteTrustlessAgentsForAdmin } = hooks

  describe('infinite queries', () => {
    test('useInfiniteFlows loads all pages', async () => {
      const app = createApp({ flows: Array.from({ length: 5 }, () => ({})) })
      const page = mount(app, { use: () => useInfiniteFlows(() => ({ limit: 2 })) })
      await waitFor(() => expect(idsOf(page.result)).toEqual([['1', '2']]))

      while (page.result.hasNextPage) await act(() => page.result.fetchNextPage())
      expect(idsOf(page.result)).toEqual([['1', '2'], ['3', '4'], ['5']])
      expect(app.lcd.requests).toHaveLength(3)
    })

    test('useInfiniteFlows loads the newest flows first with `reverse`', async () => {
      const page = mount(createApp(), { use: () => useInfiniteFlows(() => ({ limit: 4, reverse: true })) })
      await waitFor(() => expect(idsOf(page.result)).toEqual([['6', '5', '4', '3']]))

      await act(() => page.result.fetchNextPage())
      await waitFor(() => expect(page.result.hasNextPage).toBe(false))
      expect(idsOf(page.result)).toEqual([
        ['6', '5', '4', '3'],
        ['2', '1'],
      ])
    })

    test("useInfiniteFlowsForOwner loads only the owner's flows", async () => {
      const app = createApp({ flows: [{ owner }, {}, { owner }, { owner }].map(flow => ({ owner: other, ...flow })) })
      const page = mount(app, { use: () => useInfiniteFlowsForOwner(() => ({ owner, limit: 2 })) })
      await waitFor(() => expect(idsOf(page.result)).toEqual([['1', '3']]))

      await act(() => page.result.fetchNextPage())
      await waitFor(() => expect(idsOf(page.result)).toEqual([['1', '3'], ['4']]))
      expect(page.result.hasNextPage).toBe(false)
    })

    test('useInfiniteFlowHistory loads all pages, newest first', async () => {
      const page = mount(createApp(), {
        use: () => useInfiniteFlowHistory(() => ({ id: 1, limit: 2, reverse: true })),
      })
      await waitFor(() => expect(page.result.isSuccess).toBe(true))

      while (page.result.hasNextPage) await act(() => page.result.fetchNextPage())
      const hours = page.result.data?.pages.map(({ history }) =>
        history.map(entry => entry.actualExecTime.slice(11, 13)),
      )
      expect(hours).toEqual([['04', '03'], ['02', '01'], ['00']])
    })

    test('useInfiniteTrustlessAgents and useInfiniteTrustlessAgentsForAdmin load all pages', async () => {
      const page = mount(createApp(), {
        use: () => [
          useInfiniteTrustlessAgents(() => ({ limit: 1 })),
          useInfiniteTrustlessAgentsForAdmin(() => ({ feeAdmin: admin, limit: 1 })),
        ],
      })
      await waitFor(() => expect(page.result.map(({ hasNextPage }) => hasNextPage)).toEqual([true, true]))

      for (const list of [0, 1]) await act(() => page.result[list]?.fetchNextPage())
      await waitFor(() => expect(page.result.map(({ hasNextPage }) => hasNextPage)).toEqual([false, false]))
      expect(page.result.map(({ data }) => data?.pages.map(page => page.trustlessAgents.length))).toEqual([
        [1, 1],
        [1, 1],
      ])
    })

    test('an empty list has one empty page and no next page', async () => {
      const page = mount(createApp({ flows: [] }), { use: () => useInfiniteFlows() })

      await waitFor(() => expect(idsOf(page.result)).toEqual([[]]))
      expect(page.result.hasNextPage).toBe(false)
    })

    test('an unmount aborts the request for the next page and keeps the loaded pages', async () => {
      const app = createApp()
      const page = mount(app, { use: () => useInfiniteFlows(() => ({ limit: 2 })) })
      await waitFor(() => expect(idsOf(page.result)).toEqual([['1', '2']]))

      app.lcd.fail({ hang: true })
      await act(() => void page.result.fetchNextPage())
      await waitFor(() => expect(app.signals).toHaveLength(2))
      expect(app.signals[1]?.aborted).toBe(false)
      page.unmount()
      await waitFor(() => expect(app.signals[1]?.aborted).toBe(true))
      expect(observers(app)).toEqual([0])

      app.lcd.recover()
      const again = mount(app, { use: () => useInfiniteFlows(() => ({ limit: 2 })) })
      expect(idsOf(again.result)).toEqual([['1', '2']])
      await waitFor(() => expect(again.result.isFetching).toBe(false))
    })

    test('a next page that failed can be fetched again', async () => {
      const app = createApp()
      const page = mount(app, { use: () => useInfiniteFlows(() => ({ limit: 4 })) })
      await waitFor(() => expect(page.result.isSuccess).toBe(true))

      app.lcd.fail({ refuse: true, times: 1 })
      await act(() => page.result.fetchNextPage())
      await waitFor(() => expect(page.result.isFetchNextPageError).toBe(true))
      expect(page.result.error?.kind).toBe('network')
      expect(idsOf(page.result)).toEqual([['1', '2', '3', '4']])

      await act(() => page.result.fetchNextPage())
      await waitFor(() =>
        expect(idsOf(page.result)).toEqual([
          ['1', '2', '3', '4'],
          ['5', '6'],
        ]),
      )
      expect(page.result.error).toBeNull()
    })

    test('new arguments start with the first page', async () => {
      const page = mount(createApp(), { props: { limit: 3, reverse: false }, use: given => useInfiniteFlows(given) })
      await waitFor(() => expect(idsOf(page.result)).toEqual([['1', '2', '3']]))

      await page.give({ limit: 3, reverse: true })
      expect(page.result).toMatchObject({ status: 'pending', data: undefined })
      await waitFor(() => expect(idsOf(page.result)).toEqual([['6', '5', '4']]))
    })

    test('a single page with the same arguments is another query', async () => {
      const app = createApp()
      const page = mount(app, {
        use: () => ({ plain: useFlows(() => ({ limit: 2 })), infinite: useInfiniteFlows(() => ({ limit: 2 })) }),
      })

      await waitFor(() => expect(page.result.plain.data?.flows).toHaveLength(2))
      await waitFor(() => expect(page.result.infinite.data?.pages).toHaveLength(1))
      expect(app.queryClient.getQueryCache().getAll()).toHaveLength(2)
    })
  })
}
