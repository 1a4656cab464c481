import type { StopReason, StopRule } from '@flow-query/insights'
import { expect, test } from 'vitest'
import { phraseText } from '../phrase.js'
import { describeStop, describeStopBriefly } from './stop.js'

const textOf = (reason: Partial<StopReason>, describe = describeStop) =>
  phraseText(describe({ rule: 'unknown', run: { number: 7, time: '' }, flowIds: [], ...reason }))

const secondSkip = ', and run 7 was the second skipped run in a row'

test.each<[rule: StopRule, flowIds: string[], page: string, row: string]>([
  ['stopOnSuccess', [], 'run 7 succeeded, and the flow stops on success', 'run 7 succeeded'],
  ['stopOnFailure', [], 'run 7 failed, and the flow stops on failure', 'run 7 failed'],
  ['stopOnTimeout', [], 'run 7 timed out, and the flow stops on a timeout', 'run 7 timed out'],
  ['stopOnSuccessOf', ['2'], 'flow 2 succeeded, which stops this flow', 'flow 2 succeeded'],
  ['stopOnFailureOf', ['2', '3'], 'flow 2 or flow 3 failed, which stops this flow', 'flow 2 or flow 3 failed'],
  ['comparisons', [], `its comparison was not met${secondSkip}`, 'its comparison was not met'],
  [
    'comparisons',
    ['2'],
    `its comparison with flow 2 was not met${secondSkip}`,
    'its comparison with flow 2 was not met',
  ],
  ['skipOnSuccessOf', ['2'], `flow 2 had succeeded${secondSkip}`, 'flow 2 had succeeded'],
  ['skipOnFailureOf', ['2'], `flow 2 had failed${secondSkip}`, 'flow 2 had failed'],
  ['conditions', [], 'one of its conditions stopped it at run 7', 'one of its conditions stopped it'],
  [
    'conditions',
    ['2', '3', '4'],
    'one of its conditions stopped it at run 7, and its conditions depend on flow 2, flow 3 and flow 4',
    'one of its conditions stopped it',
  ],
  ['feeBalanceTooLow', [], 'run 7 could not be paid for', 'run 7 could not be paid for'],
  [
    'unacknowledgedRun',
    [],
    'run 7 was not acknowledged by the other chain in time, so the next run was the last',
    'run 7 was not acknowledged',
  ],
  [
    'unansweredQuery',
    [],
    'run 7 did not start, because the other chain did not answer a query in time',
    'run 7 did not start',
  ],
  ['unknown', [], 'the reason is unknown, because its runs don’t show it', 'the reason is unknown'],
])('%s %j', (rule, flowIds, page, row) => {
  expect(textOf({ rule, flowIds })).toBe(`Stopped: ${page}`)
  expect(textOf({ rule, flowIds }, describeStopBriefly)).toBe(`Stopped: ${row}`)
})

test('describes a run that only counted as a success, a skip that stops a flow early or late, and conditions that could not be checked', () => {
  expect(textOf({ rule: 'stopOnSuccess', countedAsSuccess: 'sent' })).toBe(
    'Stopped: run 7 was sent to the other chain, which counts as a success, and the flow stops on success',
  )
  expect(textOf({ rule: 'skipOnFailureOf', flowIds: ['2'], isBeforeLastRun: true })).toBe(
    'Stopped: flow 2 had failed, which stops a flow right before its last run',
  )
  expect(textOf({ rule: 'comparisons', isOneRunLate: true })).toBe(
    'Stopped: its comparison was not met, and run 7 was skipped, which stops a flow on another chain one run later',
  )
  const unchecked = { rule: 'comparisons', isUnchecked: true } as const
  expect(textOf({ ...unchecked, isBeforeLastRun: true })).toBe(
    'Stopped: its conditions could not be checked, which stops a flow right before its last run',
  )
  expect(textOf(unchecked)).toBe('Stopped: its conditions could not be checked at run 7, right after a skipped run')
})

test('describes a run with an unknown number', () => {
  expect(textOf({ rule: 'stopOnTimeout', run: { number: null, time: '' } })).toBe(
    'Stopped: a run timed out, and the flow stops on a timeout',
  )
})
