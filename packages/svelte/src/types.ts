import type { FlowQueryError, QueryName } from '@flow-query/core'
import type { FlowQueries, FlowQueryKey, FlowQueryName, InfiniteArgs, Pages, QueryArgs } from '@flow-query/core/query'
import type {
  CreateInfiniteQueryOptions,
  CreateInfiniteQueryResult,
  CreateQueryOptions,
  CreateQueryResult,
  DefinedCreateQueryResult,
  DefinedInfiniteQueryObserverResult,
} from '@tanstack/svelte-query'
import type { CheckOptions } from './facts.svelte.js'
import type { Given } from './given.js'
import type { QueryStore } from './store.js'

type Args<Name extends FlowQueryName> = FlowQueries[Name]['args']
type Data<Name extends FlowQueryName> = FlowQueries[Name]['data']

type QueryOwn = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'

type WithClient = Pick<CheckOptions, 'client'>

export interface QueryHookOptions<Name extends FlowQueryName, Selected>
  extends Omit<CreateQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>>, QueryOwn>,
    WithClient {}

export interface InfiniteQueryHookOptions<Name extends QueryName, Selected>
  extends Omit<
      CreateInfiniteQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>,
      QueryOwn
    >,
    WithClient {}

interface WithInitialData<Data> {
  initialData: Data | (() => Data)
}

type Call<Args, Options> = object extends Args
  ? [args?: Given<Args | undefined>, options?: Given<Options>]
  : [args: Given<Args>, options?: Given<Options>]

/** The query waits while a required argument is missing, or while the arguments are `skipToken`. */
export interface QueryHook<Name extends FlowQueryName> {
  <Selected = Data<Name>>(
    args: Given<QueryArgs<Args<Name>>>,
    options: Given<QueryHookOptions<Name, Selected> & WithInitialData<Data<Name>>>,
  ): QueryStore<DefinedCreateQueryResult<Selected, FlowQueryError>>
  <Selected = Data<Name>>(
    ...call: Call<QueryArgs<Args<Name>>, QueryHookOptions<Name, Selected>>
  ): QueryStore<CreateQueryResult<Selected, FlowQueryError>>
}

export interface InfiniteQueryHook<Name extends QueryName> {
  <Selected = Pages<Data<Name>>>(
    args: Given<InfiniteArgs<Args<Name>>>,
    options: Given<InfiniteQueryHookOptions<Name, Selected> & WithInitialData<Pages<Data<Name>>>>,
  ): QueryStore<DefinedInfiniteQueryObserverResult<Selected, FlowQueryError>>
  <Selected = Pages<Data<Name>>>(
    ...call: Call<InfiniteArgs<Args<Name>>, InfiniteQueryHookOptions<Name, Selected>>
  ): QueryStore<CreateInfiniteQueryResult<Selected, FlowQueryError>>
}
