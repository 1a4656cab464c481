import { expect, test } from 'vitest'
import { phraseText } from './phrase.js'

test('converts a phrase with flows and runs to text', () => {
  expect(phraseText(['Skipped in ', { run: 3 }, ' as ', { flow: '18446744073709551615' }, ' failed'])).toBe(
    'Skipped in run 3 as flow 18446744073709551615 failed',
  )
})
