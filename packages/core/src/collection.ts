import type { FlowClient } from './client.js'
import { type CollectionContext, type FlowCollection, readCollection } from './collection/read.js'
import { type FlowQueryKey, type QueryArgs, queryKey } from './queries.js'
import type { HeightArgs } from './types.js'

export {
  arrangeFlows,
  countFlows,
  type FlowArrangement,
  type FlowCounts,
  type FlowSort,
  nextChange,
} from './collection/arrange.js'
export type { FlowCollection } from './collection/read.js'

export interface FlowCollectionArgs extends HeightArgs {
  /** A bech32 address: only the flows of this owner. */
  owner?: string | undefined
}

/** A collection as TanStack Query takes it, in every framework. */
export interface FlowCollectionQueryOptions {
  queryKey: FlowQueryKey<'flowCollection'>
  queryFn: (context: CollectionContext) => Promise<FlowCollection>
  retry: false
  /** Rows that have not changed are kept as they are anyway. */
  structuralSharing: false
  staleTime: 'static' | ((query: { state: { data: FlowCollection | undefined } }) => number)
  enabled?: false
}

/** Milliseconds for which a collection that was read to its end counts as fresh: it is many requests. */
const freshFor = 300_000

/**
 * Every flow of the chain, or of an owner, in one query, in the order of ids.
 *
 * It is there with its first page and grows while it is read; `done`, `of` and `complete` tell how far it is. Who leaves it
 * in the middle, or meets an error there, keeps what was read, and the next who looks at it, or `refetch`, goes on from
 * there. Read again, it is replaced row by row. Parts that many flows share are one object in memory.
 *
 * @example
 * const { flows, done, of, complete } = await queryClient.ensureQueryData(flowCollectionQueryOptions(client))
 *
 * @throws {FlowQueryError} as {@link FlowClient.flows}; `unsupported` never leaves it half read
 */
export function flowCollectionQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowCollectionArgs> = {},
): FlowCollectionQueryOptions {
  const given = typeof args === 'symbol' ? {} : args
  const owner = given.owner ?? undefined
  const height = given.height ?? undefined
  return {
    queryKey: queryKey(client, 'flowCollection', { owner, height }),
    queryFn: context => readCollection(client, { owner, height }, context),
    retry: false,
    structuralSharing: false,
    staleTime: height === undefined ? ({ state }) => (state.data?.complete ? freshFor : 0) : 'static',
    ...((typeof args === 'symbol' || ('owner' in given && owner === undefined)) && { enabled: false as const }),
  }
}
