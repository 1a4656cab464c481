import type { Flow } from '@flow-query/core'
import type { FlowVerdict } from '@flow-query/insights'
import type { FlowDryRun, FlowsForecastFacts } from '@flow-query/insights/forecast'
import { type FlowsVerdict, ForecastObserver } from '@flow-query/insights/query'
import { type ComputedRef, computed, type MaybeRefOrGetter, toRaw, toValue } from 'vue'
import { injectFlowClient } from '../context.js'
import { warnAboutFrozenProps } from '../frozen-props.js'
import { type CheckedFlows, type CheckOptions, useObservedFacts } from './observed-facts.js'

export type UseFlowsVerdictOptions = CheckedFlows & VerdictOptions

interface VerdictOptions extends CheckOptions {
  /** The results of dry runs, by flow ID. A failed dry run changes the verdict. */
  dryRuns?: MaybeRefOrGetter<FlowsForecastFacts['dryRuns'] | undefined>
  /** All flows of the owners, if you have them. Defaults to the newest 100 flows of each owner, for up to 20 owners. */
  otherFlows?: MaybeRefOrGetter<readonly Flow[] | undefined>
  /** The maximum number of each owner's other flows to simulate. Each of them requires more requests. Default: 30 */
  maxOtherFlows?: MaybeRefOrGetter<number | undefined>
}
export type UseFlowsVerdictResult = { [Name in keyof FlowsVerdict]: ComputedRef<FlowsVerdict[Name]> }

/**
 * Returns the state of each flow of an owner or a list. The state combines the flow's health with its forecast, like in
 * {@link useFlowVerdict}.
 *
 * All runs are simulated together, because flows of one owner share a wallet.
 */
export function useFlowsVerdict(options: MaybeRefOrGetter<UseFlowsVerdictOptions>): UseFlowsVerdictResult {
  const flowClient = injectFlowClient()
  warnAboutFrozenProps(options)
  return useObservedFacts(ForecastObserver, () => {
    const { flows, owner, otherFlows, maxOtherFlows, dryRuns, time, client } = toValue(options)
    return {
      client: flowClient(toValue(client)),
      // Raw flows are faster, because the simulation reads all their properties.
      flows: toValue(flows)?.map(toRaw),
      owner: toValue(owner),
      otherFlows: toValue(otherFlows)?.map(toRaw),
      maxOtherFlows: toValue(maxOtherFlows),
      dryRuns: toValue(dryRuns),
      time: toValue(time),
    }
  })
}

export interface UseFlowVerdictOptions extends CheckOptions {
  /** The flow to check. While `flow` is `null` or `undefined`, the composable waits. */
  flow: MaybeRefOrGetter<Flow | null | undefined>
  /** The result of a dry run, from {@link useFlowDryRun}. A failed dry run changes the verdict. */
  dryRun?: MaybeRefOrGetter<FlowDryRun | undefined>
}

export interface UseFlowVerdictResult extends Pick<UseFlowsVerdictResult, 'isPending' | 'error'> {
  data: ComputedRef<FlowVerdict | undefined>
}

/**
 * Returns the state of a flow, which combines its health with its forecast. The state is the worse of the two, and `forecast` says how
 * long the money lasts.
 *
 * The forecast includes the owner's other flows, because they spend the same money. For a list, call {@link useFlowsVerdict}, which
 * simulates these flows only once.
 *
 * @example
 * const { data: verdict } = useFlowVerdict({ flow: () => props.flow })
 * const name = computed(() => verdict.value && nameVerdict(verdict.value))
 */
export function useFlowVerdict(options: MaybeRefOrGetter<UseFlowVerdictOptions>): UseFlowVerdictResult {
  const { data, isPending, error } = useFlowsVerdict(() => {
    const { flow, dryRun, ...shared } = toValue(options)
    const known = toValue(flow)
    return { ...shared, flows: known && [known], dryRuns: known ? { [known.id]: toValue(dryRun) } : undefined }
  })
  return { data: computed(() => data.value[0]), isPending, error }
}
