import { flowHistoryInfiniteQueryOptions } from '@flow-query/svelte'
import { source } from '$lib/endpoint.svelte'
import { newestRuns } from '$lib/state.svelte'
import type { PageLoad } from './$types'

/** The router calls it when a pointer rests on a link to a flow: what the page begins with is there when the reader is. */
export const load: PageLoad = async ({ params, parent }) => {
  const { queryClient } = await parent()
  void queryClient.prefetchInfiniteQuery(flowHistoryInfiniteQueryOptions(source.client, newestRuns(params.id)))
}
