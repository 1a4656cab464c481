import { flowQueryOptions, isFlowQueryError } from '@flow-query/react'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { GetServerSidePropsContext, InferGetServerSidePropsType } from 'next'
import { Label } from '../../../app/flow/[id]/flow'
import { LiveMark } from '../../../app/live-mark'
import { Providers } from '../../../app/providers'
import { address, client } from '../../../app/server'

export async function getServerSideProps({ params }: GetServerSidePropsContext<{ id: string }>) {
  const id = params?.id ?? ''
  const queryClient = new QueryClient()
  try {
    await queryClient.query(flowQueryOptions(client, { id }))
  } catch (error) {
    if (isFlowQueryError(error, 'notFound') || isFlowQueryError(error, 'argument')) return { notFound: true as const }
    throw error
  }
  return { props: { id, address, state: dehydrate(queryClient) } }
}

export default function Page({ id, address, state }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return (
    <Providers address={address}>
      <HydrationBoundary state={state}>
        <Label id={id} />
      </HydrationBoundary>
      <LiveMark />
    </Providers>
  )
}
