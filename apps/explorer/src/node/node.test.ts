import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { idle, type LiveState } from './live'
import { chainIdQueryOptions, nodeLine } from './node'

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
const connected = { state: 'connected', error: null } as const

test('shows the chain, the newest block and how the page is updated', () => {
  expect(nodeLine(ok, connected, reading(2_000), 'intento-1', now)).toEqual({
    text: 'Live',
    facts: 'intento-1 · Block 1,234,567 · 2 s ago · Following events',
    isBlockLate: false,
  })
  expect(nodeLine(ok, { state: 'polling', error: null }, reading(2_000), 'intento-1', now)).toMatchObject({
    text: 'Updated 4 s ago',
    facts: 'intento-1 · Block 1,234,567 · 2 s ago · Polling every 15 s',
  })
  expect(nodeLine(ok, { state: 'silent', error: null }, reading(2_000), null, now).facts).toBe(
    'Block 1,234,567 · 2 s ago · Polling every 15 s, no events',
  )
})

test('is live only while the chain creates blocks', () => {
  const late = nodeLine(ok, connected, reading(120_000), 'intento-1', now)
  expect(late).toMatchObject({ text: 'No new blocks', isBlockLate: true })
  expect(late.facts).toContain('Block 1,234,567 · 2 min ago')
  // A page that was hidden for two minutes shows an old block until the next response.
  expect(nodeLine(ok, connected, reading(122_000, 120_000), 'intento-1', now)).toMatchObject({ text: 'Live' })
  const failed = reading(122_000, 120_000, new Error('timeout'))
  expect(nodeLine(ok, connected, failed, 'intento-1', now)).toMatchObject({ text: 'No new blocks' })
})

test('a node that does not respond is a bigger problem than an old block', () => {
  const line = nodeLine({ ...idle, state: 'failing' }, connected, reading(120_000), 'intento-1', now)
  expect(line).toMatchObject({ text: 'No response', isBlockLate: false })
})

test('without a block, the line shows the rest', () => {
  const unread = { data: undefined, dataUpdatedAt: 0, error: null }
  expect(nodeLine(ok, connected, unread, undefined, now)).toEqual({
    text: 'Live',
    facts: 'Following events',
    isBlockLate: false,
  })
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
  } finally {
    globalThis.fetch = fetch
  }
})
