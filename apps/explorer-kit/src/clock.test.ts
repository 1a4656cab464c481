import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from './clock.js'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_400 })
})
afterEach(() => {
  vi.useRealTimers()
})

test('one timer for all that listen, on the second, and none when nothing listens', () => {
  const clock = createClock()
  const [first, second] = [vi.fn(), vi.fn()]
  const ends = [clock.subscribe(first), clock.subscribe(second)]
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(600)
  expect(clock.now()).toBe(1_800_000_001_000)
  vi.advanceTimersByTime(3_000)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([4, 4])
  for (const end of ends) end()
  expect(vi.getTimerCount()).toBe(0)
})

test('the time stands still between two ticks, and is right after a pause', () => {
  const clock = createClock()
  const end = clock.subscribe(() => {})
  const now = clock.now()
  vi.advanceTimersByTime(300)
  expect(clock.now()).toBe(now)
  end()
  vi.advanceTimersByTime(60_000)
  expect(clock.now()).toBe(Date.now())
})

test('a listener may stop listening while it is called', () => {
  const clock = createClock()
  const end = clock.subscribe(() => end())
  vi.advanceTimersByTime(5_000)
  expect(vi.getTimerCount()).toBe(0)
})
