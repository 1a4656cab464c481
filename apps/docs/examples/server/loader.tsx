import { isFlowQueryError } from '@flow-query/core'
import { flowQueryOptions } from '@flow-query/react'
import { type DehydratedState, dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { client } from './client'
import { Label } from './label'

export async function loader({ params: { id } }: { params: { id: string } }) {
  const queryClient = new QueryClient()
  try {
    await queryClient.query(flowQueryOptions(client, { id }))
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) throw new Response('There is no such flow', { status: 404 })
  }
  return { id, state: dehydrate(queryClient) }
}

export default function Page({ loaderData: { id, state } }: { loaderData: { id: string; state: DehydratedState } }) {
  return (
    <HydrationBoundary state={state}>
      <Label id={id} />
    </HydrationBoundary>
  )
}
