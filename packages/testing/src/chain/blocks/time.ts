const nanosecondsPerSecond = 1_000_000_000n
const mostRemembered = 1_000

/** A chain converts the same texts with each run of a flow. */
function remembered(convert: (text: string) => bigint): (text: string) => bigint {
  const results = new Map<string, bigint>()
  return text => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = convert(text)
    if (results.size >= mostRemembered) results.clear()
    results.set(text, result)
    return result
  }
}

/** Converts an RFC 3339 time to nanoseconds since 1970. */
export const timeToNs = remembered((time: string): bigint => {
  const [, seconds, decimals = '', zone] = /^(.{19})(?:\.(\d{1,9}))?(.*)$/.exec(time) ?? []
  return BigInt(Date.parse(`${seconds}${zone}`)) * 1_000_000n + BigInt(decimals.padEnd(9, '0'))
})

/**
 * Converts nanoseconds since 1970 to an RFC 3339 time in UTC. Like protobuf JSON, it prints no fraction or three, six
 * or nine decimals.
 */
export function nsToTime(ns: bigint): string {
  const nanos = ((ns % nanosecondsPerSecond) + nanosecondsPerSecond) % nanosecondsPerSecond
  const seconds = Number((ns - nanos) / nanosecondsPerSecond)
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${fraction(nanos)}Z`
}

/** Converts milliseconds since 1970 to an RFC 3339 time in UTC. */
export function msToTime(milliseconds: number): string {
  return nsToTime(BigInt(Math.round(milliseconds)) * 1_000_000n)
}

/** Converts a duration such as `"90.500s"` to nanoseconds. */
export const durationToNs = remembered((duration: string): bigint => {
  const [whole = '0', decimals = ''] = duration.slice(0, -1).split('.')
  const nanos = BigInt(decimals.padEnd(9, '0'))
  return BigInt(whole) * nanosecondsPerSecond + (whole.startsWith('-') ? -nanos : nanos)
})

/** Converts nanoseconds to a duration in protobuf JSON, for example `"60s"` or `"90.500s"`. */
export function nsToDuration(ns: bigint): string {
  return `${ns / nanosecondsPerSecond}${fraction(ns % nanosecondsPerSecond)}s`
}

function fraction(nanos: bigint): string {
  if (nanos === 0n) return ''
  const digits = nanos.toString().padStart(9, '0')
  return `.${digits.endsWith('000000') ? digits.slice(0, 3) : digits.endsWith('000') ? digits.slice(0, 6) : digits}`
}

/** A clock that moves only when you advance it. */
export interface Clock {
  /** Returns the time, in milliseconds since 1970. */
  now: () => number
  advance: (milliseconds: number) => void
}

const watchers = new WeakMap<() => number, Set<() => void>>()

/**
 * Creates a clock that stays at `start` until you advance it. `start` is in milliseconds since 1970, a `Date` or an RFC
 * 3339 time.
 */
export function createClock(start: number | string | Date): Clock {
  let time = new Date(start).getTime()
  const now = () => time
  const watching = new Set<() => void>()
  watchers.set(now, watching)
  return {
    now,
    advance: milliseconds => {
      time += milliseconds
      for (const onMoved of watching) onMoved()
    },
  }
}

/** Null unless `createClock` created the clock. */
export function watchClock(now: () => number, onMoved: () => void): (() => void) | null {
  const watching = watchers.get(now)
  if (!watching) return null
  watching.add(onMoved)
  return () => watching.delete(onMoved)
}
