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
  DefinedUseInfiniteQueryResult,
  DefinedUseQueryResult,
  InfiniteData,
  UseInfiniteQueryOptions,
  UseInfiniteQueryResult,
  UseQueryOptions,
  UseQueryResult,
  UseSuspenseInfiniteQueryOptions,
  UseSuspenseInfiniteQueryResult,
  UseSuspenseQueryOptions,
  UseSuspenseQueryResult,
} from '@tanstack/react-query'

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
  /** Replaces the provider's. */
  client?: FlowClient | undefined
}

/** TanStack's own options, typed for the query, and a `client`. */
export interface QueryHookOptions<Name extends HookName, Selected>
  extends Omit<UseQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>>, QueryOwn>,
    WithClient {}

export interface SuspenseQueryHookOptions<Name extends HookName, Selected>
  extends Omit<UseSuspenseQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>>, QueryOwn>,
    WithClient {}

export interface InfiniteQueryHookOptions<Name extends QueryName, Selected>
  extends Omit<
      UseInfiniteQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>,
      QueryOwn
    >,
    WithClient {}

export interface SuspenseInfiniteQueryHookOptions<Name extends QueryName, Selected>
  extends Omit<
      UseSuspenseInfiniteQueryOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>,
      QueryOwn
    >,
    WithClient {}

/** Makes `data` sure. */
interface WithInitialData<Data> {
  initialData: Data | (() => Data)
}

/** A query that needs no arguments can be asked without. */
type Call<Args, Options> = object extends Args ? [args?: Args, options?: Options] : [args: Args, options?: Options]

/** The hook of a query. While an argument that is needed is missing, or they are `skipToken`, nothing is sent. */
export interface QueryHook<Name extends HookName> {
  <Selected = Data<Name>>(
    args: QueryArgs<Args<Name>>,
    options: QueryHookOptions<Name, Selected> & WithInitialData<Data<Name>>,
  ): DefinedUseQueryResult<Selected, FlowQueryError>
  <Selected = Data<Name>>(
    ...call: Call<QueryArgs<Args<Name>>, QueryHookOptions<Name, Selected>>
  ): UseQueryResult<Selected, FlowQueryError>
}

/** The hook of a query that suspends: its `data` is always there, and so are its arguments. */
export type SuspenseQueryHook<Name extends HookName> = <Selected = Data<Name>>(
  ...call: Call<Args<Name>, SuspenseQueryHookOptions<Name, Selected>>
) => UseSuspenseQueryResult<Selected, FlowQueryError>

/** The hook of a list that is read page after page. */
export interface InfiniteQueryHook<Name extends QueryName> {
  <Selected = Pages<Data<Name>>>(
    args: InfiniteArgs<Args<Name>>,
    options: InfiniteQueryHookOptions<Name, Selected> & WithInitialData<Pages<Data<Name>>>,
  ): DefinedUseInfiniteQueryResult<Selected, FlowQueryError>
  <Selected = Pages<Data<Name>>>(
    ...call: Call<InfiniteArgs<Args<Name>>, InfiniteQueryHookOptions<Name, Selected>>
  ): UseInfiniteQueryResult<Selected, FlowQueryError>
}

/** The hook of a list that is read page after page, and suspends for the first. */
export type SuspenseInfiniteQueryHook<Name extends QueryName> = <Selected = Pages<Data<Name>>>(
  ...call: Call<Omit<Args<Name>, 'key' | 'offset'>, SuspenseInfiniteQueryHookOptions<Name, Selected>>
) => UseSuspenseInfiniteQueryResult<Selected, FlowQueryError>
