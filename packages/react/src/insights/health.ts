'use client'

import { type CheckedFlows, type FlowsVerdict, HealthObserver } from '@flow-query/insights/query'
import { useFlowClient } from '../context.js'
import { type CheckOptions, useObservedFacts } from './observed-facts.js'

export type UseFlowsHealthOptions = CheckedFlows & CheckOptions
export type UseFlowsHealthResult = FlowsVerdict

/**
 * Returns the health of each flow of an owner or a list, as a verdict without a forecast. For failing flows, this includes the cause and
 * when the failures started. The newest 20 executions of each flow are one query.
 *
 * `useFlowsVerdict` also includes forecasts, which require more requests.
 */
export function useFlowsHealth(options: UseFlowsHealthOptions): UseFlowsHealthResult {
  return useObservedFacts(HealthObserver, { ...options, client: useFlowClient(options.client) })
}
