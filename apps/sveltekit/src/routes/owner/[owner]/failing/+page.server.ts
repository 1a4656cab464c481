import { prefetchFlowsHealth } from '@flow-query/svelte/insights'
import { dehydrate, QueryClient } from '@tanstack/svelte-query'
import { client } from '$lib/client'
import type { PageServerLoad } from './$types'

/** If a request fails on the server, the browser retries it. */
export const load: PageServerLoad = async ({ params: { owner } }) => {
  const queryClient = new QueryClient()
  await prefetchFlowsHealth(queryClient, client, { owner })
  return { state: dehydrate(queryClient) }
}
