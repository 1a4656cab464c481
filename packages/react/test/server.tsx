import { flowHistoryQueryOptions, flowQueryOptions, flowsInfiniteQueryOptions } from '@flow-query/core'
import { type DehydratedState, dehydrate } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import type { TestProject } from 'vitest/node'
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
  provide('rendered', { prefetched: await prefetched(), streamed: await streamed(), failed: await failed() })
}

async function prefetched(): Promise<Rendered> {
  const app = createApp(fresh)
  await prefetch(app)
  return { html: renderToString(empty(app, pages.prefetched)), state: carried(app) }
}

async function streamed(): Promise<Rendered> {
  const app = createApp(fresh)
  const stream = await renderToReadableStream(empty(app, pages.streamed))
  await stream.allReady
  return { html: await new Response(stream).text(), state: carried(app) }
}

async function failed(): Promise<Rendered> {
  const app = createApp(fresh)
  app.lcd.fail({ refuse: true })
  await prefetch(app)
  return { html: renderToString(empty(app, pages.failed)), state: carried(app) }
}

async function prefetch({ client, queryClient }: App) {
  await Promise.all([
    queryClient.prefetchQuery(flowQueryOptions(client, { id: 1 })),
    queryClient.prefetchQuery(flowHistoryQueryOptions(client, { id: 1, limit: 3 })),
    queryClient.prefetchInfiniteQuery(flowsInfiniteQueryOptions(client, { limit: 4 })),
  ])
}

const empty = (app: App, page: ReactNode) => live(app, { queries: [], mutations: [] }, page)

/** Text is all that goes over the wire. */
const carried = ({ queryClient }: App): DehydratedState => JSON.parse(JSON.stringify(dehydrate(queryClient)))
