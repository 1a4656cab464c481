import { createFlowClient } from '@flow-query/core'
import { arrangeFlows, countFlows, flowCollectionQueryOptions } from '@flow-query/core/collection'
import { QueryClient } from '@tanstack/query-core'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })

/** The first five of the chain's flows that will run again and match, by their id, their next run or their label. */
export async function find(search: string, sort: 'id' | 'nextRun' | 'label'): Promise<void> {
  const { flows } = await queryClient.fetchQuery(flowCollectionQueryOptions(client))
  const now = Date.now()
  const found = arrangeFlows(flows, { status: 'active', search, sort }, now)
  for (const flow of found.slice(0, 5)) console.log(flow.id, flow.label)
  console.log(`${found.length} of`, countFlows(flows, now).status)
}
