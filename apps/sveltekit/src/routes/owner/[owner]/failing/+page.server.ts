import { flowCollectionQueryOptions } from '@flow-query/svelte/collection'
import { prefetchFlowsHealth } from '@flow-query/svelte/insights'
import { dehydrate, noop, QueryClient } from '@tanstack/svelte-query'
import { client } from '$lib/client'
import type { PageServerLoad } from './$types'

/** If a request fails on the server, the browser retries it. */
export const load: PageServerLoad = async ({ params: { owner } }) => {
  const queryClient = new QueryClient()
  const mine = await queryClient.query(flowCollectionQueryOptions(client, { owner })).catch(noop)
  await prefetchFlowsHealth(queryClient, client, { flows: mine?.flows })
  return { state: dehydrate(queryClient) }
}
