import type { BlockTime, Flow, FlowHistoryEntry } from '@flow-query/core'
import { toMilliseconds } from '@flow-query/core'
import { blockMilliseconds, defaultGrace, isLastRun, parseTime } from '@flow-query/core/parts/runs'
import { heapify, sink } from '../heap.js'

export interface UpcomingRunsOptions {
  /** Only runs that are due before this time, as a `Date` or in milliseconds since 1970. */
  until?: number | Date | undefined
  /** Defaults to 100. */
  limit?: number | undefined
  /** Returns a flow's newest execution, without which the flow counts as late for up to 60 seconds of blocks. */
  newest?: ((flow: Flow) => FlowHistoryEntry | undefined) | undefined
}

export interface UpcomingRun {
  flow: Flow
  /** When the run is due, in milliseconds since 1970. */
  time: number
}

/**
 * Returns the next runs of many flows after a block, soonest first, according to their schedules. The result can include runs that a
 * condition or a stop rule will prevent. While the chain stops, it includes runs that are already due.
 *
 * @example
 * const now = Date.now()
 * for (const { flow, time } of upcomingRuns(flows, newestBlock, { until: now + 3_600_000, limit: 20 }))
 *   console.log(`in ${Math.round((time - now) / 1_000)} s: ${flow.label}`)
 *
 * @param block the newest block, from `chainTime`
 * @throws {FlowQueryError} with kind `argument` if `block` isn't the time of a block
 */
export function upcomingRuns(
  flows: readonly Flow[],
  block: BlockTime,
  { until = Number.POSITIVE_INFINITY, limit = 100, newest }: UpcomingRunsOptions = {},
): UpcomingRun[] {
  const from = blockMilliseconds(block)
  const heap: NextRun[] = []
  for (const [row, flow] of flows.entries()) {
    const time = milliseconds(flow.execTime)
    const last = newest?.(flow)
    // Excludes flows that are over, that wait for the response of another chain, or that have an invalid time.
    if (time > from - defaultGrace && !(last && isLastRun(last, flow))) heap.push({ flow, row, time })
  }
  heapify(heap, isSooner)

  const upcoming: UpcomingRun[] = []
  for (let [next] = heap; next && next.time < Number(until) && upcoming.length < limit; [next] = heap) {
    const { flow, time } = next
    if (time >= from) upcoming.push({ flow, time: Math.floor(time) })
    next.time = timeAfter(next, from)
    sink(heap, 0, isSooner)
  }
  return upcoming
}

interface NextRun {
  flow: Flow
  row: number
  time: number
}

function timeAfter({ flow, time }: NextRun, from: number): number {
  const interval = toMilliseconds(flow.interval)
  const next = time + Math.max(1, Math.ceil((from - time) / interval)) * interval
  return interval >= 1 && next <= milliseconds(flow.endTime) ? next : Number.POSITIVE_INFINITY
}

function isSooner(a: NextRun, b: NextRun): boolean {
  return a.time < b.time || (a.time === b.time && a.row < b.row)
}

function milliseconds(time: string): number {
  const timestamp = parseTime(time)
  return timestamp ? timestamp.seconds * 1_000 + timestamp.nanos / 1_000_000 : Number.NaN
}
