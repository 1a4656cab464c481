import { type BlockTime, type Flow, toMilliseconds } from '@flow-query/core'
import { formatCount, formatNumber } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import type { ForecastOutcome } from '@flow-query/insights/forecast'
import { verdictTone } from '../values/marks'

/** The runs of a day in the time zone of the device. */
export interface CalendarDay {
  /** Such as `3 Dec`. */
  name: string
  weekday: string
  runs: number
  /** The number of runs that will fail, and of those that are likely to fail. */
  willFail: number
  atRisk: number
  /** The flows that run on this day. */
  flowIds: ReadonlySet<string>
}

const dayCount = 14

/** Returns the next days and their runs, according to the schedules and to the forecasts of the flows that have been checked. */
export function calendarDays(
  flows: readonly Flow[],
  verdicts: readonly FlowVerdict[],
  time: BlockTime,
): readonly CalendarDay[] {
  const known = new Map(verdicts.map(verdict => [verdict.flow.id, verdict]))
  const schedules = flows.flatMap(flow => scheduleOf(flow, known.get(flow.id), time) ?? [])
  const today = new Date(time.block)
  today.setHours(0, 0, 0, 0)
  return Array.from({ length: dayCount }, (_, index) => {
    const start = new Date(today)
    start.setDate(start.getDate() + index)
    const end = new Date(start)
    end.setDate(end.getDate() + 1)
    // A run that is a few seconds late at midnight still belongs to today.
    return dayOf(schedules, start, index === 0 ? Number.NEGATIVE_INFINITY : start.getTime(), end.getTime())
  })
}

/** Describes a day: `3 Dec: 12 runs, 2 expected to fail`. */
export function describeDay({ name, runs, willFail, atRisk }: CalendarDay, isComplete: boolean): string {
  return `${name}: ${describeRuns(runs, willFail + atRisk, isComplete)}`
}

/** Describes runs: `12 runs, 2 expected to fail`, or `12 runs, 2 expected to fail so far` if not all flows are checked. */
export function describeRuns(runs: number, failures: number, isComplete: boolean): string {
  if (runs === 0) return 'no runs'
  if (failures === 0) return formatCount(runs, 'run')
  return `${formatCount(runs, 'run')}, ${formatNumber(failures)} expected to fail${isComplete ? '' : ' so far'}`
}

interface Schedule {
  id: string
  next: number
  interval: number
  last: number
  /** The times of the expected failures. */
  failures: readonly number[]
  isCertain: boolean
}

/** How long a run can be late before the flow counts as over, in milliseconds. */
const grace = 60_000

/** Returns null if the flow won't run again. */
function scheduleOf(flow: Flow, verdict: FlowVerdict | undefined, time: BlockTime): Schedule | null {
  const forecast = verdict?.forecast
  const next = Date.parse(flow.execTime)
  const isOver = verdict?.state === 'ended' || forecast?.nextRun === 'none'
  if (isOver || !(next >= Date.parse(time.block) - grace)) return null
  const end = Math.max(next, Date.parse(flow.endTime))
  return {
    id: flow.id,
    next,
    interval: toMilliseconds(flow.interval),
    last: forecast?.stop ? Math.min(end, Date.parse(forecast.stop.time)) : end,
    failures: verdict ? failureTimes(verdict) : [],
    isCertain: verdict !== undefined && verdictTone(verdict) !== 'atRisk',
  }
}

const failed: ReadonlySet<ForecastOutcome> = new Set(['failed', 'feeNotCollected', 'idle'])

function failureTimes({ forecast, failure, stop }: FlowVerdict): number[] {
  const runs = forecast?.runs.filter(({ outcome }) => failed.has(outcome)).map(run => run.time) ?? []
  const reported = [failure, stop].flatMap(expected => expected?.at ?? [])
  return Array.from(new Set([...runs, ...reported].map(time => Date.parse(time))))
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })

function dayOf(schedules: readonly Schedule[], day: Date, start: number, end: number): CalendarDay {
  let [runs, willFail, atRisk] = [0, 0, 0]
  const flowIds = new Set<string>()
  for (const schedule of schedules) {
    const own = runsBetween(schedule, start, end)
    if (own === 0) continue
    flowIds.add(schedule.id)
    runs += own
    const failures = Math.min(own, schedule.failures.filter(time => time >= start && time < end).length)
    if (schedule.isCertain) willFail += failures
    else atRisk += failures
  }
  return { name: dayFormat.format(day), weekday: weekdayFormat.format(day), runs, willFail, atRisk, flowIds }
}

/** Returns the number of runs from `start` until just before `end`. */
function runsBetween({ next, interval, last }: Schedule, start: number, end: number): number {
  if (interval < 1) return next >= start && next < end ? 1 : 0
  const first = Math.max(0, Math.ceil((start - next) / interval))
  const final = Math.min(Math.floor((last - next) / interval), Math.ceil((end - next) / interval) - 1)
  return Math.max(0, final - first + 1)
}
