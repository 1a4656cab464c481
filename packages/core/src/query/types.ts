import type { DataTag, InfiniteData } from '@tanstack/query-core'
import type { FlowQueryKey, QueryArgs } from '../cache/keys.js'
import type { CacheQuery } from '../cache/query.js'
import type { FlowCollection, FlowCollectionArgs } from '../collection/types.js'
import type { FlowQueryError } from '../errors.js'
import type { ChainTime, ChainTimeArgs, Queries, QueryName } from '../types.js'

export interface FlowQueries extends Queries {
  chainTime: { args: ChainTimeArgs; data: ChainTime }
  flowCollection: { args: FlowCollectionArgs; data: FlowCollection }
}

/** The name of a query, in cache keys, options and hooks. */
export type FlowQueryName = keyof FlowQueries

export type Pages<Page> = InfiniteData<Page, string | null>

/** The arguments of an infinite query, which finds the cursors of its pages automatically. */
export type InfiniteArgs<Args> = QueryArgs<Omit<Args, 'key' | 'offset'>>

type Data<Name extends FlowQueryName> = FlowQueries[Name]['data']

/** Never set. TanStack Query infers the error type from `throwOnError`, and from `retryDelay` in `useSuspenseQuery`. */
export interface ErrorTypes {
  throwOnError?: (error: FlowQueryError) => boolean
  retryDelay?: (failures: number, error: FlowQueryError) => number
}

/**
 * The options of a query for TanStack Query, in any framework. Pass them to `useQuery`, `useSuspenseQuery`, `createQuery` or
 * `queryClient.query`.
 */
export interface FlowQueryOptions<Name extends FlowQueryName> extends CacheQuery<Name, Data<Name>>, ErrorTypes {
  queryKey: DataTag<FlowQueryKey<Name>, Data<Name>, FlowQueryError>
}

/** The options of an infinite query for TanStack Query. Each page starts at the `nextKey` of the previous page. */
export interface FlowInfiniteQueryOptions<Name extends QueryName>
  extends Omit<CacheQuery<Name, Data<Name>>, 'queryFn'>,
    ErrorTypes {
  queryKey: DataTag<FlowQueryKey<Name>, Pages<Data<Name>>, FlowQueryError>
  queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<Data<Name>>
  initialPageParam: string | null
  getNextPageParam: (
    lastPage: Data<Name>,
    pages: Data<Name>[],
    lastPageParam: string | null,
    pageParams: (string | null)[],
  ) => string | null
  /** Never set. TanStack Query infers the type of the data from it. */
  select?: (data: Pages<Data<Name>>) => Pages<Data<Name>>
}
