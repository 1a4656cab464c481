import { describe, expect, test } from 'vitest'
import { parseBool, parseInt64, parseUint, quote } from './strconv.js'
import { bytesOf } from './text.js'

const said = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

describe('strconv.ParseUint with base 0', () => {
  test.each([
    ['5', 5n],
    ['18446744073709551615', 18446744073709551615n],
    ['0', 0n],
    ['0x1F', 31n],
    ['0b101', 5n],
    ['0o17', 15n],
    ['017', 15n],
    ['1_000', 1000n],
    ['0x_ff', 255n],
    ['18446744073709551616', 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
    ['99999999999999999999x', 'strconv.ParseUint: parsing "99999999999999999999x": value out of range'],
    ['', 'strconv.ParseUint: parsing "": invalid syntax'],
    ['-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
    ['+5', 'strconv.ParseUint: parsing "+5": invalid syntax'],
    ['1e3', 'strconv.ParseUint: parsing "1e3": invalid syntax'],
    ['08', 'strconv.ParseUint: parsing "08": invalid syntax'],
    ['0x', 'strconv.ParseUint: parsing "0x": invalid syntax'],
    ['1__0', 'strconv.ParseUint: parsing "1__0": invalid syntax'],
    ['1_', 'strconv.ParseUint: parsing "1_": invalid syntax'],
    ['_1', 'strconv.ParseUint: parsing "_1": invalid syntax'],
    ['5.0', 'strconv.ParseUint: parsing "5.0": invalid syntax'],
  ])('%s', (text, value) => {
    expect(said(() => parseUint(text, 0))).toBe(value)
  })

  test('parses ids in base 10 regardless of a prefix', () => {
    expect(parseUint('007', 10)).toBe(7n)
    expect(() => parseUint('1_0', 10)).toThrow('invalid syntax')
    expect(() => parseUint('0x1', 10)).toThrow('invalid syntax')
  })
})

test('strconv.ParseInt', () => {
  expect(parseInt64('-9223372036854775808')).toBe(-9223372036854775808n)
  expect(parseInt64('+7')).toBe(7n)
  expect(() => parseInt64('9223372036854775808')).toThrow('value out of range')
  expect(() => parseInt64('')).toThrow('strconv.ParseInt: parsing "": invalid syntax')
})

test('strconv.ParseBool', () => {
  for (const text of ['1', 't', 'T', 'TRUE', 'true', 'True']) expect(parseBool(text)).toBe(true)
  for (const text of ['0', 'f', 'F', 'FALSE', 'false', 'False']) expect(parseBool(text)).toBe(false)
  for (const text of ['', 'yes', 'tRUE', ' true']) expect(() => parseBool(text)).toThrow('strconv.ParseBool')
})

test.each([
  ['a"b\\c', '"a\\"b\\\\c"'],
  ['\n\t\x00\x7f', '"\\n\\t\\x00\\x7f"'],
  ['é日🚀', '"é日🚀"'],
  ['\u200b\u00a0\ue000', '"\\u200b\\u00a0\\ue000"'],
  ['\u{e0001}', '"\\U000e0001"'],
])('strconv.Quote %j', (text, quoted) => {
  expect(quote(bytesOf(text))).toBe(quoted)
})

test('strconv.Quote escapes bytes that are not valid UTF-8', () => {
  expect(quote('\xff\xc3a')).toBe('"\\xff\\xc3a"')
})
