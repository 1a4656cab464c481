import type { FlowClient, InfiniteArgs, Queries, QueryArgs, QueryName } from '@flow-query/core'
import type { useInfiniteQuery, useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useFlowClient } from './context.js'
import type { FlowInfiniteQueryOptions, FlowQueryOptions } from './options.js'
import type { InfiniteQueryHook, QueryHook, SuspenseInfiniteQueryHook, SuspenseQueryHook } from './types.js'

type Plain<Name extends QueryName> = (
  client: FlowClient,
  args: QueryArgs<Queries[Name]['args']>,
) => FlowQueryOptions<Queries[Name]['data'], Name>

type Infinite<Name extends QueryName> = (
  client: FlowClient,
  args: InfiniteArgs<Queries[Name]['args']>,
) => FlowInfiniteQueryOptions<Queries[Name]['data'], Name>

/** The hook of a query: TanStack's own, asked with core's options for the nearest client, and with those of the caller. */
export function bind<Name extends QueryName>(hook: typeof useQuery, query: Plain<Name>): QueryHook<Name>
export function bind<Name extends QueryName>(hook: typeof useSuspenseQuery, query: Plain<Name>): SuspenseQueryHook<Name>
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
  queryOptions: (client: FlowClient, args: never) => { retry?: unknown },
) {
  return (args: never, { client, ...options }: { client?: FlowClient | undefined } = {}) => {
    const { retry, ...query } = queryOptions(useFlowClient(client), args)
    // A caller may retry, but not make another query of it. The cast: each hook of TanStack takes options of its own type.
    return useTanStackQuery({ retry, ...options, ...query } as never)
  }
}
