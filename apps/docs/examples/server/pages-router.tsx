import { isFlowQueryError } from '@flow-query/core'
import { flowQueryOptions } from '@flow-query/react'
import { type DehydratedState, dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { client } from './client'
import { Label } from './label'

export async function getServerSideProps({ params }: { params: { id: string } }) {
  const queryClient = new QueryClient()
  try {
    await queryClient.query(flowQueryOptions(client, params))
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return { notFound: true }
  }
  return { props: { id: params.id, state: dehydrate(queryClient) } }
}

export default function Page({ id, state }: { id: string; state: DehydratedState }) {
  return (
    <HydrationBoundary state={state}>
      <Label id={id} />
    </HydrationBoundary>
  )
}
