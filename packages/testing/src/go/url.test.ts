import { describe, expect, test } from 'vitest'
import { cleanPath, parseQuery } from './url.js'

describe('url.ParseQuery', () => {
  test('preserves order, repeated names and empty values', () => {
    expect(parseQuery('a=1&&b&a=2&c==+%2B')).toEqual([
      ['a', '1'],
      ['b', ''],
      ['a', '2'],
      ['c', '= +'],
    ])
  })
  test.each([
    ['a=%zz', 'invalid URL escape "%zz"'],
    ['a=%2', 'invalid URL escape "%2"'],
    ['a=%', 'invalid URL escape "%"'],
    ['%g1=1&b=%zz', 'invalid URL escape "%g1"'],
    ['a=1;b=2', 'invalid semicolon separator in query'],
  ])('rejects %s', (query, message) => {
    expect(() => parseQuery(query)).toThrow(message)
  })
})

test.each([
  ['/a/b', '/a/b'],
  ['//a//b', '/a/b'],
  ['/a/./b/../c', '/a/c'],
  ['/a/b/', '/a/b/'],
  ['/..', '/'],
  ['/a/..//', '/'],
])('cleans path %s to %s', (path, clean) => {
  expect(cleanPath(path)).toBe(clean)
})
