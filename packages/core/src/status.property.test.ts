import { chainTimeAt } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../test/runs.js'
import { flowStatus, toDate, toMilliseconds } from './index.js'

// The generated times differ by a few nanoseconds or milliseconds, which reveals rounding errors.
const base = BigInt(Date.parse('2026-11-22T12:00:00Z')) * 1_000_000n
const nanoseconds = fc
  .tuple(
    fc.constantFrom(-60_000_000_000n, -1_000_000n, 0n, 1_000_000n, 60_000_000_000n, 31_536_000_000_000_000n),
    fc.constantFrom(-1n, 0n, 1n, 999_999n),
  )
  .map(([far, near]) => base + far + near)
const interval = fc.constantFrom(0n, 1n, 999_999_999n, 60_000_000_000n, 60_000_000_001n, 31_536_000_000_000_000n)

/** Formats a number of nanoseconds like a node: decimals without zeros at the end. */
const printed = (nanoseconds: bigint, prefix: string) => {
  const decimals = (nanoseconds % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '')
  return prefix + (decimals && `.${decimals}`)
}
const time = (ns: bigint) => `${printed(ns, new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19))}Z`
const duration = (ns: bigint) => `${printed(ns, `${ns / 1_000_000_000n}`)}s`

test('flowStatus is exact to the nanosecond', () => {
  fc.assert(
    fc.property(nanoseconds, nanoseconds, nanoseconds, interval, nanoseconds, (start, exec, end, interval, now) => {
      const flow = { startTime: time(start), execTime: time(exec), endTime: time(end), interval: duration(interval) }
      const clock = now / 1_000_000n
      const over = interval > 0n && exec + interval <= end ? 'stopped' : 'completed'
      const active = exec > (clock - 60_000n) * 1_000_000n ? 'active' : over
      expect(flowStatus(flow, chainTimeAt(Number(clock)))).toBe(start > clock * 1_000_000n ? 'scheduled' : active)
    }),
    { numRuns: runs(1_000) },
  )
})

test('toDate is exact to the millisecond, and toMilliseconds to the nanosecond', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 4_000_000_000_000_000_000n), fc.bigInt(0n, 9_000_000_000_000_000n), (at, long) => {
      expect(toDate(time(at))?.getTime()).toBe(Number(at / 1_000_000n))
      expect(toMilliseconds(duration(long))).toBe(Number(long) / 1_000_000)
    }),
  )
})

test('invalid times and durations do not throw', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (time, interval) => {
      fc.pre(!/^\d{4}/.test(time))
      expect(toDate(time)).toBeNull()
      expect(flowStatus({ startTime: time, execTime: time, endTime: time, interval }, chainTimeAt(now))).toBe(
        'completed',
      )
    }),
  )
})
