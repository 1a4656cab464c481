import type {
  FlowClient,
  FlowQueryError,
  FlowQueryKey,
  InfiniteArgs,
  Queries,
  QueryArgs,
  QueryName,
} from '@flow-query/core'
import type { DataTag, useInfiniteQuery, useQuery } from '@tanstack/vue-query'
import { computed, type MaybeRefOrGetter, toValue } from 'vue'
import { injectFlowClient } from './context.js'
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

interface Options {
  client?: MaybeRefOrGetter<FlowClient | undefined>
}

/** The composable of a query: TanStack's own, asked with core's options for the app's client, and with those of the caller. */
export function bind<Name extends HookName>(composable: typeof useQuery, query: Plain<Name>): QueryHook<Name>
export function bind<Name extends QueryName>(
  composable: typeof useInfiniteQuery,
  query: Infinite<Name>,
): InfiniteQueryHook<Name>
export function bind(
  useTanStackQuery: (options: never) => unknown,
  queryOptions: (client: FlowClient, args: never) => { retry?: unknown; staleTime?: unknown },
) {
  return (args?: MaybeRefOrGetter<object | symbol | undefined>, options?: MaybeRefOrGetter<Options>) => {
    const flowClient = injectFlowClient()
    // A ref: Vue Query has not always taken getters.
    const merged = computed(() => {
      const { client, ...own } = toValue(options) ?? {}
      const { retry, staleTime, ...query } = queryOptions(
        flowClient(toValue(client)),
        unwrapped(toValue(args)) as never,
      )
      // A caller may retry, and say what is stale, but not make another query of it.
      return { retry, ...(staleTime !== undefined && { staleTime }), ...own, ...query }
    })
    // The casts: each query has arguments of its own type, and each composable of TanStack options.
    return useTanStackQuery(merged as never)
  }
}

/** Arguments as they are now, `skipToken` among them. */
function unwrapped(args: object | symbol | undefined) {
  if (typeof args !== 'object') return args
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, toValue(value)]))
}
