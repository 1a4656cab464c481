import {
  type ChainTime,
  type ExecutionOutcome,
  executionOutcome,
  type Flow,
  toDate,
  toMilliseconds,
} from '@flow-query/core'
import type { FlowForecast, ForecastOutcome } from '@flow-query/core/forecast'
import { scaleTime } from 'd3-scale'
import { clockLabels, type Tick } from '../time/time-axis'
import { type Execution, willRunAgain } from './runs/executions'

/** A timeline with the last and the next runs of a flow. Each `place` is a fraction of the width, from 0 to 1. */
export interface ScheduleView {
  /** The place of the current time, or null if it is outside of the timeline. */
  now: number | null
  /** The past runs. */
  runs: { place: number; number: number; outcome: ExecutionOutcome }[]
  /** The future runs, next one first, and their expected outcomes. */
  next: { place: number; time: number; expected: ExpectedRun }[]
  ticks: Tick[]
  /** Whether the flow started before the timeline. */
  hasBefore: boolean
  /** Whether the flow continues after the timeline. */
  hasAfter: boolean
}

/** The expected outcome of a future run. `none` means that the flow will be over by then. */
export type ExpectedRun = ForecastOutcome | 'none'

const intervalsBefore = 8
const intervalsAfter = 6

/** Creates a timeline around the next run, or around the last run of a flow that is over. It moves only when the flow runs. */
export function scheduleAround(
  flow: Flow,
  runs: readonly Execution[],
  block: ChainTime,
  now: number,
  forecast?: FlowForecast | undefined,
): ScheduleView {
  const turn = toDate(flow.execTime)?.getTime() ?? now
  const start = toDate(flow.startTime)?.getTime() ?? turn
  const end = Math.max(turn, toDate(flow.endTime)?.getTime() ?? turn)
  const interval = toMilliseconds(flow.interval) || Math.max(60_000, end - start)
  const isOver = !willRunAgain(flow, block)
  const from = Math.max(start, turn - intervalsBefore * interval)
  const until = Math.min(end, turn + (isOver ? 2 : intervalsAfter) * interval)
  // Keeps the marks of the first and the last run inside the timeline.
  const margin = Math.max(1_000, (until - from) * 0.04)
  const scale = scaleTime([from - margin, until + margin], [0, 1])
  const isShown = (time: number) => time >= from - margin && time <= until + margin

  const next: ScheduleView['next'] = []
  for (let time = turn; !isOver && time <= until; time += interval)
    next.push({ place: scale(time), time, expected: expectedRun(flow, forecast, next.length) })
  return {
    now: isShown(now) ? scale(now) : null,
    runs: runs.flatMap(({ number, entry }) => {
      const time = toDate(entry.actualExecTime)?.getTime()
      if (time === undefined || !isShown(time)) return []
      return [{ place: scale(time), number, outcome: executionOutcome(entry, flow, block) }]
    }),
    next,
    ticks: clockLabels(scale, 4),
    hasBefore: start < from,
    hasAfter: end > until,
  }
}

/** Returns the expected outcome of a future run. The forecast of a flow that has run meanwhile is outdated. */
function expectedRun({ execTime }: Flow, forecast: FlowForecast | undefined, index: number): ExpectedRun {
  if (!forecast || forecast.flow.execTime !== execTime || forecast.runs.length === 0) return 'unknown'
  return forecast.runs[index]?.outcome ?? 'none'
}
