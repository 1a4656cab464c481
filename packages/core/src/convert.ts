/**
 * Converts a time to a `Date` and drops digits after the milliseconds. Returns null for an invalid time, and for the year 1, which
 * nodes use for "not set".
 */
export function toDate(time: string): Date | null {
  const timestamp = parseTime(time)
  return timestamp ? new Date(timestamp.seconds * 1_000 + Math.floor(timestamp.nanos / 1_000_000)) : null
}

/** Converts a duration such as `"90.500s"` to milliseconds. Returns NaN if it is invalid. */
export function toMilliseconds(duration: string): number {
  return toNanoseconds(duration) / 1_000_000
}

/** The result is exact for whole seconds, and for any duration of up to 100 days. */
export function toNanoseconds(duration: string): number {
  const [, seconds, decimals = ''] = /^(-?\d+)(?:\.(\d{1,9}))?s$/.exec(duration) ?? []
  return seconds ? Number(seconds + decimals.padEnd(9, '0')) : Number.NaN
}

/**
 * Converts a 64-bit integer or an amount to a bigint.
 *
 * @throws {SyntaxError} if the string isn't an integer
 */
export function toBigInt(integer: string): bigint {
  // `BigInt` would convert an empty string to 0.
  if (!/^-?\d+$/.test(integer)) throw new SyntaxError(`${JSON.stringify(integer)} is not an integer`)
  return BigInt(integer)
}

/** A time since 1970 with nanoseconds, because a `Date` can't distinguish all times of a flow. */
export interface Timestamp {
  seconds: number
  nanos: number
}

const timePattern = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/

/**
 * Returns undefined for invalid times, and for the year 1, which nodes use for "not set". `Date.parse` would be too slow for lists
 * of 65,000 flows.
 */
export function parseTime(time: string): Timestamp | undefined {
  if (!timePattern.test(time)) return undefined
  const day = Date.UTC(digits(time, 0, 4), digits(time, 5, 7) - 1, digits(time, 8, 10)) / 1_000
  const zone = time.length - 1
  return {
    seconds: day + digits(time, 11, 13) * 3_600 + digits(time, 14, 16) * 60 + digits(time, 17, 19),
    nanos: digits(time, 20, zone) * 10 ** (29 - zone),
  }
}

function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let position = from; position < to; position++) number = number * 10 + text.charCodeAt(position) - 48
  return number
}

export function nanosecondsBetween(a: Timestamp, b: Timestamp): number {
  return (b.seconds - a.seconds) * 1_000_000_000 + b.nanos - a.nanos
}

/**
 * Converts a time to milliseconds since 1970, rounded up. So `clockTime(time) > Date.now()` is true exactly while the time is in the
 * future.
 */
export function clockTime(time: string): number {
  const timestamp = parseTime(time)
  return timestamp ? timestamp.seconds * 1_000 + Math.ceil(timestamp.nanos / 1_000_000) : Number.NaN
}
