import { describe, expect, test } from 'vitest'
import { type Folder, folders, recordedFlows } from '../../test/recordings.js'
import { flowStatus } from '../index.js'
import { type FlowHealth, flowHealth, type NewestEntries, type StopReason, stopReason } from '../insights.js'

type Row = [id: string, status: string, health: string, stop: string | null, told: string]

/** What became of each recorded flow, read from its history by hand, and what its owner should be told. */
const before: Row[] = [
  ['1', 'stopped', 'over: failed, feeBalanceTooLow', 'feeBalanceTooLow, run 4', 'Run 4 could not be paid for'],
  ['2', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
  ['3', 'stopped', 'over: succeeded', 'stopOnSuccess, run 1', 'Stops on success, and run 1 succeeded'],
  ['4', 'active', 'healthy since run 1', null, 'All is well'],
  ['5', 'completed', 'over: failed, insufficientFunds, as all', null, 'No run had enough to send'],
  ['6', 'completed', 'over: succeeded', null, 'Stops on failure, but none failed'],
  ['7', 'completed', 'over: succeeded', null, 'Ran its one time, and well'],
  [
    '8',
    'stopped',
    'over: failed, feeBalanceTooLow, as all',
    'feeBalanceTooLow, run 1',
    'Not even run 1 could be paid for',
  ],
  ['9', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
  ['10', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
  [
    '11',
    'stopped',
    'over: skipped',
    'skipOnFailureOf, run 13, of 1',
    'Skipped twice in a row, runs 12 and 13, as flow 1 had failed; flow 2, on whose failure it stops, never did',
  ],
  ['12', 'stopped', 'over: skipped', 'comparisons, run 3', 'Skipped twice in a row: what it compares was too small'],
  ['13', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
  ['14', 'active', 'healthy since run 1', null, 'All is well'],
  ['15', 'completed', 'over: failed, noActiveChannel, as all', null, 'There never was a connection'],
]

const recorded: Record<Folder, Row[]> = {
  v1: before,
  'v1-interchain': [
    ...before.slice(0, 13),
    ['14', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    ...before.slice(14),
    [
      '16',
      'stopped',
      'over: timedOut, timedOut',
      'unansweredRun, run 7',
      'The other chain had not answered run 7 when run 8 was due, which was the last then; the timeout was noted at run 8',
    ],
    ['17', 'completed', 'over: failed, otherChain, as all', null, 'Every run failed on the other chain'],
    ['18', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    [
      '19',
      'stopped',
      'over: succeeded',
      'unansweredQuery, run 4',
      'Run 4 was due and never came: the balance that it compares was not answered',
    ],
    [
      '20',
      'stopped',
      'over: skipped',
      'unansweredQuery, run 4',
      'Run 4 was due and never came: the balance that it sends was not answered',
    ],
    [
      '21',
      'stopped',
      'over: timedOut, timedOut, as all',
      'unansweredRun, run 2',
      'The other chain had not answered run 2 when run 3 was due; run 1 had failed there',
    ],
  ],
  'v1-1.0.0': [
    ['1', 'active', 'healthy since run 1', null, 'All is well'],
    ['2', 'active', 'healthy since run 1', null, 'All is well'],
    ['3', 'active', 'healthy since run 1', null, 'All is well'],
    ['4', 'active', 'healthy since run 7', null, 'Runs 1 to 6 failed, as there was no delegation yet; now all is well'],
    ['5', 'active', 'healthy since run 1', null, 'All is well'],
    ['6', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    ['7', 'stopped', 'over: succeeded', 'stopOnSuccess, run 1', 'Stops on success, and run 1 succeeded'],
    ['8', 'active', 'healthy since run 1', null, 'All is well'],
    ['9', 'completed', 'over: failed, insufficientFunds, as all', null, 'No run had enough to send'],
    ['10', 'active', 'healthy since run 1', null, 'All is well'],
    ['11', 'completed', 'over: succeeded', null, 'Ran its one time, and well'],
    [
      '12',
      'stopped',
      'over: failed, feeBalanceTooLow, as all',
      'feeBalanceTooLow, run 1',
      'Not even run 1 could be paid for',
    ],
    ['13', 'active', 'healthy since run 1', null, 'All is well'],
    ['14', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
    ['15', 'active', 'healthy since run 1', null, 'All is well'],
    ['16', 'active', 'healthy since run 1', null, 'All is well'],
    ['17', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    ['18', 'active', 'healthy since run 1', null, 'All is well'],
    ['19', 'active', 'failing since run 1: noActiveChannel', null, 'There never was a connection'],
  ],
  v1beta1: [
    ['1', 'active', 'healthy since run 1', null, 'All is well'],
    ['2', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    [
      '3',
      'completed',
      'over: failed, other, as all',
      null,
      'There never was such a validator: it did not stop on success',
    ],
    ['4', 'stopped', 'over: failed, other, as all', 'stopOnFailure, run 1', 'Stops on failure, and run 1 failed'],
    ['5', 'completed', 'over: failed, insufficientFunds, as all', null, 'No run had enough to send'],
    ['6', 'completed', 'over: succeeded', null, 'Stops on failure, but none failed'],
    ['7', 'completed', 'over: succeeded', null, 'Ran its one time, and well'],
    [
      '8',
      'stopped',
      'over: failed, feeBalanceTooLow, as all',
      'feeBalanceTooLow, run 1',
      'Not even run 1 could be paid for',
    ],
    ['9', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    ['10', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
    ['11', 'active', 'healthy since run 1', null, 'All is well'],
    [
      '12',
      'active',
      'failing since run 1: conditionsNotMet',
      null,
      'Run 1 failed, and left nothing that the runs after it could compare',
    ],
    ['13', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    ['14', 'active', 'healthy since run 1', null, 'All is well'],
    ['15', 'completed', 'over: failed, noActiveChannel, as all', null, 'There never was a connection'],
  ],
  'v1beta1-0.8.3': [
    ['1', 'active', 'healthy since run 1', null, 'All is well'],
    ['2', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
    ['3', 'active', 'failing since run 1: noActiveChannel', null, 'There never was a connection'],
  ],
  'v1beta1-interchain': [
    ['1', 'active', 'healthy since run 1', null, 'All is well'],
    ['2', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    [
      '3',
      'completed',
      'over: failed, other, as all',
      null,
      'There never was such a validator: it did not stop on success',
    ],
    ['4', 'stopped', 'over: failed, other, as all', 'stopOnFailure, run 1', 'Stops on failure, and run 1 failed'],
    ['5', 'completed', 'over: failed, insufficientFunds, as all', null, 'No run had enough to send'],
    ['6', 'completed', 'over: succeeded', null, 'Stops on failure, but none failed'],
    ['7', 'completed', 'over: succeeded', null, 'Ran its one time, and well'],
    [
      '8',
      'stopped',
      'over: failed, feeBalanceTooLow, as all',
      'feeBalanceTooLow, run 1',
      'Not even run 1 could be paid for',
    ],
    ['9', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    ['10', 'scheduled', 'waiting for start', null, 'Starts tomorrow'],
    ['11', 'active', 'healthy since run 1', null, 'All is well'],
    [
      '12',
      'active',
      'failing since run 1: conditionsNotMet',
      null,
      'Run 1 failed, and left nothing that the runs after it could compare',
    ],
    ['13', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    ['14', 'completed', 'over: succeeded', null, 'Ran to its end, and well'],
    ['15', 'completed', 'over: failed, noActiveChannel, as all', null, 'There never was a connection'],
    [
      '16',
      'active',
      'healthy since run 6',
      null,
      'The other chain did not answer runs 3 and 4, and run 5 timed out; runs 6 and 7 are well again',
    ],
    [
      '17',
      'completed',
      'over: timedOut, timedOut, as all',
      null,
      'Run 1 failed there, run 2 was never answered, run 3 timed out',
    ],
    ['18', 'active', 'failing since run 1: otherChain', null, 'No run went well there; the newest failed again'],
  ],
}

describe.each(folders)('%s, at the time of its recording', folder => {
  const { flows, time } = recordedFlows(folder)

  test('all flows are in the table', () => {
    expect(flows.map(({ flow }) => flow.id)).toEqual(recorded[folder].map(([id]) => id))
  })

  test.each(recorded[folder])('flow %s is %s; %s; %s: “%s”', (id, status, health, stop) => {
    const { flow, history } = flows.find(({ flow }) => flow.id === id) ?? expect.fail()
    const whole = { history: history.toReversed(), nextKey: null }
    expect(flowStatus(flow, time)).toBe(status)
    expect(healthInWords(flowHealth(flow, whole, time))).toBe(health)
    expect(stopInWords(stopReason(flow, whole, time))).toBe(stop)

    // The newest three are enough for the reason, and for the state, but for since when and whether all failed.
    const newest: NewestEntries = history.slice(-3)
    expect(stopInWords(stopReason(flow, newest, time))).toBe(stop?.replace(/run \d+/, 'run ?') ?? null)
    expect(flowHealth(flow, newest, time).state).toBe(flowHealth(flow, whole, time).state)
  })
})

function healthInWords(health: FlowHealth): string {
  switch (health.state) {
    case 'over':
      return `over: ${[health.outcome, health.cause, health.allFailed && 'as all'].filter(Boolean).join(', ')}`
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
