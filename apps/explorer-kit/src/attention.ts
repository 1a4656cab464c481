import type { Flow } from '@flow-query/core'
import { compareHealth, type FlowWithHealth, flowsToCheck, needsAttention } from '@flow-query/core/insights'

/** The number of flows that are checked when a page opens, and again on each click. Checking a flow takes one request. */
export const checksPerStep = 500

/** While the chain is loading, some of its first flows are checked, because later pages don't change this selection. */
const firstFlows = 1_000
const firstChecks = 100

export interface LoadedFlows {
  flows: readonly Flow[]
  /** Whether all flows are loaded. */
  complete: boolean
}

export interface AttentionChecks {
  /** The flows whose health is checked. */
  flows: readonly Flow[]
  /** The number of all flows that have started, or null while the chain is loading. */
  total: number | null
}

export function attentionChecks({ flows, complete }: LoadedFlows, limit: number, now: number): AttentionChecks {
  if (!complete) return { flows: flowsToCheck(flows.slice(0, firstFlows), now).slice(0, firstChecks), total: null }
  const candidates = flowsToCheck(flows, now)
  return { flows: candidates.slice(0, limit), total: candidates.length }
}

/** Returns the flows that need attention, worst first. */
export function worstFlows(checked: readonly FlowWithHealth[]): FlowWithHealth[] {
  return checked.filter(({ health }) => needsAttention(health)).sort(compareHealth)
}
