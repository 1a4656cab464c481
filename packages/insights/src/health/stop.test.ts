import type { FlowHistoryEntry } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { cursorOf } from '../../../core/src/scan/cursor.js'
import {
  comparison,
  entryOf,
  flowOf,
  interchain,
  loop,
  minutes,
  now,
  query,
  runsOf,
  went,
} from '../../../core/test/flows.js'
import { stopReason } from '../index.js'

/** The last run was two hours ago, and the end time is in a month. */
const over = { execTime: minutes(-120) }

/** A page that contains the whole history. */
const whole = (history: FlowHistoryEntry[]) => ({ history, nextKey: null })

describe('flows that did not stop', () => {
  test.each([
    ['scheduled', { startTime: minutes(1), execTime: minutes(1) }],
    ['active', {}],
    ['completed', { execTime: minutes(-120), endTime: minutes(-90) }],
  ])('returns null for a flow that is %s', (_, times) => {
    const flow = flowOf({ ...times, configuration: { stopOnSuccess: true } })
    const before = { ...flow, execTime: minutes(-90) }
    expect(stopReason(flow, whole(runsOf(before, 'succeeded')), chainTimeAt(now))).toBeNull()
    expect(stopReason(flow, [], chainTimeAt(now))).toBeNull()
  })
})

test('the reason is known as soon as the last run is recorded, although its time was only seconds ago', () => {
  const flow = flowOf({ execTime: minutes(-0.5), configuration: { stopOnSuccess: true } })
  expect(stopReason(flow, runsOf(flow, 'succeeded'), chainTimeAt(now))?.rule).toBe('stopOnSuccess')
})

describe('configuration', () => {
  test('stopOnSuccess and stopOnFailure: depend on the outcome of the last run', () => {
    const onSuccess = flowOf({ ...over, configuration: { stopOnSuccess: true } })
    const onFailure = flowOf({ ...over, configuration: { stopOnFailure: true } })
    expect(stopReason(onSuccess, runsOf(onSuccess, 'succeeded', 'failed'), chainTimeAt(now))?.rule).toBe(
      'stopOnSuccess',
    )
    expect(stopReason(onFailure, runsOf(onFailure, 'failed', 'succeeded'), chainTimeAt(now))?.rule).toBe(
      'stopOnFailure',
    )
    expect(stopReason(onSuccess, runsOf(onSuccess, 'failed', 'succeeded'), chainTimeAt(now))?.rule).toBe('unknown')
    expect(stopReason(onFailure, runsOf(onFailure, 'succeeded', 'succeeded'), chainTimeAt(now))?.rule).toBe('unknown')
  })

  test('stopOnSuccess and stopOnFailure together: neither stops the flow', () => {
    const flow = flowOf({ ...over, configuration: { stopOnSuccess: true, stopOnFailure: true } })
    expect(stopReason(flow, runsOf(flow, 'succeeded', 'succeeded'), chainTimeAt(now))?.rule).toBe('unknown')
    expect(stopReason(flow, runsOf(flow, 'failed', 'succeeded'), chainTimeAt(now))?.rule).toBe('unknown')
  })

  test('stopOnSuccess: counts skipped runs, and runs that were sent to another chain, as successes', () => {
    const there = flowOf({ ...over, ...interchain, configuration: { stopOnSuccess: true } })
    for (const outcome of ['failedThere', 'timedOut', 'sent'] as const)
      expect(stopReason(there, whole(runsOf(there, outcome)), chainTimeAt(now))).toMatchObject({
        rule: 'stopOnSuccess',
        countedAsSuccess: 'sent',
      })
    expect(stopReason(there, whole(runsOf(there, 'failed')), chainTimeAt(now))?.rule).toBe('unknown')
    expect(stopReason(there, whole(runsOf(there, 'succeeded')), chainTimeAt(now))).not.toHaveProperty(
      'countedAsSuccess',
    )
    const skips = flowOf({ ...over, configuration: { stopOnSuccess: true }, conditions: { skipOnFailureOf: ['7'] } })
    expect(stopReason(skips, runsOf(skips, 'skipped', 'failed'), chainTimeAt(now))).toMatchObject({
      rule: 'stopOnSuccess',
      countedAsSuccess: 'skipped',
    })
  })

  test('stopOnSuccess: counts sent runs as successes also on v1beta1, which lists no packets', () => {
    const flow = flowOf({ ...over, ...interchain, configuration: { stopOnSuccess: true } })
    const history = runsOf(flow, 'sent').map(entry => ({ ...entry, packetSequences: [] }))
    expect(stopReason(flow, whole(history), chainTimeAt(now), 'legacy')).toMatchObject({
      rule: 'stopOnSuccess',
      countedAsSuccess: 'sent',
    })
  })

  test('stopOnSuccess: does not stop a flow on another chain if the run before failed', () => {
    for (const place of [
      interchain,
      { trustlessAgent: { agentAddress: 'into1agent', feeLimit: [], connectionId: '' } },
    ]) {
      const there = flowOf({ ...over, ...place, configuration: { stopOnSuccess: true } })
      expect(stopReason(there, whole(runsOf(there, 'succeeded', 'failedThere')), chainTimeAt(now))?.rule).toBe(
        'unknown',
      )
      expect(stopReason(there, whole(runsOf(there, 'succeeded', 'succeeded')), chainTimeAt(now))?.rule).toBe(
        'stopOnSuccess',
      )
    }
    const here = flowOf({ ...over, configuration: { stopOnSuccess: true } })
    expect(stopReason(here, whole(runsOf(here, 'succeeded', 'failed')), chainTimeAt(now))?.rule).toBe('stopOnSuccess')
  })

  test('stopOnFailure: a failure on another chain stops the flow one run later', () => {
    const flow = flowOf({ ...over, ...interchain, configuration: { stopOnFailure: true } })
    const history = runsOf(flow, 'failedThere', 'failedThere', 'succeeded')
    expect(stopReason(flow, whole(history), chainTimeAt(now))).toMatchObject({
      rule: 'stopOnFailure',
      run: { number: 2 },
    })
    expect(stopReason(flow, whole(runsOf(flow, 'failedThere')), chainTimeAt(now))?.rule).toBe('unknown')
  })

  test('stopOnTimeout: is not the reason if the previous run was unacknowledged, because that already stopped the flow', () => {
    const flow = flowOf({ ...over, ...interchain, configuration: { stopOnTimeout: true } })
    expect(stopReason(flow, whole(runsOf(flow, 'timedOut', 'sent', 'succeeded')), chainTimeAt(now))).toMatchObject({
      rule: 'unacknowledgedRun',
      run: { number: 2 },
    })
  })

  test('stopOnTimeout: refers to the run that timed out, which is the last or the second-to-last run', () => {
    const flow = flowOf({ ...over, ...interchain, configuration: { stopOnTimeout: true } })
    const noticed = runsOf(flow, 'timedOut', 'succeeded')
    const noticedBefore = runsOf({ ...flow, execTime: minutes(-180) }, 'timedOut', 'succeeded')
    const noticedAfter = runsOf(flow, 'succeeded', 'timedOut')
    expect(stopReason(flow, whole(noticed), chainTimeAt(now))).toMatchObject({
      rule: 'stopOnTimeout',
      run: { number: 2 },
    })
    expect(stopReason(flow, whole(noticedBefore), chainTimeAt(now))).toMatchObject({
      rule: 'stopOnTimeout',
      run: { number: 2 },
    })
    expect(stopReason(flow, whole(noticedAfter), chainTimeAt(now))).toMatchObject({
      rule: 'stopOnTimeout',
      run: { number: 1 },
    })
    expect(stopReason(flow, whole(runsOf(flow, 'succeeded', 'succeeded')), chainTimeAt(now))?.rule).toBe('unknown')
    expect(stopReason(flow, whole(runsOf(flow, 'succeeded')), chainTimeAt(now))?.rule).toBe('unknown')
    const withoutRule = flowOf({ ...over, ...interchain })
    expect(stopReason(withoutRule, whole(noticed), chainTimeAt(now))?.rule).toBe('unknown')
  })
})

describe('conditions', () => {
  test('stopOnSuccessOf and stopOnFailureOf: the last run was skipped', () => {
    const onFailure = flowOf({ ...over, conditions: { stopOnFailureOf: ['7', '8'] } })
    expect(stopReason(onFailure, runsOf(onFailure, 'skipped', 'succeeded'), chainTimeAt(now))).toMatchObject({
      rule: 'stopOnFailureOf',
      flowIds: ['7', '8'],
    })
    expect(stopReason(onFailure, whole(runsOf(onFailure, 'skipped')), chainTimeAt(now))?.rule).toBe('stopOnFailureOf')
    const onEither = flowOf({ ...over, conditions: { stopOnFailureOf: ['7'], stopOnSuccessOf: ['7', '9'] } })
    expect(stopReason(onEither, runsOf(onEither, 'skipped', 'succeeded'), chainTimeAt(now))).toMatchObject({
      rule: 'conditions',
      flowIds: ['7', '9'],
    })
  })

  test('one skipped run does not stop a flow', () => {
    const flow = flowOf({ ...over, conditions: { skipOnFailureOf: ['7'] } })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'succeeded'), chainTimeAt(now))).toMatchObject({
      rule: 'unknown',
      flowIds: [],
    })
  })

  test('a condition that cannot be checked stops a flow after a skipped run', () => {
    const flow = flowOf({ ...over, endTime: minutes(600), conditions: { comparisons: [comparison] } })
    const [last, ...earlier] = runsOf(flow, 'failed', 'skipped', 'succeeded')
    const unchecked = { ...last, errors: ['conditions to execute not met: error in CompareResponseValue'] }
    const reason = stopReason(flow, [unchecked as FlowHistoryEntry, ...earlier], chainTimeAt(now))
    expect(reason).toMatchObject({ rule: 'comparisons', isUnchecked: true })
    expect(reason).not.toHaveProperty('isBeforeLastRun')
  })

  test('a skip does not stop a flow if the next run is before the end time', () => {
    const flow = flowOf({ ...over, endTime: minutes(-59), conditions: { comparisons: [comparison] } })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'succeeded'), chainTimeAt(now))?.rule).toBe('unknown')
  })

  test('a skip or a failed condition in the second-to-last run stops a flow', () => {
    const flow = flowOf({ ...over, endTime: minutes(-60), conditions: { skipOnFailureOf: ['7'] } })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'succeeded'), chainTimeAt(now))).toMatchObject({
      rule: 'skipOnFailureOf',
      isBeforeLastRun: true,
    })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'succeeded'), chainTimeAt(now))).not.toHaveProperty('isUnchecked')
    const unchecked = runsOf(flow, 'failed', 'failed').map(entry => ({
      ...entry,
      errors: ['conditions to execute not met: error in CompareResponseValue'],
    }))
    expect(stopReason(flow, unchecked, chainTimeAt(now))).toMatchObject({
      rule: 'skipOnFailureOf',
      isBeforeLastRun: true,
    })
    expect(stopReason({ ...flow, endTime: minutes(60) }, unchecked, chainTimeAt(now))?.rule).toBe('unknown')
    const unconditional = { ...flow, conditions: { ...flow.conditions, skipOnFailureOf: [] } }
    expect(stopReason(unconditional, unchecked, chainTimeAt(now))).toMatchObject({
      rule: 'conditions',
      isBeforeLastRun: true,
    })
    expect(stopReason(flow, runsOf(flow, 'failed', 'failed'), chainTimeAt(now))).not.toHaveProperty('isBeforeLastRun')
    expect(stopReason({ ...flow, endTime: minutes(0) }, unchecked, chainTimeAt(now))?.rule).toBe('unknown')
    const stops = { ...flow, conditions: { ...flow.conditions, stopOnFailureOf: ['8'] } }
    expect(stopReason(stops, runsOf(stops, 'skipped', 'succeeded'), chainTimeAt(now))?.rule).toBe('conditions')
  })

  test('two skipped runs in a row: the reason is the condition that skips runs', () => {
    const flow = flowOf({ ...over, conditions: { skipOnSuccessOf: ['7'], stopOnFailureOf: ['8'] } })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'skipped', 'succeeded'), chainTimeAt(now))).toMatchObject({
      rule: 'skipOnSuccessOf',
      flowIds: ['7'],
    })
    const compares = flowOf({
      ...over,
      id: '4',
      conditions: { comparisons: [comparison, { ...comparison, flowId: '4' }, { ...comparison, flowId: '5' }] },
    })
    expect(stopReason(compares, runsOf(compares, 'skipped', 'skipped'), chainTimeAt(now))).toMatchObject({
      rule: 'comparisons',
      flowIds: ['5'],
    })
  })

  test('two skipped runs in a row: no run is unacknowledged, because a skipped run sends nothing', () => {
    const flow = flowOf({ ...over, ...interchain, conditions: { skipOnSuccessOf: ['7'] } })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'skipped', 'succeeded'), chainTimeAt(now))?.rule).toBe(
      'skipOnSuccessOf',
    )
  })

  test('a skipped run of an interchain flow makes the next run the last one', () => {
    const flow = flowOf({ ...over, ...interchain, conditions: { skipOnSuccessOf: ['7'] } })
    const history = whole(runsOf(flow, 'sent', 'skipped', 'sent'))
    const expected = { rule: 'skipOnSuccessOf', run: { number: 2 }, flowIds: ['7'], isOneRunLate: true }
    expect(stopReason(flow, history, chainTimeAt(now))).toMatchObject(expected)
    expect(stopReason(flow, history, chainTimeAt(now), 'legacy')?.rule).toBe('unknown')
    const failedHere = whole(runsOf(flow, 'failed', 'skipped', 'sent'))
    expect(stopReason(flow, failedHere, chainTimeAt(now))?.rule).toBe('unknown')
  })

  test('two skipped runs in a row: stop a flow even if only one run was left', () => {
    const flow = flowOf({ ...over, endTime: minutes(-60), conditions: { skipOnFailureOf: ['7'] } })
    const reason = stopReason(flow, whole(runsOf(flow, 'skipped', 'skipped', 'succeeded')), chainTimeAt(now))
    expect(reason).toMatchObject({ rule: 'skipOnFailureOf', run: { number: 3 } })
    expect(reason).not.toHaveProperty('isBeforeLastRun')
  })

  test('three skipped runs in a row: skips are not the reason, because they do not stop flows on this chain', () => {
    const flow = flowOf({ ...over, conditions: { skipOnSuccessOf: ['7'], stopOnFailureOf: ['8'] } })
    const history = runsOf(flow, 'skipped', 'skipped', 'skipped', 'succeeded')
    expect(stopReason(flow, history, chainTimeAt(now))).toMatchObject({ rule: 'stopOnFailureOf', flowIds: ['8'] })
    expect(stopReason(flow, history.slice(0, 3), chainTimeAt(now))?.rule).toBe('stopOnFailureOf')
  })

  test('skipped runs with a query response do not stop a flow', () => {
    const flow = flowOf({ ...over, conditions: { comparisons: [{ ...comparison, icqConfig: query }] } })
    const answered = runsOf(flow, 'skipped', 'skipped', 'succeeded').map(entry => ({
      ...entry,
      queryResponses: ['NDk='],
    }))
    expect(stopReason(flow, answered, chainTimeAt(now))).toMatchObject({ rule: 'unknown', flowIds: [] })
  })

  test('the reason is unknown if too few entries are known', () => {
    const flow = flowOf({ ...over, conditions: { skipOnSuccessOf: ['7'], stopOnFailureOf: ['8'] } })
    expect(stopReason(flow, runsOf(flow, 'skipped'), chainTimeAt(now))).toMatchObject({ rule: 'unknown', flowIds: [] })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'skipped'), chainTimeAt(now))?.rule).toBe('unknown')
    expect(stopReason(flow, whole(runsOf(flow, 'skipped', 'skipped')), chainTimeAt(now))?.rule).toBe('skipOnSuccessOf')
  })
})

describe('another chain', () => {
  test('unacknowledgedRun: the second-to-last run was not acknowledged when the last one was due', () => {
    const flow = flowOf({ ...over, ...interchain })
    for (const last of ['succeeded', 'failedThere', 'timedOut', 'sent', 'skipped'] as const)
      expect(stopReason(flow, whole(runsOf(flow, last, 'sent', 'succeeded')), chainTimeAt(now))).toMatchObject({
        rule: 'unacknowledgedRun',
        run: { number: 2 },
      })
  })

  test('unacknowledgedRun: is also the reason if the conditions of the last run could not be checked', () => {
    const flow = flowOf({ ...over, ...interchain, conditions: { comparisons: [comparison] } })
    const [last, ...earlier] = runsOf(flow, 'failed', 'sent', 'succeeded')
    const unchecked = entryOf({ ...last, errors: ['conditions to execute not met: error in CompareResponseValue'] })
    expect(stopReason(flow, whole([unchecked, ...earlier]), chainTimeAt(now))).toMatchObject({
      rule: 'unacknowledgedRun',
      run: { number: 2 },
    })
  })

  test('a failed run with an answered query does not count as unacknowledged', () => {
    const flow = flowOf({ ...over, ...interchain, conditions: { comparisons: [{ ...comparison, icqConfig: query }] } })
    const history = runsOf(flow, 'succeeded', 'failedThere').map(entry => ({ ...entry, queryResponses: ['NDk='] }))
    expect(stopReason(flow, whole(history), chainTimeAt(now))?.rule).toBe('unknown')
  })

  test('the reason is unknown if another flow may have stopped the flow too', () => {
    const flow = flowOf({ ...over, ...interchain, conditions: { stopOnFailureOf: ['7'] } })
    expect(stopReason(flow, whole(runsOf(flow, 'skipped', 'sent')), chainTimeAt(now))?.rule).toBe('unknown')
  })

  test('unansweredQuery: a run was due but has no entry', () => {
    const withQuery = [
      flowOf({ ...over, conditions: { comparisons: [{ ...comparison, icqConfig: query }] } }),
      flowOf({ ...over, conditions: { feedbackLoops: [{ ...loop, icqConfig: query }] } }),
    ]
    for (const flow of withQuery) {
      const before = runsOf({ ...flow, execTime: minutes(-180) }, 'succeeded', 'succeeded')
      expect(stopReason(flow, { history: before, nextKey: cursorOf(5n) }, chainTimeAt(now))).toEqual({
        rule: 'unansweredQuery',
        run: { number: 8, time: flow.execTime },
        flowIds: [],
      })
      expect(stopReason(flow, before, chainTimeAt(now))?.run).toEqual({ number: null, time: flow.execTime })
      expect(stopReason(flow, whole([]), chainTimeAt(now))).toMatchObject({
        rule: 'unansweredQuery',
        run: { number: 1 },
      })
    }
    const withoutQuery = flowOf({ ...over, conditions: { comparisons: [comparison] } })
    const before = runsOf({ ...withoutQuery, execTime: minutes(-180) }, 'succeeded')
    expect(stopReason(withoutQuery, before, chainTimeAt(now))?.rule).toBe('unknown')
  })

  test('unansweredQuery: does not call a repeated query dead if a relayer has answered it before', () => {
    const repeated = { ...query, timeoutPolicy: 'RETRY_QUERY_REQUEST' }
    const flow = flowOf({ ...over, conditions: { comparisons: [{ ...comparison, icqConfig: repeated }] } })
    const before = runsOf({ ...flow, execTime: minutes(-180) }, 'succeeded')
    const answered = before.map(entry => ({ ...entry, queryResponses: ['NDk='] }))
    const reasonOf = (runs: typeof before) => stopReason(flow, whole(runs), chainTimeAt(now))
    expect(reasonOf(before)).toMatchObject({ rule: 'unansweredQuery', deadQuery: 'queryRepeated' })
    expect(reasonOf(answered)).toMatchObject({ rule: 'unansweredQuery' })
    expect(reasonOf(answered)).not.toHaveProperty('deadQuery')
  })

  test('returns null while the query can still be answered', () => {
    const patient = { ...query, timeoutDuration: '7201s' }
    const flow = flowOf({ ...over, conditions: { comparisons: [{ ...comparison, icqConfig: patient }] } })
    expect(stopReason(flow, whole([]), chainTimeAt(now))).toBeNull()
    expect(stopReason(flow, whole([]), chainTimeAt(now + 1_000))?.rule).toBe('unansweredQuery')
    const both = flowOf({ ...flow, conditions: { ...flow.conditions, feedbackLoops: [{ ...loop, icqConfig: query }] } })
    expect(stopReason(both, whole([]), chainTimeAt(now))).toBeNull()
  })
})

describe('unknown reasons', () => {
  test('the reason is unknown if the flow was changed after its last run, unless it could not pay', () => {
    const configuration = { stopOnSuccess: true }
    const changed = flowOf({ ...over, configuration, updateHistory: [minutes(-60)] })
    const changedBefore = flowOf({ ...over, configuration, updateHistory: [minutes(-150)] })
    expect(stopReason(changed, runsOf(changed, 'succeeded'), chainTimeAt(now))?.rule).toBe('unknown')
    expect(stopReason(changedBefore, runsOf(changedBefore, 'succeeded'), chainTimeAt(now))?.rule).toBe('stopOnSuccess')
    expect(stopReason(changed, runsOf(changed, 'unpaid'), chainTimeAt(now))?.rule).toBe('feeBalanceTooLow')
  })

  test('the reason is unknown if the entries are newer than the flow, or if there are no entries', () => {
    const flow = flowOf({ ...over, configuration: { stopOnSuccess: true } })
    for (const outcome of ['succeeded', 'unpaid'] as const) {
      const newer = [entryOf({ scheduledExecTime: minutes(-60), actualExecTime: minutes(-59), ...went[outcome] })]
      expect(stopReason(flow, newer, chainTimeAt(now))?.rule).toBe('unknown')
    }
    expect(stopReason(flow, [], chainTimeAt(now))).toEqual({ rule: 'unknown', run: null, flowIds: [] })
  })
})

describe('the rules of earlier releases', () => {
  const onSuccess = { configuration: { stopOnSuccess: true } }
  const onFailure = { configuration: { stopOnFailure: true } }
  const withQuery = { conditions: { comparisons: [{ ...comparison, icqConfig: query }] } }
  const dependent = { conditions: { stopOnFailureOf: ['7'], skipOnSuccessOf: ['8'] } }

  test.each([
    ['a sent run', '1.0.5', { ...interchain }, ['sent', 'succeeded'], 'sentRun'],
    ['a sent run of a flow with a query', '1.0.5', { ...interchain, ...withQuery }, ['sent', 'succeeded'], 'unknown'],
    ['a run that could not be sent', '1.0.5', { ...interchain }, ['failed', 'succeeded'], 'unknown'],
    ['a skip after a sent run', 'legacy', { ...interchain, ...dependent }, ['skipped', 'sent'], 'stopOnFailureOf'],
    ['a sent run', 'current', { ...interchain }, ['sent', 'succeeded'], 'unknown'],
    ['an unacknowledged run', '1.0.7', { ...interchain }, ['succeeded', 'sent'], 'unacknowledgedRun'],
    ['an unacknowledged run', 'legacy', { ...interchain }, ['succeeded', 'sent'], 'unknown'],
    [
      'a success after a failure there',
      'legacy',
      { ...interchain, ...onSuccess },
      ['succeeded', 'failedThere'],
      'stopOnSuccess',
    ],
    [
      'a success after a failure there',
      'current',
      { ...interchain, ...onSuccess },
      ['succeeded', 'failedThere'],
      'unknown',
    ],
    ['a failure before the last run', '1.0.7', onFailure, ['succeeded', 'failed'], 'stopOnFailure'],
    ['a failure before the last run', 'current', onFailure, ['succeeded', 'failed'], 'unknown'],
  ] as const)('%s with the rules %s', (_, release, changes, outcomes, rule) => {
    const flow = flowOf({ ...over, ...changes })
    expect(stopReason(flow, whole(runsOf(flow, ...outcomes)), chainTimeAt(now), release)?.rule).toBe(rule)
  })
})
