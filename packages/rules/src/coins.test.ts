import { describe, expect, test } from 'vitest'
import { draftNamed } from '../test/recordings.js'
import { areValidCoins, isDenom } from './coins.js'
import type { Coin } from './types.js'

describe('areValidCoins', () => {
  test.each([
    ['v1-drafts good', undefined],
    ['v1-drafts denom-unknown', undefined],
    ['v1-drafts amount-negative', '-5uinto: invalid coins'],
    ['v1-drafts-2 coins-unsorted', 'EA622B25F41E5EB2: invalid coins'],
    ['v1-drafts-2 docs-conditional', '0uinto: invalid coins'],
  ])('%s', (name, error) => {
    const { message, runs } = draftNamed(name)
    const errors = runs.flatMap(({ errors }) => errors).filter(text => text.endsWith(': invalid coins'))
    expect(errors[0]?.endsWith(error ?? '')).toBe(error && true)
    expect(areValidCoins(message.msgs.at(-1)?.amount as Coin[])).toBe(error === undefined)
  })
})

describe('not decided by a recording', () => {
  // `ValidateDenom` in types/coin.go of the Cosmos SDK.
  test.each([
    ['ab', false],
    ['1ab', false],
    ['a/b:c.d_e-f', true],
    ['a b', false],
    [`a${'b'.repeat(127)}`, true],
    [`a${'b'.repeat(128)}`, false],
  ])('the denom %j', (denom, expected) => {
    expect(isDenom(denom)).toBe(expected)
  })

  test('the same denom twice', () => {
    expect(
      areValidCoins([
        { denom: 'uinto', amount: '1' },
        { denom: 'uinto', amount: '1' },
      ]),
    ).toBe(false)
  })
})
