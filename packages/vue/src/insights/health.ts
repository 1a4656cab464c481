import { type FlowsVerdict, HealthObserver } from '@flow-query/insights/query'
import { type ComputedRef, type MaybeRefOrGetter, toRaw, toValue } from 'vue'
import { injectFlowClient } from '../context.js'
import { warnAboutFrozenProps } from '../frozen-props.js'
import { type CheckedFlows, type CheckOptions, useObservedFacts } from './observed-facts.js'

export type UseFlowsHealthOptions = CheckedFlows & CheckOptions
export type UseFlowsHealthResult = { [Name in keyof FlowsVerdict]: ComputedRef<FlowsVerdict[Name]> }

/**
 * Returns the health of each flow of an owner or a list, as a verdict without a forecast. For failing flows, this includes the cause and
 * when the failures started. The newest 20 executions of each flow are one query.
 *
 * `useFlowsVerdict` also includes forecasts, which require more requests.
 */
export function useFlowsHealth(options: MaybeRefOrGetter<UseFlowsHealthOptions>): UseFlowsHealthResult {
  const flowClient = injectFlowClient()
  warnAboutFrozenProps(options)
  return useObservedFacts(HealthObserver, () => {
    const { flows, owner, time, client } = toValue(options)
    return {
      client: flowClient(toValue(client)),
      flows: toValue(flows)?.map(toRaw),
      owner: toValue(owner),
      time: toValue(time),
    }
  })
}
