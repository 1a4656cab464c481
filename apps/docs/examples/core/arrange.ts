import { chainTime, createFlowClient } from '@flow-query/core'
import { countFlows, filterAndSortFlows } from '@flow-query/core/collection'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { QueryClient } from '@tanstack/query-core'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })

/** Prints the first five active flows that match, sorted by ID, next run or label. */
export async function find(search: string, sort: 'id' | 'nextRun' | 'label'): Promise<void> {
  const time = await chainTime(client)
  const { flows } = await queryClient.query(flowCollectionQueryOptions(client))
  const found = filterAndSortFlows(flows, { status: 'active', search, sort }, time)
  for (const flow of found.slice(0, 5)) console.log(flow.id, flow.label)
  console.log(`${found.length} of`, countFlows(flows, time).status)
}
