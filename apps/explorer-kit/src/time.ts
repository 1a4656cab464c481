import { toDate, toMilliseconds } from '@flow-query/core'
import { grouped } from './amount.js'

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

/** `every minute`, `every 90.5 seconds`, `once`. */
export function every(interval: string): string {
  const ms = toMilliseconds(interval)
  if (Number.isNaN(ms)) return `every ${interval}`
  if (ms === 0) return 'once'
  const words = durationWords(ms)
  return `every ${/^1 (\w+)$/.exec(words)?.[1] ?? words}`
}

/** `2 minutes`, `90 minutes`, `1 hour 1 minute 1 second`, `1,098 days`. */
export function durationWords(ms: number): string {
  if (ms < 0) return `-${durationWords(-ms)}`
  const [size, name] = units.find(([size]) => ms >= size && ms % size === 0) ?? [second, 'second']
  if (ms / size < 100 || size === day) return plural(ms / size, name)
  let rest = ms
  const parts: string[] = []
  for (const [size, name] of units) {
    const count = size === second ? rest / size : Math.floor(rest / size)
    rest -= Math.floor(rest / size) * size
    if (count) parts.push(plural(count, name))
  }
  return parts.join(' ')
}

/** A node's duration in words; what is no duration stays as it is. */
export function duration(text: string): string {
  const ms = toMilliseconds(text)
  return Number.isNaN(ms) ? text : durationWords(ms)
}

/** `in 12 s`, `in 3 min 42 s`, `now`, `12 s ago`, `3 h ago`. The future is counted down, so it has two units. */
export function relative(time: number, now: number): string {
  const seconds = time > now ? Math.ceil((time - now) / second) : Math.floor((now - time) / second)
  if (seconds === 0) return 'now'
  return time > now ? `in ${brief(seconds * second, 2)}` : `${brief(seconds * second, 1)} ago`
}

/** Of what has happened: `12 s ago`, and `now` until a clock that is behind the node's gets there. */
export function ago(time: number, now: number): string {
  return relative(Math.min(time, now), now)
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
      return count ? `${grouped(count)} ${name}` : ''
    })
    .filter(Boolean)
    .join(' ')
}

/** How long after its time an execution ran: `0.4 s`, `12 min 3 s`. */
export function delay(planned: string, actual: string): string | null {
  const [from, to] = [toDate(planned), toDate(actual)]
  if (!from || !to) return null
  const ms = Math.max(0, to.getTime() - from.getTime())
  return ms < minute ? `${(ms / second).toFixed(1)} s` : brief(ms, 2)
}

let format: Intl.DateTimeFormat | undefined

/** `20 Nov 2026, 21:57:56 CET`: in the reader's zone. */
export function absolute(date: Date): string {
  format ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
  return format.format(date)
}

/** `1 flow`, `1,234 flows`. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${Number.isInteger(count) ? grouped(count) : count} ${count === 1 ? one : many}`
}
