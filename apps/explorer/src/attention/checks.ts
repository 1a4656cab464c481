import type { BlockTime, Flow } from '@flow-query/core'
import { flowsToCheck, flowsToCheckInSteps } from '@flow-query/core/insights'
import { formatCount, formatNumber } from '@flow-query/format'
import type { Steps } from '../steps/steps'
import { isRestoring } from '../storage/restoring'

/** The number of flows that are checked when a page opens, and again on each click. Checking a flow takes one request. */
export const checksPerStep = 500

/** The number of checks that are started at once. Starting more would block the page. */
export const checksPerGroup = 100

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
  /** Whether all checks must wait, because stored flows are still being read. These can be other flows. */
  isRestoring?: boolean
}

/** The order of checks before any flow is loaded. */
export const nothingToCheck: CheckOrder = { toCheck: [], toForecast: [], complete: false, isRestoring: true }

/** Determines which flows a page checks. */
export function* orderChecks(loaded: LoadedFlows, running: readonly Flow[], time: BlockTime): Steps<CheckOrder> {
  const { flows, complete } = loaded
  if (isRestoring(loaded)) return nothingToCheck
  if (complete) return { toCheck: yield* flowsToCheckInSteps(flows, time), toForecast: running, complete }
  const isFirst = new Set(firstLoaded(loaded))
  return { toCheck: firstToCheck(loaded, time), toForecast: running.filter(flow => isFirst.has(flow)), complete }
}

/** Returns the flows to check until all flows are loaded. */
export function firstToCheck(loaded: LoadedFlows, time: BlockTime): Flow[] {
  return flowsToCheck(firstLoaded(loaded), time).slice(0, firstChecks)
}

/** Returns some of the loaded flows. Pages that load later don't change this selection. */
function firstLoaded({ flows, loaded = flows.length }: LoadedFlows): readonly Flow[] {
  return loaded < flows.length ? flows.slice(loaded) : flows.slice(0, firstFlows)
}

export interface AttentionChecks {
  /** The flows whose health is checked now. Null while the checks must wait. */
  flows: readonly Flow[] | null
  /** Whether more flows are checked afterwards, without a click. */
  hasMore: boolean
  /** The number of all flows that have started, or null while the chain is loading. */
  total: number | null
}

/**
 * Selects the flows to check.
 *
 * @param limit the number of checks that the user wants
 * @param started the number of checks that were started. When they have finished, start {@link checksPerGroup} more
 */
export function attentionChecks(order: CheckOrder, limit: number, started: number): AttentionChecks {
  const { toCheck, complete, isRestoring } = order
  return {
    flows: isRestoring ? null : toCheck.slice(0, Math.min(limit, started)),
    hasMore: started < Math.min(limit, toCheck.length),
    total: complete ? toCheck.length : null,
  }
}

/** Says how many flows were checked. `total` is null if only the newest flows are loaded. */
export function checkedText(checked: number, total: number | null, kind: 'started' | 'running'): string {
  if (total === null) return `${formatNumber(checked)} of the newest flows checked`
  if (total === 0) return kind === 'started' ? 'No flows have started yet' : 'No flows are running'
  if (checked === total)
    return total === 1 ? `1 ${kind} flow checked` : `All ${formatNumber(total)} ${kind} flows checked`
  const order = kind === 'running' ? ', soonest first' : ''
  return `${formatNumber(checked)} of ${formatCount(total, `${kind} flow`)} checked${order}`
}
