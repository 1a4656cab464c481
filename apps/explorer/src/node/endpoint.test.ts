import { beforeEach, expect, test } from 'vitest'
import { chooseEndpoint, embedded, endpointName, ownParams, parseEndpoint, shareLink, startEndpoint } from './endpoint'

function memory(): Storage {
  const items = new Map<string, string>()
  return {
    length: 0,
    clear: () => items.clear(),
    getItem: name => items.get(name) ?? null,
    key: () => null,
    removeItem: name => void items.delete(name),
    setItem: (name, value) => void items.set(name, value),
  }
}

let storage: Storage | null
beforeEach(() => {
  storage = memory()
})

const node = { lcd: 'https://lcd.example.org', rpc: null }
const none = { lcd: null, rpc: null }
const start = (href: string, lcd: string | null = null, rpc: string | null = null) =>
  startEndpoint({ href: `http://here/${href}`, given: { lcd, rpc } }, storage)

test.each([
  ['https://lcd.example.org', 'https://lcd.example.org'],
  [' https://lcd.example.org/ ', 'https://lcd.example.org'],
  ['https://example.org/chain/lcd/', 'https://example.org/chain/lcd'],
  ['lcd.example.org', 'https://lcd.example.org'],
  ['localhost:1317', 'http://localhost:1317'],
  ['127.0.0.1:1317/lcd', 'http://127.0.0.1:1317/lcd'],
  ['http://[::1]:1317', 'http://[::1]:1317'],
])('accepts %s', (text, lcd) => {
  expect(parseEndpoint(text)).toEqual({ lcd, rpc: null })
})

test.each([
  ['', 'Enter an LCD URL'],
  ['not an address', 'not a valid URL'],
  ['https://', 'not a valid URL'],
  ['ftp://lcd.example.org', 'start with ftp://'],
  ['javascript:alert(1)', 'javascript:'],
  ['https://me:secret@lcd.example.org', 'user name or password'],
  ['https://lcd.example.org?x=1', 'query (?)'],
])('rejects "%s"', (text, problem) => {
  expect(parseEndpoint(text)).toEqual({ problem: expect.stringContaining(problem) })
})

test('on an https page, accepts an http URL only on localhost', () => {
  expect(parseEndpoint('http://lcd.example.org', null, 'https:')).toEqual({
    problem: expect.stringContaining('blocks requests to http://'),
  })
  expect(parseEndpoint('http://localhost:1317', null, 'https:')).toMatchObject({ lcd: 'http://localhost:1317' })
})

test('parses a URL with a million slashes in linear time', () => {
  const lcd = `https://lcd.test${'/'.repeat(1_000_000)}x`
  expect(parseEndpoint(lcd)).toMatchObject({ lcd })
})

test('checks the RPC URL too', () => {
  expect(parseEndpoint('https://lcd.example.org', 'wss://rpc.example.org')).toMatchObject({
    rpc: 'wss://rpc.example.org',
  })
  expect(parseEndpoint('https://lcd.example.org', 'mailto:me')).toEqual({ problem: expect.stringContaining('RPC') })
})

test('starts with the node that the server inserted, or else with the embedded chain', () => {
  expect(start('flows').endpoint).toEqual(embedded)
  expect(start('flows', 'http://127.0.0.1:1317').endpoint).toEqual({ lcd: 'http://127.0.0.1:1317', rpc: null })
  expect(start('flows', 'http://127.0.0.1:1317', 'http://127.0.0.1:26657').endpoint).toEqual({
    lcd: 'http://127.0.0.1:1317',
    rpc: 'http://127.0.0.1:26657',
  })
})

test('uses the endpoint of a link, and ignores it on the next page without one', () => {
  const link = 'flows/14?execution=3&lcd=https%3A%2F%2Flcd.example.org&rpc=https%3A%2F%2Frpc.example.org#top'
  expect(start(link)).toEqual({
    endpoint: { lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org' },
    problem: null,
  })
  expect(start('flows?lcd=embedded', 'http://127.0.0.1:1317').endpoint).toEqual(embedded)
  expect(start('flows', 'http://127.0.0.1:1317').endpoint).toEqual({ lcd: 'http://127.0.0.1:1317', rpc: null })
})

test('remembers the endpoint that the user selected, even after a link with another endpoint', () => {
  chooseEndpoint(node, none, storage)
  expect(start('flows').endpoint).toEqual(node)
  expect(start('flows?lcd=embedded').endpoint).toEqual(embedded)
  expect(start('flows').endpoint).toEqual(node)
})

test('ignores an invalid endpoint in a link, and reports the problem', () => {
  chooseEndpoint(node, none, storage)
  expect(start('flows?lcd=ftp://x')).toEqual({ endpoint: node, problem: expect.stringContaining('ftp://') })
})

test('forgets the selected endpoint when the server inserts another node', () => {
  chooseEndpoint(node, { lcd: 'http://127.0.0.1:1317', rpc: null }, storage)
  expect(start('flows', 'http://127.0.0.1:1317').endpoint).toEqual(node)
  expect(start('flows', 'https://other.example.org').endpoint).toEqual({ lcd: 'https://other.example.org', rpc: null })
})

test('works with missing, full or corrupt storage', () => {
  const refuses = () => {
    throw new DOMException('full')
  }
  const full = { ...memory(), setItem: refuses, removeItem: refuses }
  for (const broken of [null, full]) {
    storage = broken
    expect(start('?lcd=lcd.example.org').endpoint).toEqual(node)
    chooseEndpoint(node, none, storage)
    expect(start('flows').endpoint).toEqual(embedded)
  }
  for (const text of ['{', '7', 'null', '{"lcd":7,"given":""}', '{"lcd":"ftp://x","given":""}']) {
    storage = memory()
    storage.setItem('flow-explorer:endpoint', text)
    expect(start('flows').endpoint).toEqual(embedded)
  }
})

test('adds the endpoint to a shared link', () => {
  const link = shareLink('http://here/flows/14?execution=3#top', { ...node, rpc: 'https://rpc.example.org' })
  expect(link).toBe('http://here/flows/14?execution=3&lcd=lcd.example.org&rpc=rpc.example.org#top')
  expect(startEndpoint({ href: link, given: none }, storage).endpoint).toEqual({
    lcd: 'https://lcd.example.org',
    rpc: 'https://rpc.example.org',
  })
  expect(shareLink('http://here/', embedded)).toBe('http://here/?lcd=embedded')
})

test('the URL of the page contains the endpoint, unless the server inserted it', () => {
  const local = { lcd: 'http://127.0.0.1:1317', rpc: 'ws://127.0.0.1:26657' }
  expect(ownParams(local, local)).toEqual({ lcd: null, rpc: null })
  expect(ownParams(embedded, none)).toEqual({ lcd: null, rpc: null })
  expect(ownParams(embedded, local)).toEqual({ lcd: 'embedded', rpc: null })
  expect(ownParams(local, none)).toEqual({ lcd: '127.0.0.1:1317', rpc: 'ws://127.0.0.1:26657' })
  // Without the protocol, it would be a URL with https.
  expect(ownParams({ lcd: 'http://lcd.example.org', rpc: null }, local).lcd).toBe('http://lcd.example.org')
})

test('returns a short name for an endpoint', () => {
  expect([endpointName(embedded), endpointName(node)]).toEqual(['Demo chain', 'lcd.example.org'])
})
