import { summarizeHistory } from '@flow-query/core/insights'
import { expect, test } from 'vitest'
import { now, sampleFlow, sampleRun } from '../../test/samples'
import { flowWords } from './flow'
import { overviewWords } from './overview'

const skipped = { executed: false, execFee: [] }
const failed = { ...skipped, errors: ['insufficient funds'] }
const summary = (...runs: object[]) =>
  summarizeHistory(
    runs.map((run, index) => sampleRun(-60 * index, run)),
    sampleFlow(),
    now,
  )

test('shows successful and attempted runs as exact numbers', () => {
  const six = summary({}, failed, failed, skipped, failed, failed, failed)
  expect([flowWords.successOf(six), flowWords.attempted(six, true)]).toEqual(['1 of 6', 'runs, 1 skipped'])
  expect(flowWords.attempted(six, false)).toBe('last 7 runs, 1 skipped')
  expect(flowWords.attempted(summary({}), true)).toBe('run')
})

test('a flow without attempted runs has no success rate', () => {
  const idle = summary(skipped, skipped)
  expect([flowWords.successOf(idle), flowWords.attempted(idle, true)]).toEqual(['–', '2 skipped'])
  expect([flowWords.successOf(summary()), flowWords.attempted(summary(), true)]).toEqual(['–', ''])
})

test('shows how many of the started flows were checked', () => {
  const { checked, noAttention } = overviewWords
  expect([checked(120, null), checked(500, 5_210), checked(340, 340), checked(1, 1), checked(0, 0)]).toEqual([
    '120 of the newest flows checked',
    '500 of 5,210 started flows checked',
    'All 340 started flows checked',
    '1 started flow checked',
    'No flows have started yet',
  ])
  expect([noAttention(2, 2), noAttention(500, 5_210)]).toEqual([
    'No flows need attention.',
    'None of the checked flows need attention.',
  ])
})
