import { isFlowQueryError } from '@flow-query/core'
import { flowHistoryQueryOptions, flowQueryOptions } from '@flow-query/react'
import { dehydrate, HydrationBoundary, noop, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { client } from '../../server'
import { Label, Runs } from './flow'

/** What it is about, it waits for: whether there is such a flow is the status of the answer. */
export default async function Page({ params }: PageProps<'/flow/[id]'>) {
  const { id } = await params
  const queryClient = new QueryClient()
  try {
    await queryClient.query(flowQueryOptions(client, { id }))
  } catch (error) {
    if (isFlowQueryError(error, 'notFound') || isFlowQueryError(error, 'argument')) notFound()
    throw error
  }
  return (
    <main>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Label id={id} />
      </HydrationBoundary>
      <Suspense fallback={<p>Loading its runs</p>}>
        <PrefetchedRuns id={id} />
      </Suspense>
    </main>
  )
}

/** Comes behind, when it is there. What fails here, the browser asks for. */
async function PrefetchedRuns({ id }: { id: string }) {
  const queryClient = new QueryClient()
  await queryClient.query(flowHistoryQueryOptions(client, { id, limit: 5, reverse: true })).catch(noop)
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Runs id={id} />
    </HydrationBoundary>
  )
}
