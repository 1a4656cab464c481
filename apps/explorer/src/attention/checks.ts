import type { BlockTime, Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { type FlowsSummary, summarizeFlowsInSteps } from '@flow-query/core/insights'
import { formatCount, formatNumber } from '@flow-query/format'
import { isPaused } from '../collection/collection'
import { willRunAgain } from '../flow/runs/executions'
import type { Steps } from '../steps/steps'
import { isRestoring } from '../storage/restoring'
import { nextFlowsOf } from './owners-flows'

/** The number of flows that are checked first. */
export const firstChecks = 16
export const checksPerGroup = 10
/** The number of flows that are checked at once after a click. */
export const requestedGroup = 50

/**
 * After this number of requests, a list only checks more flows if the visitor clicks a button. Live updates and facts that are
 * discovered later can cause some more requests.
 */
export const maxRequests = 110

/** The loaded flows of a chain or an owner. */
export type LoadedFlows = Pick<FlowCollection, 'complete' | 'loaded' | 'total'> & { flows: readonly Flow[] }

/** The flows that a page can check, in the order in which it checks them. Each check requires requests. */
export interface CheckOrder {
  toCheck: readonly Flow[]
  /** Whether the order contains all flows. Until they are loaded, it contains some of them. */
  complete: boolean
  /** All flows of the owners. Undefined if some are not loaded. */
  all?: readonly Flow[]
  /** Whether all checks must wait until the flows are loaded, because the order may change until then. */
  isLoading?: boolean
}

/** The order of checks before any flow is loaded. */
export const nothingToCheck: CheckOrder = { toCheck: [], complete: false, isLoading: true }

interface OrderOptions {
  /** All flows of the chain or the owner, if only some of them are checked. */
  all?: readonly Flow[]
  /** The summary of the flows, if it is known. */
  summary?: FlowsSummary
}

/** Determines which flows a page checks. */
export function* orderChecks(
  loaded: LoadedFlows,
  time: BlockTime,
  { all = loaded.flows, summary }: OrderOptions = {},
): Steps<CheckOrder> {
  const { flows, complete } = loaded
  if (isRestoring(loaded) || (!complete && !isPaused(loaded))) return nothingToCheck
  if (complete) {
    const summarized = summary ?? (yield* summarizeFlowsInSteps(flows, time))
    yield
    const order = alternate(summarized)
    yield
    return { toCheck: yield* ownersTogether(order, all, time), complete, all }
  }
  // The chain is too large to load, so only its newest flows are known.
  const newest = alternate(yield* summarizeFlowsInSteps(flows.slice(loaded.loaded), time))
  return { toCheck: newest.slice(0, firstChecks), complete }
}

/** Mixes flows that have not started yet into the others, because their first run can fail too. */
function alternate({ toCheck, scheduled }: FlowsSummary): Flow[] {
  const order: Flow[] = []
  for (const [index, flow] of toCheck.entries()) {
    order.push(flow)
    const next = (index + 1) % startedPerScheduled === 0 && scheduled[(index + 1) / startedPerScheduled - 1]
    if (next) order.push(next)
  }
  return order.concat(scheduled.slice(Math.floor(toCheck.length / startedPerScheduled)))
}

const startedPerScheduled = 4

/**
 * Moves flows with the same owner together, because the forecast of one needs the facts of the others. Only the first flows are moved,
 * because the visitor seldom checks more.
 */
function* ownersTogether(order: readonly Flow[], all: readonly Flow[], time: BlockTime): Steps<Flow[]> {
  const owners = new Set<string>()
  const together = new Set<Flow>()
  for (const flow of order.slice(0, maxTogether)) {
    yield
    together.add(flow)
    if (owners.has(flow.owner) || !willRunAgain(flow, time)) continue
    owners.add(flow.owner)
    for (const other of nextFlowsOf(all, flow.owner, time)) together.add(other)
  }
  // An owner can have flows that aren't checked.
  const toCheck = new Set<Flow>()
  const rest: Flow[] = []
  for (const flow of order) {
    if (together.has(flow)) toCheck.add(flow)
    else rest.push(flow)
  }
  return [...Array.from(together).filter(flow => toCheck.has(flow)), ...rest]
}

const maxTogether = 40

/** Says how many flows were checked. `total` is null if only the newest flows are loaded. */
export function checkedText(checked: number, total: number | null): string {
  if (total === null) return `${formatNumber(checked)} of the newest flows checked`
  if (checked === total) return total === 1 ? '1 flow checked' : `All ${formatNumber(total)} flows checked`
  return `${formatNumber(checked)} of ${formatCount(total, 'flow')} checked`
}
