import type { ChainTime, Flow, FlowClient, FlowQueryError } from '@flow-query/core'
import { chainTimeQueryOptions } from '@flow-query/core/query'
import type { FlowVerdict } from '@flow-query/insights'
import {
  combineFlowsHealth,
  type FlowHealthQueryOptions,
  type FlowsVerdict,
  flowHealthQueryOptions,
  withChainTime,
} from '@flow-query/insights/query'
import {
  isServer,
  QueriesObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/vue-query'
import { type ComputedRef, computed, type MaybeRefOrGetter, type Ref, toValue } from 'vue'
import { injectFlowClient } from '../context.js'
import type { CheckOptions } from './observed-facts.js'

export interface UseFlowsHealthOptions extends CheckOptions {
  /** The flows to check. While `flows` is `null` or `undefined`, the composable waits. */
  flows: MaybeRefOrGetter<readonly Flow[] | null | undefined>
}
export type UseFlowsHealthResult = { [Name in keyof FlowsVerdict]: ComputedRef<FlowsVerdict[Name]> }

/**
 * Returns the health of each flow as a verdict without a forecast. For failing flows, this includes the cause and when the
 * failures started. The newest 20 executions of each flow are one query.
 *
 * `useFlowsVerdict` also includes forecasts, which require more requests.
 */
export function useFlowsHealth(options: MaybeRefOrGetter<UseFlowsHealthOptions>): UseFlowsHealthResult {
  const flowClient = injectFlowClient()
  const flows = () => toValue(toValue(options).flows)
  const givenClient = () => flowClient(toValue(toValue(options).client))
  const givenTime = () => toValue(toValue(options).time)
  const newest = useNewestBlock(givenClient, () => flows()?.length !== 0 && givenTime() === undefined)
  const time = computed(() => givenTime() ?? newest.data.value)
  const queries = computed(() => {
    const client = givenClient()
    return flows()?.map(flow => flowHealthQueryOptions(client, { flow, time: time.value })) ?? []
  })
  const combined = isServer
    ? useCachedHealth(queries)
    : useQueries({ queries, combine: combineFlowsHealth, shallow: true })
  const health = computed(() =>
    withChainTime(combined.value, { flows: flows(), time: time.value, error: newest.error.value }),
  )
  return {
    data: computed(() => health.value.data),
    isPending: computed(() => health.value.isPending),
    error: computed(() => health.value.error),
  }
}

function useNewestBlock(
  client: () => FlowClient,
  isEnabled: () => boolean,
): { data: Ref<ChainTime | undefined>; error: Ref<FlowQueryError | null> } {
  if (!isServer)
    return useQuery<ChainTime, FlowQueryError>(
      computed(() => ({ ...chainTimeQueryOptions(client()), enabled: isEnabled() })),
    )
  const queryClient = useQueryClient()
  const state = () => queryClient.getQueryState<ChainTime, FlowQueryError>(chainTimeQueryOptions(client()).queryKey)
  return { data: computed(() => state()?.data), error: computed(() => state()?.error ?? null) }
}

/**
 * Reads the cache each time the result is used.
 *
 * On a server, `useQueries` ignores flows that arrive after `setup`.
 */
function useCachedHealth(queries: ComputedRef<FlowHealthQueryOptions[]>): ComputedRef<FlowsVerdict> {
  const queryClient = useQueryClient()
  const read = () => {
    const defaulted = queries.value.map(query =>
      queryClient.defaultQueryOptions(query as object as QueryObserverOptions),
    )
    const [results] = new QueriesObserver(queryClient, []).getOptimisticResult(defaulted, undefined)
    return combineFlowsHealth(results as QueryObserverResult<FlowVerdict, FlowQueryError>[])
  }
  // Throws during `setup` if there is no client.
  read()
  return computed(read)
}
