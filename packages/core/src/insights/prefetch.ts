import type { FlowClient } from '../client.js'
import type { FlowQueryOptions } from '../queries.js'
import type { Flow, FlowHistoryPage } from '../types.js'
import { newestRunsQueryOptions } from './queries.js'

/** The arguments of {@link prefetchFlowsHealth}. */
export interface PrefetchFlowsHealthArgs {
  /** The flows whose newest runs to read. If null or undefined, no request is sent. */
  flows: readonly Flow[] | null | undefined
}

/** The part of TanStack's QueryClient that {@link prefetchFlowsHealth} uses. */
export interface PrefetchCache {
  prefetchQuery: (options: FlowQueryOptions<FlowHistoryPage, 'flowHistory'>) => Promise<void>
}

/**
 * Loads the newest runs of each flow into the cache, so that `useFlowsHealth` renders on a server.
 *
 * It never throws. If a history can't be loaded, the browser requests it again.
 *
 * @example
 * const { flows } = await queryClient.query(flowCollectionQueryOptions(client, { owner }))
 * await prefetchFlowsHealth(queryClient, client, { flows })
 */
export async function prefetchFlowsHealth(
  queryClient: PrefetchCache,
  client: FlowClient,
  { flows }: PrefetchFlowsHealthArgs,
): Promise<void> {
  await Promise.all(flows?.map(flow => queryClient.prefetchQuery(newestRunsQueryOptions(client, flow))) ?? [])
}
