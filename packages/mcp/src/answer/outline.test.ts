import { expect, test } from 'vitest'
import { outlineOf } from './outline.js'

test('renders nested objects and lists, and omits empty fields', () => {
  const answer = {
    summary: 'Two flows.',
    flows: [
      { id: '1', rules: ['a', 'b'], note: null },
      { id: '2', health: { state: 'failing', failures: 3 } },
    ],
    notes: [],
    coverage: { complete: true },
    nextCursor: null,
  }
  expect(outlineOf(answer)).toBe(
    [
      'Two flows.',
      'flows:',
      '  - id: 1',
      '    rules:',
      '      - a',
      '      - b',
      '  - id: 2',
      '    health:',
      '      state: failing',
      '      failures: 3',
      'coverage:',
      '  complete: true',
    ].join('\n'),
  )
})
