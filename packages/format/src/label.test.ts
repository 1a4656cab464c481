import { expect, test } from 'vitest'
import { formatLabel, isBlankLabel, phraseText } from './index.js'

test.each([
  ['Pay rent', 'Pay rent'],
  ['', 'Flow 14'],
  ['\u200b \u2800', 'Flow 14'],
  ['\0', 'Flow 14'],
  ['a\0b', 'a\ufffdb'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\ud800b', 'a\ufffdb'],
  ['a👍b', 'a👍b'],
  ['a\ufdd0b', 'a\ufdd0b'],
])('the label %j is shown as %j', (label, shown) => {
  expect(formatLabel({ id: '14', label })).toBe(shown)
})

test('a phrase has no characters that browsers change in HTML', () => {
  expect(phraseText(['Lacks u\0atom in ', { flow: '1' }])).toBe('Lacks u\ufffdatom in flow 1')
})

test.each([
  ['', true],
  [' \n\t\u00a0', true],
  ['\u200b\u2060\ufeff\u202e', true],
  ['\u3164\u115f\u2800', true],
  ['\u200ba', false],
  ['👩‍👩‍👧', false],
  ['إيجار', false],
])('%j is blank: %s', (label, blank) => {
  expect(isBlankLabel(label)).toBe(blank)
})
