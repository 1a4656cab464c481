import type { FlowClient, Queries, QueryName } from '@flow-query/core'
import type {
  FlowInfiniteQueryOptions,
  FlowQueries,
  FlowQueryName,
  FlowQueryOptions,
  InfiniteArgs,
  QueryArgs,
} from '@flow-query/core/query'
import type { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useFlowClient } from './context.js'
import type { InfiniteQueryHook, QueryHook } from './types.js'

type Plain<Name extends FlowQueryName> = (
  client: FlowClient,
  args: QueryArgs<FlowQueries[Name]['args']>,
) => Pick<FlowQueryOptions<Name>, 'queryKey' | 'retry'>

type Infinite<Name extends QueryName> = (
  client: FlowClient,
  args: InfiniteArgs<Queries[Name]['args']>,
) => FlowInfiniteQueryOptions<Name>

export function bind<Name extends FlowQueryName>(hook: typeof useQuery, query: Plain<Name>): QueryHook<Name>
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
