import type { DataTag, QueryClient } from '@tanstack/query-core'
import { fetchQuery } from '../cache/fetch.js'
import { type FlowQueryKey, givenArguments, type QueryArgs, queryKey } from '../cache/keys.js'
import type { FlowClient } from '../client.js'
import { loadAll, readCollection } from '../collection/read.js'
import type { CollectionContext, FlowCollection, FlowCollectionArgs } from '../collection/types.js'
import type { FlowQueryError } from '../errors.js'
import type { ErrorTypes } from './types.js'

/** Query options for TanStack Query, in any framework. */
export interface FlowCollectionQueryOptions extends ErrorTypes {
  queryKey: DataTag<FlowQueryKey<'flowCollection'>, FlowCollection, FlowQueryError>
  /** Loads the collection page by page, and stores each page in the cache as it arrives. */
  queryFn: (context: CollectionContext) => Promise<FlowCollection>
  retry: false
  /** Off, because `queryFn` already keeps unchanged rows as the same objects. */
  structuralSharing: false
  /** A complete collection is fresh for five minutes. With a `height`, it never becomes stale. */
  staleTime: (query: { state: { data: FlowCollection | undefined } }) => number | 'static'
  /** Only set while `owner` is passed as null, undefined or an empty string, or if `skipToken` is passed. */
  enabled?: false
}

const freshFor = 300_000

/**
 * Returns query options for all flows of the chain, or of one owner, sorted by id.
 *
 * The data is available after the first page and grows while more pages load. If the last observer unmounts or a request fails, the
 * loaded flows stay in the cache. The next fetch of a whole chain continues where the last one stopped.
 *
 * Through a gateway, all flows are loaded with one or two requests, and the data has a `height`. A refetch then requests only the
 * flows that have changed since. If the gateway fails, the flows are loaded page by page.
 *
 * @example
 * const { flows, loaded, total, complete } = await queryClient.query(flowCollectionQueryOptions(client))
 *
 * @throws {FlowQueryError} with the same kinds as {@link FlowClient.flows}
 */
export function flowCollectionQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowCollectionArgs> = {},
): FlowCollectionQueryOptions {
  const given = givenArguments(args) as FlowCollectionArgs
  const { height, autoLoadLimit = Number.POSITIVE_INFINITY } = given
  const isSkipped = typeof args === 'symbol' || (args != null && 'owner' in args && !args.owner)
  // Without an owner, a refetch would load the whole chain.
  const owner = isSkipped ? '' : given.owner
  const key = isSkipped ? { skipped: true } : { owner, height }
  const whenComplete = height === undefined ? freshFor : 'static'
  return {
    // The cast adds the `DataTag`, which only exists in the types.
    queryKey: queryKey(client, 'flowCollection', key) as FlowCollectionQueryOptions['queryKey'],
    queryFn: context => readCollection(client, { owner, height, autoLoadLimit }, context),
    retry: false,
    structuralSharing: false,
    staleTime: ({ state }) => (state.data?.complete ? whenComplete : 0),
    ...(isSkipped && { enabled: false as const }),
  }
}

/**
 * Loads all flows of a collection, even if there are more than its `autoLoadLimit`. Loading continues if all components unmount.
 *
 * @example
 * const { data } = useFlowCollection({ autoLoadLimit: 5_000 })
 * const loadAll = () => loadAllFlows(queryClient, client)
 *
 * @throws {FlowQueryError} with the same kinds as {@link FlowClient.flows}
 */
export async function loadAllFlows(
  queryClient: QueryClient,
  client: FlowClient,
  args: FlowCollectionArgs = {},
): Promise<FlowCollection> {
  const options = flowCollectionQueryOptions(client, { ...args, autoLoadLimit: undefined })
  const query = queryClient.getQueryCache().find<FlowCollection>({ queryKey: options.queryKey })
  if (!query?.getObserversCount()) return fetchQuery(queryClient, { ...options, staleTime: 0 })
  if (query.state.fetchStatus !== 'idle') {
    const collection = await query.fetch()
    if (collection.complete && collection.asOf === undefined) return collection
  }
  return query.fetch(undefined, { meta: loadAll as object })
}
