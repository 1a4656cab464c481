'use client'

import type { Flow } from '@flow-query/core'
import { type FlowsVerdict, HealthObserver } from '@flow-query/insights/query'
import { useFlowClient } from '../context.js'
import { type CheckOptions, useObservedFacts } from './observed-facts.js'

export interface UseFlowsHealthOptions extends CheckOptions {
  /** The flows to check. While `flows` is `null` or `undefined`, the hook waits. */
  flows: readonly Flow[] | null | undefined
}
export type UseFlowsHealthResult = FlowsVerdict

/**
 * Returns the health of each flow as a verdict without a forecast. For failing flows, this includes the cause and when the
 * failures started. The newest 20 executions of each flow are one query.
 *
 * `useFlowsVerdict` also includes forecasts, which require more requests.
 */
export function useFlowsHealth({ flows, time, client }: UseFlowsHealthOptions): UseFlowsHealthResult {
  return useObservedFacts(HealthObserver, { client: useFlowClient(client), flows, time })
}
