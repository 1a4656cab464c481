import { type ExecutionOutcome, executionOutcome, type Flow, toDate, toMilliseconds } from '@flow-query/core'
import { scaleTime } from 'd3-scale'
import { type Execution, goesOn } from '../executions.js'
import { clockLabels, type Tick } from './time-axis.js'

/** A flow's time around now, however long it is in all. Places are parts of the whole, 0 to 1. */
export interface ScheduleView {
  /** Null where now lies outside. */
  now: number | null
  runs: { place: number; number: number; outcome: ExecutionOutcome }[]
  /** Those to come, soonest first. */
  next: { place: number; time: number }[]
  ticks: Tick[]
  /** Whether the flow began before, and whether it goes on after what is shown. */
  hasBefore: boolean
  hasAfter: boolean
}

const intervalsBefore = 8
const intervalsAfter = 6

/** Some intervals on either side of the next run, or of the last, so that it stands still until the next one. */
export function scheduleAround(flow: Flow, runs: readonly Execution[], now: number): ScheduleView {
  const turn = toDate(flow.execTime)?.getTime() ?? now
  const start = toDate(flow.startTime)?.getTime() ?? turn
  const end = Math.max(turn, toDate(flow.endTime)?.getTime() ?? turn)
  const interval = toMilliseconds(flow.interval) || Math.max(60_000, end - start)
  const isOver = !goesOn(flow, now)
  const from = Math.max(start, turn - intervalsBefore * interval)
  const until = Math.min(end, turn + (isOver ? 2 : intervalsAfter) * interval)
  // The first and the last run are not cut by the edges.
  const margin = Math.max(1_000, (until - from) * 0.04)
  const scale = scaleTime([from - margin, until + margin], [0, 1])
  const isShown = (time: number) => time >= from - margin && time <= until + margin

  const next: ScheduleView['next'] = []
  for (let time = turn; !isOver && time <= until; time += interval) next.push({ place: scale(time), time })
  return {
    now: isShown(now) ? scale(now) : null,
    runs: runs.flatMap(({ number, entry }) => {
      const time = toDate(entry.actualExecTime)?.getTime()
      if (time === undefined || !isShown(time)) return []
      return [{ place: scale(time), number, outcome: executionOutcome(entry, flow, now) }]
    }),
    next,
    ticks: clockLabels(scale, 4),
    hasBefore: start < from,
    hasAfter: end > until,
  }
}
