import { expect, test } from 'vitest'
import { sumCoins } from './coins'

test('returns exact sums, with one coin per denom', () => {
  const coins = [
    { denom: 'uinto', amount: '9007199254740993' },
    { denom: 'ibc/27394FB0', amount: '3' },
    { denom: 'uinto', amount: '2' },
    { denom: 'uinto', amount: 'lots' },
  ]
  expect(sumCoins(coins)).toEqual([
    { denom: 'uinto', amount: '9007199254740995' },
    { denom: 'ibc/27394FB0', amount: '3' },
  ])
})
