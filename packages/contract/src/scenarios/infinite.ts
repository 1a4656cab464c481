import { describe, expect, test } from 'vitest'
import { admin, owner } from '../app.js'
import type { Kit } from '../framework.js'

type Pages = { data?: { pages: { flows: { id: string }[] }[] } | undefined }

const idsOf = ({ data }: Pages) => data?.pages.map(page => page.flows.map(({ id }) => id))

export function infiniteScenarios({ hooks, mount, act, waitFor, createApp }: Kit): void {
  const { useInfiniteFlows } = hooks

  describe('infinite queries', () => {
    test('useInfiniteFlows loads all pages', async () => {
      const app = createApp({ flows: Array.from({ length: 5 }, () => ({})) })
      const page = mount(app, { use: () => useInfiniteFlows(() => ({ limit: 2 })) })
      await waitFor(() => expect(idsOf(page.result)).toEqual([['1', '2']]))

      while (page.result.hasNextPage) await act(() => page.result.fetchNextPage())
      expect(idsOf(page.result)).toEqual([['1', '2'], ['3', '4'], ['5']])
      expect(app.lcd.requests).toHaveLength(3)
    })

    test('each hook loads the pages of its query', async () => {
      const page = mount(createApp(), {
        use: () => [
          hooks.useInfiniteFlowsForOwner(() => ({ owner, limit: 4 })),
          hooks.useInfiniteTrustlessAgents(() => ({ limit: 1 })),
          hooks.useInfiniteTrustlessAgentsForAdmin(() => ({ feeAdmin: admin, limit: 1 })),
        ],
      })
      await waitFor(() => expect(page.result.map(({ hasNextPage }) => hasNextPage)).toEqual([true, true, true]))

      for (const index of [0, 1, 2]) await act(() => page.result[index]?.fetchNextPage())
      await waitFor(() => expect(page.result.map(({ hasNextPage }) => hasNextPage)).toEqual([false, false, false]))
      expect(page.result.map(({ data }) => data?.pages.length)).toEqual([2, 2, 2])
    })

    test('new arguments start with the first page', async () => {
      const page = mount(createApp(), { props: { limit: 3, reverse: false }, use: given => useInfiniteFlows(given) })
      await waitFor(() => expect(idsOf(page.result)).toEqual([['1', '2', '3']]))

      await page.give({ limit: 3, reverse: true })
      expect(page.result).toMatchObject({ status: 'pending', data: undefined })
      await waitFor(() => expect(idsOf(page.result)).toEqual([['6', '5', '4']]))
    })
  })
}
