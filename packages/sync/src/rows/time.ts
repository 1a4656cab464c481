/** Slightly below the limit of 64-bit nanoseconds, so that views can add durations without an overflow. */
const maximum = 92n * 10n ** 17n

/** Null before 1678 or after 2261, which includes the zero time ("not set"). */
export function timeNanoseconds(time: string): bigint | null {
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT[\d:]{8})(?:\.(\d{1,9}))?Z$/.exec(time) ?? []
  const milliseconds = Date.parse(`${seconds}Z`)
  if (Number.isNaN(milliseconds)) return null
  const nanoseconds = BigInt(milliseconds) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
  return nanoseconds > -maximum && nanoseconds < maximum ? nanoseconds : null
}

export function durationNanoseconds(duration: string): bigint | null {
  const [, seconds, fraction = ''] = /^(-?\d+)(?:\.(\d{1,9}))?s$/.exec(duration) ?? []
  if (seconds === undefined) return null
  const nanoseconds = BigInt(seconds + fraction.padEnd(9, '0'))
  return nanoseconds > -maximum && nanoseconds < maximum ? nanoseconds : null
}

export function timeText(nanoseconds: bigint): string {
  const fraction = ((nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const seconds = new Date(Number((nanoseconds - fraction) / 1_000_000n)).toISOString().slice(0, 19)
  return `${seconds}.${`${fraction}`.padStart(9, '0')}Z`.replace(/\.?0*Z$/, 'Z')
}
