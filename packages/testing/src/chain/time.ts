const SECOND = 1_000_000_000n

/** Nanoseconds since 1970 of an RFC 3339 time in UTC. */
export function timeToNs(time: string): bigint {
  const fraction = time.slice(19, -1)
  const nanos = fraction === '' ? 0n : BigInt(fraction.slice(1).padEnd(9, '0'))
  return BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1_000_000n + nanos
}

/** RFC 3339 in UTC as protobuf JSON prints it: no fraction, or three, six or nine decimals. */
export function nsToTime(ns: bigint): string {
  const nanos = ((ns % SECOND) + SECOND) % SECOND
  const seconds = Number((ns - nanos) / SECOND)
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${fraction(nanos)}Z`
}

/** Nanoseconds of a duration such as `"90.500s"`. */
export function durationToNs(duration: string): bigint {
  const [whole = '0', decimals = ''] = duration.slice(0, -1).split('.')
  const nanos = BigInt(decimals.padEnd(9, '0'))
  return BigInt(whole) * SECOND + (whole.startsWith('-') ? -nanos : nanos)
}

/** A duration as protobuf JSON prints it: `"60s"`, `"90.500s"`. */
export function nsToDuration(ns: bigint): string {
  return `${ns / SECOND}${fraction(ns % SECOND)}s`
}

function fraction(nanos: bigint): string {
  if (nanos === 0n) return ''
  const digits = nanos.toString().padStart(9, '0')
  return `.${digits.endsWith('000000') ? digits.slice(0, 3) : digits.endsWith('000') ? digits.slice(0, 6) : digits}`
}

/** A clock that moves only when told to. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
  advance: (milliseconds: number) => void
}

/** Who wants to know when a clock of ours is moved, by its `now`. */
const watchers = new WeakMap<() => number, Set<() => void>>()

/** A clock that stands at `start` (milliseconds, a `Date` or an RFC 3339 time) until it is advanced. */
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

/** Calls `onMoved` after each move of a clock that {@link createClock} made; null where it is none of these. */
export function watchClock(now: () => number, onMoved: () => void): (() => void) | null {
  const watching = watchers.get(now)
  if (!watching) return null
  watching.add(onMoved)
  return () => watching.delete(onMoved)
}
