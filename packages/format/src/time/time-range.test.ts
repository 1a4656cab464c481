import { expect, test } from 'vitest'
import { parsePeriod } from './time-range.js'

const iso = (time: number) => new Date(time).toISOString()

test.each([
  ['2026', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2024-02', '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ['2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2026-03-31T12:00', '2026-03-31T12:00:00.000Z', '2026-03-31T12:00:00.001Z'],
  ['2026-03-31T12:00:30.5+02:00', '2026-03-31T10:00:30.500Z', '2026-03-31T10:00:30.501Z'],
])('%s is from %s to %s', (text, start, end) => {
  const range = parsePeriod(text)
  expect(range && [iso(range.start), iso(range.end)]).toEqual([start, end])
})

test.each([
  '',
  'today',
  '26',
  '2026-13',
  '2026-00',
  '2026-02-30',
  '2026-02-30T12:00Z',
  '2026-03-31T25:00Z',
  '2026-3-1',
])('%j is not a period', text => {
  expect(parsePeriod(text)).toBeNull()
})
