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
  type CreateInfiniteQueryOptions,
  type CreateInfiniteQueryResult,
  type CreateQueryOptions,
  type CreateQueryResult,
  createInfiniteQuery,
  createQuery,
  type InfiniteData,
} from '@tanstack/svelte-query'
import { useFlowClient } from './context.js'
import { type Given, reader } from './given.js'
import { type QueryStore, queryStore } from './store.js'

/** TanStack's own options, and a `client` that replaces the context's. */
type Options<TanStack> = Omit<TanStack, 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'> & {
  client?: FlowClient
}

/**
 * A query that needs no arguments can be asked without. Then its `Args` may be undefined, which is what the cast in each
 * bridge says: TypeScript looks into no conditional type of an argument that is still open.
 */
type Call<Args, Options> = undefined extends Args
  ? [args?: Given<Args>, options?: Given<Options>]
  : [args: Given<Args>, options?: Given<Options>]

/** The store of a query. */
export function bind<Args, Data, Name extends QueryName>(
  queryOptions: (client: FlowClient, args: Args) => FlowQueryOptions<Data, Name>,
) {
  return <Selected = Data>(
    ...call: Call<Args, Options<CreateQueryOptions<Data, FlowQueryError, Selected, FlowQueryKey<Name>>>>
  ): QueryStore<CreateQueryResult<Selected, FlowQueryError>> => {
    const [args, given] = [reader(call[0] as Given<Args>), reader(call[1])]
    return queryStore(
      createQuery(() => {
        const { client, ...options } = given() ?? {}
        const { retry, ...query } = queryOptions(useFlowClient(client), args())
        return { retry, ...options, ...query }
      }),
    )
  }
}

/** The store of a list that is read page after page. */
export function bindInfinite<Args, Page extends PageInfo, Name extends QueryName>(
  queryOptions: (client: FlowClient, args: Args) => FlowInfiniteQueryOptions<Page, Name>,
) {
  return <Selected = InfiniteData<Page, string | null>>(
    ...call: Call<
      Args,
      Options<CreateInfiniteQueryOptions<Page, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>>
    >
  ): QueryStore<CreateInfiniteQueryResult<Selected, FlowQueryError>> => {
    const [args, given] = [reader(call[0] as Given<Args>), reader(call[1])]
    return queryStore(
      createInfiniteQuery(() => {
        const { client, ...options } = given() ?? {}
        const { retry, ...query } = queryOptions(useFlowClient(client), args())
        return { retry, ...options, ...query }
      }),
    )
  }
}
