import type { FlowClient } from '../../client.js'
import { type ForecasterArgs, type ForecasterCache, initialForecaster, updateForecaster } from './forecaster.js'
import type { ForecastFactQueryOptions } from './reader.js'

/** The part of TanStack's `QueryClient` that {@link prefetchFlowsForecast} uses. */
export interface PrefetchForecastCache extends ForecasterCache {
  prefetchQuery: (options: ForecastFactQueryOptions) => Promise<void>
}

/**
 * Loads the facts for forecasts into the cache, so that `useFlowsForecast` and `useFlowForecast` render on a server. Pass the same
 * flows to the hook.
 *
 * It never throws. If a fact can't be loaded, the browser requests it again.
 *
 * @example
 * const { flows } = await queryClient.query(flowsForOwnerQueryOptions(client, { owner }))
 * await prefetchFlowsForecast(queryClient, client, { flows })
 */
export async function prefetchFlowsForecast(
  queryClient: PrefetchForecastCache,
  client: FlowClient,
  args: ForecasterArgs,
): Promise<void> {
  let state = initialForecaster
  for (;;) {
    state = updateForecaster(state, client, args, queryClient)
    const unread = state.queries.filter(({ queryKey }) => isPending(queryClient, queryKey))
    if (unread.length === 0) return
    await Promise.all(unread.map(query => queryClient.prefetchQuery(query)))
    // A query that is still pending was canceled, so waiting for it again could last forever.
    if (unread.some(({ queryKey }) => isPending(queryClient, queryKey))) return
  }
}

function isPending(queryClient: ForecasterCache, queryKey: ForecastFactQueryOptions['queryKey']): boolean {
  return (queryClient.getQueryState(queryKey)?.status ?? 'pending') === 'pending'
}
