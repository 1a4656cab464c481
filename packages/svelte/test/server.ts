import { flowHistoryQueryOptions, flowQueryOptions, flowsInfiniteQueryOptions } from '@flow-query/core'
import { type DehydratedState, dehydrate } from '@tanstack/svelte-query'
import { render } from 'svelte/server'
import type { TestProject } from 'vitest/node'
import { type App, createApp } from './app.js'
import { fresh } from './fresh.js'
import Page from './Page.svelte'

/** A page as it leaves the server: its markup, and the cache that goes with it. */
interface Rendered {
  html: string
  state: DehydratedState
}

declare module 'vitest' {
  interface ProvidedContext {
    rendered: Record<'prefetched' | 'failed', Rendered>
  }
}

/** Renders the pages in Node, before they are hydrated where the tests run. */
export default async function renderPages({ provide }: TestProject) {
  provide('rendered', { prefetched: await prefetched(createApp(fresh)), failed: await failed(createApp(fresh)) })
}

async function prefetched(app: App): Promise<Rendered> {
  const { client, queryClient } = app
  await Promise.all([
    queryClient.prefetchQuery(flowQueryOptions(client, { id: 1 })),
    queryClient.prefetchQuery(flowHistoryQueryOptions(client, { id: 1, limit: 3 })),
    queryClient.prefetchInfiniteQuery(flowsInfiniteQueryOptions(client, { limit: 4 })),
  ])
  const state = carried(app)
  return { html: render(Page, { props: { app, state } }).body, state }
}

async function failed(app: App): Promise<Rendered> {
  app.lcd.fail({ refuse: true })
  return prefetched(app)
}

/** Text is all that goes over the wire. */
const carried = ({ queryClient }: App): DehydratedState => JSON.parse(JSON.stringify(dehydrate(queryClient)))
