import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { idle, type LiveState } from './live'
import { chainIdQueryOptions, nodeFacts, nodeState } from './node'

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

test('is live only while the chain creates blocks', () => {
  expect(nodeState(ok, connected, reading(2_000), now)).toEqual({ text: 'Live', isBlockLate: false })
  expect(nodeState(ok, connected, reading(120_000), now)).toEqual({ text: 'No new blocks', isBlockLate: true })
  // A page that was hidden for two minutes shows an old block until the next response.
  expect(nodeState(ok, connected, reading(122_000, 120_000), now).text).toBe('Live')
  const failed = reading(122_000, 120_000, new Error('timeout'))
  expect(nodeState(ok, connected, failed, now).text).toBe('No new blocks')
})

test('a page that polls says when it was updated', () => {
  expect(nodeState(ok, { state: 'polling', error: null }, reading(2_000), now).text).toBe('Updated 4 s ago')
})

test('a node that does not respond is a bigger problem than an old block', () => {
  const state = nodeState({ ...idle, state: 'failing' }, connected, reading(120_000), now)
  expect(state).toEqual({ text: 'No response', isBlockLate: false })
})

test('the connection has a state before the first block', () => {
  expect(nodeState(ok, connected, unread, now)).toEqual({ text: 'Live', isBlockLate: false })
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
