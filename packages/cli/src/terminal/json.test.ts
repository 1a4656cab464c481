import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './json.js'
import { visible } from './visible.js'

test.each([
  ['DEL and eight-bit controls', '\x7f\x9b2J', '"\\u007f\\u009b2J"'],
  ['escapes', '\x1b[31m', '"\\u001b[31m"'],
  ['bidirectional marks', '\u202egnp\u2066\u061c\u200f', '"\\u202egnp\\u2066\\u061c\\u200f"'],
  ['Unicode line separators', 'a\u2028b\u2029', '"a\\u2028b\\u2029"'],
  ['a language tag', '\u{e0001}', '"\\udb40\\udc01"'],
  ['visible text', 'Stündlich 日本語 🚀 👩‍👩‍👧', '"Stündlich 日本語 🚀 👩‍👩‍👧"'],
])('%s', (_, text, json) => {
  expect(jsonText(text)).toBe(json)
})

test('keeps the line breaks of indented JSON', () => {
  expect(jsonText({ a: ['\x85\n'] }, 2)).toBe('{\n  "a": [\n    "\\u0085\\n"\n  ]\n}')
})

test('parses to the same value as JSON.stringify and contains no invisible characters', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2), (value, indentation) => {
      const text = jsonText(value, indentation)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(visible(text.replaceAll('\n', ''))).toBe(text.replaceAll('\n', ''))
    }),
    { numRuns: 50 },
  )
})
