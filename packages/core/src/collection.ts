import type { FlowClient } from './client.js'
import { type CollectionContext, type FlowCollection, readCollection } from './collection/read.js'
import { type FlowQueryKey, type QueryArgs, queryKey } from './queries.js'
import type { HeightArgs } from './types.js'

export {
  countFlows,
  type FlowArrangement,
  type FlowCounts,
  type FlowSort,
  filterAndSortFlows,
  nextStatusChange,
} from './collection/arrange.js'
export type { FlowCollection } from './collection/read.js'

/** The arguments of {@link flowCollectionQueryOptions}. */
export interface FlowCollectionArgs extends HeightArgs {
  /** The bech32 address of an owner. Without it, the collection contains all flows of the chain. */
  owner?: string | undefined
}

/** Query options for TanStack Query, in any framework. */
export interface FlowCollectionQueryOptions {
  /** The cache key, which contains the chain and all arguments. */
  queryKey: FlowQueryKey<'flowCollection'>
  /** Loads the collection page by page, and stores each page in the cache as it arrives. */
  queryFn: (context: CollectionContext) => Promise<FlowCollection>
  /** Retries are off, because the client retries. */
  retry: false
  /** Off, because `queryFn` already keeps unchanged rows as the same objects. */
  structuralSharing: false
  /** A complete collection is fresh for five minutes. With a `height`, it never becomes stale. */
  staleTime: 'static' | ((query: { state: { data: FlowCollection | undefined } }) => number)
  /** Only set while `owner` is passed as null or undefined, or if `skipToken` is passed. */
  enabled?: false
}

/** How long a complete collection is fresh, in milliseconds. Reloading a collection takes many requests. */
const freshFor = 300_000

/**
 * Returns query options for all flows of the chain, or of one owner, sorted by id.
 *
 * The data is available after the first page and grows while more pages load. `loaded`, `total` and `complete` show the
 * progress. If the last observer unmounts or a request fails, the loaded flows stay in the cache. The next fetch of a whole chain
 * continues where the last one stopped. A refetch of a complete collection replaces the flows one by one. Equal parts of different
 * flows share one object in memory.
 *
 * @example
 * const { flows, loaded, total, complete } = await queryClient.ensureQueryData(flowCollectionQueryOptions(client))
 *
 * @throws {FlowQueryError} with the same kinds as {@link FlowClient.flows}
 */
export function flowCollectionQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowCollectionArgs> = {},
): FlowCollectionQueryOptions {
  const collectionArgs = typeof args === 'symbol' ? {} : args
  const owner = collectionArgs.owner ?? undefined
  const height = collectionArgs.height ?? undefined
  return {
    queryKey: queryKey(client, 'flowCollection', { owner, height }),
    queryFn: context => readCollection(client, { owner, height }, context),
    retry: false,
    structuralSharing: false,
    staleTime: height === undefined ? ({ state }) => (state.data?.complete ? freshFor : 0) : 'static',
    ...((typeof args === 'symbol' || ('owner' in collectionArgs && owner === undefined)) && {
      enabled: false as const,
    }),
  }
}
