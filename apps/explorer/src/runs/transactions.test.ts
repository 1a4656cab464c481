import { historyEntry } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { transactionsOf } from './transactions'

const start = Date.UTC(2026, 0, 1)
const runAt = (minute: number, ...packetSequences: string[]) =>
  historyEntry({ actualExecTime: new Date(start + minute * 60_000).toISOString(), packetSequences })
const answerAt = (minute: number, sequence: string, transaction: string) => ({
  sequence,
  transaction,
  at: start + minute * 60_000,
})

test('a run has the transactions that answered its packets', () => {
  const run = runAt(1, '4', '5')
  const answers = [answerAt(2, '4', 'A'), answerAt(2, '5', 'A'), answerAt(3, '6', 'B')]
  expect(transactionsOf(run, [run], answers)).toEqual(['A'])
})

test('after a channel was reopened, an answer belongs to the newest run with its sequence', () => {
  const [before, after] = [runAt(1, '1'), runAt(10, '1')]
  const runs = [after, before]
  const answers = [answerAt(2, '1', 'A'), answerAt(11, '1', 'B')]
  expect(transactionsOf(before, runs, answers)).toEqual(['A'])
  expect(transactionsOf(after, runs, answers)).toEqual(['B'])
  expect(transactionsOf(after, runs, answers.slice(0, 1))).toEqual([])
  expect(transactionsOf(before, runs, answers.slice(1))).toEqual([])
})

test('with a slow clock, an answer belongs to the oldest run with its sequence', () => {
  const [first, second] = [runAt(10, '1'), runAt(20, '1')]
  const answers = [answerAt(5, '1', 'A')]
  expect(transactionsOf(first, [second, first], answers)).toEqual(['A'])
  expect(transactionsOf(second, [second, first], answers)).toEqual([])
})
