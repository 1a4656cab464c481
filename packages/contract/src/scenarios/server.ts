import { flowQueryOptions, flowsInfiniteQueryOptions } from '@flow-query/core/query'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { prefetchFlowsHealth } from '@flow-query/insights/query'
import { dehydrate } from '@tanstack/query-core'
import { describe, expect, test } from 'vitest'
import { type App, createApp, firstFlow, fresh, meeting } from '../app.js'
import { type Scene, type ServerFramework, scene } from '../framework.js'

/** Runs the scenarios on a server, where rendering doesn't wait for queries. */
export function serverContract({ QueryClient, hooks, renderToString, noClient }: ServerFramework): void {
  const { useFlow, useFlowCollection, useFlowsHealth, useInfiniteFlows, useLiveFlows, useWatchFlows } = hooks
  const textOf = async <Result>(app: App, scene: Scene<Result>) => paragraphIn(await renderToString(app, scene))
  const label = (id: number) =>
    scene({ use: () => useFlow(() => ({ id })), show: ({ data, status }) => data?.label ?? status })

  describe('on a server', () => {
    test('prefetched data is in the page, and no request is sent', async () => {
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

    test('a prefetched collection and the health of its flows are in the page', async () => {
      const app = createApp(QueryClient, { queries: fresh })
      const { flows } = await app.queryClient.fetchQuery(flowCollectionQueryOptions(app.client))
      await prefetchFlowsHealth(app.queryClient, app.client, { flows })
      const requests = app.lcd.requests.length

      const text = await textOf(app, {
        use: () => {
          const collection = useFlowCollection()
          return useFlowsHealth(() => ({ flows: collection.data?.flows }))
        },
        show: ({ data, isPending }) => `${data.length} flows, ${isPending ? 'pending' : 'complete'}`,
      })
      expect(text).toBe('6 flows, complete')
      expect(app.lcd.requests).toHaveLength(requests)
    })

    test('no hook connects to the chain', async () => {
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
    ])('without a client, %s throws an error that explains how to provide one', async (_, use) => {
      await expect(textOf(createApp(QueryClient), { use: () => void use(), client: null })).rejects.toThrow(noClient)
    })

    describe('two concurrent requests', () => {
      /** Returns apps with the same chain, query and arguments, but with different data. */
      const requests = () => {
        const hold = meeting(2)
        return ['App one', 'App two'].map(label => createApp(QueryClient, { queries: fresh, flows: [{ label }], hold }))
      }
      const page = async (app: App) => {
        await app.queryClient.fetchQuery(flowQueryOptions(app.client, { id: 1 })).catch(() => {})
        return textOf(app, label(1))
      }
      const cached = ({ queryClient }: App) => JSON.stringify(dehydrate(queryClient)).match(/App \w+/g)

      test('two concurrent requests share no data', async () => {
        const apps = requests()

        expect(await Promise.all(apps.map(page))).toEqual(['App one', 'App two'])
        expect(apps.map(({ lcd }) => lcd.requests.length)).toEqual([1, 1])
        expect(apps.map(cached)).toEqual([['App one'], ['App two']])
      })
    })
  })
}

/** Returns the text of the only paragraph of a page. */
export const paragraphIn = (html: string) => /<p>(.*)<\/p>/.exec(html)?.[1]
