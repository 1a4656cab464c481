import { flowHistoryQueryOptions, flowQueryOptions, flowsInfiniteQueryOptions } from '@flow-query/core'
import { type DehydratedState, dehydrate } from '@tanstack/vue-query'
import type { TestProject } from 'vitest/node'
import { renderToString } from 'vue/server-renderer'
import { type App, createApp } from './app.js'
import { fresh, live, pages } from './pages.js'

/** A page as it leaves the server: its markup, and the cache that goes with it. */
interface Rendered {
  html: string
  state: DehydratedState
}

declare module 'vitest' {
  interface ProvidedContext {
    rendered: Record<keyof typeof pages, Rendered>
  }
}

/** Renders the pages in Node, before they are hydrated where the tests run. */
export default async function render({ provide }: TestProject) {
  provide('rendered', {
    prefetched: await prefetched(),
    awaited: await rendered(createApp(fresh), 'awaited'),
    suspended: await rendered(createApp(fresh), 'suspended'),
    failed: await failed(),
  })
}

async function prefetched(): Promise<Rendered> {
  const app = createApp(fresh)
  await prefetch(app)
  return rendered(app, 'prefetched')
}

async function failed(): Promise<Rendered> {
  const app = createApp(fresh)
  app.lcd.fail({ refuse: true })
  await prefetch(app)
  return rendered(app, 'failed')
}

async function rendered(app: App, name: keyof typeof pages): Promise<Rendered> {
  return { html: await renderToString(live(app, pages[name])), state: carried(app) }
}

async function prefetch({ client, queryClient }: App) {
  await Promise.all([
    queryClient.prefetchQuery(flowQueryOptions(client, { id: 1 })),
    queryClient.prefetchQuery(flowHistoryQueryOptions(client, { id: 1, limit: 3 })),
    queryClient.prefetchInfiniteQuery(flowsInfiniteQueryOptions(client, { limit: 4 })),
  ])
}

/** Text is all that goes over the wire. */
const carried = ({ queryClient }: App): DehydratedState => JSON.parse(JSON.stringify(dehydrate(queryClient)))
