import type { Flow } from '@flow-query/core'
import { formatCount, formatNumber } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'

/** A small group, because the facts that one flow needs after its first ones wait for all requests of the group. */
export const checksPerGroup = 6
/** The number of flows in a group after a click. */
export const requestedGroup = 20

/** The next group starts when fewer requests are unanswered. A client sends at most six of these requests at the same time. */
export const fewRequests = 6

/**
 * After this number of requests, a list only checks more flows if the visitor clicks a button. Live updates and facts that are
 * discovered later can cause some more requests.
 */
export const maxRequests = 110

/** The checks of a page that have started. */
export interface StartedChecks {
  /** The number of flows at the start of the queue. */
  count: number
  /** The ids of these flows, and of flows that were among them before they ran. */
  ids: ReadonlySet<string>
}

export const nothingStarted: StartedChecks = { count: 0, ids: new Set() }

/** A flow that has just failed runs again later, so it is no longer one of the first. It must stay in the lists. */
const maxKept = 50

/** Starts the checks of the first flows. The last flows that were among them stay checked. */
export function startChecks({ ids }: StartedChecks, queue: readonly Flow[], count: number): StartedChecks {
  const known = new Set([...queue.slice(0, count).map(({ id }) => id), ...ids])
  return { count, ids: new Set(Array.from(known).slice(0, count + maxKept)) }
}

/** Returns the failures that are expected before a time, or all of them if it is null. */
export function failuresBefore(until: string | null, failures: readonly FlowVerdict[]): readonly FlowVerdict[] {
  if (until === null) return failures
  return failures.filter(({ failure }) => failure && Date.parse(failure.at) < Date.parse(until))
}

/**
 * Returns whether a verdict is certain before all flows of the owner are checked. A flow that looks healthy may still fail, because
 * flows that aren't checked yet can spend the same money.
 */
export function isCertain({ state, needsAttention }: FlowVerdict): boolean {
  return needsAttention || state === 'ended'
}

/** Describes the number of flows in a list: `9`, or `9 so far` if not all flows are checked. */
export function countText(count: number, isComplete: boolean): string {
  return isComplete ? formatNumber(count) : `${formatNumber(count)} so far`
}

/** Says how many flows need attention while flows are checked, such as `2 flows need attention so far`. */
export function attentionSoFarText(attention: number): string {
  return `${formatCount(attention, 'flow')} ${attention === 1 ? 'needs' : 'need'} attention so far`
}

/** Says how many of the checked flows need attention, such as `9 of 18 flows need attention`. */
export function attentionText(attention: number, checked: number, isComplete: boolean): string {
  const flows = isComplete ? formatCount(checked, 'flow') : `${formatNumber(checked)} checked flows`
  return `${formatNumber(attention)} of ${flows} ${attention === 1 ? 'needs' : 'need'} attention`
}

/** Says how many flows were checked. `total` is null if only the newest flows are loaded. */
export function checkedText(checked: number, total: number | null, sampleOf: number | null = null): string {
  if (total === null) {
    const newest = sampleOf === null ? 'newest flows' : `newest ${formatCount(sampleOf, 'flow')}`
    return `${formatNumber(checked)} of the ${newest} checked`
  }
  if (checked === total) return total === 1 ? '1 flow checked' : 'All flows checked'
  return `${formatNumber(checked)} of ${formatCount(total, 'flow')} checked`
}
