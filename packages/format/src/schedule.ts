import {
  type ExecutionOutcome,
  executionOutcome,
  type Flow,
  type FlowHistoryEntry,
  flowStatus,
  toDate,
  toMilliseconds,
} from '@flow-query/core'
import type { FlowForecast } from '@flow-query/insights/forecast'
import { formatCount } from './number.js'
import { isInterchain } from './rules.js'
import { isLate, type NewestBlock } from './time/chain-time.js'
import { ago, formatDuration, formatRelativeTime, formatTime } from './time/time.js'

type ScheduledFlow = Pick<Flow, 'interval' | 'startTime' | 'execTime' | 'endTime'>

export interface ScheduleOptions {
  /** The current time in milliseconds since 1970. If set, each time is followed by its distance from now, such as `(in 2 h)`. */
  now?: number
  /** For example `Europe/Berlin`. Defaults to the local time zone. */
  timeZone?: string
}

/**
 * Describes the interval and the times of a flow in one or two lines, such as `every minute, from 20 Nov 2026, 20:57:56 UTC`
 * and `to 20 Nov 2026, 21:57:56 UTC`.
 */
export function describeSchedule(flow: ScheduledFlow, { now, timeZone }: ScheduleOptions = {}): string[] {
  const at = (time: string): string => {
    const date = toDate(time)
    const distance = date && now !== undefined ? ` (${formatRelativeTime(date.getTime(), now)})` : ''
    return formatTime(time, timeZone) + distance
  }
  const interval = describeInterval(flow.interval)
  if (interval === 'once') return [`once, on ${at(flow.execTime)}`]
  return [`${interval}, from ${at(flow.startTime)}`, `to ${at(flow.endTime)}`]
}

/** Describes an interval, such as `every minute`, `every 90.5 seconds`, or `once` for an interval of 0. */
export function describeInterval(interval: string): string {
  if (toMilliseconds(interval) === 0) return 'once'
  const duration = formatDuration(interval)
  return `every ${/^1 (\w+)$/.exec(duration)?.[1] ?? duration}`
}

export interface NextRunOptions {
  /** The reader's time in milliseconds since 1970. Defaults to `time.readAt`. */
  now?: number | undefined
  /** The flow's newest execution. With it, a flow is over as soon as its last run is recorded. */
  newest?: FlowHistoryEntry | undefined
}

/**
 * Describes when a flow runs next, or when it last ran, such as `in 12 s`, `due now`, `due 3 h ago`, or `ran 3 h ago`.
 *
 * @param time the newest block, from core's `chainTime`. It decides whether the flow is over
 */
export function describeNextRun(
  flow: ScheduledFlow,
  time: NewestBlock,
  { now = time.readAt, newest }: NextRunOptions = {},
): string {
  const due = toDate(flow.execTime)?.getTime()
  if (due === undefined) return 'never'
  const status = flowStatus(flow, time, { newest })
  const willRun = status === 'active' || status === 'scheduled'
  if (!willRun) return `ran ${ago(due, now)}`
  if (due > now) return formatRelativeTime(due, now)
  return isLate(due, now) ? `due ${ago(due, now)}` : 'due now'
}

export interface NextRunsOptions extends NextRunOptions {
  /** For example `Europe/Berlin`. Defaults to the local time zone. */
  timeZone?: string | undefined
  /** The flow's forecast. With it, runs after an expected stop are not counted. */
  forecast?: FlowForecast | null | undefined
}

/**
 * Describes the remaining runs, such as `Runs in 30 s, then 149 more times until 21 Nov 2026, 13:14:59 UTC`.
 *
 * @param time the newest block, from core's `chainTime`. It decides whether the flow is over
 */
export function describeNextRuns(
  flow: ScheduledFlow & Pick<Flow, 'configuration' | 'selfHostedIca' | 'trustlessAgent'>,
  time: NewestBlock,
  { now, timeZone, newest, forecast }: NextRunsOptions = {},
): string {
  const status = flowStatus(flow, time, { newest })
  const current = forecast?.flow.execTime === flow.execTime ? forecast : null
  if (status === 'completed' || status === 'stopped' || current?.nextRun === 'none') return 'It won’t run again'
  const runs = nextRunSentence(describeNextRun(flow, time, { now, newest }), status === 'scheduled')
  if (toMilliseconds(flow.interval) === 0) return `${runs}, once`
  const stop = current?.stop
  if (newest && stopsAfterNext(flow, newest))
    return `${runs}, for the last time, because the newest run failed on the other chain and the flow stops on failure`
  if (stop?.time === flow.execTime) return `${runs}, and the flow is expected to stop at this run`
  const more = runsAfterNext(flow, stop?.time ?? flow.endTime)
  if (stop)
    return `${runs}, then ${formatCount(more, 'more time')} until ${formatTime(stop.time, timeZone)}, when the flow is expected to stop`
  if (more === 0) return `${runs}, for the last time`
  const schedule = `${runs}, then ${formatCount(more, 'more time')} until ${formatTime(flow.endTime, timeZone)}`
  const outcome = newest && executionOutcome(newest, flow, time)
  // The chain doesn't count skipped runs that have responses to queries.
  const isOldRelease = current?.risks.some(({ kind }) => kind === 'releaseNotSupported')
  const isUncounted = outcome === 'skipped' && (isOldRelease || newest?.queryResponses.length)
  const ending = isUncounted ? undefined : outcome && endings[outcome]
  return ending ? `${schedule}. ${ending}` : schedule
}

function nextRunSentence(next: string, isFirst: boolean): string {
  if (next.startsWith('due')) return `${next === 'due now' ? 'Is' : 'Was'} ${next}`
  return `Runs ${isFirst ? 'for the first time ' : ''}${next}`
}

/**
 * A failure on another chain stops a flow one run later. If both `stopOnSuccess` and `stopOnFailure` are set, the chain ignores both.
 */
function stopsAfterNext(
  flow: Pick<Flow, 'configuration' | 'selfHostedIca' | 'trustlessAgent'>,
  newest: FlowHistoryEntry,
): boolean {
  const { stopOnFailure, stopOnSuccess } = flow.configuration
  return isInterchain(flow) && stopOnFailure && !stopOnSuccess && newest.errors.length > 0
}

const unacknowledged = 'If the newest run is not acknowledged before the next run is due, the next run will be the last'

const endings: Partial<Record<ExecutionOutcome, string>> = {
  skipped: 'If the next run is skipped too, the flow stops for good (since chain release 1.0.5)',
  pending: unacknowledged,
  unacknowledged,
}

function runsAfterNext({ execTime, interval }: Pick<Flow, 'execTime' | 'interval'>, until: string): number {
  const [next, end] = [toDate(execTime), toDate(until)]
  return next && end ? Math.max(0, Math.floor((end.getTime() - next.getTime()) / toMilliseconds(interval))) : 0
}
