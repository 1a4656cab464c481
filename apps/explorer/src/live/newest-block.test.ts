import { expect, test } from 'vitest'
import { idle, type LiveState } from './live'
import { isBlockLate, newestBlock, nodeFacts, oldDataTime } from './newest-block'

const now = Date.parse('2026-11-23T12:00:00Z')
const ok: LiveState = { ...idle, state: 'ok', answeredAt: now - 4_000 }
const block = (age: number) => ({
  height: '1234567',
  block: new Date(now - age).toISOString(),
  readAt: now,
})
const reading = (age: number, readAgo = 0, error: unknown = null) => ({
  data: block(age),
  dataUpdatedAt: now - readAgo,
  error,
})
const unread = { data: undefined, dataUpdatedAt: 0, error: null }

test('names the chain and its newest block', () => {
  expect(nodeFacts(reading(2_000), 'intento-1', now)).toBe('intento-1 · Block 1,234,567 · 2 s ago')
  expect(nodeFacts(reading(120_000), null, now)).toBe('Block 1,234,567 · 2 min ago')
  expect(nodeFacts(unread, undefined, now)).toBe('')
})

/** A block that the page has seen for this many milliseconds. */
const seenFor = (age: number) => ({ height: '7', firstSeenAt: 1_000, updatedAt: now, lastSeenAt: 1_000 + age })
const elapsed = 500_000

test('a block is late if the node answers, but has reported no newer block for a while', () => {
  expect(isBlockLate(ok, false, seenFor(2_000), elapsed)).toBe(false)
  expect(isBlockLate(ok, false, seenFor(31_000), elapsed)).toBe(true)
  expect(isBlockLate(ok, true, seenFor(2_000), elapsed)).toBe(true)
  expect(isBlockLate(ok, false, undefined, elapsed)).toBe(false)
  // A node that doesn't respond is a bigger problem.
  expect(isBlockLate({ ...idle, state: 'failing' }, false, seenFor(120_000), elapsed)).toBe(false)
})

test('data is old since the last response, or since the newest block if the chain has stopped', () => {
  const failing: LiveState = { ...idle, state: 'failing', staleSince: now - 60_000 }
  expect(oldDataTime(ok, false, block(2_000))).toBeNull()
  expect(oldDataTime(failing, false, block(2_000))).toBe(now - 60_000)
  expect(oldDataTime(ok, true, block(45_000))).toBe(now - 45_000)
})

test('a block is as old as the time since the page saw it first, whatever the clock of the device says', () => {
  const first = newestBlock(undefined, reading(-3_600_000), 5_000)
  expect(first).toEqual({ height: '1234567', firstSeenAt: 5_000, updatedAt: now, lastSeenAt: 5_000 })
  expect(newestBlock(first, reading(0), 9_000)).toBe(first)
  const again = newestBlock(first, reading(3_600_000, -15_000), 20_000)
  expect(again).toMatchObject({ firstSeenAt: 5_000, lastSeenAt: 20_000 })
  const next = { ...reading(0, -30_000), data: { ...block(0), height: '1234568' } }
  expect(newestBlock(again, next, 35_000)).toMatchObject({ firstSeenAt: 35_000, lastSeenAt: 35_000 })
  expect(newestBlock(undefined, unread, 5_000)).toBeUndefined()
})
