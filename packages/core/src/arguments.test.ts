import { address } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBech32, toBech32 } from './arguments.js'

const anyAddress = fc
  .tuple(fc.string(), fc.constantFrom('into', 'cosmos', 'osmo', 'intovaloper'), fc.constantFrom(20, 32))
  .map(([name, prefix, length]) => address(name, prefix, length))

test('accepts addresses of all chains and lengths', () => {
  fc.assert(
    fc.property(anyAddress, valid => {
      expect(isBech32(valid)).toBe(true)
    }),
  )
})

test('returns the address of the same account with another prefix', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('into', 'osmo', 'elysvaloper'), (name, prefix) => {
      const data = address(name, 'cosmos').slice('cosmos1'.length, -6)
      expect(toBech32(prefix, data)).toBe(address(name, prefix))
    }),
  )
})

test('rejects an address with one wrong character', () => {
  fc.assert(
    fc.property(
      anyAddress,
      fc.nat(),
      fc.constantFrom(...'023456789acdefghjklmnpqrstuvwxyz'),
      (valid, at, character) => {
        const position = at % valid.length
        fc.pre(valid[position] !== character)
        expect(isBech32(valid.slice(0, position) + character + valid.slice(position + 1))).toBe(false)
      },
    ),
  )
})

test.each([
  ['a12uel5l', true],
  ['an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs', true],
  ['split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w', true],
  ['split1checkupstagehandshakeupstreamerranterredcaperredlc445v', false],
  ['a1g7sgd8', false],
  ['10a06t8', false],
  ['1qzzfhee', false],
  ['', false],
])('the test vector %s of BIP 173, in lowercase, is valid: %s', (text, valid) => {
  expect(isBech32(text)).toBe(valid)
})

test('rejects a prefix that could change the path of a URL, although its checksum is correct', () => {
  expect(isBech32('into/../params1pzrndykcf')).toBe(false)
})
