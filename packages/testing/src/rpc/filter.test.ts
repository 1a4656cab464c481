import { describe, expect, test } from 'vitest'
import { parseFilter } from './filter.js'

const blockAttributes = {
  'tm.event': ['Tx'],
  'tx.height': ['308'],
  'flow-created.flow-id': ['7', '12'],
  'transfer.amount': ['', '1000uinto'],
  'block.time': ['2026-11-20T21:00:00Z'],
}

describe('matches events by query', () => {
  test.each([
    ["tm.event='Tx'", true],
    ["tm.event='tx'", false],
    ["tm.event = 'Tx' AND flow-created.flow-id EXISTS", true],
    ["tm.event='Tx' AND flow-updated.flow-id EXISTS", false],
    ['flow-created EXISTS', true],
    ['flow EXISTS', false],
    ["flow-created.flow-id='12'", true],
    ["flow-created.flow-id='1'", false],
    ["flow-created.flow-id CONTAINS '1'", true],
    ["flow-created.flow-id CONTAINS '3'", false],
    ["nothing.here CONTAINS ''", false],
    ['tx.height=308', true],
    ['tx.height>308', false],
    ['tx.height >= 308 AND tx.height<309', true],
    ['tx.height <= 307.5', false],
    ['transfer.amount > 999', true],
    ['block.time >= DATE 2026-11-20', true],
    ['block.time < TIME 2026-11-20T20:59:59Z', false],
  ])('%s: %s', (query, matches) => {
    expect(parseFilter(query).matches(blockAttributes)).toBe(matches)
  })
})

test('normalizes whitespace', () => {
  expect(parseFilter("  a.b='x  y'   AND c.d   EXISTS ").text).toBe("a.b = 'x  y' AND c.d EXISTS")
})

test.each([
  ['', 'offset 0: EOF'],
  ['   ', 'offset 3: EOF'],
  ['a.b', 'offset 3: EOF'],
  ['a.b =', 'offset 5: EOF'],
  ["a.b = 'x", 'offset 6: EOF'],
  ["'x' = a", 'offset 0: got string, wanted tag'],
  [
    "a.b 'x'",
    'offset 4: got string, wanted <= operator, >= operator, < operator, > operator, = operator, CONTAINS operator or EXISTS operator',
  ],
  ['a.b CONTAINS 5', 'offset 13: got number, wanted string'],
  ["a.b < 'x'", 'offset 6: got string, wanted number, timestamp or datestamp'],
  ["a.b = 'x' OR c.d EXISTS", 'offset 10: got tag, want AND operator'],
  ["a.b = 'x' AND", 'offset 13: EOF'],
  ['a.b ; c', 'offset 4: invalid input ; at offset 5'],
])('%s is rejected: %s', (query, why) => {
  expect(() => parseFilter(query)).toThrow(new Error(why))
})
