import type {
  FlowClient,
  FlowQueryError,
  FlowQueryKey,
  InfiniteArgs,
  Queries,
  QueryArgs,
  QueryName,
} from '@flow-query/core'
import type { DataTag, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useFlowClient } from './context.js'
import type { FlowInfiniteQueryOptions } from './options.js'
import type { HookName, HookQueries, InfiniteQueryHook, QueryHook } from './types.js'

type Plain<Name extends HookName> = (
  client: FlowClient,
  args: QueryArgs<HookQueries[Name]['args']>,
) => { queryKey: DataTag<FlowQueryKey<Name>, HookQueries[Name]['data'], FlowQueryError>; retry: false }

type Infinite<Name extends QueryName> = (
  client: FlowClient,
  args: InfiniteArgs<Queries[Name]['args']>,
) => FlowInfiniteQueryOptions<Queries[Name]['data'], Name>

/** Creates the hook of a query. It passes core's query options and the caller's options to a hook of TanStack Query. */
export function bind<Name extends HookName>(hook: typeof useQuery, query: Plain<Name>): QueryHook<Name>
export function bind<Name extends QueryName>(
  hook: typeof useInfiniteQuery,
  query: Infinite<Name>,
): InfiniteQueryHook<Name>
export function bind(
  useTanStackQuery: (options: never) => unknown,
  queryOptions: (client: FlowClient, args: never) => { retry?: unknown; staleTime?: unknown },
) {
  return (args: never, { client, ...options }: { client?: FlowClient | undefined } = {}) => {
    const { retry, staleTime, ...query } = queryOptions(useFlowClient(client), args)
    // Callers can replace `retry` and `staleTime`, but nothing else that the query sets.
    // The cast is needed because each hook of TanStack Query has a different options type.
    return useTanStackQuery({ retry, ...(staleTime !== undefined && { staleTime }), ...options, ...query } as never)
  }
}
