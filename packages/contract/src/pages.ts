import { flowHistoryQueryOptions, flowQueryOptions, flowsInfiniteQueryOptions } from '@flow-query/core/query'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { prefetchFlowsVerdict } from '@flow-query/insights/query'
import { type DehydratedState, dehydrate } from '@tanstack/query-core'
import type { TestProject } from 'vitest/node'
import { type App, createApp, fresh, owner } from './app.js'
import { type Hooks, type ServerFramework, scene } from './framework.js'

/** A page that was rendered on a server: its markup and its dehydrated cache. */
export interface Rendered {
  html: string
  state: DehydratedState
}

declare module 'vitest' {
  interface ProvidedContext {
    rendered: Record<'prefetched' | 'failed', Rendered>
  }
}

/** The scene that both the server and the browser render: a flow, its history, a list, and the verdicts of a collection. */
export const summary = ({ useFlow, useFlowCollection, useFlowHistory, useFlowsVerdict, useInfiniteFlows }: Hooks) =>
  scene({
    use: () => {
      const collection = useFlowCollection(() => ({ owner }))
      return {
        flow: useFlow(() => ({ id: 1n })),
        history: useFlowHistory(() => ({ id: '1', limit: 3 })),
        flows: useInfiniteFlows(() => ({ limit: 4 })),
        verdicts: useFlowsVerdict(() => ({ flows: collection.data?.flows })),
      }
    },
    show: ({ flow, history, flows, verdicts }) =>
      `${flow.data?.label}, ${history.data?.history.length} executions, ${flows.data?.pages[0]?.flows.length} flows, ${verdicts.data.length} verdicts, ${verdicts.isPending}`,
  })

/** Creates a global setup for Vitest that renders the pages in Node. The tests hydrate them in their own environment. */
export function prerender({ QueryClient, hooks, renderToString }: ServerFramework) {
  const page = async (app: App): Promise<Rendered> => {
    await prefetch(app)
    return { html: await renderToString(app, summary(hooks)), state: serializedState(app) }
  }
  return async ({ provide }: TestProject) => {
    const failing = createApp(QueryClient, { queries: fresh })
    failing.lcd.fail({ refuse: true })
    provide('rendered', {
      prefetched: await page(createApp(QueryClient, { queries: fresh })),
      failed: await page(failing),
    })
  }
}

/** Prefetches the queries of the summary. Errors are ignored, because the page repeats failed requests. */
async function prefetch({ client, queryClient }: App) {
  await Promise.allSettled([
    queryClient.fetchQuery(flowQueryOptions(client, { id: 1 })),
    queryClient.fetchQuery(flowHistoryQueryOptions(client, { id: 1, limit: 3 })),
    queryClient.fetchInfiniteQuery(flowsInfiniteQueryOptions(client, { limit: 4 })),
    queryClient
      .fetchQuery(flowCollectionQueryOptions(client, { owner }))
      .then(({ flows }) => prefetchFlowsVerdict(queryClient, client, { flows })),
  ])
}

/** Returns the dehydrated cache after a JSON round trip, because pages transfer it as text. */
const serializedState = ({ queryClient }: App): DehydratedState => JSON.parse(JSON.stringify(dehydrate(queryClient)))
