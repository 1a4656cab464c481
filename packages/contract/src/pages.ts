import { flowHistoryQueryOptions, flowQueryOptions, flowsInfiniteQueryOptions } from '@flow-query/core'
import { type DehydratedState, dehydrate } from '@tanstack/query-core'
import type { TestProject } from 'vitest/node'
import { type App, createApp, fresh } from './app.js'
import { type Hooks, type ServerFramework, scene } from './framework.js'

/** A page as it leaves the server: its markup, and the cache that goes with it. */
export interface Rendered {
  html: string
  state: DehydratedState
}

declare module 'vitest' {
  interface ProvidedContext {
    rendered: Record<'prefetched' | 'failed', Rendered>
  }
}

/** A flow, its history and a list: what server and browser both render. */
export const summary = ({ useFlow, useFlowHistory, useInfiniteFlows }: Hooks) =>
  scene({
    use: () => ({
      flow: useFlow(() => ({ id: 1n })),
      history: useFlowHistory(() => ({ id: '1', limit: 3 })),
      flows: useInfiniteFlows(() => ({ limit: 4 })),
    }),
    show: ({ flow, history, flows }) =>
      `${flow.data?.label}, ${history.data?.history.length} executions, ${flows.data?.pages[0]?.flows.length} flows`,
  })

/** Renders the pages in Node, before they are hydrated where the tests run: a global setup of Vitest. */
export function prerender({ QueryClient, hooks, renderToString }: ServerFramework) {
  const page = async (app: App): Promise<Rendered> => {
    await prefetch(app)
    return { html: await renderToString(app, summary(hooks)), state: carried(app) }
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

/** What the summary shows. What fails is left to the page. */
async function prefetch({ client, queryClient }: App) {
  await Promise.allSettled([
    queryClient.fetchQuery(flowQueryOptions(client, { id: 1 })),
    queryClient.fetchQuery(flowHistoryQueryOptions(client, { id: 1, limit: 3 })),
    queryClient.fetchInfiniteQuery(flowsInfiniteQueryOptions(client, { limit: 4 })),
  ])
}

/** Text is all that goes over the wire. */
const carried = ({ queryClient }: App): DehydratedState => JSON.parse(JSON.stringify(dehydrate(queryClient)))
