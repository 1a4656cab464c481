import type { FlowDryRun, FlowsForecastFacts } from '../forecast/facts.js'
import type { Flow } from '../types.js'

/** The node's answer to a simulated transaction that submits the flow. */
export type NodeVerdict = { result: 'accepted' } | { result: 'refused'; message: string }

/** The facts that {@link checkFlow} needs. A missing fact is unknown. */
export interface DraftFacts extends Omit<FlowsForecastFacts, 'flows' | 'dryRuns'> {
  /** The flows that the draft's conditions name, or null for a flow that doesn't exist. */
  namedFlows?: { readonly [flowId: string]: Flow | null | undefined } | undefined
  /** Undefined if the node can't simulate transactions. */
  nodeVerdict?: NodeVerdict | undefined
  /** The result of executing the messages now. Only known for messages on this chain. */
  dryRun?: FlowDryRun | undefined
}
