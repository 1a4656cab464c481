import { flowsForOwnerInfiniteQueryOptions } from '@flow-query/react'
import { dehydrate, HydrationBoundary, noop, QueryClient } from '@tanstack/react-query'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { client } from '../../server'
import { Flows } from './flows'

/** Lets the page wait for the node, without a static shell. */
export const instant = false

export default async function Page({ params }: PageProps<'/owner/[owner]'>) {
  await connection()
  const { owner } = await params
  return (
    <main>
      <h1>{owner}</h1>
      <Suspense fallback={<p>Loading…</p>}>
        <PrefetchedFlows owner={owner} />
      </Suspense>
    </main>
  )
}

async function PrefetchedFlows({ owner }: { owner: string }) {
  const queryClient = new QueryClient()
  await queryClient.infiniteQuery(flowsForOwnerInfiniteQueryOptions(client, { owner, limit: 5 })).catch(noop)
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Flows owner={owner} />
    </HydrationBoundary>
  )
}
