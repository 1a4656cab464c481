import { describeError } from '@flow-query/format'
import { flowHistoryQueryOptions, flowQueryOptions, isFlowQueryError } from '@flow-query/svelte'
import { error } from '@sveltejs/kit'
import { dehydrate, noop, QueryClient } from '@tanstack/svelte-query'
import { client } from '$lib/client'
import type { PageServerLoad } from './$types'

/** Awaits the flow, because the status of the response depends on it, and streams the runs. */
export const load: PageServerLoad = async ({ params: { id } }) => {
  const queryClient = new QueryClient()
  try {
    await queryClient.query(flowQueryOptions(client, { id }))
  } catch (reason) {
    if (!isFlowQueryError(reason)) throw reason
    // If the node is slow, the browser sends the request again.
    if (reason.kind !== 'timeout')
      error(reason.kind === 'notFound' || reason.kind === 'argument' ? 404 : 502, describeError(reason))
  }
  return { state: dehydrate(queryClient), runs: loadRuns(id) }
}

/** If this request fails on the server, the browser retries it. */
async function loadRuns(id: string) {
  const queryClient = new QueryClient()
  await queryClient.query(flowHistoryQueryOptions(client, { id, limit: 5, reverse: true })).catch(noop)
  return dehydrate(queryClient)
}
