import { describe, expect, test } from 'vitest'
import { type Folder, folders, recordedFlows } from '../../test/recordings.js'
import { flowStatus } from '../index.js'
import { type FlowHealth, flowHealth, type NewestEntries, type StopReason, stopReason } from '../insights.js'

type Row = [id: string, status: string, health: string, stop: string | null, explanation: string]

/** The expected result for each recorded flow, determined by hand, with an explanation for its owner. */
const before: Row[] = [
  ['1', 'stopped', 'ended: failed, feeBalanceTooLow', 'feeBalanceTooLow, run 4', 'No account could pay for run 4'],
  ['2', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
  ['3', 'stopped', 'ended: succeeded', 'stopOnSuccess, run 1', 'Stops on success, and run 1 succeeded'],
  ['4', 'active', 'healthy since run 1', null, 'All runs succeeded'],
  ['5', 'completed', 'ended: failed, insufficientFunds, all failed', null, 'The balance was too low in all runs'],
  ['6', 'completed', 'ended: succeeded', null, 'Stops on failure, but no run failed'],
  ['7', 'completed', 'ended: succeeded', null, 'Ran once, successfully'],
  [
    '8',
    'stopped',
    'ended: failed, feeBalanceTooLow, all failed',
    'feeBalanceTooLow, run 1',
    'No account could pay for run 1',
  ],
  ['9', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
  ['10', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
  [
    '11',
    'stopped',
    'ended: skipped',
    'skipOnFailureOf, run 13, of 1',
    'Runs 12 and 13 were skipped because flow 1 failed. Flow 2, whose failure also stops it, never failed',
  ],
  [
    '12',
    'stopped',
    'ended: skipped',
    'comparisons, run 3',
    'Two runs in a row were skipped, because the compared value was too small',
  ],
  ['13', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
  ['14', 'active', 'healthy since run 1', null, 'All runs succeeded'],
  ['15', 'completed', 'ended: failed, noActiveChannel, all failed', null, 'The connection never existed'],
]

const recorded: Record<Folder, Row[]> = {
  v1: before,
  'v1-interchain': [
    ...before.slice(0, 13),
    ['14', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    ...before.slice(14),
    [
      '16',
      'stopped',
      'ended: timedOut, timedOut',
      'unacknowledgedRun, run 7',
      'Run 7 was not acknowledged when run 8 was due, so run 8 was the last. Its entry records the timeout',
    ],
    ['17', 'completed', 'ended: failed, otherChain, all failed', null, 'All runs failed on the other chain'],
    ['18', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    [
      '19',
      'stopped',
      'ended: succeeded',
      'unansweredQuery, run 4',
      'Run 4 never happened, because the query for the compared balance was not answered',
    ],
    [
      '20',
      'stopped',
      'ended: skipped',
      'unansweredQuery, run 4',
      'Run 4 never happened, because the query for the balance to send was not answered',
    ],
    [
      '21',
      'stopped',
      'ended: timedOut, timedOut, all failed',
      'unacknowledgedRun, run 2',
      'Run 2 was not acknowledged when run 3 was due. Run 1 failed on the other chain',
    ],
  ],
  'v1-1.0.0': [
    ['1', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['2', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['3', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    [
      '4',
      'active',
      'healthy since run 7',
      null,
      'Runs 1 to 6 failed, because there was no delegation yet. Later runs succeeded',
    ],
    ['5', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['6', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    ['7', 'stopped', 'ended: succeeded', 'stopOnSuccess, run 1', 'Stops on success, and run 1 succeeded'],
    ['8', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['9', 'completed', 'ended: failed, insufficientFunds, all failed', null, 'The balance was too low in all runs'],
    ['10', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['11', 'completed', 'ended: succeeded', null, 'Ran once, successfully'],
    [
      '12',
      'stopped',
      'ended: failed, feeBalanceTooLow, all failed',
      'feeBalanceTooLow, run 1',
      'No account could pay for run 1',
    ],
    ['13', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['14', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
    ['15', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['16', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['17', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    ['18', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['19', 'active', 'failing since run 1: noActiveChannel', null, 'The connection never existed'],
  ],
  v1beta1: [
    ['1', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['2', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    [
      '3',
      'completed',
      'ended: failed, other, all failed',
      null,
      'The validator never existed, so the flow did not stop on success',
    ],
    ['4', 'stopped', 'ended: failed, other, all failed', 'stopOnFailure, run 1', 'Stops on failure, and run 1 failed'],
    ['5', 'completed', 'ended: failed, insufficientFunds, all failed', null, 'The balance was too low in all runs'],
    ['6', 'completed', 'ended: succeeded', null, 'Stops on failure, but no run failed'],
    ['7', 'completed', 'ended: succeeded', null, 'Ran once, successfully'],
    [
      '8',
      'stopped',
      'ended: failed, feeBalanceTooLow, all failed',
      'feeBalanceTooLow, run 1',
      'No account could pay for run 1',
    ],
    ['9', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    ['10', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
    ['11', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    [
      '12',
      'active',
      'failing since run 1: conditionsNotMet',
      null,
      'Run 1 failed, so later runs had no response to compare',
    ],
    ['13', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    ['14', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['15', 'completed', 'ended: failed, noActiveChannel, all failed', null, 'The connection never existed'],
  ],
  'v1beta1-0.8.3': [
    ['1', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['2', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
    ['3', 'active', 'failing since run 1: noActiveChannel', null, 'The connection never existed'],
  ],
  'v1beta1-interchain': [
    ['1', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    ['2', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    [
      '3',
      'completed',
      'ended: failed, other, all failed',
      null,
      'The validator never existed, so the flow did not stop on success',
    ],
    ['4', 'stopped', 'ended: failed, other, all failed', 'stopOnFailure, run 1', 'Stops on failure, and run 1 failed'],
    ['5', 'completed', 'ended: failed, insufficientFunds, all failed', null, 'The balance was too low in all runs'],
    ['6', 'completed', 'ended: succeeded', null, 'Stops on failure, but no run failed'],
    ['7', 'completed', 'ended: succeeded', null, 'Ran once, successfully'],
    [
      '8',
      'stopped',
      'ended: failed, feeBalanceTooLow, all failed',
      'feeBalanceTooLow, run 1',
      'No account could pay for run 1',
    ],
    ['9', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    ['10', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
    ['11', 'active', 'healthy since run 1', null, 'All runs succeeded'],
    [
      '12',
      'active',
      'failing since run 1: conditionsNotMet',
      null,
      'Run 1 failed, so later runs had no response to compare',
    ],
    ['13', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    ['14', 'completed', 'ended: succeeded', null, 'Ran successfully until its end'],
    ['15', 'completed', 'ended: failed, noActiveChannel, all failed', null, 'The connection never existed'],
    [
      '16',
      'active',
      'healthy since run 6',
      null,
      'Runs 3 and 4 were not acknowledged, and run 5 timed out. Runs 6 and 7 succeeded',
    ],
    [
      '17',
      'completed',
      'ended: timedOut, timedOut, all failed',
      null,
      'Run 1 failed on the other chain, run 2 was never acknowledged, and run 3 timed out',
    ],
    ['18', 'active', 'failing since run 1: otherChain', null, 'No run succeeded on the other chain'],
  ],
}

describe.each(folders)('%s, at the time of its recording', folder => {
  const { flows, time } = recordedFlows(folder)

  test('the table contains all flows', () => {
    expect(flows.map(({ flow }) => flow.id)).toEqual(recorded[folder].map(([id]) => id))
  })

  test.each(recorded[folder])('flow %s is %s; %s; %s: “%s”', (id, status, health, stop) => {
    const { flow, history } = flows.find(({ flow }) => flow.id === id) ?? expect.fail()
    const whole = { history: history.toReversed(), nextKey: null }
    expect(flowStatus(flow, time)).toBe(status)
    expect(healthInWords(flowHealth(flow, whole, time))).toBe(health)
    expect(stopInWords(stopReason(flow, whole, time))).toBe(stop)

    // The newest three entries are enough for the stop reason and the state, but not for `since` and `allFailed`.
    const newest: NewestEntries = history.slice(-3)
    expect(stopInWords(stopReason(flow, newest, time))).toBe(stop?.replace(/run \d+/, 'run ?') ?? null)
    expect(flowHealth(flow, newest, time).state).toBe(flowHealth(flow, whole, time).state)
  })
})

function healthInWords(health: FlowHealth): string {
  switch (health.state) {
    case 'ended':
      return `ended: ${[health.outcome, health.cause, health.allFailed && 'all failed'].filter(Boolean).join(', ')}`
    case 'waiting':
      return `waiting for ${health.for}`
    case 'unknown':
      return 'unknown'
    default:
      return `${health.state} since run ${health.since.number}${health.state === 'failing' ? `: ${health.cause}` : ''}`
  }
}

function stopInWords(reason: StopReason | null): string | null {
  if (!reason) return null
  const { rule, run, flowIds } = reason
  return [rule, run && `run ${run.number ?? '?'}`, flowIds.length > 0 && `of ${flowIds}`].filter(Boolean).join(', ')
}
