import { parseTime, type Timestamp, toNanoseconds } from '../convert.js'
import type { Flow } from '../types.js'

/** The remaining runs of a flow, starting at its `execTime`. */
export interface Schedule {
  /** The number of runs. 0 if the times are invalid. */
  runs: number
  /** Whether the last run is exactly at the end time. Only such a run returns the remaining balance. */
  endsOnTime: boolean
  /** The time between two runs, in milliseconds. */
  interval: number
  /** The time of the next run, in milliseconds since 1970. */
  first: number
}

export function scheduleOf(flow: Flow): Schedule {
  const next = parseTime(flow.execTime)
  const end = parseTime(flow.endTime)
  const interval = toNanoseconds(flow.interval)
  if (!next || !end) return { runs: 0, endsOnTime: false, interval: 0, first: 0 }
  const first = next.seconds * 1_000 + next.nanos / 1_000_000
  const left = nanoseconds(end) - nanoseconds(next)
  if (!interval) return { runs: 1, endsOnTime: left === 0n, interval: 0, first }
  const length = BigInt(interval)
  return {
    runs: left < 0n ? 0 : Number(left / length) + 1,
    endsOnTime: left % length === 0n,
    interval: interval / 1_000_000,
    first,
  }
}

/** Returns the time of a run in RFC 3339 format. Index 0 is the run at `execTime`. */
export function timeOfRun({ execTime, interval }: Flow, index: number): string {
  const next = parseTime(execTime)
  if (index === 0 || !next) return execTime
  const length = toNanoseconds(interval)
  const wholeSeconds = Math.floor(length / 1_000_000_000)
  const nanos = next.nanos + (length - wholeSeconds * 1_000_000_000) * index
  const carried = Math.floor(nanos / 1_000_000_000)
  const date = new Date((next.seconds + wholeSeconds * index + carried) * 1_000).toISOString().slice(0, 19)
  const decimals = String(nanos - carried * 1_000_000_000).padStart(9, '0')
  return `${date}.${decimals}Z`.replace(/\.?0*Z$/, 'Z')
}

function nanoseconds({ seconds, nanos }: Timestamp): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanos)
}
