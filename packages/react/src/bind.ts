import type {
  FlowClient,
  FlowQueryError,
  FlowQueryKey,
  InfiniteArgs,
  Queries,
  QueryArgs,
  QueryName,
} from '@flow-query/core'
import type {
  DataTag,
  useInfiniteQuery,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useFlowClient } from './context.js'
import type { FlowInfiniteQueryOptions } from './options.js'
import type {
  HookName,
  HookQueries,
  InfiniteQueryHook,
  QueryHook,
  SuspenseInfiniteQueryHook,
  SuspenseQueryHook,
} from './types.js'

type Plain<Name extends HookName> = (
  client: FlowClient,
  args: QueryArgs<HookQueries[Name]['args']>,
) => { queryKey: DataTag<FlowQueryKey<Name>, HookQueries[Name]['data'], FlowQueryError>; retry: false }

type Infinite<Name extends QueryName> = (
  client: FlowClient,
  args: InfiniteArgs<Queries[Name]['args']>,
) => FlowInfiniteQueryOptions<Queries[Name]['data'], Name>

/** The hook of a query: TanStack's own, asked with core's options for the nearest client, and with those of the caller. */
export function bind<Name extends HookName>(hook: typeof useQuery, query: Plain<Name>): QueryHook<Name>
export function bind<Name extends HookName>(hook: typeof useSuspenseQuery, query: Plain<Name>): SuspenseQueryHook<Name>
export function bind<Name extends QueryName>(
  hook: typeof useInfiniteQuery,
  query: Infinite<Name>,
): InfiniteQueryHook<Name>
export function bind<Name extends QueryName>(
  hook: typeof useSuspenseInfiniteQuery,
  query: Infinite<Name>,
): SuspenseInfiniteQueryHook<Name>
export function bind(
  useTanStackQuery: (options: never) => unknown,
  queryOptions: (client: FlowClient, args: never) => { retry?: unknown; staleTime?: unknown },
) {
  return (args: never, { client, ...options }: { client?: FlowClient | undefined } = {}) => {
    const { retry, staleTime, ...query } = queryOptions(useFlowClient(client), args)
    // A caller may retry, and say what is stale, but not make another query of it. The cast: each hook of TanStack takes options of its own type.
    return useTanStackQuery({ retry, ...(staleTime !== undefined && { staleTime }), ...options, ...query } as never)
  }
}
