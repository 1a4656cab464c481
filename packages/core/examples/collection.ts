import { chainTime, createFlowClient, flowStatus } from '@flow-query/core'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { QueryClient } from '@tanstack/query-core'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })
const queryClient = new QueryClient()

/** Returns how many flows of an owner, or of the whole chain, will run again. */
export async function countActive(owner?: string): Promise<number> {
  const time = await chainTime(client)
  // The query options of `{ owner: undefined }` wait for an owner.
  const { flows } = await queryClient.query(flowCollectionQueryOptions(client, owner ? { owner } : {}))
  return flows.filter(flow => flowStatus(flow, time) === 'active').length
}
