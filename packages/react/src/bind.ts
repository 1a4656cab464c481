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
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  type UseSuspenseQueryOptions,
  type UseSuspenseQueryResult,
  useInfiniteQuery,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useFlowClient } from './context.js'

/** TanStack's own options, and a `client` that replaces the provider's. */
type Options<TanStack> = Omit<TanStack, 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'> & {
  client?: FlowClient
}

/** A query that needs no arguments can be asked without. */
type Call<Args, Options> = undefined extends Args ? [args?: Args, options?: Options] : [args: Args, options?: Options]

/** No argument that is needed is missing. */
type Complete<Args> = { [Name in keyof Args]: object extends Pick<Args, Name> ? Args[Name] : NonNullable<Args[Name]> }

/** The hook of a query. */
export function bind<Args, Data, Name extends QueryName>(
  queryOptions: (client: FlowClient, args: Args) => FlowQueryOptions<Data, Name>,
) {
  return <Selected = Data>(
    ...call: Call<Args, Options<UseQueryOptions<Data, FlowQueryError, Selected, FlowQueryKey<Name>>>>
  ): UseQueryResult<Selected, FlowQueryError> => {
    const [args, { client, ...options } = {}] = call
    const { retry, ...query } = queryOptions(useFlowClient(client), args as Args)
    return useQuery({ retry, ...options, ...query })
  }
}

/** The hook of a query that suspends. */
export function bindSuspense<Args, Data, Name extends QueryName>(
  queryOptions: (client: FlowClient, args: Args) => FlowQueryOptions<Data, Name>,
) {
  return <Selected = Data>(
    ...call: Call<Complete<Args>, Options<UseSuspenseQueryOptions<Data, FlowQueryError, Selected, FlowQueryKey<Name>>>>
  ): UseSuspenseQueryResult<Selected, FlowQueryError> => {
    const [args, { client, ...options } = {}] = call
    const { retry, ...query } = queryOptions(useFlowClient(client), args as Args)
    return useSuspenseQuery({ retry, ...options, ...query })
  }
}

/** The hook of a list that is read page after page. */
export function bindInfinite<Args, Page extends PageInfo, Name extends QueryName>(
  queryOptions: (client: FlowClient, args: Args) => FlowInfiniteQueryOptions<Page, Name>,
) {
  return <Selected = InfiniteData<Page, string | null>>(
    ...call: Call<
      Args,
      Options<UseInfiniteQueryOptions<Page, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>>
    >
  ): UseInfiniteQueryResult<Selected, FlowQueryError> => {
    const [args, { client, ...options } = {}] = call
    const { retry, ...query } = queryOptions(useFlowClient(client), args as Args)
    return useInfiniteQuery({ retry, ...options, ...query })
  }
}
