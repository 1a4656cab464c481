import { expect, test } from 'vitest'
import { parseDuration, printDuration, printTime } from './duration.js'

test.each([
  ['0', 0n, '0s'],
  ['0s', 0n, '0s'],
  ['7ns', 7n, '7ns'],
  ['3us', 3_000n, '3µs'],
  ['1500µs', 1_500_000n, '1.5ms'],
  ['100ms', 100_000_000n, '100ms'],
  ['1.5s', 1_500_000_000n, '1.5s'],
  ['+10s', 10_000_000_000n, '10s'],
  ['-60s', -60_000_000_000n, '-1m0s'],
  ['600s', 600_000_000_000n, '10m0s'],
  ['1h30m', 5_400_000_000_000n, '1h30m0s'],
  ['2540400h10m10.000000001s', 9_145_440_610_000_000_001n, '2540400h10m10.000000001s'],
])('parses %s like Go, and prints it as %s', (text, nanoseconds, printed) => {
  expect(parseDuration(text)).toBe(nanoseconds)
  expect(printDuration(nanoseconds)).toBe(printed)
})

test.each([
  ['', 'time: invalid duration ""'],
  ['abc', 'time: invalid duration "abc"'],
  ['-', 'time: invalid duration "-"'],
  ['.s', 'time: invalid duration ".s"'],
  ['9999999999999h', 'time: invalid duration "9999999999999h"'],
  ['60', 'time: missing unit in duration "60"'],
  ['1d', 'time: unknown unit "d" in duration "1d"'],
  ['1h-5m', 'time: unknown unit "h-" in duration "1h-5m"'],
  ['5 s', 'time: unknown unit " s" in duration "5 s"'],
  ['1e3s', 'time: unknown unit "e" in duration "1e3s"'],
])('rejects %j with the error of Go', (text, error) => {
  expect(() => parseDuration(text)).toThrow(new Error(error))
})

test('prints times like Go', () => {
  expect(printTime(1_795_495_196_000_000_000n)).toBe('2026-11-24 04:39:56 +0000 UTC')
  expect(printTime(1_795_495_196_120_000_000n)).toBe('2026-11-24 04:39:56.12 +0000 UTC')
})
