import { newestRuns } from '@flow-query/explorer-kit'
import { flowHistoryInfiniteQueryOptions } from '@flow-query/svelte'
import { source } from '$lib/endpoint.svelte'
import { queryClient } from '$lib/query-client'
import type { PageLoad } from './$types'

/** SvelteKit calls this function when the user hovers over a link to a flow. It prefetches the runs, because the flow's page needs them first. */
export const load: PageLoad = ({ params }) => {
  void queryClient.prefetchInfiniteQuery(flowHistoryInfiniteQueryOptions(source.client, newestRuns(params.id)))
}
