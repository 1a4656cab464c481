import { expect, test } from 'vitest'
import { coinsIn, formatAmount, formatAmounts, knownDenoms, parseCoin, splitAmount } from './amount.js'

const ibc = 'ibc/2739AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5EB2'
const atom = 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9'

test.each([
  ['1000', 'uinto', '0.001 INTO', '1,000 uinto'],
  ['1', 'uinto', '0.000001 INTO', '1 uinto'],
  ['20', atom, '0.00002 ATOM', `20 ${atom}`],
  ['0', 'uinto', '0 INTO', '0 uinto'],
  ['5000000', 'uinto', '5 INTO', '5,000,000 uinto'],
  ['1234567890', 'uatom', '1,234.56789 ATOM', '1,234,567,890 uatom'],
  ['900000000000000000', 'uinto', '900,000,000,000 INTO', '900,000,000,000,000,000 uinto'],
  ['-1500000', 'uinto', '-1.5 INTO', '-1,500,000 uinto'],
  ['20', ibc, '20 ibc/2739…5EB2', `20 ${ibc}`],
  ['7', 'stake', '7 stake', '7 stake'],
  ['lots', 'uinto', 'lots uinto', 'lots uinto'],
])('formats %s %s as %s', (value, denom, text, exact) => {
  expect(splitAmount({ denom, amount: value })).toMatchObject({ text, exact })
})

test('keeps all digits of large amounts', () => {
  const huge = '123456789012345678901234567890123456789'
  const { whole, fraction } = splitAmount({ denom: 'uinto', amount: huge })
  expect(whole.replaceAll(',', '') + fraction.slice(1)).toBe(huge)
})

test('pads all amounts of a denom to the same number of decimals', () => {
  for (const value of ['0', '1', '1000', '5000000', '77120', '123456789']) {
    const { fraction, padding } = splitAmount({ denom: 'uinto', amount: value })
    expect(fraction + padding).toMatch(/^\.\d{6}$/)
  }
})

test('supports custom denoms with any number of decimals', () => {
  const denoms = { ...knownDenoms, aevmos: { symbol: 'EVMOS', decimals: 18 }, beans: { symbol: 'Beans', decimals: 0 } }
  const text = (amount: string, denom: string) => formatAmount({ denom, amount }, denoms)
  expect([text('1', 'aevmos'), text('1000', 'beans'), text('1000', 'uinto')]).toEqual([
    '0.000000000000000001 EVMOS',
    '1,000 Beans',
    '0.001 INTO',
  ])
})

test.each(['__proto__', 'constructor', 'toString'])('supports a denom called %s', denom => {
  expect(formatAmount({ denom, amount: '5' })).toBe(`5 ${denom}`)
})

test('formats several amounts', () => {
  expect(
    formatAmounts([
      { denom: 'uinto', amount: '1000' },
      { denom: 'stake', amount: '3' },
    ]),
  ).toBe('0.001 INTO and 3 stake')
  expect(formatAmounts([])).toBe('')
})

test('finds coins in arbitrary values', () => {
  const coin = { denom: 'uinto', amount: '1' }
  expect([coinsIn(coin), coinsIn([coin, null, 3]), coinsIn('all'), coinsIn(undefined)]).toEqual([
    [coin],
    [coin],
    [],
    [],
  ])
})

test.each([
  ['1000uinto', { amount: '1000', denom: 'uinto' }],
  [`3${ibc}`, { amount: '3', denom: ibc }],
  ['1000', null],
  ['uinto', null],
  ['', null],
])('parses “%s” as a coin', (text, coin) => {
  expect(parseCoin(text)).toEqual(coin)
})
