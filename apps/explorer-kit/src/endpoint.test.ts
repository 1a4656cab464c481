import { beforeEach, expect, test } from 'vitest'
import { embedded, endpointName, parseEndpoint, rememberEndpoint, shareLink, startEndpoint } from './endpoint.js'

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

let storage: Storage
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
])('%s can be used', (text, lcd) => {
  expect(parseEndpoint(text)).toEqual({ lcd, rpc: null })
})

test.each([
  ['', 'Enter the address'],
  ['not an address', 'is no address'],
  ['https://', 'is no address'],
  ['ftp://lcd.example.org', 'starts with ftp://'],
  ['javascript:alert(1)', 'javascript:'],
  ['https://me:secret@lcd.example.org', 'user name or a password'],
  ['https://lcd.example.org?x=1', 'a ? or # part'],
])('%s cannot, and why', (text, problem) => {
  expect(parseEndpoint(text)).toEqual({ problem: expect.stringContaining(problem) })
})

test('a page over https reads from http only on this machine', () => {
  expect(parseEndpoint('http://lcd.example.org', null, 'https:')).toEqual({
    problem: expect.stringContaining('https://'),
  })
  expect(parseEndpoint('http://localhost:1317', null, 'https:')).toMatchObject({ lcd: 'http://localhost:1317' })
})

test('an RPC is checked too', () => {
  expect(parseEndpoint('https://lcd.example.org', 'wss://rpc.example.org')).toMatchObject({
    rpc: 'wss://rpc.example.org',
  })
  expect(parseEndpoint('https://lcd.example.org', 'mailto:me')).toEqual({ problem: expect.stringContaining('RPC') })
})

test('nothing named, nothing remembered: the chain in the page, or the node of its server', () => {
  expect(start('flows').endpoint).toEqual(embedded)
  expect(start('flows', 'http://127.0.0.1:1317').endpoint).toEqual({ lcd: 'http://127.0.0.1:1317', rpc: null })
  expect(start('flows', 'http://127.0.0.1:1317', 'http://127.0.0.1:26657').endpoint).toEqual({
    lcd: 'http://127.0.0.1:1317',
    rpc: 'http://127.0.0.1:26657',
  })
})

test('a link names one: it is used, remembered, and taken out of the address', () => {
  const link = 'flows/14?execution=3&lcd=https%3A%2F%2Flcd.example.org&rpc=https%3A%2F%2Frpc.example.org#top'
  expect(start(link)).toEqual({
    endpoint: { lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org' },
    problem: null,
    href: '/flows/14?execution=3#top',
  })
  expect(start('flows').endpoint).toEqual({ lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org' })
  expect(start('flows?lcd=embedded').endpoint).toEqual(embedded)
})

test('a link names one that cannot be used: it says why, and goes on with what there was', () => {
  rememberEndpoint(node, none, storage)
  expect(start('flows?lcd=ftp://x')).toMatchObject({
    endpoint: node,
    problem: expect.stringContaining('ftp://'),
    href: '/flows',
  })
})

test('a choice holds until the server of the page names another node', () => {
  rememberEndpoint(node, { lcd: 'http://127.0.0.1:1317', rpc: null }, storage)
  expect(start('flows', 'http://127.0.0.1:1317').endpoint).toEqual(node)
  expect(start('flows', 'https://other.example.org').endpoint).toEqual({ lcd: 'https://other.example.org', rpc: null })
})

test('no storage, full storage, spoilt storage', () => {
  expect(startEndpoint({ href: 'http://here/?lcd=lcd.example.org', given: none }, null).endpoint).toEqual(node)
  const full = {
    ...memory(),
    setItem: () => {
      throw new DOMException('full')
    },
  }
  expect(startEndpoint({ href: 'http://here/?lcd=lcd.example.org', given: none }, full).endpoint).toEqual(node)
  for (const text of ['{', '7', 'null', '{"lcd":7,"given":""}', '{"lcd":"ftp://x","given":""}']) {
    storage.setItem('flow-explorer:endpoint', text)
    expect(start('flows').endpoint).toEqual(embedded)
  }
})

test('a shared link brings its endpoint along', () => {
  const link = shareLink('http://here/flows/14?execution=3', { ...node, rpc: 'https://rpc.example.org' })
  expect(startEndpoint({ href: link, given: none }, storage)).toMatchObject({
    endpoint: { lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org' },
    href: '/flows/14?execution=3',
  })
  expect(shareLink('http://here/', embedded)).toBe('http://here/?lcd=embedded')
})

test('names', () => {
  expect([endpointName(embedded), endpointName(node)]).toEqual(['Demo chain', 'lcd.example.org'])
})
