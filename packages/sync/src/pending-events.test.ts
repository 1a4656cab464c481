import type { FlowEvent } from '@flow-query/core/live'
import { describe, expect, test, vi } from 'vitest'
import { createPendingEvents, longestLag } from './pending-events.js'

const event = (id: string | null, height: number): FlowEvent => ({ type: 'executed', id, owner: 'into1a', height })

describe('take', () => {
  test('returns the flows of events up to the height, and keeps later events', () => {
    const pending = createPendingEvents()
    pending.add([event('1', 5), event('1', 6), event('2', 7)])
    expect(pending.take(6)).toEqual({ ids: new Set(['1']), hasUnnamed: false, late: null })
    pending.add([event(null, 8)])
    expect(pending.take(8)).toEqual({ ids: new Set(['2']), hasUnnamed: true, late: null })
    expect(pending.take(8)).toEqual({ ids: new Set(), hasUnnamed: false, late: null })
  })

  test('accepts more events than a function can have arguments', () => {
    const pending = createPendingEvents()
    const count = 200_000
    pending.add(Array.from({ length: count }, (_, index) => event(`${index + 1}`, index % 2)))
    expect(pending.take(0).ids.size).toBe(count / 2)
    expect(pending.take(1).ids.size).toBe(count / 2)
  })
})

test('keeps events of later blocks than a sync of all flows', () => {
  const pending = createPendingEvents()
  pending.add([event('1', 5), event('2', 6)])
  pending.expectAnything()
  pending.takeAnything()
  pending.forgetUntil(5)
  expect(pending.isAnything).toBe(false)
  expect(pending.take(6).ids).toEqual(new Set(['2']))
})

test('accepts every block if the node has not reached the block of the connection in time', () => {
  const pending = createPendingEvents()
  expect(pending.leastHeight).toBe(0)
  pending.connected(10)
  expect([pending.isAnything, pending.leastHeight]).toEqual([true, 10])
  vi.advanceTimersByTime(longestLag)
  expect(pending.leastHeight).toBe(0)
})
