import { type Flow, flowStatus, toDate, toMilliseconds } from '@flow-query/core'
import { formatCount } from './number.js'
import { ago, formatDuration, formatRelativeTime, formatTime } from './time.js'

export interface ScheduleOptions {
  /** Milliseconds since 1970: each time comes with how far it is from now. */
  now?: number
  /** Such as `Europe/Berlin`; the reader's by default. */
  timeZone?: string
}

/**
 * `every minute, from 20 Nov 2026, 20:57:56 UTC` and `to 20 Nov 2026, 21:57:56 UTC`, which may stand on lines of their
 * own or be joined to one; `once, on 20 Nov 2026, 20:58:20 UTC`.
 */
export function describeSchedule(
  flow: Pick<Flow, 'interval' | 'startTime' | 'execTime' | 'endTime'>,
  { now, timeZone }: ScheduleOptions = {},
): string[] {
  const at = (time: string): string => {
    const date = toDate(time)
    const distance = date && now !== undefined ? ` (${formatRelativeTime(date.getTime(), now)})` : ''
    return formatTime(time, timeZone) + distance
  }
  const interval = describeInterval(flow.interval)
  if (interval === 'once') return [`once, on ${at(flow.execTime)}`]
  return [`${interval}, from ${at(flow.startTime)}`, `to ${at(flow.endTime)}`]
}

/** `every minute`, `every 90.5 seconds`, `once`. */
export function describeInterval(interval: string): string {
  if (toMilliseconds(interval) === 0) return 'once'
  const duration = formatDuration(interval)
  return `every ${/^1 (\w+)$/.exec(duration)?.[1] ?? duration}`
}

/** When a flow runs next, or ran last: `in 12 s`, `due now`, `ran 3 h ago`. */
export function describeNextRun(
  flow: Pick<Flow, 'interval' | 'startTime' | 'execTime' | 'endTime'>,
  now: number,
): string {
  const time = toDate(flow.execTime)?.getTime()
  if (time === undefined) return 'never'
  const status = flowStatus(flow, now)
  const goesOn = status === 'active' || status === 'scheduled'
  if (!goesOn) return `ran ${ago(time, now)}`
  return time > now ? formatRelativeTime(time, now) : 'due now'
}

/**
 * What comes next, in a sentence: `Runs in 30 s, then 149 more times until 21 Nov 2026, 13:14:59 UTC`. As the schedule has
 * it: what a rule or a condition will stop or skip cannot be known.
 */
export function describeNextRuns(
  flow: Pick<Flow, 'interval' | 'startTime' | 'execTime' | 'endTime'>,
  now: number,
  timeZone?: string,
): string {
  const status = flowStatus(flow, now)
  if (status === 'completed' || status === 'stopped') return 'It will not run again'
  const next = describeNextRun(flow, now)
  const runs = next === 'due now' ? 'Is due now' : `Runs ${status === 'scheduled' ? 'for the first time ' : ''}${next}`
  if (toMilliseconds(flow.interval) === 0) return `${runs}, once`
  const more = runsAfterNext(flow)
  if (more === 0) return `${runs}, for the last time`
  return `${runs}, then ${formatCount(more, 'more time')} until ${formatTime(flow.endTime, timeZone)}`
}

function runsAfterNext({ execTime, endTime, interval }: Pick<Flow, 'execTime' | 'endTime' | 'interval'>): number {
  const [next, end] = [toDate(execTime), toDate(endTime)]
  return next && end ? Math.max(0, Math.floor((end.getTime() - next.getTime()) / toMilliseconds(interval))) : 0
}
