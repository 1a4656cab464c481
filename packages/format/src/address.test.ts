import { expect, test } from 'vitest'
import { shortenAddress } from './address.js'

test('shortens an address but keeps both ends, and returns short texts unchanged', () => {
  expect(shortenAddress('into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07')).toBe('into1htj0…4xqt07')
  expect(shortenAddress('connection-0')).toBe('connection-0')
  expect(shortenAddress('0123456789abcdef')).toBe('0123456789abcdef')
  expect(shortenAddress('')).toBe('')
})
