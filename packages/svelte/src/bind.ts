import type { FlowClient, Queries, QueryName } from '@flow-query/core'
import type {
  FlowInfiniteQueryOptions,
  FlowQueries,
  FlowQueryName,
  FlowQueryOptions,
  InfiniteArgs,
  QueryArgs,
} from '@flow-query/core/query'
import type { createInfiniteQuery, createQuery } from '@tanstack/svelte-query'
import { useFlowClient } from './context.js'
import { type Given, reader } from './given.js'
import { queryStore } from './store.js'
import type { InfiniteQueryHook, QueryHook } from './types.js'

type Plain<Name extends FlowQueryName> = (
  client: FlowClient,
  args: QueryArgs<FlowQueries[Name]['args']>,
) => Pick<FlowQueryOptions<Name>, 'queryKey' | 'retry'>

type Infinite<Name extends QueryName> = (
  client: FlowClient,
  args: InfiniteArgs<Queries[Name]['args']>,
) => FlowInfiniteQueryOptions<Name>

export function bind<Name extends FlowQueryName>(create: typeof createQuery, query: Plain<Name>): QueryHook<Name>
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
