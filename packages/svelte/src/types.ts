import type {
  FlowClient,
  FlowQueryError,
  FlowQueryKey,
  InfiniteArgs,
  Queries,
  QueryArgs,
  QueryName,
} from '@flow-query/core'
import type { FlowCollection, FlowCollectionArgs } from '@flow-query/core/collection'
import type {
  CreateInfiniteQueryOptions,
  CreateInfiniteQueryResult,
  CreateQueryOptions,
  CreateQueryResult,
  DefinedCreateQueryResult,
  DefinedInfiniteQueryObserverResult,
  InfiniteData,
} from '@tanstack/svelte-query'
import type { Given } from './given.js'
import type { QueryStore } from './store.js'

/** What has a hook: each query, and collections. */
export interface HookQueries extends Queries {
  flowCollection: { args: FlowCollectionArgs; data: FlowCollection }
}

export type HookName = keyof HookQueries

type Args<Name extends HookName> = HookQueries[Name]['args']
type Data<Name extends HookName> = HookQueries[Name]['data']

/** A list that is read page after page. */
export type Pages<Page> = InfiniteData<Page, string | null>

/** What makes a query, and is not a caller's to replace. */
type QueryOwn = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'

interface WithClient {
  /** Replaces the context's. */
  client?: FlowClient | undefined
}

/** TanStack's own options, typed for the query, and a `client`. */
export interface QueryHookOptions<Name extends HookName, Selected>
  extends Omit<CreateQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>>, QueryOwn>,
    WithClient {}

/** Those of a list that is read page after page. */
export interface InfiniteQueryHookOptions<Name extends QueryName, Selected>
  extends Omit<
      CreateInfiniteQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>,
      QueryOwn
    >,
    WithClient {}

/** Makes `data` sure. */
interface WithInitialData<Data> {
  initialData: Data | (() => Data)
}

/** A query that needs no arguments can be asked without. */
type Call<Args, Options> = object extends Args
  ? [args?: Given<Args | undefined>, options?: Given<Options>]
  : [args: Given<Args>, options?: Given<Options>]

/** The store of a query. While an argument that is needed is missing, or they are `skipToken`, nothing is sent. */
export interface QueryHook<Name extends HookName> {
  <Selected = Data<Name>>(
    args: Given<QueryArgs<Args<Name>>>,
    options: Given<QueryHookOptions<Name, Selected> & WithInitialData<Data<Name>>>,
  ): QueryStore<DefinedCreateQueryResult<Selected, FlowQueryError>>
  <Selected = Data<Name>>(
    ...call: Call<QueryArgs<Args<Name>>, QueryHookOptions<Name, Selected>>
  ): QueryStore<CreateQueryResult<Selected, FlowQueryError>>
}

/** The store of a list that is read page after page. */
export interface InfiniteQueryHook<Name extends QueryName> {
  <Selected = Pages<Data<Name>>>(
    args: Given<InfiniteArgs<Args<Name>>>,
    options: Given<InfiniteQueryHookOptions<Name, Selected> & WithInitialData<Pages<Data<Name>>>>,
  ): QueryStore<DefinedInfiniteQueryObserverResult<Selected, FlowQueryError>>
  <Selected = Pages<Data<Name>>>(
    ...call: Call<InfiniteArgs<Args<Name>>, InfiniteQueryHookOptions<Name, Selected>>
  ): QueryStore<CreateInfiniteQueryResult<Selected, FlowQueryError>>
}
