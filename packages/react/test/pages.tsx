import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useFlow, useFlowHistory, useInfiniteFlows, useSuspenseFlow } from '../src/index.js'
import type { App } from './app.js'

/** A flow, its history and a list, all prefetched by the server. */
function Summary() {
  const flow = useFlow({ id: 1n })
  const history = useFlowHistory({ id: '1', limit: 3 })
  const flows = useInfiniteFlows({ limit: 4 })
  return (
    <p>
      {`${flow.data?.label}, ${history.data?.history.length} executions, ${flows.data?.pages[0]?.flows.length} flows`}
    </p>
  )
}

/** A flow that the server waits for. */
function SuspenseLabel() {
  return <p>{useSuspenseFlow({ id: 1 }).data.label}</p>
}

/** What server and browser both render. */
export const pages = {
  prefetched: <Summary />,
  streamed: (
    <Suspense fallback={<p>Loading</p>}>
      <SuspenseLabel />
    </Suspense>
  ),
  failed: <Summary />,
}

/** One of them as an app shows it, over a cache that was filled elsewhere. */
export function live({ wrapper: Wrapper }: App, state: DehydratedState, page: ReactNode): ReactNode {
  return (
    <Wrapper>
      <HydrationBoundary state={state}>{page}</HydrationBoundary>
    </Wrapper>
  )
}

/** No answer is stale while a test runs. */
export const fresh = { queries: { staleTime: Number.POSITIVE_INFINITY } }
