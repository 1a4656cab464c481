import { expect, test } from 'vitest'
import { formatCount, formatList, formatNumber } from './number.js'

test('groups the digits of integers of any size, and returns other values unchanged', () => {
  const huge = '123456789012345678901234567890'
  expect([
    formatNumber('1234567'),
    formatNumber(999),
    formatNumber('-1000'),
    formatNumber('0x10'),
    formatNumber(1.5),
  ]).toEqual(['1,234,567', '999', '-1,000', '0x10', '1.5'])
  expect(formatNumber(huge)).toBe('123,456,789,012,345,678,901,234,567,890')
})

test('formats counts', () => {
  expect([formatCount(1, 'flow'), formatCount(0, 'flow'), formatCount(1234, 'entry', 'entries')]).toEqual([
    '1 flow',
    '0 flows',
    '1,234 entries',
  ])
})

test('formats lists', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(parts => formatList(parts))).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ])
  expect(formatList(['a', 'b', 'c'], 'or')).toBe('a, b or c')
})
