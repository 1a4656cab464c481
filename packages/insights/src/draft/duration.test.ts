import { expect, test } from 'vitest'
import { parseDuration } from './index.js'

test.each([
  ['3600s', 3_600e9],
  ['1h', 3_600e9],
  ['1h30m', 5_400e9],
  ['1.5s', 1.5e9],
  ['.5s', 0.5e9],
  ['1.s', 1e9],
  ['8.2s', 8.2e9],
  ['2.03m', 121.8e9],
  ['0.0000000019s', 1],
  ['100ms', 0.1e9],
  ['3µs', 3_000],
  ['3us', 3_000],
  ['7ns', 7],
  ['-60s', -60e9],
  ['+60s', 60e9],
  ['0', 0],
  ['0s', 0],
  ['', 0],
])('%s is %d nanoseconds', (duration, nanoseconds) => {
  expect(parseDuration(duration)).toBe(nanoseconds)
})

test.each(['60', '1d', '1 h', 's', '-', '1h-5m', '1e3s', 'undefinedms', '.s'])('%s is invalid', duration => {
  expect(parseDuration(duration)).toBeNaN()
})
