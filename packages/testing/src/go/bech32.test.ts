import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { address } from '../index.js'
import { decodeBech32, encodeBech32 } from './bech32.js'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 })

test('decodes an encoded address, also in uppercase', () => {
  fc.assert(
    fc.property(bytes, account => {
      const encoded = encodeBech32('into', account)
      expect(decodeBech32(encoded)).toEqual({ prefix: 'into', bytes: account })
      expect(decodeBech32(encoded.toUpperCase())).toEqual({ prefix: 'into', bytes: account })
    }),
  )
})

test('recorded and generated addresses are valid', () => {
  expect(decodeBech32('into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07').bytes).toHaveLength(20)
  expect(decodeBech32('into1s4x4k8fgpmegd6qkt77kk2q2uzk58228ldsxny9u9hnjj9tyl5uqr9075d').bytes).toHaveLength(32)
  expect(decodeBech32(address('anybody', 'osmo', 32))).toMatchObject({ prefix: 'osmo' })
  expect(address(1)).toBe(address(1))
  expect(address(1)).not.toBe(address(2))
})

describe("rejects invalid addresses with the chain's error messages", () => {
  const valid = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
  test.each([
    ['into1xy', 'invalid bech32 string length 7'],
    ['x'.repeat(1024), 'invalid bech32 string length 1024'],
    ['into1 34567890', "invalid character in string: ' '"],
    ['into1\u00e434567890', "invalid character in string: '\u00e4'"],
    ['Into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07', 'string not all lowercase or all uppercase'],
    ['withoutseparator', 'invalid separator index -1'],
    ['1htj0rku2aal605', 'invalid separator index 0'],
    ['cosmos1abc', 'invalid separator index 6'],
    ['into1htj0rku2aalb05rt72ws90vl3tlwfkej4xqt07', 'invalid character not part of charset: 98'],
    [`${valid.slice(0, -1)}8`, 'invalid checksum (expected 4xqt07 got 4xqt08)'],
  ])('%s', (text, message) => {
    expect(() => decodeBech32(text)).toThrow(message)
  })

  test('leftover bits that do not form a byte', () => {
    const message = /expected (\w+)/
    for (const data of ['q', 'qp', 'qqqqqqqqq']) {
      let checksum = ''
      try {
        decodeBech32(`into1${data}qqqqqq`)
      } catch (error) {
        checksum = message.exec(String(error))?.[1] ?? ''
      }
      expect(() => decodeBech32(`into1${data}${checksum}`)).toThrow('invalid incomplete group')
    }
  })
})
