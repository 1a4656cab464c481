import { flowCollectionQueryOptions } from '@flow-query/react/collection'
import { prefetchFlowsHealth } from '@flow-query/react/insights'
import { dehydrate, HydrationBoundary, noop, QueryClient } from '@tanstack/react-query'
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
  const mine = await queryClient.query(flowCollectionQueryOptions(client, { owner })).catch(noop)
  await prefetchFlowsHealth(queryClient, client, { flows: mine?.flows })
  return (
    <main>
      <h1>Failing flows</h1>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <FailingFlows owner={owner} />
      </HydrationBoundary>
    </main>
  )
}
