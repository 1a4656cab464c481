import { describeError } from '@flow-query/format'
import { flowsForOwnerInfiniteQueryOptions, isFlowQueryError } from '@flow-query/svelte'
import { error } from '@sveltejs/kit'
import { dehydrate, QueryClient } from '@tanstack/svelte-query'
import { client } from '$lib/client'
import type { PageServerLoad } from './$types'

/** An invalid address causes a 404. If the request fails for another reason, the browser retries it. */
export const load: PageServerLoad = async ({ params: { owner } }) => {
  const queryClient = new QueryClient()
  try {
    await queryClient.infiniteQuery(flowsForOwnerInfiniteQueryOptions(client, { owner, limit: 5 }))
  } catch (reason) {
    if (isFlowQueryError(reason, 'argument')) error(404, describeError(reason))
  }
  return { state: dehydrate(queryClient) }
}
