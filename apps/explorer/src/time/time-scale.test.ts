import { expect, test } from 'vitest'
import { timeScale } from './time-scale'

const minute = 60_000
const start = new Date('2026-12-03T10:00:00').getTime()
const times = (...minutes: number[]) => minutes.map(one => start + one * minute)

test('places events at their times', () => {
  const { place, slot, breaks } = timeScale(times(0, 10, 20, 40))
  expect(times(0, 10, 20, 30, 40).map(place)).toEqual([0.1, 0.3, 0.5, 0.7, 0.9].map(at => expect.closeTo(at)))
  expect(slot).toBeCloseTo(0.2)
  expect(breaks).toEqual([])
})

test('shortens a long gap, which stays visible as a break', () => {
  const hours = Array.from({ length: 49 }, (_, index) => 60 * 24 * 30 + index * 60)
  const { place, slot, breaks, ticks } = timeScale(times(0, ...hours))
  expect(breaks).toEqual([{ at: expect.closeTo(0.038, 2), duration: 60 * 24 * 30 * minute }])
  expect(slot).toBeGreaterThan(0.018)
  expect(place(start)).toBeLessThan(0.01)
  expect(ticks.map(({ text }) => text)).toContain('3 Jan')
})

test('keeps events apart that are almost simultaneous', () => {
  const { place } = timeScale(times(0, 10, 10.01, 20, 30))
  const [one = 0, other = 0] = times(10, 10.01).map(place)
  expect(other - one).toBeGreaterThan(0.1)
})

test.each([0, 1])('has places for %i events', count => {
  const { place, slot } = timeScale(times(5).slice(0, count))
  expect(place(start)).toBeCloseTo(0.5)
  expect(slot).toBeGreaterThan(0)
})
