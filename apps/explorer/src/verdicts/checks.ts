import type { BlockTime, Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { formatCount, formatNumber } from '@flow-query/format'
import { type FlowsSummary, type FlowVerdict, summarizeFlowsInSteps } from '@flow-query/insights'
import { isPaused } from '../collection/collection'
import type { Steps } from '../steps/steps'
import { isRestoring } from '../storage/restoring'
import { maxOtherFlows } from './owners-flows'

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
  /** The flows of the order that run again, if they are checked soonest first. */
  running?: readonly Flow[]
  /** All flows of the owners. Undefined if some are not loaded. */
  all?: readonly Flow[]
  /**
   * The maximum number of an owner's other flows that a check includes. If all flows are checked soonest first, it is 0, because no
   * other flow spends money before the flows that are already checked.
   */
  maxOtherFlows?: number
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

/** Determines which flows a page checks. The flows that run next come first, so that the first failures in a list are the next ones. */
export function* orderChecks(
  loaded: LoadedFlows,
  time: BlockTime,
  { all = loaded.flows, summary }: OrderOptions = {},
): Steps<CheckOrder> {
  const { flows, complete } = loaded
  if (isRestoring(loaded) || (!complete && !isPaused(loaded))) return nothingToCheck
  if (complete) {
    const { toCheck, running } = summary ?? (yield* summarizeFlowsInSteps(flows, time))
    return { toCheck, running, complete, all, maxOtherFlows: flows.length === all.length ? 0 : maxOtherFlows }
  }
  // The chain is too large to load, so only its newest flows are known.
  const { toCheck } = yield* summarizeFlowsInSteps(flows.slice(loaded.loaded), time)
  return { toCheck: toCheck.slice(0, firstChecks), complete }
}

/** The checks of a page that have started. */
export interface StartedChecks {
  /** The number of flows at the start of the order. */
  count: number
  /** The ids of these flows, and of flows that were among them before they ran. */
  ids: ReadonlySet<string>
}

export const nothingStarted: StartedChecks = { count: 0, ids: new Set() }

/** A flow that has just failed runs again later, so it is no longer one of the first. It must stay in the lists. */
const maxKept = 50

/** Starts the checks of the first flows. The last flows that were among them stay checked. */
export function startChecks({ ids }: StartedChecks, toCheck: readonly Flow[], count: number): StartedChecks {
  const known = new Set([...toCheck.slice(0, count).map(({ id }) => id), ...ids])
  return { count, ids: new Set(Array.from(known).slice(0, count + maxKept)) }
}

/** Returns the first flow that isn't checked. Undefined if all are checked, or if the flows aren't checked soonest first. */
export function firstUnchecked(running: CheckOrder['running'], checked: ReadonlySet<string>): Flow | undefined {
  return running?.find(({ id }) => !checked.has(id))
}

/** Returns the failures that are expected before a time, or all of them if it is null. */
export function failuresBefore(until: string | null, failures: readonly FlowVerdict[]): readonly FlowVerdict[] {
  if (until === null) return failures
  return failures.filter(({ failure }) => failure && Date.parse(failure.at) < Date.parse(until))
}

/**
 * Describes the number of flows in a list: `9`, or `9 so far` if not all flows are checked. If the flows are checked soonest first up to a
 * time such as `14:20`, it is `9 until 14:20`.
 */
export function countText(count: number, isComplete: boolean, until: string | null): string {
  const number = formatNumber(count)
  if (isComplete) return number
  return until === null ? `${number} so far` : `${number} until ${until}`
}

/** Says how many flows were checked. `total` is null if only the newest flows are loaded. */
export function checkedText(checked: number, total: number | null): string {
  if (total === null) return `${formatNumber(checked)} of the newest flows checked`
  if (checked === total) return total === 1 ? '1 flow checked' : `All ${formatNumber(total)} flows checked`
  return `${formatNumber(checked)} of ${formatCount(total, 'flow')} checked`
}
