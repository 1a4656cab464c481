import { executionOutcome, executionProblem, flowStatus } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { type Folder, folders, recordedFlows } from '../../../core/test/recordings.js'
import { type FlowHealth, flowHealth, type NewestEntries, type StopReason, stopReason } from '../index.js'

/**
 * The expected results for each recorded flow, determined by hand: its ID, status, executions (oldest first), health and stop reason.
 * An explanation follows if these columns don't explain the results.
 */
const recorded: Record<Folder, string[]> = {
  v1: [
    '1 | stopped | 3 succeeded, 1 failed feeBalanceTooLow | ended: failed, feeBalanceTooLow | feeBalanceTooLow, run 4 | No account could pay for run 4',
    '2 | completed | 6 succeeded | ended: succeeded | -',
    '3 | stopped | 1 succeeded | ended: succeeded | stopOnSuccess, run 1',
    '4 | active | 30 succeeded | healthy since run 1 | -',
    '5 | completed | 4 failed insufficientFunds | ended: failed, insufficientFunds, all failed | -',
    '6 | completed | 40 succeeded | ended: succeeded | - | Stops on failure, but no run failed',
    '7 | completed | 1 succeeded | ended: succeeded | -',
    '8 | stopped | 1 failed feeBalanceTooLow | ended: failed, feeBalanceTooLow, all failed | feeBalanceTooLow, run 1',
    '9 | completed | 30 succeeded | ended: succeeded | -',
    '10 | scheduled | - | waiting for start | -',
    '11 | stopped | 11 succeeded, 2 skipped | ended: skipped | skipOnFailureOf, run 13, of 1 | Runs 12 and 13 were skipped because flow 1 failed. Flow 2, whose failure also stops it, never failed',
    '12 | stopped | 1 succeeded, 2 skipped | ended: skipped | comparisons, run 3 | Two runs in a row were skipped, because the compared value was too small',
    '13 | completed | 6 succeeded | ended: succeeded | -',
    '14 | active | 180 succeeded | healthy since run 1 | -',
    '15 | completed | 10 failed noActiveChannel | ended: failed, noActiveChannel, all failed | - | The connection never existed',
  ],
  'v1-interchain': [
    '1 | stopped | 3 succeeded, 1 failed feeBalanceTooLow | ended: failed, feeBalanceTooLow | feeBalanceTooLow, run 4 | No account could pay for run 4',
    '2 | completed | 6 succeeded | ended: succeeded | -',
    '3 | stopped | 1 succeeded | ended: succeeded | stopOnSuccess, run 1',
    '4 | active | 90 succeeded | healthy since run 1 | -',
    '5 | completed | 4 failed insufficientFunds | ended: failed, insufficientFunds, all failed | -',
    '6 | completed | 40 succeeded | ended: succeeded | - | Stops on failure, but no run failed',
    '7 | completed | 1 succeeded | ended: succeeded | -',
    '8 | stopped | 1 failed feeBalanceTooLow | ended: failed, feeBalanceTooLow, all failed | feeBalanceTooLow, run 1',
    '9 | completed | 30 succeeded | ended: succeeded | -',
    '10 | scheduled | - | waiting for start | -',
    '11 | stopped | 11 succeeded, 2 skipped | ended: skipped | skipOnFailureOf, run 13, of 1 | Runs 12 and 13 were skipped because flow 1 failed. Flow 2, whose failure also stops it, never failed',
    '12 | stopped | 1 succeeded, 2 skipped | ended: skipped | comparisons, run 3 | Two runs in a row were skipped, because the compared value was too small',
    '13 | completed | 6 succeeded | ended: succeeded | -',
    '14 | completed | 240 succeeded | ended: succeeded | -',
    '15 | completed | 10 failed noActiveChannel | ended: failed, noActiveChannel, all failed | - | The connection never existed',
    '16 | stopped | 6 succeeded, 1 unacknowledged, 1 timedOut | ended: timedOut, timedOut | unacknowledgedRun, run 7 | Run 7 was not acknowledged when run 8 was due, so run 8 was the last. Its entry records the timeout',
    '17 | completed | 3 failed otherChain | ended: failed, otherChain, all failed | -',
    '18 | completed | 3 succeeded | ended: succeeded | -',
    '19 | active | 3 succeeded | waiting for answer | - | Run 4 never happened, because the query for the compared balance was not answered',
    '20 | active | 3 idle | failing since run 1: idle | - | A feedback loop changes the first message. Run 4 never happened, because the query for the balance to send was not answered',
    '21 | stopped | 1 failed otherChain, 1 unacknowledged, 1 timedOut | ended: timedOut, timedOut, all failed | unacknowledgedRun, run 2 | Run 2 was not acknowledged when run 3 was due. Run 1 failed on the other chain',
  ],
  v1beta1: [
    '1 | active | 13 succeeded | healthy since run 1 | -',
    '2 | completed | 6 succeeded | ended: succeeded | -',
    '3 | completed | 3 failed other | ended: failed, other, all failed | - | The validator never existed, so the flow did not stop on success',
    '4 | stopped | 1 failed other | ended: failed, other, all failed | stopOnFailure, run 1',
    '5 | completed | 4 failed insufficientFunds | ended: failed, insufficientFunds, all failed | -',
    '6 | completed | 40 succeeded | ended: succeeded | - | Stops on failure, but no run failed',
    '7 | completed | 1 succeeded | ended: succeeded | -',
    '8 | stopped | 1 failed feeBalanceTooLow | ended: failed, feeBalanceTooLow, all failed | feeBalanceTooLow, run 1',
    '9 | completed | 30 succeeded | ended: succeeded | -',
    '10 | scheduled | - | waiting for start | -',
    '11 | active | 38 succeeded | healthy since run 1 | -',
    '12 | active | 1 failed other, 37 failed conditionsNotMet | failing since run 1: conditionsNotMet | - | Run 1 failed, so later runs had no response to compare',
    '13 | completed | 6 succeeded | ended: succeeded | -',
    '14 | active | 154 succeeded | healthy since run 1 | -',
    '15 | completed | 10 failed noActiveChannel | ended: failed, noActiveChannel, all failed | - | The connection never existed',
  ],
  'v1-1.0.0': [
    '1 | active | 38 succeeded | healthy since run 1 | -',
    '2 | active | 37 succeeded | healthy since run 1 | -',
    '3 | active | 37 succeeded | healthy since run 1 | -',
    '4 | active | 6 failed other, 22 succeeded | healthy since run 7 | - | Runs 1 to 6 failed, because there was no delegation yet. Later runs succeeded',
    '5 | active | 3 succeeded | healthy since run 1 | -',
    '6 | completed | 6 succeeded | ended: succeeded | -',
    '7 | stopped | 1 succeeded | ended: succeeded | stopOnSuccess, run 1',
    '8 | active | 7 succeeded | healthy since run 1 | -',
    '9 | completed | 4 failed insufficientFunds | ended: failed, insufficientFunds, all failed | -',
    '10 | active | 15 succeeded | healthy since run 1 | -',
    '11 | completed | 1 succeeded | ended: succeeded | -',
    '12 | stopped | 1 failed feeBalanceTooLow | ended: failed, feeBalanceTooLow, all failed | feeBalanceTooLow, run 1',
    '13 | active | 11 succeeded | healthy since run 1 | -',
    '14 | scheduled | - | waiting for start | -',
    '15 | active | 11 succeeded | healthy since run 1 | -',
    '16 | active | 11 succeeded | healthy since run 1 | -',
    '17 | completed | 6 succeeded | ended: succeeded | -',
    '18 | active | 43 succeeded | healthy since run 1 | -',
    '19 | active | 3 failed noActiveChannel | failing since run 1: noActiveChannel | - | The connection never existed',
  ],
  'v1beta1-0.8.3': [
    '1 | active | 3 succeeded | healthy since run 1 | -',
    '2 | scheduled | - | waiting for start | -',
    '3 | active | 3 failed noActiveChannel | failing since run 1: noActiveChannel | - | The connection never existed',
  ],
  'v1beta1-interchain': [
    '1 | active | 47 succeeded | healthy since run 1 | -',
    '2 | completed | 6 succeeded | ended: succeeded | -',
    '3 | completed | 3 failed other | ended: failed, other, all failed | - | The validator never existed, so the flow did not stop on success',
    '4 | stopped | 1 failed other | ended: failed, other, all failed | stopOnFailure, run 1',
    '5 | completed | 4 failed insufficientFunds | ended: failed, insufficientFunds, all failed | -',
    '6 | completed | 40 succeeded | ended: succeeded | - | Stops on failure, but no run failed',
    '7 | completed | 1 succeeded | ended: succeeded | -',
    '8 | stopped | 1 failed feeBalanceTooLow | ended: failed, feeBalanceTooLow, all failed | feeBalanceTooLow, run 1',
    '9 | completed | 30 succeeded | ended: succeeded | -',
    '10 | scheduled | - | waiting for start | -',
    '11 | active | 141 succeeded | healthy since run 1 | -',
    '12 | active | 1 failed other, 140 failed conditionsNotMet | failing since run 1: conditionsNotMet | - | Run 1 failed, so later runs had no response to compare',
    '13 | completed | 6 succeeded | ended: succeeded | -',
    '14 | completed | 240 succeeded | ended: succeeded | -',
    '15 | completed | 10 failed noActiveChannel | ended: failed, noActiveChannel, all failed | - | The connection never existed',
    '16 | active | 2 succeeded, 2 unacknowledged, 3 succeeded | healthy since run 5 | - | Runs 3 and 4 were not acknowledged, and their timeout is recorded in run 5. Runs 5 to 7 succeeded',
    '17 | completed | 1 failed otherChain, 1 unacknowledged, 1 timedOut otherChain | ended: timedOut, timedOut, all failed | - | Run 1 failed on the other chain, run 2 was never acknowledged, and run 3 timed out',
    '18 | active | 1 failed otherChain, 2 unacknowledged, 1 timedOut otherChain, 1 failed otherChain | failing since run 1: otherChain | - | No run succeeded on the other chain',
  ],
}

const rowsOf = (folder: Folder) => recorded[folder].map(row => row.split(' | '))

describe.each(folders)('%s, at the time of its recording', folder => {
  const { flows, time } = recordedFlows(folder)

  test('the table contains all flows', () => {
    expect(flows.map(({ flow }) => flow.id)).toEqual(rowsOf(folder).map(([id]) => id))
  })

  test.each(rowsOf(folder))('flow %s: %s; %s; %s; %s', (id, status, executions, health, stop) => {
    const { flow, history } = flows.find(({ flow }) => flow.id === id) ?? expect.fail()
    const whole = { history: history.toReversed(), nextKey: null }
    expect(flowStatus(flow, chainTimeAt(time))).toBe(status)
    const outcomes = history.map(entry =>
      [executionOutcome(entry, flow, chainTimeAt(time)), ...entry.errors.map(executionProblem)].join(' '),
    )
    expect(runsInWords(outcomes)).toBe(executions)
    expect(healthInWords(flowHealth(flow, whole, chainTimeAt(time)))).toBe(health)
    expect(stopInWords(stopReason(flow, whole, chainTimeAt(time)))).toBe(stop)

    // The newest three entries are enough for the stop reason and the state, but not for `since` and `allFailed`.
    const newest: NewestEntries = history.slice(-3)
    expect(stopInWords(stopReason(flow, newest, chainTimeAt(time)))).toBe(stop?.replace(/run \d+/, 'run ?'))
    expect(flowHealth(flow, newest, chainTimeAt(time)).state).toBe(flowHealth(flow, whole, chainTimeAt(time)).state)
  })
})

/** Counts equal outcomes in a row. */
function runsInWords(outcomes: string[]): string {
  const runs: { outcome: string; times: number }[] = []
  for (const outcome of outcomes) {
    const last = runs.at(-1)
    if (last?.outcome === outcome) last.times += 1
    else runs.push({ outcome, times: 1 })
  }
  return runs.map(({ times, outcome }) => `${times} ${outcome}`).join(', ') || '-'
}

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

function stopInWords(reason: StopReason | null): string {
  if (!reason) return '-'
  const { rule, run, flowIds } = reason
  return [rule, run && `run ${run.number ?? '?'}`, flowIds.length > 0 && `of ${flowIds}`].filter(Boolean).join(', ')
}
