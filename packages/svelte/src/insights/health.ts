import { type CheckedFlows, type FlowsVerdict, HealthObserver } from '@flow-query/insights/query'
import { type Given, type QueryStore, reader } from '../store.js'
import { type CheckOptions, observeFacts, withClient } from './observed-facts.svelte.js'

export type UseFlowsHealthOptions = CheckedFlows & CheckOptions
export type UseFlowsHealthResult = QueryStore<FlowsVerdict>

/**
 * Returns the health of each flow of an owner or a list, as a verdict without a forecast. For failing flows, this includes the cause and
 * when the failures started. The newest 20 executions of each flow are one query.
 *
 * `useFlowsVerdict` also includes forecasts, which require more requests.
 */
export function useFlowsHealth(options: Given<UseFlowsHealthOptions>): UseFlowsHealthResult {
  const given = reader(options)
  return observeFacts(HealthObserver, () => withClient(given()))
}
