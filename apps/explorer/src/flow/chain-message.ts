import type { Flow } from '@flow-query/core'
import { nameProblem } from '@flow-query/format'
import type { FlowHealth } from '@flow-query/insights'

/** Returns the agent whose fee explains a flow's failure, or undefined if the failure has another cause. */
export function agentToExplain({ trustlessAgent }: Flow, health: FlowHealth): string | undefined {
  return 'message' in health && health.cause === 'agentFeeNotPaid' ? trustlessAgent?.agentAddress : undefined
}

/** Returns whether only the chain's message explains a flow's failure. */
export function needsChainMessage(health: FlowHealth): boolean {
  if (!('message' in health)) return false
  const { cause, message } = health
  return cause === 'conditionsNotMet' || (cause === 'other' && nameProblem(message ?? '') === null)
}
