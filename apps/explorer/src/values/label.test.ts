import { expect, test } from 'vitest'
import { isBlank } from './label'

test.each([
  ['', true],
  [' \n\t\u00a0', true],
  ['\u200b\u2060\ufeff\u202e', true],
  ['\u3164\u115f\u2800', true],
  ['\u200ba', false],
  ['👩‍👩‍👧', false],
  ['إيجار', false],
])('%j is blank: %s', (label, blank) => {
  expect(isBlank(label)).toBe(blank)
})
