import { toDate, toMilliseconds } from '@flow-query/core'
import { formatCount, formatNumber } from '../number.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

const units = [
  [day, 'day'],
  [hour, 'hour'],
  [minute, 'minute'],
  [second, 'second'],
] as const

/**
 * Formats a duration such as `120s`, for example as `2 minutes`, `90 minutes` or `1,098 days`. Returns an invalid duration
 * unchanged.
 */
export function formatDuration(duration: string): string {
  const ms = toMilliseconds(duration)
  return Number.isNaN(ms) ? duration : durationWords(ms)
}

function durationWords(ms: number): string {
  if (ms < 0) return `-${durationWords(-ms)}`
  const [size, name] = units.find(([size]) => ms >= size && ms % size === 0) ?? [second, 'second']
  if (ms / size < 100 || size === day) return formatCount(ms / size, name)
  let rest = ms
  const parts: string[] = []
  for (const [size, name] of units) {
    const count = size === second ? rest / size : Math.floor(rest / size)
    rest -= Math.floor(rest / size) * size
    if (count) parts.push(formatCount(count, name))
  }
  return parts.join(' ')
}

/**
 * Formats the distance between two times, such as `in 12 s`, `in 3 min 42 s`, `now`, `12 s ago`, or `3 h ago`.
 *
 * @param time milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function formatRelativeTime(time: number, now: number): string {
  const seconds = time > now ? Math.ceil((time - now) / second) : Math.floor((now - time) / second)
  if (seconds === 0) return 'now'
  return time > now ? `in ${brief(seconds * second, 2)}` : `${brief(seconds * second, 1)} ago`
}

export function formatRoughDistance(time: number, now: number): string {
  const distance = time - now
  const rounded = distance < minute ? Math.ceil(distance / second) * second : Math.floor(distance / minute) * minute
  return `in ${brief(rounded, 2)}`
}

/** Formats the time of a past event, such as `12 s ago`. Returns `now` if the local clock is behind the node's clock. */
export function ago(time: number, now: number): string {
  return formatRelativeTime(Math.min(time, now), now)
}

/** Formats the time of a future event, such as `in 12 s`. Returns `now` if the event is late. */
export function until(time: number, now: number): string {
  return formatRelativeTime(Math.max(time, now), now)
}

const briefUnits = [
  [year, 'y'],
  [day, 'd'],
  [hour, 'h'],
  [minute, 'min'],
  [second, 's'],
] as const

function brief(ms: number, parts: number): string {
  const first = briefUnits.findIndex(([size]) => ms >= size)
  let rest = ms
  return briefUnits
    .slice(first, first + parts)
    .map(([size, name]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count ? `${formatNumber(count)} ${name}` : ''
    })
    .filter(Boolean)
    .join(' ')
}

/** Formats how late an execution was, such as `0.4 s` or `12 min 3 s`. Returns null if a time is invalid. */
export function formatDelay(planned: string, actual: string): string | null {
  const [from, to] = [toDate(planned), toDate(actual)]
  if (!from || !to) return null
  return formatMilliseconds(Math.max(0, to.getTime() - from.getTime()))
}

/** Formats a number of milliseconds, such as `0.4 s` or `12 min 3 s`. */
export function formatMilliseconds(ms: number): string {
  return ms < minute ? `${(ms / second).toFixed(1)} s` : brief(ms, 2)
}

/**
 * Formats a time, such as `20 Nov 2026, 21:57:56 CET`. Returns `never` for a time that isn't set or is invalid.
 *
 * @param time a time from a node, or a `Date`
 * @param timeZone for example `Europe/Berlin`. Defaults to the local time zone
 */
export function formatTime(time: string | Date, timeZone?: string): string {
  const date = typeof time === 'string' ? toDate(time) : time
  return date ? formatOf('second', timeZone).format(date) : 'never'
}

const week = 7 * day

export function formatRoughTime(time: string, from: string): string {
  const date = toDate(time)
  if (!date) return 'never'
  const isFar = date.getTime() - (toDate(from)?.getTime() ?? 0) > week
  return formatOf(isFar ? 'day' : 'minute').format(date)
}

const toDay = { day: 'numeric', month: 'short', year: 'numeric' } as const
const toMinute = { ...toDay, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const precisions = { day: toDay, minute: toMinute, second: { ...toMinute, second: '2-digit' } } as const

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(precision: keyof typeof precisions, timeZone?: string): Intl.DateTimeFormat {
  const key = `${precision} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { ...precisions[precision], timeZone })
  formats.set(key, made)
  return made
}
