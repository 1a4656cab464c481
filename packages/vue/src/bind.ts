import type {
  FlowClient,
  FlowInfiniteQueryOptions,
  FlowQueryError,
  FlowQueryKey,
  FlowQueryOptions,
  PageInfo,
  QueryName,
} from '@flow-query/core'
import {
  type InfiniteData,
  type InfiniteQueryObserverOptions,
  type QueryObserverOptions,
  type UseInfiniteQueryReturnType,
  type UseQueryReturnType,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/vue-query'
import { type MaybeRef, type MaybeRefOrGetter, toValue } from 'vue'
import { injectFlowClient } from './context.js'

/** TanStack's own options, each plain or a ref, `enabled` or a getter; and a `client` that replaces the plugin's. */
export type Options<TanStack> = {
  [Name in keyof TanStack as Exclude<Name, QueryOwn>]: Name extends 'enabled'
    ? MaybeRef<boolean | undefined> | (() => TanStack[Name])
    : MaybeRef<TanStack[Name]>
} & { client?: MaybeRefOrGetter<FlowClient | undefined>; shallow?: MaybeRef<boolean> }

type QueryOwn = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'

/** Arguments, each plain, a ref or a getter. */
type Arguments<Args> = { [Name in keyof Args]: MaybeRefOrGetter<Args[Name]> }

/** A query that needs no arguments can be asked without. */
type Call<Args, Options> = undefined extends Args
  ? [args?: MaybeRefOrGetter<Arguments<Args>>, options?: MaybeRefOrGetter<Options>]
  : [args: MaybeRefOrGetter<Arguments<Args>>, options?: MaybeRefOrGetter<Options>]

/** The composable of a query. */
export function bind<Args, Data, Name extends QueryName>(
  queryOptions: (client: FlowClient, args: Args) => FlowQueryOptions<Data, Name>,
) {
  return <Selected = Data>(
    ...call: Call<Args, Options<QueryObserverOptions<Data, FlowQueryError, Selected, Data, FlowQueryKey<Name>>>>
  ): UseQueryReturnType<Selected, FlowQueryError> =>
    useQuery<Data, FlowQueryError, Selected, FlowQueryKey>(merged(queryOptions, ...call))
}

/** The composable of a list that is read page after page. */
export function bindInfinite<Args, Page extends PageInfo, Name extends QueryName>(
  queryOptions: (client: FlowClient, args: Args) => FlowInfiniteQueryOptions<Page, Name>,
) {
  return <Selected = InfiniteData<Page, string | null>>(
    ...call: Call<
      Args,
      Options<InfiniteQueryObserverOptions<Page, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>>
    >
  ): UseInfiniteQueryReturnType<Selected, FlowQueryError> =>
    useInfiniteQuery<Page, FlowQueryError, Selected, FlowQueryKey, string | null>(merged(queryOptions, ...call))
}

/** A getter of the query and its options: TanStack follows whatever it reads, and unwraps what the options hold. */
function merged<Args, Query extends { retry: false }>(
  queryOptions: (client: FlowClient, args: Args) => Query,
  args?: MaybeRefOrGetter<object | undefined>,
  options?: MaybeRefOrGetter<{ client?: MaybeRefOrGetter<FlowClient | undefined> }>,
): () => Omit<Query, 'retry'> {
  const flowClient = injectFlowClient()
  return () => {
    const { client, ...own } = toValue(options) ?? {}
    const entries = Object.entries(toValue(args) ?? {}).map(([name, value]) => [name, toValue(value)])
    // What `Arguments<Args>` hold is `Args`, field by field.
    const { retry, ...query } = queryOptions(flowClient(toValue(client)), Object.fromEntries(entries) as Args)
    return { retry, ...own, ...query }
  }
}
