import { summarizeHistory } from '@flow-query/core/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { now, sampleFlow, sampleRun } from '../../test/samples'
import { attemptedText, successText } from './figure-text'

const skipped = { executed: false, execFee: [] }
const failed = { ...skipped, errors: ['insufficient funds'] }
const summary = (...runs: object[]) =>
  summarizeHistory(
    runs.map((run, index) => sampleRun(-60 * index, run)),
    sampleFlow(),
    chainTimeAt(now),
  )

test('shows successful and attempted runs as exact numbers', () => {
  const six = summary({}, failed, failed, skipped, failed, failed, failed)
  expect([successText(six), attemptedText(six, true)]).toEqual(['1 of 6', 'runs, 1 skipped'])
  expect(attemptedText(six, false)).toBe('last 7 runs, 1 skipped')
  expect(attemptedText(summary({}), true)).toBe('run')
})

test('a flow without attempted runs has no success rate', () => {
  const idle = summary(skipped, skipped)
  expect([successText(idle), attemptedText(idle, true)]).toEqual(['–', '2 skipped'])
  expect([successText(summary()), attemptedText(summary(), true)]).toEqual(['–', ''])
})
