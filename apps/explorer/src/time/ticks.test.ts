import { expect, test } from 'vitest'
import { ticks } from './ticks'

const at = (text: string) => new Date(text).getTime()
const texts = (from: string, until: string) => ticks(at(from), at(until)).map(({ text }) => text)

test.each([
  ['2026-12-03T14:01:20', '2026-12-03T14:04:00', ['14:02', '14:03', '14:04']],
  ['2026-12-03T14:01:20', '2026-12-03T15:01:20', ['14:15', '14:30', '14:45', '15:00']],
  ['2026-12-03T22:10:00', '2026-12-04T01:10:00', ['23:00', '4 Dec', '01:00']],
  ['2026-12-03T22:10:00', '2026-12-05T12:10:00', ['4 Dec', '12:00', '5 Dec', '12:00']],
  ['2026-12-03T22:10:00', '2026-12-31T12:10:00', ['10 Dec', '17 Dec', '24 Dec', '31 Dec']],
  ['2026-11-30T22:10:00', '2027-03-02T00:00:00', ['Dec', '2027', 'Feb', 'Mar']],
  ['2026-12-03T22:10:00', '2041-01-01T12:10:00', ['2030', '2035', '2040']],
])('labels the time from %s until %s', (from, until, expected) => {
  expect(texts(from, until)).toEqual(expected)
})

test('has one to six labels for any duration of at least three minutes', () => {
  const from = at('2026-10-24T03:17:11')
  for (let duration = 180_000; duration < 1e12; duration *= 1.3) {
    const all = ticks(from, from + duration)
    expect(all.length).toBeGreaterThanOrEqual(1)
    expect(all.length).toBeLessThanOrEqual(6)
  }
})

test('a part of an axis has the ticks of the whole axis', () => {
  const [from, hour] = [at('2026-12-03T10:00:00'), 3_600_000]
  expect(ticks(from, from + hour, 24 * hour)).toEqual([])
  expect(ticks(from, from + 3 * hour, 24 * hour).map(({ text }) => text)).toEqual(['12:00'])
})
