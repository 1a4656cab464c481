import type { Flow, FlowClient } from '@flow-query/core'
import { combineFlowsHealth, type FlowsHealth, flowHealthQueryOptions } from '@flow-query/core/insights'
import { useQueries } from '@tanstack/vue-query'
import { type ComputedRef, computed, type MaybeRefOrGetter, toValue } from 'vue'
import { injectFlowClient } from './context.js'

export interface UseFlowsHealthOptions {
  /** All of them are asked for: those of an owner, or what is on screen. While they are missing, nothing is sent. */
  flows: MaybeRefOrGetter<readonly Flow[] | null | undefined>
  /** Milliseconds since 1970, or a Date. Default: when something has changed last. */
  now?: MaybeRefOrGetter<number | Date | undefined>
  /** Replaces the plugin's. */
  client?: MaybeRefOrGetter<FlowClient | undefined>
}
export type UseFlowsHealthResult = { [Name in keyof FlowsHealth]: ComputedRef<FlowsHealth[Name]> }

/**
 * Whether flows do what they were made for, since when, and what is wrong. The newest runs of each are one query, which
 * {@link useLiveFlows} keeps up to date; six are asked for at a time.
 */
export function useFlowsHealth(options: MaybeRefOrGetter<UseFlowsHealthOptions>): UseFlowsHealthResult {
  const flowClient = injectFlowClient()
  const flows = () => toValue(toValue(options).flows)
  const queries = computed(() => {
    const { client, now } = toValue(options)
    const given = flowClient(toValue(client))
    return flows()?.map(flow => flowHealthQueryOptions(given, { flow, now: toValue(now) })) ?? []
  })
  const health = useQueries({ queries, combine: combineFlowsHealth, shallow: true })
  return {
    data: computed(() => health.value.data),
    isPending: computed(() => !flows() || health.value.isPending),
    error: computed(() => health.value.error),
  }
}
