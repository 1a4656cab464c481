import { createFlowClient, flowQueryOptions } from '@flow-query/core'
import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/svelte-query'

export const client = createFlowClient({ lcd: 'https://lcd.example.org', chain: 'intento-1' })

/** On the server, for each request. */
export async function load(id: string): Promise<DehydratedState> {
  const queryClient = new QueryClient()
  await queryClient.prefetchQuery(flowQueryOptions(client, { id }))
  return dehydrate(queryClient)
}
