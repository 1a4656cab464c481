import { expect, test } from 'vitest'
import { amount, amounts, grouped, listed, sumCoins } from './amount.js'

const ibc = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'

test.each([
  ['1000', 'uinto', '0.001 INTO', '1,000 uinto'],
  ['1', 'uinto', '0.000001 INTO', '1 uinto'],
  ['0', 'uinto', '0 INTO', '0 uinto'],
  ['5000000', 'uinto', '5 INTO', '5,000,000 uinto'],
  ['1234567890', 'uatom', '1,234.56789 ATOM', '1,234,567,890 uatom'],
  ['900000000000000000', 'uinto', '900,000,000,000 INTO', '900,000,000,000,000,000 uinto'],
  ['-1500000', 'uinto', '-1.5 INTO', '-1,500,000 uinto'],
  ['20', ibc, '20 ibc/2739…5EB2', `20 ${ibc}`],
  ['7', 'stake', '7 stake', '7 stake'],
  ['lots', 'uinto', 'lots uinto', 'lots uinto'],
  ['7', '__proto__', '7 __proto__', '7 __proto__'],
])('%s %s is shown as %s', (value, denom, text, exact) => {
  expect(amount({ denom, amount: value })).toMatchObject({ text, exact })
})

test('no digit is lost, however large the amount', () => {
  const huge = '123456789012345678901234567890123456789'
  const { whole, fraction } = amount({ denom: 'uinto', amount: huge })
  expect(whole.replaceAll(',', '') + fraction.slice(1)).toBe(huge)
})

test('in a column, every amount of a denom takes the same places after its whole part', () => {
  for (const value of ['0', '1', '1000', '5000000', '77120', '123456789']) {
    const { fraction, padding } = amount({ denom: 'uinto', amount: value })
    expect(fraction + padding).toMatch(/^\.\d{6}$/)
  }
})

test('sums are exact, one coin per denom', () => {
  const coins = [
    { denom: 'uinto', amount: '9007199254740993' },
    { denom: ibc, amount: '3' },
    { denom: 'uinto', amount: '2' },
    { denom: 'uinto', amount: 'lots' },
  ]
  expect(sumCoins(coins)).toEqual([
    { denom: 'uinto', amount: '9007199254740995' },
    { denom: ibc, amount: '3' },
  ])
})

test('words for lists', () => {
  expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ])
  expect(
    amounts([
      { denom: 'uinto', amount: '1000' },
      { denom: 'stake', amount: '3' },
    ]),
  ).toBe('0.001 INTO and 3 stake')
  expect([grouped('1234567'), grouped(999), grouped('-1000'), grouped('0x10')]).toEqual([
    '1,234,567',
    '999',
    '-1,000',
    '0x10',
  ])
})
