import type { Flow, FlowClient, FlowQueryError } from '@flow-query/core'
import {
  combineFlowsHealth,
  type FlowHealthQueryOptions,
  type FlowsHealth,
  type FlowWithHealth,
  flowHealthQueryOptions,
} from '@flow-query/core/insights'
import {
  isServer,
  QueriesObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  useQueries,
  useQueryClient,
} from '@tanstack/vue-query'
import { type ComputedRef, computed, type MaybeRefOrGetter, toValue } from 'vue'
import { injectFlowClient } from './context.js'

export interface UseFlowsHealthOptions {
  /** The composable fetches the executions of each of these flows. While `flows` is `null` or `undefined`, it waits. */
  flows: MaybeRefOrGetter<readonly Flow[] | null | undefined>
  /** The current time, in milliseconds since 1970 or as a Date. Default: the time when the data last changed. */
  now?: MaybeRefOrGetter<number | Date | undefined>
  /** Replaces the plugin's client. */
  client?: MaybeRefOrGetter<FlowClient | undefined>
}
export type UseFlowsHealthResult = { [Name in keyof FlowsHealth]: ComputedRef<FlowsHealth[Name]> }

/**
 * Returns the health of each flow. For failing flows, this includes the cause and when the failures started.
 *
 * The newest 20 executions of each flow are one query. At most six of these queries are fetched at the same time.
 * {@link useLiveFlows} keeps them current.
 */
export function useFlowsHealth(options: MaybeRefOrGetter<UseFlowsHealthOptions>): UseFlowsHealthResult {
  const flowClient = injectFlowClient()
  const flows = () => toValue(toValue(options).flows)
  const queries = computed(() => {
    const { client, now } = toValue(options)
    const given = flowClient(toValue(client))
    return flows()?.map(flow => flowHealthQueryOptions(given, { flow, now: toValue(now) })) ?? []
  })
  const health = isServer
    ? useCachedHealth(queries)
    : useQueries({ queries, combine: combineFlowsHealth, shallow: true })
  return {
    data: computed(() => health.value.data),
    isPending: computed(() => !flows() || health.value.isPending),
    error: computed(() => health.value.error),
  }
}

/**
 * Reads the cache each time the result is used.
 *
 * On a server, `useQueries` ignores flows that arrive after `setup`.
 */
function useCachedHealth(queries: ComputedRef<FlowHealthQueryOptions[]>): ComputedRef<FlowsHealth> {
  const queryClient = useQueryClient()
  const read = () => {
    const defaulted = queries.value.map(query =>
      queryClient.defaultQueryOptions(query as object as QueryObserverOptions),
    )
    const [results] = new QueriesObserver(queryClient, []).getOptimisticResult(defaulted, undefined)
    return combineFlowsHealth(results as QueryObserverResult<FlowWithHealth, FlowQueryError>[])
  }
  // Throws during `setup` if there is no client.
  read()
  return computed(read)
}
