import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { flowOf, now } from '../../../core/test/flows.js'
import { compareVerdicts, type FlowHealth, runToInspect, type StopReason, verdictOf } from '../index.js'

const verdictWith = (health: FlowHealth) => verdictOf(flowOf({}), health, null, chainTimeAt(now))
const at = (hour: number) => ({ number: hour, time: `2026-01-01T0${hour}:00:00Z` })
const failing = (hour: number): FlowHealth => ({
  state: 'failing',
  failedRun: at(8),
  cause: 'other',
  message: null,
  since: at(hour),
  failures: 9 - hour,
  orEarlier: false,
  unclear: [],
})
const ended = {
  state: 'ended',
  since: at(7),
  outcome: 'succeeded',
  failedRun: null,
  cause: null,
  message: null,
  failingSince: null,
  orEarlier: false,
  allFailed: false,
  stopped: null,
  unclear: [],
} as const
const failedAtLast = { ...ended, outcome: 'failed', failedRun: at(7), cause: 'other' } as const
const stoppedBy = (rule: StopReason['rule'], hour = 6) => ({
  ...ended,
  stopped: { rule, run: at(hour), flowIds: [] },
})
const waiting = { state: 'waiting', for: 'conditions', since: at(1), orEarlier: false } as const
const healthy = { state: 'healthy', since: at(1), orEarlier: true } as const

describe('compareVerdicts', () => {
  const worstFirst: Record<string, FlowHealth> = {
    'failing the longest': failing(1),
    'failing since later': failing(3),
    'ended with a failure': { ...failedAtLast, since: at(5) },
    'stopped for a reason that the owner did not choose': { ...stoppedBy('feeBalanceTooLow'), since: at(4) },
    'stopped before its first run': { ...stoppedBy('unansweredQuery', 2), since: null },
    'skipped for its conditions': waiting,
    'waiting for its first run': { ...waiting, for: 'start', since: null },
    unknown: { state: 'unknown' },
    healthy,
    'stopped on success, as intended': { ...stoppedBy('stopOnSuccess'), since: at(3) },
    'completed earlier': { ...ended, since: at(2) },
    'never ran': { ...ended, since: null, outcome: null },
  }

  test('sorts the worst flow first, regardless of the initial order', () => {
    const rows = Object.entries(worstFirst).map(([name, health]) => ({ name, ...verdictWith(health) }))
    const names = rows.map(({ name }) => name)
    for (const given of [rows, rows.toReversed()])
      expect(given.toSorted(compareVerdicts).map(({ name }) => name)).toEqual(names)
  })
})

describe('a verdict without a forecast', () => {
  test.each<FlowHealth>([
    failing(1),
    failedAtLast,
    stoppedBy('stopOnFailure'),
    stoppedBy('stopOnTimeout'),
    stoppedBy('feeBalanceTooLow'),
    stoppedBy('unacknowledgedRun'),
    stoppedBy('unansweredQuery'),
    stoppedBy('comparisons'),
    stoppedBy('skipOnSuccessOf'),
    stoppedBy('skipOnFailureOf'),
    { ...stoppedBy('stopOnSuccess'), failedRun: at(7), cause: 'otherChain' },
  ])('needs attention: %o', health => {
    expect(verdictWith(health).needsAttention).toBe(true)
  })

  test.each<FlowHealth>([
    healthy,
    waiting,
    { state: 'unknown' },
    ended,
    stoppedBy('stopOnSuccess'),
    stoppedBy('stopOnSuccessOf'),
    stoppedBy('stopOnFailureOf'),
    stoppedBy('conditions'),
    stoppedBy('unknown'),
  ])('needs no attention: %o', health => {
    expect(verdictWith(health).needsAttention).toBe(false)
  })
})

test('runToInspect: prefers the newest failed run, then the run that stopped the flow, then the start of the state', () => {
  expect(runToInspect(failing(1))).toEqual(at(8))
  expect(runToInspect({ ...stoppedBy('stopOnFailure'), failedRun: at(7), cause: 'other' })).toEqual(at(7))
  expect(runToInspect(stoppedBy('unacknowledgedRun'))).toEqual(at(6))
  expect(runToInspect(ended)).toEqual(at(7))
  expect(runToInspect(waiting)).toEqual(at(1))
  expect(runToInspect({ ...waiting, since: null })).toBeNull()
  expect(runToInspect({ state: 'unknown' })).toBeNull()
})
