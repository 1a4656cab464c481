import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64 } from './base64.js'

describe('base64', () => {
  test('decodes encoded bytes in both alphabets', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        const text = btoa(String.fromCharCode(...bytes))
        expect(decodeBase64(text)).toBe(String.fromCharCode(...bytes))
        expect(decodeBase64(text.replaceAll('+', '-').replaceAll('/', '_'))).toBe(String.fromCharCode(...bytes))
      }),
    )
  })
  test('skips line breaks and ignores leftover bits', () => {
    expect(decodeBase64('AA\n=\r=\n')).toBe('\0')
    expect(decodeBase64('AB==')).toBe('\0')
  })
  test.each([
    ['!!!', 0],
    ['AAAAAAAAAAY', 8],
    ['A', 0],
    ['AA', 0],
    ['AA=', 3],
    ['AA=A', 2],
    ['A===', 1],
    ['=', 0],
    ['AAAA=', 4],
    ['AA==A', 4],
    ['AAA=\nA', 5],
    ['AAAAAAAAA k=', 9],
    // This text mixes both alphabets. The error is the URL-safe alphabet's.
    ['A+-A', 1],
    ['A-+A', 2],
  ])('rejects %j', (text, at) => {
    expect(() => decodeBase64(text)).toThrow(`illegal base64 data at input byte ${at}`)
  })
})
