import type { FlowQueryError, QueryName } from '@flow-query/core'
import type { FlowQueries, FlowQueryKey, FlowQueryName, InfiniteArgs, Pages, QueryArgs } from '@flow-query/core/query'
import type {
  InfiniteQueryObserverOptions,
  QueryObserverOptions,
  UseInfiniteQueryReturnType,
  UseQueryDefinedReturnType,
  UseQueryReturnType,
} from '@tanstack/vue-query'
import type { MaybeRef, MaybeRefOrGetter, Ref } from 'vue'
import type { CheckOptions } from './facts.js'

type Args<Name extends FlowQueryName> = FlowQueries[Name]['args']
type Data<Name extends FlowQueryName> = FlowQueries[Name]['data']

type QueryOwn = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'

type Refs<TanStack> = {
  [Name in keyof TanStack as Exclude<Name, QueryOwn>]: Name extends 'enabled'
    ? MaybeRef<boolean | undefined> | (() => TanStack[Name])
    : MaybeRef<TanStack[Name]>
}

interface OwnOptions extends Pick<CheckOptions, 'client'> {
  /** If true, `data` is not deeply reactive. */
  shallow?: MaybeRef<boolean>
}

/** Each option can be a plain value or a ref, and `enabled` can also be a getter. */
export interface QueryHookOptions<Name extends FlowQueryName, Selected>
  extends Refs<QueryObserverOptions<Data<Name>, FlowQueryError, Selected, Data<Name>, FlowQueryKey<Name>>>,
    OwnOptions {}

export interface InfiniteQueryHookOptions<Name extends QueryName, Selected>
  extends Refs<InfiniteQueryObserverOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>>,
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
export interface QueryHook<Name extends FlowQueryName> {
  <Selected = Data<Name>>(
    args: Given<QueryArgs<Args<Name>>>,
    options: MaybeRefOrGetter<QueryHookOptions<Name, Selected> & WithInitialData<Data<Name>>>,
  ): UseQueryDefinedReturnType<Selected, FlowQueryError>
  <Selected = Data<Name>>(
    ...call: Call<QueryArgs<Args<Name>>, QueryHookOptions<Name, Selected>>
  ): UseQueryReturnType<Selected, FlowQueryError>
}

export interface InfiniteQueryHook<Name extends QueryName> {
  <Selected = Pages<Data<Name>>>(
    args: Given<InfiniteArgs<Args<Name>>>,
    options: MaybeRefOrGetter<InfiniteQueryHookOptions<Name, Selected> & WithInitialData<Pages<Data<Name>>>>,
  ): DefinedUseInfiniteQueryReturnType<Selected>
  <Selected = Pages<Data<Name>>>(
    ...call: Call<InfiniteArgs<Args<Name>>, InfiniteQueryHookOptions<Name, Selected>>
  ): UseInfiniteQueryReturnType<Selected, FlowQueryError>
}

/** Vue Query exports such a type only for plain queries. */
type DefinedUseInfiniteQueryReturnType<Selected> = Omit<
  UseInfiniteQueryReturnType<Selected, FlowQueryError>,
  'data'
> & {
  data: Ref<Selected>
}
