import type { Flow } from '@flow-query/core'
import { compareHealth, type FlowWithHealth, flowsToCheck, needsAttention } from '@flow-query/core/insights'

/** The number of flows that are checked when a page opens, and again on each click. Checking a flow takes one request. */
export const checksPerStep = 500

/** Until all flows are loaded, at most this many are checked. */
const firstFlows = 1_000
const firstChecks = 100

export interface LoadedFlows {
  flows: readonly Flow[]
  /** Whether all flows are loaded. */
  complete: boolean
  /** The number of flows that were loaded in order. The flows after them are the newest ones. */
  loaded?: number
}

export interface AttentionChecks {
  /** The flows whose health is checked. */
  flows: readonly Flow[]
  /** The number of all flows that have started, or null until all flows are loaded. */
  total: number | null
}

export function attentionChecks(loaded: LoadedFlows, limit: number, now: number): AttentionChecks {
  const { flows, complete } = loaded
  if (!complete) return { flows: flowsToCheck(firstLoaded(loaded), now).slice(0, firstChecks), total: null }
  const candidates = flowsToCheck(flows, now)
  return { flows: candidates.slice(0, limit), total: candidates.length }
}

/** Returns flows to check until all flows are loaded. Pages that load later don't change this selection. */
export function firstLoaded({ flows, loaded = flows.length }: LoadedFlows): readonly Flow[] {
  return loaded < flows.length ? flows.slice(loaded) : flows.slice(0, firstFlows)
}

/** Returns the flows that need attention, worst first. */
export function worstFlows(checked: readonly FlowWithHealth[]): FlowWithHealth[] {
  return checked.filter(({ health }) => needsAttention(health)).sort(compareHealth)
}
