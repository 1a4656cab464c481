import { expect, test } from 'vitest'
import { checkedAddress, completeAddress, redacted, withoutTrailingSlashes } from './address.js'

test.each([
  ['https://user:secret@lcd.example.org/api', 'https://***@lcd.example.org/api'],
  ['https://secret@lcd.example.org', 'https://***@lcd.example.org'],
  ['https://user:sec@ret@lcd.example.org', 'https://***@lcd.example.org'],
  ['https://user:sec/ret@lcd.example.org', 'https://***@lcd.example.org'],
  ['WSS://user:secret@rpc.example.org', 'WSS://***@rpc.example.org'],
  ['user:secret@lcd.example.org:1317 is invalid', '***@lcd.example.org:1317 is invalid'],
  [
    'https://lcd.example.org/?apikey=secret&x=secret#token=secret',
    'https://lcd.example.org/?apikey=***&x=***#token=***',
  ],
  ['https://lcd.example.org/#secret', 'https://lcd.example.org/#***'],
  ['https://lcd.example.org?secret', 'https://lcd.example.org?***'],
  ['https://a.example.org https://user:secret@b.example.org', 'https://a.example.org https://***@b.example.org'],
])('redacts the secret in %s', (text, shown) => {
  expect(redacted(text)).toBe(shown)
})

test.each([
  'https://lcd.example.org/intento/intent/v1/flows?pagination.limit=20&pagination.key=AAAA answered 502: Bad gateway',
  'https://lcd.example.org/intento/intent/v1/address-to-ica?owner=into1x&connection_id=connection-0',
  'decoding bech32 failed: me@home',
  'Check the URL. For details about flow #14, run: flow-query check-node <url>',
])('does not change %s', text => {
  expect(redacted(text)).toBe(text)
})

test.each([
  ['a', ''],
  [' ', 'a:'],
  ['(a:', ''],
  ['/', 'b'],
])('a long text of %j takes linear time', (part, end) => {
  const text = part.repeat(1_000_000) + end
  expect(redacted(text)).toBe(text)
  expect(withoutTrailingSlashes(`${text}//`)).toBe(text)
})

test.each(['https://lcd.example.org', 'http://127.0.0.1:1317/', 'https://[::1]:1317/a/path'])('accepts %s', text => {
  expect(checkedAddress(text)).toBe(text)
})

test.each([
  ['nonsense', 'nonsense is not a valid node URL.'],
  ['lcd.example.org:1317', 'is not a valid node URL'],
  ['ftp://lcd.example.org', 'is not a valid node URL'],
  ['ws://rpc.example.org', 'is not a valid node URL'],
  ['http://[', 'is not a valid node URL'],
  ['http://h:99999', 'is not a valid node URL'],
  ['http://%', 'is not a valid node URL'],
  ['', 'is not a valid node URL'],
  ['https://user:secret@lcd.example.org', 'https://***@lcd.example.org contains a user name or password'],
  ['https://lcd.example.org?apikey=secret', 'https://lcd.example.org?apikey=*** contains a query (?)'],
  ['https://lcd.example.org/#secret', 'https://lcd.example.org/#*** contains a fragment (#)'],
])('rejects %s', (text, problem) => {
  expect(() => checkedAddress(text)).toThrow(problem)
})

test.each([
  ['localhost:1318', 'http://localhost:1318'],
  ['127.0.0.1', 'http://127.0.0.1'],
  ['[::1]:1317/api', 'http://[::1]:1317/api'],
  ['https://lcd.example.org', 'https://lcd.example.org'],
  ['lcd.example.org', 'lcd.example.org'],
  ['localhost.example.org', 'localhost.example.org'],
])('completes %s to %s', (text, url) => {
  expect(completeAddress(text)).toBe(url)
})
