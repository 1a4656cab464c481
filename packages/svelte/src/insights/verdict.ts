import type { Flow } from '@flow-query/core'
import type { FlowVerdict } from '@flow-query/insights'
import type { FlowDryRun, FlowsForecastFacts } from '@flow-query/insights/forecast'
import { type FlowsVerdict, initialForecaster, updateForecaster } from '@flow-query/insights/query'
import { useFlowClient } from '../context.js'
import type { QueryStore } from '../store.js'
import { type Given, reader } from '../store.js'
import { checkStore } from './check-store.js'
import { type CheckOptions, observeFacts } from './observed-facts.svelte.js'

export interface UseFlowsVerdictOptions extends CheckOptions {
  /** The flows to check. While `flows` is `null` or `undefined`, the store waits. */
  flows: readonly Flow[] | null | undefined
  /** The results of dry runs, by flow ID. A failed dry run changes the verdict. */
  dryRuns?: FlowsForecastFacts['dryRuns'] | undefined
}
export type UseFlowsVerdictResult = QueryStore<FlowsVerdict>

/**
 * Returns the state of each flow, which combines its health with its forecast, like {@link useFlowVerdict}.
 *
 * All runs are simulated together, because flows of one owner share a wallet.
 */
export function useFlowsVerdict(options: Given<UseFlowsVerdictOptions>): UseFlowsVerdictResult {
  return checkStore(observeVerdicts(reader(options)))
}

export interface UseFlowVerdictOptions extends CheckOptions {
  /** The flow to check. While `flow` is `null` or `undefined`, the store waits. */
  flow: Flow | null | undefined
  /** The result of a dry run, from {@link useFlowDryRun}. A failed dry run changes the verdict. */
  dryRun?: FlowDryRun | undefined
}
export type UseFlowVerdictResult = QueryStore<
  Pick<FlowsVerdict, 'isPending' | 'error'> & {
    readonly data: FlowVerdict | undefined
  }
>

/**
 * Returns the state of a flow, which combines its health with its forecast. The state is the worse of the two, and `forecast` says how
 * long the money lasts.
 *
 * The forecast includes the owner's other flows, because they spend the same money. For a list, call {@link useFlowsVerdict}, which
 * simulates these flows only once.
 *
 * @example
 * const verdict = useFlowVerdict(() => ({ flow }))
 * const name = $derived($verdict.data && nameVerdict($verdict.data))
 */
export function useFlowVerdict(options: Given<UseFlowVerdictOptions>): UseFlowVerdictResult {
  const given = reader(options)
  const verdicts = observeVerdicts(() => {
    const { flow, dryRun, ...shared } = given()
    return { ...shared, flows: flow && [flow], dryRuns: flow ? { [flow.id]: dryRun } : undefined }
  })
  return checkStore(() => {
    const { data, isPending, error } = verdicts()
    return { data: data[0], isPending, error }
  })
}

function observeVerdicts(given: () => UseFlowsVerdictOptions): () => FlowsVerdict {
  const forecaster = observeFacts(initialForecaster, (state, queryClient) => {
    const { client, ...args } = given()
    return updateForecaster(state, useFlowClient(client), args, queryClient)
  })
  return () => forecaster().result
}
