import { isFlowQueryError } from '@flow-query/core'
import { flowHistoryQueryOptions, flowQueryOptions } from '@flow-query/svelte'
import { error } from '@sveltejs/kit'
import { dehydrate, noop, QueryClient } from '@tanstack/svelte-query'
import { client } from '#lib/client.ts'
import type { PageServerLoad } from './$types'

/** What the page is about, it waits for: whether there is such a flow is the status of the answer. Its runs come behind. */
export const load: PageServerLoad = async ({ params: { id } }) => {
  const queryClient = new QueryClient()
  try {
    await queryClient.query(flowQueryOptions(client, { id }))
  } catch (reason) {
    if (!isFlowQueryError(reason)) throw reason
    error(reason.kind === 'notFound' || reason.kind === 'argument' ? 404 : 502, reason.message)
  }
  return { state: dehydrate(queryClient), runs: loadRuns(id) }
}

/** What fails here, the browser asks for. */
async function loadRuns(id: string) {
  const queryClient = new QueryClient()
  await queryClient.query(flowHistoryQueryOptions(client, { id, limit: 5, reverse: true })).catch(noop)
  return dehydrate(queryClient)
}
