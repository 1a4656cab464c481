import type { FlowClient, Queries, QueryName } from '@flow-query/core'
import type {
  FlowInfiniteQueryOptions,
  FlowQueries,
  FlowQueryKey,
  InfiniteArgs,
  QueryArgs,
} from '@flow-query/core/query'
import type { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useFlowClient } from './context.js'
import type { InfiniteQueryHook, QueryHook, QueryTypes } from './types.js'

type Plain<Name extends keyof All & string, All extends QueryTypes<All>> = (
  client: FlowClient,
  args: QueryArgs<All[Name]['args']>,
) => { queryKey: FlowQueryKey<Name>; retry: false }

type Infinite<Name extends QueryName> = (
  client: FlowClient,
  args: InfiniteArgs<Queries[Name]['args']>,
) => FlowInfiniteQueryOptions<Name>

export function bind<Name extends keyof All & string, All extends QueryTypes<All> = FlowQueries>(
  hook: typeof useQuery,
  query: Plain<Name, All>,
): QueryHook<Name, All>
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
    return useTanStackQuery({ retry, ...(staleTime !== undefined && { staleTime }), ...options, ...query } as never)
  }
}
