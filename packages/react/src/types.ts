import type { FlowQueryError, QueryName } from '@flow-query/core'
import type { FlowQueries, FlowQueryKey, FlowQueryName, InfiniteArgs, Pages, QueryArgs } from '@flow-query/core/query'
import type {
  DefinedUseInfiniteQueryResult,
  DefinedUseQueryResult,
  UseInfiniteQueryOptions,
  UseInfiniteQueryResult,
  UseQueryOptions,
  UseQueryResult,
} from '@tanstack/react-query'
import type { CheckOptions } from './facts.js'

type Args<Name extends FlowQueryName> = FlowQueries[Name]['args']
type Data<Name extends FlowQueryName> = FlowQueries[Name]['data']

type QueryOwn = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'

type WithClient = Pick<CheckOptions, 'client'>

export interface QueryHookOptions<Name extends FlowQueryName, Selected>
  extends Omit<UseQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>>, QueryOwn>,
    WithClient {}

export interface InfiniteQueryHookOptions<Name extends QueryName, Selected>
  extends Omit<
      UseInfiniteQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>,
      QueryOwn
    >,
    WithClient {}

interface WithInitialData<Data> {
  initialData: Data | (() => Data)
}

type Call<Args, Options> = object extends Args ? [args?: Args, options?: Options] : [args: Args, options?: Options]

/** The query waits while a required argument is missing, or while the arguments are `skipToken`. */
export interface QueryHook<Name extends FlowQueryName> {
  <Selected = Data<Name>>(
    args: QueryArgs<Args<Name>>,
    options: QueryHookOptions<Name, Selected> & WithInitialData<Data<Name>>,
  ): DefinedUseQueryResult<Selected, FlowQueryError>
  <Selected = Data<Name>>(
    ...call: Call<QueryArgs<Args<Name>>, QueryHookOptions<Name, Selected>>
  ): UseQueryResult<Selected, FlowQueryError>
}

export interface InfiniteQueryHook<Name extends QueryName> {
  <Selected = Pages<Data<Name>>>(
    args: InfiniteArgs<Args<Name>>,
    options: InfiniteQueryHookOptions<Name, Selected> & WithInitialData<Pages<Data<Name>>>,
  ): DefinedUseInfiniteQueryResult<Selected, FlowQueryError>
  <Selected = Pages<Data<Name>>>(
    ...call: Call<InfiniteArgs<Args<Name>>, InfiniteQueryHookOptions<Name, Selected>>
  ): UseInfiniteQueryResult<Selected, FlowQueryError>
}
