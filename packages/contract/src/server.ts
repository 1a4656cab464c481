import { flowQueryOptions, flowsInfiniteQueryOptions } from '@flow-query/core'
import { flowCollectionQueryOptions } from '@flow-query/core/collection'
import { newestRunsQueryOptions } from '@flow-query/core/insights'
import { dehydrate } from '@tanstack/query-core'
import { describe, expect, test } from 'vitest'
import { type App, createApp, firstFlow, fresh, meeting, startTime } from './app.js'
import { type Scene, type ServerFramework, scene } from './framework.js'

/** What a framework does on a server, where it waits for no query. */
export function serverContract({ QueryClient, hooks, renderToString, noClient }: ServerFramework): void {
  const { useFlow, useFlowCollection, useFlowsHealth, useInfiniteFlows, useLiveFlows, useWatchFlows } = hooks
  const textOf = async <Result>(app: App, scene: Scene<Result>) => paragraphIn(await renderToString(app, scene))
  const label = (id: number) =>
    scene({ use: () => useFlow(() => ({ id })), show: ({ data, status }) => data?.label ?? status })

  describe('on a server', () => {
    test('what was prefetched is in the page, and nothing is asked for', async () => {
      const app = createApp(QueryClient, { queries: fresh })
      await app.queryClient.fetchQuery(flowQueryOptions(app.client, { id: 2 }))
      await app.queryClient.fetchInfiniteQuery({ ...flowsInfiniteQueryOptions(app.client, { limit: 2 }), pages: 2 })

      expect(await textOf(app, label(2))).toBe('Flow 2')
      const count = scene({
        use: () => useInfiniteFlows(() => ({ limit: 2 })),
        show: ({ data }) => `${data?.pages.flatMap(page => page.flows).length}`,
      })
      expect(await textOf(app, count)).toBe('4')
      expect(app.lcd.requests).toHaveLength(3)
    })

    test('a collection and the health of its flows, prefetched, are in the page', async () => {
      const app = createApp(QueryClient, { queries: fresh })
      const { flows } = await app.queryClient.fetchQuery(flowCollectionQueryOptions(app.client))
      await Promise.all(flows.map(flow => app.queryClient.fetchQuery(newestRunsQueryOptions(app.client, flow))))
      const requests = app.lcd.requests.length

      const text = await textOf(app, {
        use: () => {
          const collection = useFlowCollection()
          return useFlowsHealth(() => ({ flows: collection.data?.flows, now: Date.parse(startTime) }))
        },
        show: ({ data, isPending }) => `${data.length} flows, ${isPending ? 'pending' : 'whole'}`,
      })
      expect(text).toBe('6 flows, whole')
      expect(app.lcd.requests).toHaveLength(requests)
    })

    test('what failed to be prefetched is pending', async () => {
      const app = createApp(QueryClient)
      app.lcd.fail({ refuse: true })
      await app.queryClient.fetchQuery(flowQueryOptions(app.client, { id: 2 })).catch(() => {})

      expect(await textOf(app, label(2))).toBe('pending')
      expect(dehydrate(app.queryClient).queries).toEqual([])
    })

    test('nothing listens to the chain', async () => {
      const app = createApp(QueryClient)
      const text = await textOf(app, {
        use: () => {
          useWatchFlows(() => ({ onEvent: () => {} }))
          return useLiveFlows(() => ({ fallbackInterval: 60_000 }))
        },
        show: ({ state }) => state,
      })

      expect(text).toBe('stopped')
      expect(app.connections).toEqual([])
    })

    test.each([
      ['useFlow', () => useFlow(firstFlow)],
      ['useFlowsHealth', () => useFlowsHealth(() => ({ flows: [] }))],
      ['useLiveFlows', () => useLiveFlows()],
      ['useWatchFlows', () => useWatchFlows(() => ({ onEvent: () => {} }))],
    ])('without a client a page with %s fails, and says what to add', async (_, use) => {
      await expect(textOf(createApp(QueryClient), { use: () => void use(), client: null })).rejects.toThrow(noClient)
    })

    describe('two requests at once', () => {
      /** Of the same chain, query and arguments, at nodes that know different things. */
      const requests = () => {
        const hold = meeting(2)
        return ['Of one', 'Of two'].map(label => createApp(QueryClient, { queries: fresh, flows: [{ label }], hold }))
      }
      const page = async (app: App) => {
        await app.queryClient.fetchQuery(flowQueryOptions(app.client, { id: 1 })).catch(() => {})
        return textOf(app, label(1))
      }
      const cached = ({ queryClient }: App) => JSON.stringify(dehydrate(queryClient)).match(/Of \w+/g)

      test('share nothing', async () => {
        const apps = requests()

        expect(await Promise.all(apps.map(page))).toEqual(['Of one', 'Of two'])
        expect(apps.map(({ lcd }) => lcd.requests.length)).toEqual([1, 1])
        expect(apps.map(cached)).toEqual([['Of one'], ['Of two']])
      })

      test('share nothing while one fails', async () => {
        const apps = requests()
        apps[0]?.lcd.fail({ refuse: true })

        expect(await Promise.all(apps.map(page))).toEqual(['pending', 'Of two'])
        expect(apps.map(cached)).toEqual([null, ['Of two']])
      })
    })
  })
}

/** What stands in the only paragraph of a page: frameworks put comments around it. */
export const paragraphIn = (html: string) => /<p>(.*)<\/p>/.exec(html)?.[1]
