import { expect, test, vi } from 'vitest'
import { Heights } from './heights.js'

test('repeats a running load if the node was already at a later block when the connection opened', () => {
  const heights = new Heights()
  heights.loadStarted()
  expect(heights.require(20)).toBe(true)
  heights.responseArrived(10)
  expect([heights.loadSucceeded(), heights.isBehind, heights.complete]).toEqual([false, true, 10])

  heights.loadStarted()
  heights.responseArrived(20)
  expect([heights.loadSucceeded(), heights.isBehind, heights.complete]).toEqual([true, false, 20])
})

test('is behind until the node has reported its height, or the connection is lost', () => {
  const heights = new Heights()
  heights.connectionChanged(true)
  expect(heights.isBehind).toBe(true)
  heights.connectionChanged(false)
  expect(heights.isBehind).toBe(false)
  heights.connectionChanged(true)
  heights.require(0)
  expect(heights.isBehind).toBe(false)
})

test('a node that does not report the heights of its responses is never behind', () => {
  const heights = new Heights()
  heights.loadStarted()
  heights.require(20)
  expect([heights.loadSucceeded(), heights.isBehind]).toEqual([true, false])
})

/** Heights after a load whose responses had height 10. */
function loaded(): Heights {
  const heights = new Heights()
  load(heights, 10, 10)
  return heights
}

function load(heights: Heights, ...responses: number[]): boolean {
  heights.loadStarted()
  for (const height of responses) heights.responseArrived(height)
  return heights.loadSucceeded()
}

test.each([12, 100, 99_999_999])('a height %i that is once too high is forgotten', wrong => {
  const heights = loaded()
  heights.responseArrived(wrong)
  vi.advanceTimersByTime(16_000)
  heights.settled()
  expect([load(heights, 11, 11), heights.complete, heights.covers(wrong)]).toEqual([true, 11, false])
  vi.advanceTimersByTime(61_000)
  heights.responseArrived(11)
  expect(heights.newest).toBe(11)
})

test('a first height that is too high is corrected by the next response', () => {
  const heights = new Heights()
  load(heights, 100)
  expect(heights.complete).toBe(100)
  heights.responseArrived(11)
  expect(heights.complete).toBe(11)
})

test('one load from a node that lags behind changes nothing, and a second one shows that the chain was reset', () => {
  const heights = loaded()
  expect([load(heights, 3, 3), heights.complete, heights.isSuspicious]).toEqual([false, 10, true])
  expect([load(heights, 11, 11), heights.complete, heights.isSuspicious]).toEqual([true, 11, false])
  expect([load(heights, 3), load(heights, 4, 4), heights.complete, heights.isSuspicious]).toEqual([
    false,
    true,
    4,
    false,
  ])
})
