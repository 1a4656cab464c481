import type { FlowClient, FlowQueryError, Queries, QueryName } from '@flow-query/core'
import type { FlowQueries, FlowQueryKey, InfiniteArgs, Pages, QueryArgs } from '@flow-query/core/query'
import type {
  DefinedUseInfiniteQueryResult,
  DefinedUseQueryResult,
  UseInfiniteQueryOptions,
  UseInfiniteQueryResult,
  UseQueryOptions,
  UseQueryResult,
} from '@tanstack/react-query'

/** The arguments and the data of queries, by name. */
export type QueryTypes<All> = { [Name in keyof All]: { args: unknown; data: unknown } }

type QueryOwn = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'

export interface ClientOptions {
  /** The client to use instead of the provider's. */
  client?: FlowClient | undefined
}

export interface QueryHookOptions<Name extends keyof All & string, Selected, All extends QueryTypes<All> = FlowQueries>
  extends Omit<UseQueryOptions<All[Name]['data'], FlowQueryError, Selected, FlowQueryKey<Name>>, QueryOwn>,
    ClientOptions {}

export interface InfiniteQueryHookOptions<Name extends QueryName, Selected>
  extends Omit<
      UseInfiniteQueryOptions<Queries[Name]['data'], FlowQueryError, Selected, FlowQueryKey<Name>, string | null>,
      QueryOwn
    >,
    ClientOptions {}

interface WithInitialData<Data> {
  initialData: Data | (() => Data)
}

type Call<Args, Options> = object extends Args ? [args?: Args, options?: Options] : [args: Args, options?: Options]

/** The query waits while a required argument is missing, or while the arguments are `skipToken`. */
export interface QueryHook<Name extends keyof All & string, All extends QueryTypes<All> = FlowQueries> {
  <Selected = All[Name]['data']>(
    args: QueryArgs<All[Name]['args']>,
    options: QueryHookOptions<Name, Selected, All> & WithInitialData<All[Name]['data']>,
  ): DefinedUseQueryResult<Selected, FlowQueryError>
  <Selected = All[Name]['data']>(
    ...call: Call<QueryArgs<All[Name]['args']>, QueryHookOptions<Name, Selected, All>>
  ): UseQueryResult<Selected, FlowQueryError>
}

export interface InfiniteQueryHook<Name extends QueryName> {
  <Selected = Pages<Queries[Name]['data']>>(
    args: InfiniteArgs<Queries[Name]['args']>,
    options: InfiniteQueryHookOptions<Name, Selected> & WithInitialData<Pages<Queries[Name]['data']>>,
  ): DefinedUseInfiniteQueryResult<Selected, FlowQueryError>
  <Selected = Pages<Queries[Name]['data']>>(
    ...call: Call<InfiniteArgs<Queries[Name]['args']>, InfiniteQueryHookOptions<Name, Selected>>
  ): UseInfiniteQueryResult<Selected, FlowQueryError>
}
