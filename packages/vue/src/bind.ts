import type { FlowClient, Queries, QueryName } from '@flow-query/core'
import type {
  FlowInfiniteQueryOptions,
  FlowQueries,
  FlowQueryKey,
  InfiniteArgs,
  QueryArgs,
} from '@flow-query/core/query'
import type { useInfiniteQuery, useQuery } from '@tanstack/vue-query'
import { computed, type MaybeRefOrGetter, toValue } from 'vue'
import { injectFlowClient } from './context.js'
import { warnAboutFrozenProps } from './frozen-props.js'
import type { InfiniteQueryHook, QueryHook, QueryTypes } from './types.js'

type Plain<Name extends keyof All & string, All extends QueryTypes<All>> = (
  client: FlowClient,
  args: QueryArgs<All[Name]['args']>,
) => { queryKey: FlowQueryKey<Name>; retry: false }

type Infinite<Name extends QueryName> = (
  client: FlowClient,
  args: InfiniteArgs<Queries[Name]['args']>,
) => FlowInfiniteQueryOptions<Name>

interface Options {
  client?: MaybeRefOrGetter<FlowClient | undefined>
}

export function bind<Name extends keyof All & string, All extends QueryTypes<All> = FlowQueries>(
  composable: typeof useQuery,
  query: Plain<Name, All>,
): QueryHook<Name, All>
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
    warnAboutFrozenProps(args)
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
