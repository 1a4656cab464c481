import { expect, test } from 'vitest'
import { summarize } from './summary.js'

const result = { name: 'test:unit', passed: 10, failed: [], flaky: [], skipped: [], seconds: 5 }

function flaky(count) {
  return Array.from({ length: count }, (_, index) => ({
    name: `a.test.ts > test ${index}`,
    error: 'expected 1 to be 2',
  }))
}

test('three tests that passed at the second attempt are listed with their errors and are no failure', () => {
  const { text, failed } = summarize([result, { ...result, name: 'test:slow', flaky: flaky(3) }], [])
  expect(failed).toBe(0)
  expect(text).toContain('Passed at the second attempt in test:slow:\n  a.test.ts > test 0\n    expected 1 to be 2')
  expect(text).toContain('✓ test:slow        10 passed, 3 flaky, 5 s')
  expect(text.split('\n').at(-1)).toBe('23 passed, 0 failed')
})

test('four tests of all suites that passed at the second attempt are failures', () => {
  const { text, failed } = summarize(
    [
      { ...result, flaky: flaky(1) },
      { ...result, flaky: flaky(3) },
    ],
    [],
  )
  expect(failed).toBe(4)
  expect(text).toContain('4 tests passed only at the second attempt. More than 3 are a failure.')
  expect(text.split('\n').at(-1)).toBe('20 passed, 4 failed')
})

test('failed and skipped tests are listed', () => {
  const skipped = ['a.test.ts > one', 'a.test.ts > two', 'b.test.ts > three']
  const { text, failed } = summarize([{ ...result, failed: ['c.test.ts > four'], skipped }], ['docs'])
  expect(failed).toBe(1)
  expect(text).toContain('Failed in test:unit:\n  c.test.ts > four')
  expect(text).toContain('Skipped in test:unit:\n  a.test.ts (2)\n  b.test.ts (1)')
  expect(text).toContain('Not run: docs.')
  expect(text.split('\n').at(-1)).toBe('10 passed, 1 failed')
})
