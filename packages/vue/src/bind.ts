import type { FlowClient, Queries, QueryName } from '@flow-query/core'
import type {
  FlowInfiniteQueryOptions,
  FlowQueries,
  FlowQueryName,
  FlowQueryOptions,
  InfiniteArgs,
  QueryArgs,
} from '@flow-query/core/query'
import type { useInfiniteQuery, useQuery } from '@tanstack/vue-query'
import { computed, type MaybeRefOrGetter, toValue } from 'vue'
import { injectFlowClient } from './context.js'
import type { InfiniteQueryHook, QueryHook } from './types.js'

type Plain<Name extends FlowQueryName> = (
  client: FlowClient,
  args: QueryArgs<FlowQueries[Name]['args']>,
) => Pick<FlowQueryOptions<Name>, 'queryKey' | 'retry'>

type Infinite<Name extends QueryName> = (
  client: FlowClient,
  args: InfiniteArgs<Queries[Name]['args']>,
) => FlowInfiniteQueryOptions<Name>

interface Options {
  client?: MaybeRefOrGetter<FlowClient | undefined>
}

export function bind<Name extends FlowQueryName>(composable: typeof useQuery, query: Plain<Name>): QueryHook<Name>
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
    // Older versions of Vue Query accept refs but no getters.
    const merged = computed(() => {
      const { client, ...own } = toValue(options) ?? {}
      const { retry, staleTime, ...query } = queryOptions(
        flowClient(toValue(client)),
        unwrapped(toValue(args)) as never,
      )
      // Callers can replace `retry` and `staleTime`, but nothing else that the query sets.
      return { retry, ...(staleTime !== undefined && { staleTime }), ...own, ...query }
    })
    return useTanStackQuery(merged as never)
  }
}

function unwrapped(args: object | symbol | undefined) {
  if (!args || typeof args !== 'object') return args
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, toValue(value)]))
}
