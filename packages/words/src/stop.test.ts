import type { StopReason, StopRule } from '@flow-query/core/insights'
import { expect, test } from 'vitest'
import { phraseText } from './phrase.js'
import { describeStop, describeStopBriefly } from './stop.js'

const said = (reason: Partial<StopReason>, describe = describeStop) =>
  phraseText(describe({ rule: 'unknown', run: { number: 7, time: '' }, flowIds: [], ...reason }))

test.each<[rule: StopRule, flowIds: string[], page: string, row: string]>([
  ['stopOnSuccess', [], 'run 7 succeeded, and it stops on success', 'run 7 succeeded'],
  ['stopOnFailure', [], 'run 7 failed, and it stops on failure', 'run 7 failed'],
  ['stopOnTimeout', [], 'run 7 timed out, and it stops on a timeout', 'run 7 timed out'],
  ['stopOnSuccessOf', ['2'], 'flow 2 succeeded, and it stops on that', 'flow 2 succeeded'],
  ['stopOnFailureOf', ['2', '3'], 'flow 2 or flow 3 failed, and it stops on that', 'flow 2 or flow 3 failed'],
  [
    'comparisons',
    [],
    'what it compares did not hold, and run 7 was the second in a row to be skipped for it',
    'what it compares did not hold',
  ],
  [
    'comparisons',
    ['2'],
    'what it compares of flow 2 did not hold, and run 7 was the second in a row to be skipped for it',
    'what it compares of flow 2 did not hold',
  ],
  [
    'skipOnSuccessOf',
    ['2'],
    'flow 2 had succeeded, and run 7 was the second in a row to be skipped for it',
    'flow 2 had succeeded',
  ],
  [
    'skipOnFailureOf',
    ['2'],
    'flow 2 had failed, and run 7 was the second in a row to be skipped for it',
    'flow 2 had failed',
  ],
  ['conditions', [], 'one of its conditions ended it at run 7', 'one of its conditions ended it'],
  [
    'conditions',
    ['2', '3', '4'],
    'one of its conditions ended it at run 7; they look at flow 2, flow 3 and flow 4',
    'one of its conditions ended it',
  ],
  ['feeBalanceTooLow', [], 'run 7 could not be paid for', 'run 7 could not be paid for'],
  ['unansweredRun', [], 'run 7 had no answer from the other chain when the next was due', 'run 7 had no answer'],
  [
    'unansweredQuery',
    [],
    'run 7 never came, as another chain did not answer what is asked before each run',
    'run 7 never came',
  ],
  ['unknown', [], 'why is not known, as its runs do not tell', 'why is not known'],
])('%s %j', (rule, flowIds, page, row) => {
  expect(said({ rule, flowIds })).toBe(`Stopped: ${page}`)
  expect(said({ rule, flowIds }, describeStopBriefly)).toBe(`Stopped: ${row}`)
})

test('a run whose number is not known', () => {
  expect(said({ rule: 'stopOnTimeout', run: { number: null, time: '' } })).toBe(
    'Stopped: a run timed out, and it stops on a timeout',
  )
})
