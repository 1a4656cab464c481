import { flowQueryOptions } from '@flow-query/react'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { connection } from 'next/server'
import { client } from './client'
import { Label } from './label'

export default async function Page() {
  await connection()
  const queryClient = new QueryClient()
  await queryClient.query(flowQueryOptions(client, { id: 1 }))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Label id={1} />
    </HydrationBoundary>
  )
}
