import type { Flow } from '@flow-query/core'
import { filterAndSortFlows, prepareFlows } from '@flow-query/core/collection'
import { compareHealth, type FlowWithHealth, flowsToCheck, needsAttention } from '@flow-query/core/insights'
import type { Steps } from './steps.js'

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

/** The flows that a page can check, in the order in which it checks them. Each check takes requests. */
export interface CheckOrder {
  /** The flows that have started, in the order in which their health is checked. */
  toCheck: readonly Flow[]
  /** The flows that will run, soonest first. Their forecasts are checked in this order. */
  toForecast: readonly Flow[]
  /** Whether the order contains all flows. Until they are loaded, it contains some of them. */
  complete: boolean
}

/** Determines which flows a page checks. */
export function* orderChecks(loaded: LoadedFlows, running: readonly Flow[], now: number): Steps<CheckOrder> {
  const { flows, complete } = loaded
  if (complete) return { toCheck: yield* orderToCheck(flows, flows, now), toForecast: running, complete }
  const isFirst = new Set(firstLoaded(loaded))
  return { toCheck: firstToCheck(loaded, now), toForecast: running.filter(flow => isFirst.has(flow)), complete }
}

/** Returns the flows to check until all flows are loaded. */
export function firstToCheck(loaded: LoadedFlows, now: number): Flow[] {
  return flowsToCheck(firstLoaded(loaded), now).slice(0, firstChecks)
}

/** Returns some of the loaded flows. Pages that load later don't change this selection. */
function firstLoaded({ flows, loaded = flows.length }: LoadedFlows): readonly Flow[] {
  return loaded < flows.length ? flows.slice(loaded) : flows.slice(0, firstFlows)
}

/**
 * Returns the found flows in the order of `flowsToCheck`.
 *
 * @param flows all loaded flows, because their order is cached
 */
export function* orderToCheck(flows: readonly Flow[], found: readonly Flow[], now: number): Steps<Flow[]> {
  yield* prepareFlows(flows, { sort: 'lastRun' })
  const over = (['stopped', 'completed'] as const).flatMap(status =>
    filterAndSortFlows(flows, { status, sort: 'lastRun', descending: true }, now),
  )
  yield
  const [isOver, isFound] = [new Set(over), new Set(found)]
  yield
  // `flowsToCheck` is faster if these flows are already sorted by time, newest first.
  const sorted = [...found.filter(flow => !isOver.has(flow)), ...over.filter(flow => isFound.has(flow))]
  // It reads each flow only once, so the last call is fast.
  for (let start = 0; start < sorted.length; start += flowsPerStep) {
    yield
    flowsToCheck(sorted.slice(start, start + flowsPerStep), now)
  }
  yield
  return flowsToCheck(sorted, now)
}

const flowsPerStep = 200

export interface AttentionChecks {
  /** The flows whose health is checked. */
  flows: readonly Flow[]
  /** The number of all flows that have started, or null while the chain is loading. */
  total: number | null
}

export function attentionChecks({ toCheck, complete }: CheckOrder, limit: number): AttentionChecks {
  return { flows: toCheck.slice(0, limit), total: complete ? toCheck.length : null }
}

/** Returns the flows that need attention, worst first. */
export function worstFlows(checked: readonly FlowWithHealth[]): FlowWithHealth[] {
  return checked.filter(({ health }) => needsAttention(health)).sort(compareHealth)
}
