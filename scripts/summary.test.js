import { expect, test } from 'vitest'
import { summarize } from './summary.js'

/** Creates tests in a state. */
function tests(state, count, file = 'a.test.ts') {
  const error = state === 'passed' ? '' : 'expected 1 to be 2'
  return Array.from({ length: count }, (_, index) => ({ file, name: `${file} > test ${index}`, state, error }))
}

const unit = { name: 'test:unit', tests: tests('passed', 10), seconds: 5 }
const slow = flaky => ({ name: 'test:slow', tests: [...tests('passed', 10), ...flaky], seconds: 5 })

test('three tests that passed at the second attempt are listed with their errors and are no failure', () => {
  const { text, failed } = summarize([unit, slow(tests('flaky', 3))], [], [])
  expect(failed).toBe(0)
  expect(text).toContain('Passed at the second attempt in test:slow:\n  a.test.ts > test 0\n    expected 1 to be 2')
  expect(text).toContain('✓ test:slow        10 passed, 3 flaky, 5 s')
  expect(text.split('\n').at(-1)).toBe('23 passed, 0 failed')
})

test('four tests of all suites that passed at the second attempt are failures', () => {
  const { text, failed } = summarize([slow(tests('flaky', 1)), slow(tests('flaky', 3))], [], [])
  expect(failed).toBe(4)
  expect(text).toContain('4 tests passed only at the second attempt. More than 3 are a failure.')
  expect(text.split('\n').at(-1)).toBe('20 passed, 4 failed')
})

test('one test that passed at the second attempt is a failure if its file has changed recently', () => {
  const flaky = [...tests('flaky', 1), ...tests('flaky', 1, 'b.test.ts')]
  const { text, failed } = summarize([slow(flaky)], [], ['b.test.ts'])
  expect(failed).toBe(1)
  expect(text).toContain('1 of the tests that passed only at the second attempt are in files that changed')
  expect(text.split('\n').at(-1)).toBe('11 passed, 1 failed')
})

test('failed and skipped tests are listed', () => {
  const others = [...tests('failed', 1, 'c.test.ts'), ...tests('skipped', 2), ...tests('skipped', 1, 'b.test.ts')]
  const { text, failed } = summarize([{ ...unit, tests: [...unit.tests, ...others] }], ['docs'], [])
  expect(failed).toBe(1)
  expect(text).toContain('Failed in test:unit:\n  c.test.ts > test 0\n    expected 1 to be 2')
  expect(text).toContain('Skipped in test:unit:\n  a.test.ts (2)\n  b.test.ts (1)')
  expect(text).toContain('Not run: docs.')
  expect(text.split('\n').at(-1)).toBe('10 passed, 1 failed')
})
