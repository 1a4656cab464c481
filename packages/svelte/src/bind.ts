import type { FlowClient, Queries, QueryName } from '@flow-query/core'
import type {
  FlowInfiniteQueryOptions,
  FlowQueries,
  FlowQueryKey,
  InfiniteArgs,
  QueryArgs,
} from '@flow-query/core/query'
import type { createInfiniteQuery, createQuery } from '@tanstack/svelte-query'
import { useFlowClient } from './context.js'
import { type Given, queryStore, reader } from './store.js'
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
  create: typeof createQuery,
  query: Plain<Name, All>,
): QueryHook<Name, All>
export function bind<Name extends QueryName>(
  create: typeof createInfiniteQuery,
  query: Infinite<Name>,
): InfiniteQueryHook<Name>
export function bind(
  createTanStackQuery: (options: never) => object,
  queryOptions: (client: FlowClient, args: never) => { retry?: unknown; staleTime?: unknown },
) {
  return (args: Given<never>, options?: Given<{ client?: FlowClient | undefined }>) => {
    const [readArgs, readOptions] = [reader(args), reader(options)]
    const merged = () => {
      const { client, ...own } = readOptions() ?? {}
      const { retry, staleTime, ...query } = queryOptions(useFlowClient(client), readArgs())
      // Callers can replace `retry` and `staleTime`, but nothing else that the query sets.
      return { retry, ...(staleTime !== undefined && { staleTime }), ...own, ...query }
    }
    return queryStore(createTanStackQuery(merged as never))
  }
}
