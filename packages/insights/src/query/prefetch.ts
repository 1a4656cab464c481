import type { Flow, FlowClient } from '@flow-query/core'
import { chainTimeQuery, newestRunsQuery, prefetchQuery } from '@flow-query/core/parts/cache'
import { finish } from '@flow-query/core/parts/collection'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import type { QueryClient } from '@tanstack/query-core'
import { isLoading } from '../forecast/facts/reader.js'
import { type FlowsVerdictArgs, forecastComputation } from './forecast-observer.js'
import type { CheckedFlows } from './owner.js'

/**
 * Loads the chain's time and the newest runs of each flow into the cache, so that `useFlowsHealth` renders on a server.
 *
 * It never throws.
 *
 * @example
 * await prefetchFlowsHealth(queryClient, client, { owner })
 */
export async function prefetchFlowsHealth(
  queryClient: QueryClient,
  client: FlowClient,
  { flows: given, owner }: CheckedFlows,
): Promise<void> {
  const flows = given ?? (owner ? await loadFlows(queryClient, client, owner) : undefined)
  if (!flows?.length) return
  await prefetchQuery(queryClient, chainTimeQuery(client))
  await Promise.all(flows.map(flow => prefetchQuery(queryClient, newestRunsQuery(client, flow))))
}

async function loadFlows(
  queryClient: QueryClient,
  client: FlowClient,
  owner: string,
): Promise<readonly Flow[] | undefined> {
  const query = flowCollectionQueryOptions(client, { owner })
  await prefetchQuery(queryClient, query)
  return queryClient.getQueryData(query.queryKey)?.flows
}

/**
 * Loads the facts for forecasts into the cache, so that `useFlowsVerdict` and `useFlowVerdict` render on a server. Pass the same
 * flows or the same owner to the hook.
 *
 * It never throws.
 *
 * @example
 * await prefetchFlowsVerdict(queryClient, client, { owner })
 */
export async function prefetchFlowsVerdict(
  queryClient: QueryClient,
  client: FlowClient,
  args: FlowsVerdictArgs,
): Promise<void> {
  let state = forecastComputation.initial
  for (;;) {
    state = finish(forecastComputation.update(state, { ...args, client }, queryClient))
    const unread = state.queries.filter(({ queryKey }) => isLoading(queryClient.getQueryState(queryKey)))
    if (unread.length === 0) return
    await Promise.all(unread.map(query => prefetchQuery(queryClient, query)))
    // A query that is still pending was canceled. If it is canceled each time, this loop would never end.
    if (unread.some(({ queryKey }) => isLoading(queryClient.getQueryState(queryKey)))) return
  }
}
