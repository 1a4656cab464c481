import { type Flow, toDate, toMilliseconds } from '@flow-query/core'
import { formatCount, formatDuration, formatNumber } from '@flow-query/format'
import { scaleLinear, scaleTime } from 'd3-scale'
import type { Steps } from '../steps/steps'
import { clockLabels, type Tick } from '../time/time-axis'

/** A bar chart of the upcoming runs. Places, widths and heights are fractions of the chart's size, from 0 to 1. */
export interface UpcomingChart {
  bars: { place: number; width: number; height: number; sentence: string }[]
  ticks: Tick[]
  /** The number of runs in the whole chart and in the highest bar. */
  sum: string
}

export function* upcomingChart(
  flows: readonly Flow[],
  from: number,
  length: number,
  slots: number,
): Steps<UpcomingChart> {
  const time = scaleTime([from, from + length], [0, 1])
  const runs = yield* runsPerSlot(flows, from, length / slots, slots)
  const most = Math.max(...runs)
  const total = runs.reduce((sum, runs) => sum + runs, 0)
  const height = scaleLinear([0, Math.max(1, most)], [0, 1])
  return {
    bars: runs.map((runs, slot) => {
      const begin = from + (slot * length) / slots
      return {
        place: time(begin),
        width: 1 / slots,
        height: height(runs),
        sentence: `${clock.format(begin)}: ${formatCount(runs, 'run')}`,
      }
    }),
    ticks: clockLabels(time, 4),
    sum: `${formatCount(total, 'run')}, at most ${formatNumber(most)} in ${formatDuration(`${length / slots / 1_000}s`)}`,
  }
}

/**
 * Returns the number of scheduled runs of flows that will run again, in each time slot. The function doesn't loop over single runs, because a flow can run
 * every five seconds for years.
 */
export function* runsPerSlot(flows: readonly Flow[], from: number, slot: number, slots: number): Steps<number[]> {
  const runs = new Array<number>(slots).fill(0)
  for (const [row, flow] of flows.entries()) {
    if (row % flowsPerStep === 0) yield
    const next = toDate(flow.execTime)?.getTime() ?? 0
    if (next >= from + slot * slots) continue
    const interval = toMilliseconds(flow.interval)
    const end = interval ? (toDate(flow.endTime)?.getTime() ?? next) : next
    let before = runsBefore(from, next, interval, end)
    for (let index = 0; index < slots; index++) {
      const after = runsBefore(from + (index + 1) * slot, next, interval, end)
      runs[index] = (runs[index] ?? 0) + after - before
      before = after
    }
  }
  return runs
}

const flowsPerStep = 100

/** Returns the number of scheduled runs before a time. */
function runsBefore(time: number, next: number, interval: number, end: number): number {
  if (time <= next) return 0
  return interval ? Math.ceil((Math.min(time, end + 1) - next) / interval) : 1
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
