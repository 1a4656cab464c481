import { chainTimeQueryOptions } from '../chain-time.js'
import type { FlowClient } from '../client.js'
import type { Flow } from '../types.js'
import { newestRunsQueryOptions } from './queries.js'

/** The arguments of {@link prefetchFlowsHealth}. */
export interface PrefetchFlowsHealthArgs {
  /** The flows whose newest runs to read. If null or undefined, no request is sent. */
  flows: readonly Flow[] | null | undefined
}

interface PrefetchedQuery {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>
  retry: false
}

/** The part of TanStack's QueryClient that {@link prefetchFlowsHealth} uses. */
export interface PrefetchCache {
  prefetchQuery: (options: PrefetchedQuery) => Promise<void>
}

/**
 * Loads the chain's time and the newest runs of each flow into the cache, so that `useFlowsHealth` renders on a server.
 *
 * It never throws. If a request fails, the browser repeats it.
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
  if (!flows?.length) return
  await queryClient.prefetchQuery(chainTimeQueryOptions(client))
  await Promise.all(flows.map(flow => queryClient.prefetchQuery(newestRunsQueryOptions(client, flow))))
}
