import { describe, expect, test } from 'vitest'
import { comparison, entryOf, flowOf, interchain, loop, minutes, now, query, runsOf, went } from '../../test/flows.js'
import type { FlowHistoryEntry } from '../index.js'
import { stopReason } from '../insights.js'
import { cursorOf } from '../scan/cursor.js'

/** Ran last two hours ago, and would have gone on for a month. */
const over = { execTime: minutes(-120) }

/** A newest page, of a history that begins with it. */
const whole = (history: FlowHistoryEntry[]) => ({ history, nextKey: null })

describe('null', () => {
  test.each([
    ['scheduled', { startTime: minutes(1), execTime: minutes(1) }],
    ['active', {}],
    ['over at its end', { execTime: minutes(-120), endTime: minutes(-90) }],
  ])('for a flow that is %s', (_, times) => {
    const flow = flowOf({ ...times, configuration: { stopOnSuccess: true } })
    expect(stopReason(flow, whole(runsOf(flow, 'succeeded')), now)).toBeNull()
    expect(stopReason(flow, [], now)).toBeNull()
  })
})

describe('its configuration', () => {
  test('stopOnSuccess, stopOnFailure: as the last run went', () => {
    const onSuccess = flowOf({ ...over, configuration: { stopOnSuccess: true } })
    const onFailure = flowOf({ ...over, configuration: { stopOnFailure: true } })
    expect(stopReason(onSuccess, runsOf(onSuccess, 'succeeded', 'failed'), now)?.rule).toBe('stopOnSuccess')
    expect(stopReason(onFailure, runsOf(onFailure, 'failed', 'succeeded'), now)?.rule).toBe('stopOnFailure')
    expect(stopReason(onSuccess, runsOf(onSuccess, 'failed', 'succeeded'), now)?.rule).toBe('unknown')
    expect(stopReason(onFailure, runsOf(onFailure, 'succeeded', 'succeeded'), now)?.rule).toBe('unknown')
  })

  test('both: the chain stops on neither', () => {
    const flow = flowOf({ ...over, configuration: { stopOnSuccess: true, stopOnFailure: true } })
    expect(stopReason(flow, runsOf(flow, 'succeeded', 'succeeded'), now)?.rule).toBe('unknown')
    expect(stopReason(flow, runsOf(flow, 'failed', 'succeeded'), now)?.rule).toBe('unknown')
  })

  test('stopOnFailure: what failed on another chain stops the flow one run later', () => {
    const flow = flowOf({ ...over, ...interchain, configuration: { stopOnFailure: true } })
    const history = runsOf(flow, 'failedThere', 'failedThere', 'succeeded')
    expect(stopReason(flow, whole(history), now)).toMatchObject({ rule: 'stopOnFailure', run: { number: 2 } })
    expect(stopReason(flow, whole(runsOf(flow, 'failedThere')), now)?.rule).toBe('unknown')
  })

  test('stopOnTimeout: the run that timed out, the last or the one before; else something else it was', () => {
    const flow = flowOf({ ...over, ...interchain, configuration: { stopOnTimeout: true } })
    const noticed = runsOf(flow, 'timedOut', 'succeeded')
    const noticedBefore = runsOf({ ...flow, execTime: minutes(-180) }, 'timedOut', 'succeeded')
    const noticedAfter = runsOf(flow, 'succeeded', 'timedOut')
    expect(stopReason(flow, whole(noticed), now)).toMatchObject({ rule: 'stopOnTimeout', run: { number: 2 } })
    expect(stopReason(flow, whole(noticedBefore), now)).toMatchObject({ rule: 'stopOnTimeout', run: { number: 2 } })
    expect(stopReason(flow, whole(noticedAfter), now)).toMatchObject({ rule: 'stopOnTimeout', run: { number: 1 } })
    expect(stopReason(flow, whole(runsOf(flow, 'succeeded', 'succeeded')), now)?.rule).toBe('unknown')
    const goesOn = flowOf({ ...over, ...interchain })
    expect(stopReason(goesOn, whole(noticed), now)?.rule).toBe('unknown')
  })
})

describe('another flow', () => {
  test('stopOnSuccessOf, stopOnFailureOf: one skip, and no run after it', () => {
    const onFailure = flowOf({ ...over, conditions: { stopOnFailureOf: ['7', '8'] } })
    expect(stopReason(onFailure, runsOf(onFailure, 'skipped', 'succeeded'), now)).toMatchObject({
      rule: 'stopOnFailureOf',
      flowIds: ['7', '8'],
    })
    expect(stopReason(onFailure, whole(runsOf(onFailure, 'skipped')), now)?.rule).toBe('stopOnFailureOf')
    const onEither = flowOf({ ...over, conditions: { stopOnFailureOf: ['7'], stopOnSuccessOf: ['7', '9'] } })
    expect(stopReason(onEither, runsOf(onEither, 'skipped', 'succeeded'), now)).toMatchObject({
      rule: 'conditions',
      flowIds: ['7', '9'],
    })
  })

  test('one skip stops nothing by itself', () => {
    const flow = flowOf({ ...over, conditions: { skipOnFailureOf: ['7'] } })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'succeeded'), now)).toMatchObject({ rule: 'unknown', flowIds: [] })
  })

  test('two skips in a row: what lets a run be skipped', () => {
    const flow = flowOf({ ...over, conditions: { skipOnSuccessOf: ['7'], stopOnFailureOf: ['8'] } })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'skipped', 'succeeded'), now)).toMatchObject({
      rule: 'skipOnSuccessOf',
      flowIds: ['7'],
    })
    const compares = flowOf({
      ...over,
      id: '4',
      conditions: { comparisons: [comparison, { ...comparison, flowId: '4' }, { ...comparison, flowId: '5' }] },
    })
    expect(stopReason(compares, runsOf(compares, 'skipped', 'skipped'), now)).toMatchObject({
      rule: 'comparisons',
      flowIds: ['5'],
    })
  })

  test('three skips in a row: on such a chain, skips do not stop a flow', () => {
    const flow = flowOf({ ...over, conditions: { skipOnSuccessOf: ['7'], stopOnFailureOf: ['8'] } })
    const history = runsOf(flow, 'skipped', 'skipped', 'skipped', 'succeeded')
    expect(stopReason(flow, history, now)).toMatchObject({ rule: 'stopOnFailureOf', flowIds: ['8'] })
    expect(stopReason(flow, history.slice(0, 3), now)?.rule).toBe('stopOnFailureOf')
  })

  test('a skip after a query was answered is a result: the flow goes on', () => {
    const flow = flowOf({ ...over, conditions: { comparisons: [{ ...comparison, icqConfig: query }] } })
    const answered = runsOf(flow, 'skipped', 'skipped', 'succeeded').map(entry => ({
      ...entry,
      queryResponses: ['NDk='],
    }))
    expect(stopReason(flow, answered, now)).toMatchObject({ rule: 'unknown', flowIds: [] })
  })

  test('unknown where too few entries are given to tell one from the other', () => {
    const flow = flowOf({ ...over, conditions: { skipOnSuccessOf: ['7'], stopOnFailureOf: ['8'] } })
    expect(stopReason(flow, runsOf(flow, 'skipped'), now)).toMatchObject({ rule: 'unknown', flowIds: [] })
    expect(stopReason(flow, runsOf(flow, 'skipped', 'skipped'), now)?.rule).toBe('unknown')
    expect(stopReason(flow, whole(runsOf(flow, 'skipped', 'skipped')), now)?.rule).toBe('skipOnSuccessOf')
  })
})

describe('another chain', () => {
  test('unansweredRun: the run before the last had no answer when that was due', () => {
    const flow = flowOf({ ...over, ...interchain })
    for (const last of ['succeeded', 'failedThere', 'timedOut', 'sent', 'skipped'] as const)
      expect(stopReason(flow, whole(runsOf(flow, last, 'sent', 'succeeded')), now)).toMatchObject({
        rule: 'unansweredRun',
        run: { number: 2 },
      })
  })

  test('unknown where a flow stopped by another looks the same', () => {
    const flow = flowOf({ ...over, ...interchain, conditions: { stopOnFailureOf: ['7'] } })
    expect(stopReason(flow, whole(runsOf(flow, 'skipped', 'sent')), now)?.rule).toBe('unknown')
  })

  test('unansweredQuery: a run that was due and left no entry', () => {
    const asks = [
      flowOf({ ...over, conditions: { comparisons: [{ ...comparison, icqConfig: query }] } }),
      flowOf({ ...over, conditions: { feedbackLoops: [{ ...loop, icqConfig: query }] } }),
    ]
    for (const flow of asks) {
      const before = runsOf({ ...flow, execTime: minutes(-180) }, 'succeeded', 'succeeded')
      expect(stopReason(flow, { history: before, nextKey: cursorOf(5n) }, now)).toEqual({
        rule: 'unansweredQuery',
        run: { number: 8, time: flow.execTime },
        flowIds: [],
      })
      expect(stopReason(flow, before, now)?.run).toEqual({ number: null, time: flow.execTime })
      expect(stopReason(flow, whole([]), now)).toMatchObject({ rule: 'unansweredQuery', run: { number: 1 } })
    }
    const asksNothing = flowOf({ ...over, conditions: { comparisons: [comparison] } })
    const before = runsOf({ ...asksNothing, execTime: minutes(-180) }, 'succeeded')
    expect(stopReason(asksNothing, before, now)?.rule).toBe('unknown')
  })

  test('null while the query may still be answered', () => {
    const patient = { ...query, timeoutDuration: '7201s' }
    const flow = flowOf({ ...over, conditions: { comparisons: [{ ...comparison, icqConfig: patient }] } })
    expect(stopReason(flow, whole([]), now)).toBeNull()
    expect(stopReason(flow, whole([]), now + 1_000)?.rule).toBe('unansweredQuery')
  })
})

describe('unknown', () => {
  test('rather than judged by rules that came after the last run; fees are no rule of the flow', () => {
    const configuration = { stopOnSuccess: true }
    const changed = flowOf({ ...over, configuration, updateHistory: [minutes(-60)] })
    const changedBefore = flowOf({ ...over, configuration, updateHistory: [minutes(-150)] })
    expect(stopReason(changed, runsOf(changed, 'succeeded'), now)?.rule).toBe('unknown')
    expect(stopReason(changedBefore, runsOf(changedBefore, 'succeeded'), now)?.rule).toBe('stopOnSuccess')
    expect(stopReason(changed, runsOf(changed, 'unpaid'), now)?.rule).toBe('feeBalanceTooLow')
  })

  test('when the entries are newer than the flow, and when there are none', () => {
    const flow = flowOf({ ...over, configuration: { stopOnSuccess: true } })
    const newer = [entryOf({ scheduledExecTime: minutes(-60), actualExecTime: minutes(-59), ...went.succeeded })]
    expect(stopReason(flow, newer, now)?.rule).toBe('unknown')
    expect(stopReason(flow, [], now)).toEqual({ rule: 'unknown', run: null, flowIds: [] })
  })
})
