import { prefetchFlowsHealth } from '@flow-query/react/insights'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { connection } from 'next/server'
import { client } from '../../../server'
import { FailingFlows } from './failing-flows'

/** Lets the page wait for the node, without a static shell. */
export const instant = false

export default async function Page({ params }: PageProps<'/owner/[owner]/failing'>) {
  await connection()
  const { owner } = await params
  const queryClient = new QueryClient()
  // If a request fails on the server, the browser retries it.
  await prefetchFlowsHealth(queryClient, client, { owner })
  return (
    <main>
      <h1>Failing flows</h1>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <FailingFlows owner={owner} />
      </HydrationBoundary>
    </main>
  )
}
