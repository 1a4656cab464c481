import { newestRuns } from '@flow-query/explorer-kit'
import { flowHistoryInfiniteQueryOptions } from '@flow-query/svelte'
import { source } from '$lib/endpoint.svelte'
import type { PageLoad } from './$types'

/** SvelteKit calls this function when the user hovers over a link to a flow. It prefetches the runs, because the flow's page needs them first. */
export const load: PageLoad = async ({ params, parent }) => {
  const { queryClient } = await parent()
  void queryClient.prefetchInfiniteQuery(flowHistoryInfiniteQueryOptions(source.client, newestRuns(params.id)))
}
