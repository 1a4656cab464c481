import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { testChain } from '../../test/chain.js'
import { recordedOutcomes, replayForecast } from '../../test/recordings.js'
import { evaluateFlows } from '../index.js'
import type { Alert } from './alert.js'
import { noIncidents } from './incident-log.js'
import { updateIncidents } from './incidents.js'

/** Excludes alerts about money, because they are not failures. */
const thresholds = { minRuns: 0, minTime: 0, within: 86_400_000 }

function alertsOf(alerts: readonly Alert[], id: string): string[] {
  return alerts
    .filter(({ flow, status }) => flow?.id === id && status === 'open')
    .map(({ kind, cause, run }) => `${kind.replace('flow.', '')} ${cause}, run ${run}`)
}

describe('a monitor of flows 94 to 129 while they run', async () => {
  const { lcd, advance, hasEnded } = replayForecast()
  const { readFlows, evaluator } = await testChain(lcd, ({ id }) => Number(id) >= 94)
  const alerts: Alert[] = []
  let incidents = noIncidents
  while (!hasEnded()) {
    await readFlows()
    const evaluation = await evaluator.evaluate()
    const updated = updateIncidents(incidents, evaluation, { chain: 'recorded', thresholds, time: lcd.now() })
    incidents = updated.incidents
    alerts.push(...updated.alerts)
    advance(4_000)
  }

  // The README of the recording describes what happened.
  const failures: Record<string, string[]> = {
    95: ['will_fail feeBalanceTooLow, run 7', 'stopped feeBalanceTooLow, run 7'],
    96: ['will_fail feeBalanceTooLow, run 4', 'stopped feeBalanceTooLow, run 4'],
    98: ['will_fail agentFee, run 6', 'failing agentFeeNotPaid, run 6'],
    99: ['failing agentFeeNotPaid, run 1'],
    101: ['failing otherChain, run 5'],
    102: ['failing agentNotFound, run 1'],
    104: ['stopped comparisons, run 3'],
    107: ['will_fail grantExpires, run 6', 'failing noGrant, run 6'],
    108: ['failing noGrant, run 5'],
    110: ['failing other, run 8'],
    111: [
      'will_fail feeNotCollected, run 4',
      'failing feeNotCollected, run 4',
      'will_fail feeBalanceTooLow, run 9',
      'stopped feeBalanceTooLow, run 9',
    ],
    112: [
      'will_fail feeNotCollected, run 4',
      'failing feeNotCollected, run 4',
      'will_fail feeBalanceTooLow, run 5',
      'stopped feeBalanceTooLow, run 5',
    ],
    115: ['failing agentFeeNotPaid, run 1'],
    116: ['stopped insufficientFunds, run 1'],
    118: ['stopped skipOnFailureOf, run 8'],
    121: ['failing otherChain, run 4'],
    122: ['will_fail messageFunds, run 4', 'failing insufficientFunds, run 4'],
    123: ['failing otherChain, run 1'],
    124: ['will_fail messageFunds, run 4', 'failing insufficientFunds, run 4'],
    125: [
      'will_fail feeNotCollected, run 4',
      'failing feeNotCollected, run 4',
      'will_fail feeBalanceTooLow, run 5',
      'stopped feeBalanceTooLow, run 5',
    ],
    126: ['failing otherChain, run 4'],
    127: ['failing noActiveChannel, run 1'],
    128: ['failing noActiveChannel, run 1'],
    129: ['stopped feeBalanceTooLow, run 1'],
  }
  const ids = Array.from({ length: 36 }, (_, index) => String(94 + index))

  test.each(ids)('flow %s raises one alert for each failure, and none if it is fine', id => {
    expect(alertsOf(alerts, id)).toEqual(failures[id] ?? [])
  })

  test('certain failures, and likely ones that money prevents, raise an alert before their runs', () => {
    const expected = alerts.filter(({ kind, status }) => kind === 'flow.will_fail' && status === 'open')
    expect(expected).toHaveLength(12)
    for (const { flow, run, at, title } of expected) {
      expect(title).toMatch(/^(Will|Likely to) (stop|fail): /)
      const entry = lcd.history(flow?.id ?? '')[(run ?? 0) - 1]
      expect(entry?.errors).toHaveLength(1)
      expect(Date.parse(at)).toBeLessThan(Date.parse(entry?.scheduledExecTime ?? ''))
    }
  })

  test('each resolved alert was resolved once, with the reason', () => {
    const resolved = alerts.filter(({ status }) => status === 'resolved')
    expect(resolved.map(({ flow, kind, reason }) => `${flow?.id} ${kind} ${reason}`).sort()).toEqual([
      '107 flow.will_fail failed',
      '111 flow.failing stopped',
      '111 flow.will_fail failed',
      '111 flow.will_fail failed',
      '112 flow.failing stopped',
      '112 flow.will_fail failed',
      '112 flow.will_fail failed',
      '122 flow.will_fail failed',
      '124 flow.will_fail failed',
      '125 flow.failing stopped',
      '125 flow.will_fail failed',
      '125 flow.will_fail failed',
      '95 flow.will_fail failed',
      '96 flow.will_fail failed',
      '98 flow.will_fail failed',
    ])
    const open = alerts.filter(({ status }) => status === 'open').map(({ id }) => id)
    expect(new Set(open).size).toBe(open.length)
    expect(Object.keys(incidents.open)).toHaveLength(open.length - resolved.length)
  })
})

describe('a monitor of flows with known causes', () => {
  const evaluations = (['while-they-run.json', 'after-their-end.json'] as const).map(file => {
    const { flows, histories, now } = recordedOutcomes(file)
    const node = {
      height: '1',
      blockTime: now,
      confirmedBlock: null,
      unreachableSince: null,
      silentSince: null,
      lag: 0,
      error: null,
    }
    return { now, flows: evaluateFlows({ flows, histories }, chainTimeAt(now)), isComplete: true, node }
  })
  const alerts: Alert[] = []
  let incidents = noIncidents
  for (const evaluation of evaluations) {
    const args = { chain: 'recorded', thresholds, time: evaluation.now }
    const updated = updateIncidents(incidents, evaluation, args)
    incidents = updated.incidents
    alerts.push(...updated.alerts)
  }
  // The README of the recording describes the causes. The recording has only the newest 20 runs of each flow, so a series of failures
  // can seem to start later than it did. Flows 23 and 43 failed for a while and then stopped. Flows 61 to 63 wait for the answer to a
  // query.
  const failures: Record<string, string[]> = {
    16: ['stopped feeBalanceTooLow, run 1'],
    17: ['stopped feeBalanceTooLow, run 5'],
    18: ['failing insufficientFunds, run 99'],
    19: ['failing wrongSigner, run 69'],
    21: ['failing noActiveChannel, run 40'],
    22: ['stopped comparisons, run 3'],
    23: ['failing conditionsNotMet, run 69', 'stopped conditionsNotMet, run 89'],
    25: ['stopped insufficientFunds, run 1'],
    32: ['failing other, run 68'],
    33: ['stopped feeBalanceTooLow, run 2'],
    34: ['stopped feeBalanceTooLow, run 2'],
    35: ['failing other, run 1'],
    36: ['failing other, run 1'],
    37: ['failing other, run 1'],
    38: ['failing insufficientFunds, run 1'],
    39: ['stopped skipOnFailureOf, run 2'],
    41: ['failing insufficientFunds, run 38'],
    42: ['failing other, run 1'],
    43: ['failing conditionsNotMet, run 62', 'stopped conditionsNotMet, run 89'],
    45: ['stopped unacknowledgedRun, run 9'],
    46: ['failing otherChain, run 1'],
    48: ['stopped otherChain, run 2'],
    49: ['stopped unacknowledgedRun, run 2'],
    50: ['failing agentFeeNotPaid, run 16'],
    51: ['failing agentFeeNotPaid, run 16'],
    52: ['failing agentFeeNotPaid, run 16'],
    53: ['failing agentNotFound, run 16'],
    54: ['stopped feeBalanceTooLow, run 2'],
    55: ['stopped otherChain, run 2'],
    56: ['stopped otherChain, run 1'],
    57: ['stopped otherChain, run 2'],
    58: ['stopped unacknowledgedRun, run 3'],
    59: ['stopped unacknowledgedRun, run 3'],
    60: ['stopped otherChain, run 3'],
    61: ['failing queryUnanswered, run 2'],
    62: ['failing queryUnanswered, run 2'],
    63: ['failing queryUnanswered, run 1'],
    64: ['stopped feeBalanceTooLow, run 2'],
    65: ['stopped feeBalanceTooLow, run 4'],
    67: ['stopped timedOut, run 13'],
    68: ['stopped timedOut, run 13'],
    70: ['stopped unacknowledgedRun, run 9'],
    71: ['stopped otherChain, run 1'],
    145: ['stopped feeBalanceTooLow, run 1'],
    146: ['failing conditionsNotMet, run 10'],
  }
  const ids = evaluations.at(-1)?.flows.map(({ flow }) => flow.id) ?? []

  test.each(ids)('flow %s raises one alert for each failure, and none if it is fine', id => {
    expect(alertsOf(alerts, id)).toEqual(failures[id] ?? [])
  })
})
