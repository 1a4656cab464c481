import { expect, test } from 'vitest'
import { fromBaseAmount, toBaseAmount } from './amount'

test.for([
  ['1.5', 'uinto', '1500000'],
  ['0', 'uinto', '0'],
  ['20', 'uinto', '20000000'],
  ['0.000001', 'uinto', '1'],
  ['7', 'ufoo', '7'],
] as const)('%s %s is %s in the base denom, and back', ([text, denom, amount]) => {
  expect(toBaseAmount(text, denom)).toBe(amount)
  expect(fromBaseAmount(amount, denom)).toBe(text)
})

test('an amount stays valid while its decimals are being typed', () => {
  expect(toBaseAmount('1.', 'uinto')).toBe('1000000')
})

test.for(['', '-1', '1e3', '0.0000001', '1,5'])('%j is not an amount of INTO', text => {
  expect(toBaseAmount(text, 'uinto')).toBeNull()
})

test('an invalid amount is shown unchanged', () => {
  expect(fromBaseAmount('abc', 'uinto')).toBe('abc')
})
