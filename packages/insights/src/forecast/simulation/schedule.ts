import type { Flow } from '@flow-query/core'
import { parseTime, toNanoseconds } from '@flow-query/core/parts/runs'
import { countRuns, endsOnTime } from '@flow-query/rules'

export interface Schedule {
  runs: number
  /** The chain only returns the remaining balance if a run is exactly at the end time. */
  endsOnTime: boolean
  /** Never 0, although a flow that runs only once has no interval. */
  interval: number
  first: number
  timeOf: (index: number) => string
}

export function scheduleOf({ execTime, endTime, interval }: Flow): Schedule {
  const first = nanoseconds(execTime)
  const end = nanoseconds(endTime)
  const length = BigInt(toNanoseconds(interval) || 0)
  const times = first === undefined || end === undefined ? undefined : { next: first, end, interval: length }
  return {
    runs: times ? countRuns(times) : 0,
    endsOnTime: times ? endsOnTime(times) : true,
    interval: (Number(length) || 1) / 1_000_000,
    first: Number(first ?? 0n) / 1_000_000,
    timeOf: index => (index === 0 || first === undefined ? execTime : timeAt(first + length * BigInt(index))),
  }
}

export function nanoseconds(time: string): bigint | undefined {
  const parsed = parseTime(time)
  return parsed && BigInt(parsed.seconds) * 1_000_000_000n + BigInt(parsed.nanos)
}

export function timeAt(nanoseconds: bigint): string {
  const seconds = new Date(Number(nanoseconds / 1_000_000n)).toISOString().slice(0, 19)
  const decimals = Number(nanoseconds % 1_000_000_000n)
  return decimals ? `${seconds}.${String(decimals).padStart(9, '0').replace(/0+$/, '')}Z` : `${seconds}Z`
}
