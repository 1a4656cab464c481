import type { BlockTime, Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { flowsToCheckInSteps } from '@flow-query/core/insights'
import { formatCount, formatNumber } from '@flow-query/format'
import { isPaused } from '../collection/coverage-text'
import type { Steps } from '../steps/steps'
import { isRestoring } from '../storage/restoring'

/** The number of flows that are checked first, and then at once. Starting more would block the page. */
export const firstChecks = 16
export const checksPerGroup = 10
/** The number of flows that are checked at once after a click. */
export const requestedGroup = 50

/** The number of requests after which a page checks more flows only if the visitor clicks a button. */
export const maxRequests = 150

/** The usual number of requests for a check: the runs of a flow, and balances and permissions of its accounts. */
export const requestsPerCheck = 4

/** The loaded flows of a chain or an owner. */
export type LoadedFlows = Pick<FlowCollection, 'complete' | 'loaded' | 'total'> & { flows: readonly Flow[] }

/** The flows that a page can check, in the order in which it checks them. Each check takes requests. */
export interface CheckOrder {
  toCheck: readonly Flow[]
  /** Whether the order contains all flows. Until they are loaded, it contains some of them. */
  complete: boolean
  /** Whether all checks must wait, because the flows are still loading, and other flows would be checked afterwards. */
  isLoading?: boolean
}

/** The order of checks before any flow is loaded. */
export const nothingToCheck: CheckOrder = { toCheck: [], complete: false, isLoading: true }

/** Determines which flows a page checks. */
export function* orderChecks(loaded: LoadedFlows, time: BlockTime): Steps<CheckOrder> {
  const { flows, complete } = loaded
  if (isRestoring(loaded) || (!complete && !isPaused(loaded))) return nothingToCheck
  if (complete) return { toCheck: yield* flowsInOrder(flows, time), complete }
  // The chain is too large to load, so only its newest flows are known.
  const newest = yield* flowsInOrder(flows.slice(loaded.loaded), time)
  return { toCheck: newest.slice(0, firstChecks), complete }
}

/** Returns the flows that have started in the order of `flowsToCheck`, and the scheduled flows in between, because they can fail too. */
function* flowsInOrder(flows: readonly Flow[], time: BlockTime): Steps<Flow[]> {
  const started = yield* flowsToCheckInSteps(flows, time)
  yield
  const known = new Set(started)
  const scheduled = flows.filter(flow => !known.has(flow))
  yield
  const order: Flow[] = []
  for (let at = 0; at < Math.max(started.length, scheduled.length * startedPerScheduled); at += startedPerScheduled)
    order.push(
      ...started.slice(at, at + startedPerScheduled),
      ...scheduled.slice(at / startedPerScheduled, at / startedPerScheduled + 1),
    )
  return order
}

const startedPerScheduled = 4

/** Says how many flows were checked. `total` is null if only the newest flows are loaded. */
export function checkedText(checked: number, total: number | null): string {
  if (total === null) return `${formatNumber(checked)} of the newest flows checked`
  if (checked === total) return total === 1 ? '1 flow checked' : `All ${formatNumber(total)} flows checked`
  return `${formatNumber(checked)} of ${formatCount(total, 'flow')} checked`
}
