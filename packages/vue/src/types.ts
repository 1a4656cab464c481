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
  InfiniteData,
  InfiniteQueryObserverOptions,
  QueryObserverOptions,
  UseInfiniteQueryReturnType,
  UseQueryDefinedReturnType,
  UseQueryReturnType,
} from '@tanstack/vue-query'
import type { MaybeRef, MaybeRefOrGetter, Ref } from 'vue'

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

/** Each plain or a ref, and `enabled` a getter besides. */
type Refs<TanStack> = {
  [Name in keyof TanStack as Exclude<Name, QueryOwn>]: Name extends 'enabled'
    ? MaybeRef<boolean | undefined> | (() => TanStack[Name])
    : MaybeRef<TanStack[Name]>
}

interface WithClient {
  /** Replaces the plugin's. */
  client?: MaybeRefOrGetter<FlowClient | undefined>
  /** Vue Query's: makes nothing in `data` reactive. */
  shallow?: MaybeRef<boolean>
}

/** TanStack's own options, typed for the query, each plain or a ref, and a `client`. */
export interface QueryHookOptions<Name extends HookName, Selected>
  extends Refs<QueryObserverOptions<Data<Name>, FlowQueryError, Selected, Data<Name>, FlowQueryKey<Name>>>,
    WithClient {}

/** Those of a list that is read page after page. */
export interface InfiniteQueryHookOptions<Name extends QueryName, Selected>
  extends Refs<InfiniteQueryObserverOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>>,
    WithClient {}

/** Makes `data` sure. */
interface WithInitialData<Data> {
  initialData: Data | (() => Data)
}

/** Plain, a ref or a getter, as a whole and each by itself. */
export type Given<Args> = MaybeRefOrGetter<{ [Name in keyof Args]: MaybeRefOrGetter<Args[Name]> }>

/** A query that needs no arguments can be asked without. */
type Call<Args, Options> = object extends Args
  ? [args?: Given<Args | undefined>, options?: MaybeRefOrGetter<Options>]
  : [args: Given<Args>, options?: MaybeRefOrGetter<Options>]

/** The composable of a query. While an argument that is needed is missing, or they are `skipToken`, nothing is sent. */
export interface QueryHook<Name extends HookName> {
  <Selected = Data<Name>>(
    args: Given<QueryArgs<Args<Name>>>,
    options: MaybeRefOrGetter<QueryHookOptions<Name, Selected> & WithInitialData<Data<Name>>>,
  ): UseQueryDefinedReturnType<Selected, FlowQueryError>
  <Selected = Data<Name>>(
    ...call: Call<QueryArgs<Args<Name>>, QueryHookOptions<Name, Selected>>
  ): UseQueryReturnType<Selected, FlowQueryError>
}

/** The composable of a list that is read page after page. */
export interface InfiniteQueryHook<Name extends QueryName> {
  <Selected = Pages<Data<Name>>>(
    args: Given<InfiniteArgs<Args<Name>>>,
    options: MaybeRefOrGetter<InfiniteQueryHookOptions<Name, Selected> & WithInitialData<Pages<Data<Name>>>>,
  ): DefinedUseInfiniteQueryReturnType<Selected>
  <Selected = Pages<Data<Name>>>(
    ...call: Call<InfiniteArgs<Args<Name>>, InfiniteQueryHookOptions<Name, Selected>>
  ): UseInfiniteQueryReturnType<Selected, FlowQueryError>
}

/** Vue Query has a type for this of plain queries alone. */
type DefinedUseInfiniteQueryReturnType<Selected> = Omit<
  UseInfiniteQueryReturnType<Selected, FlowQueryError>,
  'data'
> & {
  data: Ref<Selected>
}
