/** What 64 bits of nanoseconds since 1970 reach: from 1677 to 2262. */
const most = 2n ** 63n

/** A node's time in nanoseconds since 1970; null for the zero time, which means "not set", and for one beyond 1677 to 2262. */
export function timeNanoseconds(time: string): bigint | null {
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT[\d:]{8})(?:\.(\d{1,9}))?Z$/.exec(time) ?? []
  const milliseconds = Date.parse(`${seconds}Z`)
  if (Number.isNaN(milliseconds)) return null
  const nanoseconds = BigInt(milliseconds) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
  return nanoseconds > -most && nanoseconds < most ? nanoseconds : null
}

/** A node's duration (`"90.500s"`) in nanoseconds; null for what is none, or longer than 292 years. */
export function durationNanoseconds(duration: string): bigint | null {
  const [, seconds, fraction = ''] = /^(-?\d+)(?:\.(\d{1,9}))?s$/.exec(duration) ?? []
  if (seconds === undefined) return null
  const nanoseconds = BigInt(seconds + fraction.padEnd(9, '0'))
  return nanoseconds > -most && nanoseconds < most ? nanoseconds : null
}
