import type { BlockTime, Flow, FlowQueryError } from '@flow-query/core'
import type { FlowDryRun, FlowsForecastFacts } from '../forecast/forecast-facts.js'

/**
 * The node's answer to a simulated transaction that submits the flow:
 * - `refused`: `message` is the node's reason
 * - `unknown`: the node didn't answer, for example because it can't simulate transactions
 */
export type NodeAnswer =
  | { result: 'accepted' }
  | { result: 'refused'; message: string }
  | { result: 'unknown'; error: FlowQueryError }

/** The facts that {@link checkFlow} needs. A missing fact is unknown. */
export interface DraftFacts extends Omit<FlowsForecastFacts, 'flows' | 'dryRuns' | 'expectedRuns'> {
  /** The newest block when the facts were read. */
  time: BlockTime
  /** The flows that the draft's conditions name, or null for a flow that doesn't exist. */
  namedFlows?: { readonly [flowId: string]: Flow | null | undefined } | undefined
  nodeAnswer?: NodeAnswer | undefined
  /** The result of executing the messages now, if they run on this chain. */
  dryRun?: FlowDryRun | undefined
}
