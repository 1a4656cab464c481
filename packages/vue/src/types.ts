import type { FlowClient, FlowQueryError, Queries, QueryName } from '@flow-query/core'
import type { FlowQueries, FlowQueryKey, InfiniteArgs, Pages, QueryArgs } from '@flow-query/core/query'
import type {
  InfiniteQueryObserverOptions,
  QueryObserverOptions,
  UseInfiniteQueryReturnType,
  UseQueryDefinedReturnType,
  UseQueryReturnType,
} from '@tanstack/vue-query'
import type { MaybeRef, MaybeRefOrGetter, Ref } from 'vue'

/** The arguments and the data of queries, by name. */
export type QueryTypes<All> = { [Name in keyof All]: { args: unknown; data: unknown } }

type QueryOwn = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'

type Refs<TanStack> = {
  [Name in keyof TanStack as Exclude<Name, QueryOwn>]: Name extends 'enabled'
    ? MaybeRef<boolean | undefined> | (() => TanStack[Name])
    : MaybeRef<TanStack[Name]>
}

export interface ClientOptions {
  /** The client to use instead of the plugin's. */
  client?: MaybeRefOrGetter<FlowClient | undefined>
}

interface OwnOptions extends ClientOptions {
  /** If true, `data` is not deeply reactive. */
  shallow?: MaybeRef<boolean>
}

/** Each option can be a plain value or a ref, and `enabled` can also be a getter. */
export interface QueryHookOptions<Name extends keyof All & string, Selected, All extends QueryTypes<All> = FlowQueries>
  extends Refs<
      QueryObserverOptions<All[Name]['data'], FlowQueryError, Selected, All[Name]['data'], FlowQueryKey<Name>>
    >,
    OwnOptions {}

export interface InfiniteQueryHookOptions<Name extends QueryName, Selected>
  extends Refs<
      InfiniteQueryObserverOptions<Queries[Name]['data'], FlowQueryError, Selected, FlowQueryKey<Name>, string | null>
    >,
    OwnOptions {}

interface WithInitialData<Data> {
  initialData: Data | (() => Data)
}

/** The arguments object and each of its properties can be a plain value, a ref or a getter. */
export type Given<Args> = MaybeRefOrGetter<{ [Name in keyof Args]: MaybeRefOrGetter<Args[Name]> }>

type Call<Args, Options> = object extends Args
  ? [args?: Given<Args | undefined>, options?: MaybeRefOrGetter<Options>]
  : [args: Given<Args>, options?: MaybeRefOrGetter<Options>]

/** The query waits while a required argument is missing, or while the arguments are `skipToken`. */
export interface QueryHook<Name extends keyof All & string, All extends QueryTypes<All> = FlowQueries> {
  <Selected = All[Name]['data']>(
    args: Given<QueryArgs<All[Name]['args']>>,
    options: MaybeRefOrGetter<QueryHookOptions<Name, Selected, All> & WithInitialData<All[Name]['data']>>,
  ): UseQueryDefinedReturnType<Selected, FlowQueryError>
  <Selected = All[Name]['data']>(
    ...call: Call<QueryArgs<All[Name]['args']>, QueryHookOptions<Name, Selected, All>>
  ): UseQueryReturnType<Selected, FlowQueryError>
}

export interface InfiniteQueryHook<Name extends QueryName> {
  <Selected = Pages<Queries[Name]['data']>>(
    args: Given<InfiniteArgs<Queries[Name]['args']>>,
    options: MaybeRefOrGetter<InfiniteQueryHookOptions<Name, Selected> & WithInitialData<Pages<Queries[Name]['data']>>>,
  ): DefinedUseInfiniteQueryReturnType<Selected>
  <Selected = Pages<Queries[Name]['data']>>(
    ...call: Call<InfiniteArgs<Queries[Name]['args']>, InfiniteQueryHookOptions<Name, Selected>>
  ): UseInfiniteQueryReturnType<Selected, FlowQueryError>
}

/** Vue Query exports such a type only for plain queries. */
type DefinedUseInfiniteQueryReturnType<Selected> = Omit<
  UseInfiniteQueryReturnType<Selected, FlowQueryError>,
  'data'
> & {
  data: Ref<Selected>
}
