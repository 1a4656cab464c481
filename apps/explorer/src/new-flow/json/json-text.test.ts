import { expect, test } from 'vitest'
import { offsetOf, parseJson } from './json-text'

const text = `[
  {
    "@type": "/cosmos.bank.v1beta1.MsgSend",
    "from_address": "into1",
    "amount": [{ "denom": "uinto", "amount": "5" }]
  }
]`

test.for([
  ['[0].amount[0].denom', '"uinto"'],
  ['[0].amount', '[{ "denom"'],
  ['[0].fromAddress', '"into1"'],
  ['[0].to_address', '{\n'],
  ['[1]', '[\n'],
] as const)('finds %s in a JSON text, or the deepest part that exists', ([path, start]) => {
  expect(text.slice(offsetOf(text, path))).toMatch(new RegExp(`^${start.replace(/[[{]/g, '\\$&')}`))
})

test('a mistake is marked at its position', () => {
  expect(parseJson(text)).toHaveProperty('value.0.amount.0.amount', '5')
  const broken = '[{ "a": 1 "b": 2 }]'
  expect(parseJson(broken)).toEqual({
    note: { from: broken.indexOf('"b"'), text: 'Not valid JSON: comma expected.', tone: 'bad' },
  })
})
