import { expect, test } from 'vitest'
import { isOwnerAddress, isTransactionHash, paths, searchPath } from './paths'

const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'

test.each([
  ['14', '/flows/14'],
  [' #14 ', '/flows/14'],
  ['18446744073709551615', '/flows/18446744073709551615'],
  [owner, `/owners/${owner}`],
  [owner.toUpperCase(), `/owners/${owner}`],
  ['pay rent', '/flows?q=pay+rent'],
  ['-1', '/flows?q=-1'],
  ['1/../2', '/flows?q=1%2F..%2F2'],
  ['  ', null],
])('returns the page for the search "%s"', (text, path) => {
  expect(searchPath(text)).toBe(path)
})

test('encodes special characters in paths', () => {
  expect([paths.flow('a/b?c'), paths.owner('<x>')]).toEqual(['/flows/a%2Fb%3Fc', '/owners/%3Cx%3E'])
})

test('validators and accounts on other chains cannot own flows', () => {
  expect(isOwnerAddress(owner)).toBe(true)
  expect(isOwnerAddress('osmo1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07')).toBe(false)
  expect(isOwnerAddress('intovaloper1gkh76w0nwemx8gv2alaqqy394jcjstay2379w9')).toBe(false)
})

test('recognizes the hash of a transaction', () => {
  const hash = 'A1B2'.repeat(16)
  expect([hash, ` 0x${hash.toLowerCase()} `].map(isTransactionHash)).toEqual([true, true])
  expect([hash.slice(1), 'pay rent'].map(isTransactionHash)).toEqual([false, false])
})
