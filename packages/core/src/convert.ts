/** A node's time as a Date, to the millisecond; null for the zero time, which means "not set", and for what is no time. */
export function toDate(time: string): Date | null {
  const since1970 = timeNanoseconds(time)
  return since1970 === undefined || since1970 <= zeroTime ? null : new Date(Number(since1970 / 1_000_000n))
}

/** A node's duration (`"90.500s"`) in milliseconds; NaN for what is no duration. */
export function toMilliseconds(duration: string): number {
  return Number(durationNanoseconds(duration) ?? Number.NaN) / 1_000_000
}

/**
 * A uint64 or an amount, exactly.
 *
 * @throws {SyntaxError} for what is no integer
 */
export function toBigInt(integer: string): bigint {
  // BigInt alone would read '' as 0.
  if (!/^-?\d+$/.test(integer)) throw new SyntaxError(`${JSON.stringify(integer)} is no integer`)
  return BigInt(integer)
}

/** 0001-01-01T00:00:00Z. */
const zeroTime = -62_135_596_800_000_000_000n

/** Nanoseconds since 1970, as the times of one flow differ in what a Date cannot hold; undefined for what is no time. */
export function timeNanoseconds(time: string): bigint | undefined {
  const [, seconds, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\dT[\d:]{8})(?:\.(\d{1,9}))?(Z|[-+]\d\d:\d\d)$/.exec(time) ?? []
  const ms = Date.parse(`${seconds}${zone}`)
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}

/** Undefined for what is no duration. */
export function durationNanoseconds(duration: string): bigint | undefined {
  const [whole, seconds, fraction = ''] = /^(-?\d+)(?:\.(\d{1,9}))?s$/.exec(duration) ?? []
  return whole ? BigInt(seconds + fraction.padEnd(9, '0')) : undefined
}
