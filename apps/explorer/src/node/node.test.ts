import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { idle, type LiveState } from './live'
import { chainIdQueryOptions, newestBlock, nodeFacts, nodeState } from './node'

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
const connected = { state: 'connected', error: null } as const

test('names the chain and its newest block', () => {
  expect(nodeFacts(reading(2_000), 'intento-1', now)).toBe('intento-1 · Block 1,234,567 · 2 s ago')
  expect(nodeFacts(reading(120_000), null, now)).toBe('Block 1,234,567 · 2 min ago')
  expect(nodeFacts(unread, undefined, now)).toBe('')
})

/** A block that the page has seen for this many milliseconds. */
const seenFor = (age: number) => ({ height: '7', firstSeenAt: 1_000, updatedAt: now, lastSeenAt: 1_000 + age })
const at = { now, elapsed: 500_000 }

test('is live only while the chain creates blocks', () => {
  expect(nodeState(ok, connected, false, seenFor(2_000), at)).toEqual({ text: 'Live', isBlockLate: false })
  const late = { text: 'No new blocks', isBlockLate: true }
  expect(nodeState(ok, connected, false, seenFor(31_000), at)).toEqual(late)
  expect(nodeState(ok, connected, true, seenFor(2_000), at)).toEqual(late)
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

test('a page that polls says when it was updated', () => {
  expect(nodeState(ok, { state: 'polling', error: null }, false, seenFor(2_000), at).text).toBe('Updated 4 s ago')
})

test('a node that does not respond is a bigger problem than an old block', () => {
  const state = nodeState({ ...idle, state: 'failing' }, connected, false, seenFor(120_000), at)
  expect(state).toEqual({ text: 'No response', isBlockLate: false })
})

test('the connection has a state before the first block', () => {
  expect(nodeState(ok, connected, false, undefined, at)).toEqual({ text: 'Live', isBlockLate: false })
})

test('reads the ID of the chain, which is unknown if the node does not respond', async () => {
  const lcd = createLcd()
  const read = (url: string) =>
    chainIdQueryOptions({ lcd: url, rpc: null }, reading(0)).queryFn({ signal: new AbortController().signal })
  const { fetch } = globalThis
  globalThis.fetch = lcd.fetch
  try {
    expect(await read(lcd.url)).toBe('intento-demo-1')
    lcd.fail({ status: 503, body: '' })
    expect(await read(lcd.url)).toBeNull()
    lcd.recover()
    lcd.fail({ status: 200, body: '[]' })
    expect(await read(lcd.url)).toBeNull()
    lcd.recover()
    lcd.fail({ status: 200, body: `{"default_node_info":{"network":"a"},"x":"${'x'.repeat(65_000_000)}"}` })
    expect(await read(lcd.url)).toBeNull()
  } finally {
    globalThis.fetch = fetch
  }
})
