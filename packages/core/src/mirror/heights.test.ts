import { expect, test } from 'vitest'
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
