import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './json.js'
import { visible } from './visible.js'

test.each([
  ['DEL and eight-bit controls', '\x7f\x9b2J', '"\\u007f\\u009b2J"'],
  ['escapes', '\x1b[31m', '"\\u001b[31m"'],
  ['what turns the direction', '\u202egnp\u2066\u061c\u200f', '"\\u202egnp\\u2066\\u061c\\u200f"'],
  ['lines of their own kind', 'a\u2028b\u2029', '"a\\u2028b\\u2029"'],
  ['a language tag', '\u{e0001}', '"\\udb40\\udc01"'],
  ['what can be seen', 'Stündlich 日本語 🚀 👩‍👩‍👧', '"Stündlich 日本語 🚀 👩‍👩‍👧"'],
])('%s', (_, text, json) => {
  expect(jsonText(text)).toBe(json)
})

test('indented, lines end as they should', () => {
  expect(jsonText({ a: ['\x85\n'] }, 2)).toBe('{\n  "a": [\n    "\\u0085\\n"\n  ]\n}')
})

test('it says the same as it would without, and shows nothing that cannot be seen', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2), (value, indentation) => {
      const text = jsonText(value, indentation)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(visible(text.replaceAll('\n', ''))).toBe(text.replaceAll('\n', ''))
    }),
  )
})

test('however deep it is', () => {
  let value: unknown = 'here'
  for (let depth = 0; depth < 10_000; depth++) value = { msgs: [value] }
  const text = jsonText(value, 2)
  expect(text).toContain('"here"')
  expect(text).toHaveLength('{"msgs":[]}'.length * 10_000 + '"here"'.length)
})
