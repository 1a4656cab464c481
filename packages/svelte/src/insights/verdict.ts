import type { Flow } from '@flow-query/core'
import type { FlowVerdict } from '@flow-query/insights'
import type { FlowDryRun, FlowsForecastFacts } from '@flow-query/insights/forecast'
import { type CheckedFlows, type FlowsVerdict, ForecastObserver } from '@flow-query/insights/query'
import { type Given, type QueryStore, queryStore, reader } from '../store.js'
import { type CheckOptions, observeFacts, withClient } from './observed-facts.svelte.js'

export type UseFlowsVerdictOptions = CheckedFlows & VerdictOptions

interface VerdictOptions extends CheckOptions {
  /** The results of dry runs, by flow ID. A failed dry run changes the verdict. */
  dryRuns?: FlowsForecastFacts['dryRuns'] | undefined
  /** All flows of the owners, if you have them. Defaults to the newest 100 flows of each owner, for up to 20 owners. */
  otherFlows?: readonly Flow[] | undefined
  /** The maximum number of each owner's other flows to simulate. Each of them requires more requests. Default: 30 */
  maxOtherFlows?: number | undefined
}
export type UseFlowsVerdictResult = QueryStore<FlowsVerdict>

/**
 * Returns the state of each flow of an owner or a list. The state combines the flow's health with its forecast, like in
 * {@link useFlowVerdict}.
 *
 * All runs are simulated together, because flows of one owner share a wallet.
 */
export function useFlowsVerdict(options: Given<UseFlowsVerdictOptions>): UseFlowsVerdictResult {
  const given = reader(options)
  return observeFacts(ForecastObserver, () => withClient(given()))
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
  const verdicts = useFlowsVerdict(() => {
    const { flow, dryRun, ...shared } = given()
    return { ...shared, flows: flow && [flow], dryRuns: flow ? { [flow.id]: dryRun } : undefined }
  })
  return queryStore({
    get data() {
      return verdicts.data[0]
    },
    get isPending() {
      return verdicts.isPending
    },
    get error() {
      return verdicts.error
    },
  })
}
