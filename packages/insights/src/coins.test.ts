import { expect, test } from 'vitest'
import { withCoins } from './draft/index.js'

test('replaces coins with the same denom, and sorts all coins by denom', () => {
  const [atom, into] = [
    { denom: 'uatom', amount: '1' },
    { denom: 'uinto', amount: '2' },
  ]
  expect(withCoins([into], [atom])).toEqual([atom, into])
  expect(withCoins([atom, into], [{ denom: 'uatom', amount: '3' }])).toEqual([{ denom: 'uatom', amount: '3' }, into])
  expect(withCoins([], [into])).toEqual([into])
})
