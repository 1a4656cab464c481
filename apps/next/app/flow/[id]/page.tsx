import { flowHistoryQueryOptions, flowQueryOptions, isFlowQueryError } from '@flow-query/react'
import { dehydrate, HydrationBoundary, noop, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { client } from '../../server'
import { Label, Runs } from './flow'

/** Lets the page wait for the node, without a static shell. */
export const instant = false

/** Awaits the flow, and shows the 404 page if it does not exist. */
export default async function Page({ params }: PageProps<'/flow/[id]'>) {
  await connection()
  const { id } = await params
  const queryClient = new QueryClient()
  try {
    await queryClient.query(flowQueryOptions(client, { id }))
  } catch (error) {
    if (isFlowQueryError(error, 'notFound') || isFlowQueryError(error, 'argument')) notFound()
    // If the node is slow, the browser sends the request again.
    if (!isFlowQueryError(error, 'timeout')) throw error
  }
  return (
    <main>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Label id={id} />
      </HydrationBoundary>
      <Suspense fallback={<p>Loading runs…</p>}>
        <PrefetchedRuns id={id} />
      </Suspense>
    </main>
  )
}

/** Streams the runs when they arrive. If the request fails on the server, the browser retries it. */
async function PrefetchedRuns({ id }: { id: string }) {
  const queryClient = new QueryClient()
  await queryClient.query(flowHistoryQueryOptions(client, { id, limit: 5, reverse: true })).catch(noop)
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Runs id={id} />
    </HydrationBoundary>
  )
}
