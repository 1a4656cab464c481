import type { BlockTime, Flow, FlowClient } from '@flow-query/core'
import type { FlowForecast } from '@flow-query/core/forecast'
import { type FlowsForecast, initialForecaster, updateForecaster } from '@flow-query/core/query'
import { isServer, type QueryObserverResult, useQueries, useQueryClient } from '@tanstack/vue-query'
import { type ComputedRef, computed, type MaybeRefOrGetter, shallowRef, toRaw, toValue, watch } from 'vue'
import { injectFlowClient } from '../context.js'

interface Options {
  /** The newest block, from `chainTime`. Default: the composable fetches it, and shares it with {@link useChainTime}. */
  time?: MaybeRefOrGetter<BlockTime | undefined>
  /** Replaces the plugin's client. */
  client?: MaybeRefOrGetter<FlowClient | undefined>
}

export interface UseFlowsForecastOptions extends Options {
  /** The flows to forecast. While `flows` is `null` or `undefined`, the composable waits. */
  flows: MaybeRefOrGetter<readonly Flow[] | null | undefined>
}
export type UseFlowsForecastResult = { [Name in keyof FlowsForecast]: ComputedRef<FlowsForecast[Name]> }

/**
 * Returns for each flow whether its next run will work, what can go wrong, and how long its money lasts.
 *
 * All runs are simulated together, because flows of one owner share a wallet. Each fact is one query, which other composables such
 * as {@link useBalances} share.
 */
export function useFlowsForecast(options: MaybeRefOrGetter<UseFlowsForecastOptions>): UseFlowsForecastResult {
  const flowClient = injectFlowClient()
  const queryClient = useQueryClient()
  let state = initialForecaster
  const changes = shallowRef(0)
  const forecasts = computed(() => {
    // The forecasts are computed from the cache, because facts determine which others are needed.
    void changes.value
    const { flows, time, client } = toValue(options)
    // Raw flows are faster, because the simulation reads all their properties.
    const args = { flows: toValue(flows)?.map(toRaw), time: toValue(time) }
    state = updateForecaster(state, flowClient(toValue(client)), args, queryClient)
    return state
  })
  if (isServer) {
    // Throws during `setup` if there is no client.
    void forecasts.value
  } else {
    const queries = computed(() => forecasts.value.queries)
    const facts = useQueries({ queries, combine: factsOf, shallow: true })
    watch(facts, () => changes.value++, { flush: 'sync' })
  }
  return {
    data: computed(() => forecasts.value.result.data),
    isPending: computed(() => forecasts.value.result.isPending),
    error: computed(() => forecasts.value.result.error),
  }
}

export interface UseFlowForecastOptions extends Options {
  /** The flow to forecast. While `flow` is `null` or `undefined`, the composable waits. */
  flow: MaybeRefOrGetter<Flow | null | undefined>
}

export interface UseFlowForecastResult extends Pick<UseFlowsForecastResult, 'isPending' | 'error'> {
  data: ComputedRef<FlowForecast | undefined>
}

/**
 * Returns whether the next run of a flow will work, what can go wrong, and how long its money lasts.
 *
 * The forecast includes the owner's other flows, because they spend the same money.
 */
export function useFlowForecast(options: MaybeRefOrGetter<UseFlowForecastOptions>): UseFlowForecastResult {
  const { data, isPending, error } = useFlowsForecast(() => {
    const { flow, ...shared } = toValue(options)
    const known = toValue(flow)
    return { ...shared, flows: known && [known] }
  })
  return { data: computed(() => data.value[0]), isPending, error }
}

function factsOf(results: readonly QueryObserverResult[]) {
  return results.map(({ data, error, status }) => ({ data, error, status }))
}
