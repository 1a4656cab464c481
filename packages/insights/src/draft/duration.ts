import { lookUp } from '@flow-query/core/parts/decode'

const nanosecondsPer: { [unit: string]: number } = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3_600e9,
}

const part = '(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:ns|us|µs|μs|ms|s|m|h)'
const pattern = new RegExp(`^[+-]?(?:0|(?:${part})+)$`)
const parts = /(\d*)\.?(\d*)(\D+)/g

/**
 * Converts the `duration` or `interval` of a draft to nanoseconds, or to NaN if it is invalid. Like the chain, it accepts Go's notation,
 * such as `"3600s"` or `"1h30m"`, and an empty string as 0.
 */
export function parseDuration(duration: string): number {
  if (!duration) return 0
  if (!pattern.test(duration)) return Number.NaN
  let nanoseconds = 0
  for (const [, whole, fraction = '', unit = ''] of duration.matchAll(parts)) {
    const length = lookUp(nanosecondsPer, unit) ?? 0
    nanoseconds += Number(whole) * length + Math.floor(Number(fraction) * (length / 10 ** fraction.length))
  }
  return duration.startsWith('-') ? -nanoseconds : nanoseconds
}
