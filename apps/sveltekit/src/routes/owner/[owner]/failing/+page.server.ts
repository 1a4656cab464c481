import { describeError } from '@flow-query/format'
import { isFlowQueryError } from '@flow-query/svelte'
import { flowCollectionQueryOptions } from '@flow-query/svelte/collection'
import { prefetchFlowsHealth } from '@flow-query/svelte/insights'
import { error } from '@sveltejs/kit'
import { dehydrate, QueryClient } from '@tanstack/svelte-query'
import { client } from '$lib/client'
import type { PageServerLoad } from './$types'

/** An invalid address causes a 404. If a request fails for another reason, the browser retries it. */
export const load: PageServerLoad = async ({ params: { owner } }) => {
  const queryClient = new QueryClient()
  await prefetchFlowsHealth(queryClient, client, { owner })
  const { queryKey } = flowCollectionQueryOptions(client, { owner })
  const reason = queryClient.getQueryState(queryKey)?.error
  if (isFlowQueryError(reason, 'argument')) error(404, describeError(reason))
  return { state: dehydrate(queryClient) }
}
