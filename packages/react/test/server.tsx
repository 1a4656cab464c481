import { createApp, fresh, prerender, type ServerFramework } from '@flow-query/contract'
import { dehydrate, QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import type { TestProject } from 'vitest/node'
import { flowQueryOptions, useFlowClient } from '../src/index.js'
import { framework, host, wrapperOf } from './framework.js'

declare module 'vitest' {
  interface ProvidedContext {
    streamed: { html: string; state: string }
  }
}

export const server: ServerFramework = {
  QueryClient,
  noClient: framework.noClient,
  hooks: framework.hooks,
  renderToString: async (app, scene) => renderToString(host(app, scene).page()),
}

/** The label of a flow, with suspense. */
export const SuspendedLabel = ({ id }: { id: number }) => (
  <Suspense fallback={<p>Loading</p>}>
    <Label id={id} />
  </Suspense>
)

function Label({ id }: { id: number }) {
  return <p>{useSuspenseQuery(flowQueryOptions(useFlowClient(), { id })).data.label}</p>
}

/** Renders pages in Node, so that tests in jsdom or a browser can hydrate them. */
export default async function render(project: TestProject) {
  await prerender(server)(project)
  const app = createApp(QueryClient, { queries: fresh })
  const Wrapper = wrapperOf(app)
  const stream = await renderToReadableStream(
    <Wrapper>
      <SuspendedLabel id={1} />
    </Wrapper>,
  )
  await stream.allReady
  const html = await new Response(stream).text()
  project.provide('streamed', { html, state: JSON.stringify(dehydrate(app.queryClient)) })
}
