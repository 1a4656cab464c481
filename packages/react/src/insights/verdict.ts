'use client'

import type { Flow } from '@flow-query/core'
import type { FlowVerdict } from '@flow-query/insights'
import type { FlowDryRun, FlowsForecastFacts } from '@flow-query/insights/forecast'
import { type CheckedFlows, type FlowsVerdict, ForecastObserver } from '@flow-query/insights/query'
import { useMemo } from 'react'
import { useFlowClient } from '../context.js'
import { type CheckOptions, useObservedFacts } from './observed-facts.js'

export type UseFlowsVerdictOptions = CheckedFlows & VerdictOptions

interface VerdictOptions extends CheckOptions {
  /** The results of dry runs, by flow ID. A failed dry run changes the verdict. */
  dryRuns?: FlowsForecastFacts['dryRuns'] | undefined
  /** All flows of the owners, if you have them. Defaults to the newest 100 flows of each owner, for up to 20 owners. */
  otherFlows?: readonly Flow[] | undefined
  /** The maximum number of each owner's other flows to simulate. Each of them requires more requests. Default: 30 */
  maxOtherFlows?: number | undefined
}
export type UseFlowsVerdictResult = FlowsVerdict

/**
 * Returns the state of each flow of an owner or a list. The state combines the flow's health with its forecast, like in
 * {@link useFlowVerdict}.
 *
 * All runs are simulated together, because flows of one owner share a wallet.
 */
export function useFlowsVerdict(options: UseFlowsVerdictOptions): UseFlowsVerdictResult {
  return useObservedFacts(ForecastObserver, { ...options, client: useFlowClient(options.client) })
}

export interface UseFlowVerdictOptions extends CheckOptions {
  /** The flow to check. While `flow` is `null` or `undefined`, the hook waits. */
  flow: Flow | null | undefined
  /** The result of a dry run, from {@link useFlowDryRun}. A failed dry run changes the verdict. */
  dryRun?: FlowDryRun | undefined
}

export interface UseFlowVerdictResult extends Pick<FlowsVerdict, 'isPending' | 'error'> {
  data: FlowVerdict | undefined
}

/**
 * Returns the state of a flow, which combines its health with its forecast. The state is the worse of the two, and `forecast` says how
 * long the money lasts.
 *
 * The forecast includes the owner's other flows, because they spend the same money. For a list, call {@link useFlowsVerdict}, which
 * simulates these flows only once.
 *
 * @example
 * const { data: verdict } = useFlowVerdict({ flow })
 * return <p>{verdict && nameVerdict(verdict)}</p>
 */
export function useFlowVerdict({ flow, dryRun, time, client }: UseFlowVerdictOptions): UseFlowVerdictResult {
  const flows = useMemo(() => flow && [flow], [flow])
  const dryRuns = useMemo(() => (flow ? { [flow.id]: dryRun } : undefined), [flow, dryRun])
  const { data, isPending, error } = useFlowsVerdict({ flows, dryRuns, time, client })
  return { data: data[0], isPending, error }
}
