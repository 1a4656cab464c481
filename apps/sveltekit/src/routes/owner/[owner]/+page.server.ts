import { flowsForOwnerInfiniteQueryOptions } from '@flow-query/svelte'
import { dehydrate, noop, QueryClient } from '@tanstack/svelte-query'
import { client } from '#lib/client.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = ({ params: { owner } }) => ({ flows: loadFlows(owner) })

async function loadFlows(owner: string) {
  const queryClient = new QueryClient()
  await queryClient.infiniteQuery(flowsForOwnerInfiniteQueryOptions(client, { owner, limit: 5 })).catch(noop)
  return dehydrate(queryClient)
}
