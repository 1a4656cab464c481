import { createFlowClient } from '@flow-query/core'
import { flowQueryOptions } from '@flow-query/svelte'
import { type DehydratedState, dehydrate, noop, QueryClient } from '@tanstack/svelte-query'

export const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', chainId: 'intento-1' })

/** On the server, for each request. */
export async function load(id: string): Promise<DehydratedState> {
  const queryClient = new QueryClient()
  // What fails here, the browser asks for.
  await queryClient.query(flowQueryOptions(client, { id })).catch(noop)
  return dehydrate(queryClient)
}
