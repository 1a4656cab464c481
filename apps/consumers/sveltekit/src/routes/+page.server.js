import { flowQueryOptions } from '@flow-query/svelte'
import { dehydrate, QueryClient } from '@tanstack/svelte-query'
import { client } from '../client.js'

export async function load() {
  const queryClient = new QueryClient()
  await queryClient.query(flowQueryOptions(client, { id: 1 }))
  return { state: dehydrate(queryClient) }
}
