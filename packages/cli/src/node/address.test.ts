import { expect, test } from 'vitest'
import { checkedAddress, redacted } from './address.js'

test.each([
  ['https://user:secret@lcd.example.org/api', 'https://***@lcd.example.org/api'],
  ['https://secret@lcd.example.org', 'https://***@lcd.example.org'],
  ['https://user:sec@ret@lcd.example.org', 'https://***@lcd.example.org'],
  ['https://user:sec/ret@lcd.example.org', 'https://***@lcd.example.org'],
  ['WSS://user:secret@rpc.example.org', 'WSS://***@rpc.example.org'],
  ['user:secret@lcd.example.org:1317 is none', '***@lcd.example.org:1317 is none'],
  [
    'https://lcd.example.org/?apikey=secret&x=secret#token=secret',
    'https://lcd.example.org/?apikey=***&x=***#token=***',
  ],
  ['https://lcd.example.org/#secret', 'https://lcd.example.org/#***'],
  ['https://lcd.example.org?secret', 'https://lcd.example.org?***'],
  ['https://a.example.org https://user:secret@b.example.org', 'https://a.example.org https://***@b.example.org'],
])('of %s nobody learns the secret', (text, shown) => {
  expect(redacted(text)).toBe(shown)
})

test.each([
  'https://lcd.example.org/intento/intent/v1/flows?pagination.limit=20&pagination.key=AAAA answered 502: Bad gateway',
  'https://lcd.example.org/intento/intent/v1/address-to-ica?owner=into1x&connection_id=connection-0',
  'decoding bech32 failed: me@home',
  'Is the address right? flow-query check <url> tells more of flow #14',
])('%s stays as it is', text => {
  expect(redacted(text)).toBe(text)
})

test.each(['https://lcd.example.org', 'http://127.0.0.1:1317/', 'https://[::1]:1317/a/path'])(
  '%s is an address',
  text => {
    expect(checkedAddress(text)).toBe(text)
  },
)

test.each([
  ['nonsense', 'nonsense is no address of a node.'],
  ['lcd.example.org:1317', 'is no address'],
  ['ftp://lcd.example.org', 'is no address'],
  ['ws://rpc.example.org', 'is no address'],
  ['http://[', 'is no address'],
  ['http://h:99999', 'is no address'],
  ['http://%', 'is no address'],
  ['', 'is no address'],
  ['https://user:secret@lcd.example.org', 'https://***@lcd.example.org holds a user name or a password'],
  [
    'https://lcd.example.org?apikey=secret',
    'https://lcd.example.org?apikey=*** goes on after the path of a node, with ?.',
  ],
  ['https://lcd.example.org/#secret', 'https://lcd.example.org/#*** goes on after the path of a node, with #.'],
])('%s is none that can be asked', (text, problem) => {
  expect(() => checkedAddress(text)).toThrow(problem)
})
