import type { Flow, FlowClient } from '@flow-query/core'
import { chainTimeQuery, newestRunsQuery, prefetchQuery } from '@flow-query/core/parts/cache'
import { finish } from '@flow-query/core/parts/collection'
import type { QueryClient } from '@tanstack/query-core'
import { isLoading } from '../forecast/facts/reader.js'
import { type FlowsVerdictArgs, initialForecasts, updateForecastsInSteps } from './forecast-observer.js'

export interface PrefetchFlowsHealthArgs {
  flows: readonly Flow[] | null | undefined
}

/**
 * Loads the chain's time and the newest runs of each flow into the cache, so that `useFlowsHealth` renders on a server.
 *
 * It never throws.
 *
 * @example
 * const { flows } = await queryClient.query(flowCollectionQueryOptions(client, { owner }))
 * await prefetchFlowsHealth(queryClient, client, { flows })
 */
export async function prefetchFlowsHealth(
  queryClient: QueryClient,
  client: FlowClient,
  { flows }: PrefetchFlowsHealthArgs,
): Promise<void> {
  if (!flows?.length) return
  await prefetchQuery(queryClient, chainTimeQuery(client))
  await Promise.all(flows.map(flow => prefetchQuery(queryClient, newestRunsQuery(client, flow))))
}

/**
 * Loads the facts for forecasts into the cache, so that `useFlowsVerdict` and `useFlowVerdict` render on a server. Pass the same
 * flows to the hook.
 *
 * It never throws.
 *
 * @example
 * const { flows } = await queryClient.query(flowsForOwnerQueryOptions(client, { owner }))
 * await prefetchFlowsVerdict(queryClient, client, { flows })
 */
export async function prefetchFlowsVerdict(
  queryClient: QueryClient,
  client: FlowClient,
  args: FlowsVerdictArgs,
): Promise<void> {
  let state = initialForecasts
  for (;;) {
    state = finish(updateForecastsInSteps(state, { ...args, client }, queryClient))
    const unread = state.queries.filter(({ queryKey }) => isLoading(queryClient.getQueryState(queryKey)))
    if (unread.length === 0) return
    await Promise.all(unread.map(query => prefetchQuery(queryClient, query)))
    // A query that is still pending was canceled. If it is canceled each time, this loop would never end.
    if (unread.some(({ queryKey }) => isLoading(queryClient.getQueryState(queryKey)))) return
  }
}
