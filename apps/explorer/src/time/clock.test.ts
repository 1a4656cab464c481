import { beforeEach, expect, test, vi } from 'vitest'
import { createClock } from './clock'

beforeEach(() => {
  vi.setSystemTime(1_800_000_000_400)
})

test('uses one timer for all listeners, ticks on the full second, and stops without listeners', () => {
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

test('keeps the time between two ticks, and is correct after a pause', () => {
  const clock = createClock()
  const end = clock.subscribe(() => {})
  const now = clock.now()
  vi.advanceTimersByTime(300)
  expect(clock.now()).toBe(now)
  end()
  vi.advanceTimersByTime(60_000)
  expect(clock.now()).toBe(Date.now())
})

test('a listener can unsubscribe during its call', () => {
  const clock = createClock()
  const end = clock.subscribe(() => end())
  vi.advanceTimersByTime(5_000)
  expect(vi.getTimerCount()).toBe(0)
})
