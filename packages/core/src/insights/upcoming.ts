import { parseTime, toMilliseconds } from '../convert.js'
import { defaultGrace } from '../status.js'
import type { Flow } from '../types.js'

export interface UpcomingRunsOptions {
  /** Milliseconds since 1970, or a Date, as `until`. What was due before is not told. */
  from: number | Date
  /** Up to, but not including. Default: the flows' own ends. */
  until?: number | Date | undefined
  /** Default 100. */
  limit?: number | undefined
}

/** A run to come. */
export interface UpcomingRun {
  flow: Flow
  /** When it is due, in milliseconds since 1970. */
  time: number
}

/**
 * The next runs of many flows, soonest first, as their schedules have them: what a rule or a condition will stop or skip
 * cannot be known.
 *
 * @example
 * const now = Date.now()
 * for (const { flow, time } of upcomingRuns(flows, { from: now, until: now + 3_600_000, limit: 20 }))
 *   console.log(`in ${Math.round((time - now) / 1_000)} s: ${flow.label}`)
 */
export function upcomingRuns(
  flows: readonly Flow[],
  { from, until = Number.POSITIVE_INFINITY, limit = 100 }: UpcomingRunsOptions,
): UpcomingRun[] {
  const heap: NextRun[] = []
  for (const [row, flow] of flows.entries()) {
    const time = milliseconds(flow.execTime)
    // Neither over nor without a time.
    if (time > Number(from) - defaultGrace) heap.push({ flow, row, time })
  }
  for (let place = heap.length >> 1; place >= 0; place--) sink(heap, place)

  const upcoming: UpcomingRun[] = []
  for (let [next] = heap; next && next.time < Number(until) && upcoming.length < limit; [next] = heap) {
    const { flow, time } = next
    if (time >= Number(from) && time <= milliseconds(flow.endTime)) upcoming.push({ flow, time: Math.floor(time) })
    next.time = timeAfter(next, Number(from))
    sink(heap, 0)
  }
  return upcoming
}

/** A flow that stands in a heap with its next run, in milliseconds. */
interface NextRun {
  flow: Flow
  row: number
  time: number
}

/** When a flow runs after a run that is due or was missed; infinity where it does not. */
function timeAfter({ flow, time }: NextRun, from: number): number {
  const interval = toMilliseconds(flow.interval)
  const next = time + Math.max(1, Math.ceil((from - time) / interval)) * interval
  return interval >= 1 && next <= milliseconds(flow.endTime) ? next : Number.POSITIVE_INFINITY
}

/** Lets a run change places with a sooner one below it, as long as there is one: the soonest of a heap is its first. */
function sink(heap: NextRun[], place: number): void {
  const [run, left, right] = [heap[place], heap[2 * place + 1], heap[2 * place + 2]]
  const below = left && right && isSooner(right, left) ? 2 * place + 2 : 2 * place + 1
  const sooner = heap[below]
  if (!run || !sooner || !isSooner(sooner, run)) return
  heap[place] = sooner
  heap[below] = run
  sink(heap, below)
}

/** Runs at the same time come in the order of the flows. */
function isSooner(a: NextRun, b: NextRun): boolean {
  return a.time < b.time || (a.time === b.time && a.row < b.row)
}

function milliseconds(time: string): number {
  const timestamp = parseTime(time)
  return timestamp ? timestamp.seconds * 1_000 + timestamp.nanos / 1_000_000 : Number.NaN
}
