import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flowStatus, toDate, toMilliseconds } from './index.js'

// Times a few nanoseconds and milliseconds around one another, where rounding would show.
const base = BigInt(Date.parse('2026-11-22T12:00:00Z')) * 1_000_000n
const nanoseconds = fc
  .tuple(
    fc.constantFrom(-60_000_000_000n, -1_000_000n, 0n, 1_000_000n, 60_000_000_000n, 31_536_000_000_000_000n),
    fc.constantFrom(-1n, 0n, 1n, 999_999n),
  )
  .map(([far, near]) => base + far + near)
const interval = fc.constantFrom(0n, 1n, 999_999_999n, 60_000_000_000n, 60_000_000_001n, 31_536_000_000_000_000n)

/** As a node prints it: decimals without zeros at the end. */
const printed = (nanoseconds: bigint, prefix: string) => {
  const decimals = (nanoseconds % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '')
  return prefix + (decimals && `.${decimals}`)
}
const time = (ns: bigint) => `${printed(ns, new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19))}Z`
const duration = (ns: bigint) => `${printed(ns, `${ns / 1_000_000_000n}`)}s`

test('flowStatus: exact to the nanosecond', () => {
  fc.assert(
    fc.property(nanoseconds, nanoseconds, nanoseconds, interval, nanoseconds, (start, exec, end, interval, now) => {
      const flow = { startTime: time(start), execTime: time(exec), endTime: time(end), interval: duration(interval) }
      const clock = now / 1_000_000n
      const over = interval > 0n && exec + interval <= end ? 'stopped' : 'completed'
      const active = exec > (clock - 60_000n) * 1_000_000n ? 'active' : over
      expect(flowStatus(flow, Number(clock))).toBe(start > clock * 1_000_000n ? 'scheduled' : active)
    }),
    { numRuns: 5_000 },
  )
})

test('toDate and toMilliseconds: what a node prints, to the millisecond and to the nanosecond', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 4_000_000_000_000_000_000n), fc.bigInt(0n, 9_000_000_000_000_000n), (at, long) => {
      expect(toDate(time(at))?.getTime()).toBe(Number(at / 1_000_000n))
      expect(toMilliseconds(duration(long))).toBe(Number(long) / 1_000_000)
    }),
  )
})

test('what is no time and no duration is neither, and throws nothing', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (time, interval) => {
      fc.pre(!/^\d{4}/.test(time))
      expect(toDate(time)).toBeNull()
      expect(flowStatus({ startTime: time, execTime: time, endTime: time, interval }, now)).toBe('completed')
    }),
  )
})
