import { expect, test } from 'vitest'
import { describeInterval } from '../schedule.js'
import { ago, formatDelay, formatDuration, formatRelativeTime, formatTime } from './time.js'

test.each([
  ['0s', 'once'],
  ['1s', 'every second'],
  ['5s', 'every 5 seconds'],
  ['60s', 'every minute'],
  ['90s', 'every 90 seconds'],
  ['90.500s', 'every 90.5 seconds'],
  ['3600s', 'every hour'],
  ['5400s', 'every 90 minutes'],
  ['86400s', 'every day'],
  ['604800s', 'every 7 days'],
  ['3661s', 'every 1 hour 1 minute 1 second'],
  ['soon', 'every soon'],
])('describes the interval %s as %s', (interval, words) => {
  expect(describeInterval(interval)).toBe(words)
})

test('formats durations', () => {
  expect([formatDuration('94867200s'), formatDuration('5s'), formatDuration('1s'), formatDuration('?')]).toEqual([
    '1,098 days',
    '5 seconds',
    '1 second',
    '?',
  ])
})

const now = 1_800_000_000_000

test.each([
  [0, 'now'],
  [1, 'in 1 s'],
  [11_500, 'in 12 s'],
  [59_900, 'in 1 min'],
  [222_000, 'in 3 min 42 s'],
  [3_600_000, 'in 1 h'],
  [11_520_000, 'in 3 h 12 min'],
  [3 * 86_400_000 + 3_600_000, 'in 3 d 1 h'],
  [400 * 86_400_000, 'in 1 y 35 d'],
  [-999, 'now'],
  [-1_000, '1 s ago'],
  [-222_000, '3 min ago'],
  [-11_520_000, '3 h ago'],
  [-2 * 86_400_000, '2 d ago'],
  [-800 * 86_400_000, '2 y ago'],
])('formats a time in %i ms as %s', (ms, words) => {
  expect(formatRelativeTime(now + ms, now)).toBe(words)
})

test('past events are never in the future, even if the local clock is behind', () => {
  expect([ago(now - 3_000, now), ago(now, now), ago(now + 900, now)]).toEqual(['3 s ago', 'now', 'now'])
})

test('a countdown changes every second', () => {
  const texts = Array.from({ length: 120 }, (_, second) => formatRelativeTime(now + 120_000, now + second * 1_000))
  expect(new Set(texts).size).toBe(120)
})

test('formats the delay between two times with nanoseconds', () => {
  expect(formatDelay('2026-11-20T20:58:14.243592184Z', '2026-11-20T20:58:14.404174183Z')).toBe('0.2 s')
  expect(formatDelay('2026-11-20T20:00:00Z', '2026-11-20T20:12:03Z')).toBe('12 min 3 s')
  expect(formatDelay('2026-11-20T20:00:01Z', '2026-11-20T20:00:00Z')).toBe('0.0 s')
  expect(formatDelay('0001-01-01T00:00:00Z', '2026-11-20T20:00:00Z')).toBeNull()
})

test('formats times in the local time zone or in the given one', () => {
  const time = '2026-11-20T20:58:14.243592184Z'
  expect([formatTime(time), formatTime(new Date(time)), formatTime(time, 'Europe/Berlin')]).toEqual([
    '20 Nov 2026, 20:58:14 UTC',
    '20 Nov 2026, 20:58:14 UTC',
    '20 Nov 2026, 21:58:14 CET',
  ])
})

test('formats an unset or invalid time as never', () => {
  expect([formatTime('0001-01-01T00:00:00Z'), formatTime('soon')]).toEqual(['never', 'never'])
})
