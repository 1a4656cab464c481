import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { flowOf, minutes, now, runsOf, type went } from '../../../core/test/flows.js'
import { forecastWith, type RiskIn, stopIn } from '../../test/forecasts.js'
import type { FlowForecast } from '../forecast/index.js'
import { compareVerdicts, type FlowVerdict, flowVerdict } from '../index.js'

const flow = flowOf()
const day = 24 * 60
const time = chainTimeAt(now)

/** Returns a whole history. The newest run was half an hour ago. */
function runs(...newestFirst: (keyof typeof went)[]) {
  return { history: runsOf({ ...flow, execTime: minutes(-30) }, ...newestFirst), nextKey: null }
}

const poor: RiskIn = { kind: 'feeBalanceTooLow', certainty: 'certain', in: 30 }
const short: RiskIn = { kind: 'messageFunds', certainty: 'likely', in: 30 }
const again: RiskIn = { kind: 'failsAgain', certainty: 'likely', in: 30 }
const dryRun: RiskIn = { kind: 'dryRunFailed', certainty: 'likely', in: 30, message: 'validator does not exist' }
const unmet: RiskIn = { kind: 'conditionsNotMet', certainty: 'likely', in: 30 }
const late = (risk: RiskIn, from: number): RiskIn => ({ ...risk, in: from })

test('a stop that follows a failure on another chain counts with this failure', () => {
  const weekly = flowOf({ interval: '604800s' })
  const stop: RiskIn = { kind: 'stopsAfterFailure', certainty: 'likely', in: 30 + 21 * day }
  const after = { flow: weekly, stop: stopIn(30 + 21 * day) }
  const verdictOf = (...risks: RiskIn[]) => flowVerdict(weekly, runs('succeeded'), forecastWith(risks, after), time)
  expect(verdictOf(late(short, 30 + 14 * day), stop)).toMatchObject({
    state: 'willStop',
    failure: { risk: { kind: 'messageFunds' }, stops: false },
    stop: { risk: { kind: 'stopsAfterFailure' } },
  })
  expect(verdictOf(late(short, 30 + 15 * day), stop).state).toBe('healthy')
})

describe('the worse of health and forecast', () => {
  const table: [string, (keyof typeof went)[], FlowForecast | null, Pick<FlowVerdict, 'state' | 'needsAttention'>][] = [
    ['only successes, no forecast', ['succeeded'], null, { state: 'healthy', needsAttention: false }],
    ['only successes, likely to continue', ['succeeded'], forecastWith(), { state: 'healthy', needsAttention: false }],
    [
      'can’t be paid',
      ['succeeded'],
      forecastWith([poor], { stop: stopIn(30) }),
      { state: 'willStop', needsAttention: true },
    ],
    ['can’t pay its last run', ['succeeded'], forecastWith([poor]), { state: 'willFail', needsAttention: true }],
    ['too few coins', ['succeeded'], forecastWith([short]), { state: 'willFail', needsAttention: true }],
    [
      'too few coins, and stops on failure',
      ['succeeded'],
      forecastWith([short], { stop: stopIn(30) }),
      { state: 'willStop', needsAttention: true },
    ],
    ['a failed dry run', ['succeeded'], forecastWith([dryRun]), { state: 'willFail', needsAttention: true }],
    ['never ran, and will fail', [], forecastWith([short]), { state: 'willFail', needsAttention: true }],
    ['fails, and will fail again', ['failed'], forecastWith([again]), { state: 'failing', needsAttention: true }],
    [
      'fails, and can’t be paid',
      ['failed'],
      forecastWith([poor], { stop: stopIn(30) }),
      { state: 'willStop', needsAttention: true },
    ],
    ['fails, but will succeed', ['failed'], forecastWith(), { state: 'failing', needsAttention: true }],
    ['will be skipped', ['succeeded'], forecastWith([unmet]), { state: 'healthy', needsAttention: false }],
    [
      'will be skipped again',
      ['skipped'],
      forecastWith([unmet], { stop: stopIn(30, 'skipped') }),
      { state: 'willStop', needsAttention: true },
    ],
    [
      'stops on success',
      ['succeeded'],
      forecastWith([], { stop: stopIn(30, 'succeeded') }),
      { state: 'healthy', needsAttention: false },
    ],
    [
      'unknown',
      ['succeeded'],
      forecastWith([{ kind: 'otherChain', certainty: 'unknown', in: 30 }]),
      { state: 'healthy', needsAttention: false },
    ],
    [
      'money for a day',
      ['succeeded'],
      forecastWith([late(poor, day + 90)], { stop: stopIn(day + 90) }),
      { state: 'healthy', needsAttention: false },
    ],
    [
      'stops at the end of the day',
      ['succeeded'],
      forecastWith([late(poor, day)], { stop: stopIn(day) }),
      { state: 'willStop', needsAttention: true },
    ],
    [
      'fails soon, and stops later',
      ['succeeded'],
      forecastWith([short, late(poor, 90)], { stop: stopIn(90) }),
      { state: 'willStop', needsAttention: true },
    ],
    [
      'fails, and will stop although its next run may succeed',
      ['failed'],
      forecastWith([{ kind: 'stopsAfterFailure', certainty: 'certain', in: 30 }], { stop: stopIn(30, 'succeeded') }),
      { state: 'willStop', needsAttention: true },
    ],
  ]
  test.each(table)('%s', (_, history, forecast, expected) => {
    expect(flowVerdict(flow, runs(...history), forecast, time)).toMatchObject(expected)
  })
})

test('a failure counts until the third run of a flow that runs rarely', () => {
  const weekly = flowOf({ interval: `${7 * 86_400}s` })
  const verdictAt = (days: number) =>
    flowVerdict(weekly, runs('succeeded'), forecastWith([late(poor, 30 + days * day)], { flow: weekly }), time).state
  expect([verdictAt(14), verdictAt(21)]).toEqual(['willFail', 'healthy'])
})

test('contains the health, the results and the failure', () => {
  const forecast = forecastWith([late(short, 60), poor], { stop: stopIn(30) })
  expect(flowVerdict(flow, runs('succeeded', 'skipped', 'feeNotCollected', 'failed'), forecast, time)).toMatchObject({
    flow,
    health: { state: 'healthy' },
    results: { attempted: 3, succeeded: 2, isWhole: true },
    forecast,
    failure: { risk: { kind: 'feeBalanceTooLow' }, at: minutes(30), stops: true },
    stop: { risk: { kind: 'feeBalanceTooLow' }, at: minutes(30), stops: true },
  })
})

test('contains a payment that fails in a minute, and that the flow stops in 13 minutes', () => {
  const forecast = forecastWith([late(short, 1), late(poor, 13)], { stop: stopIn(13) })
  expect(flowVerdict(flow, runs('succeeded'), forecast, time)).toMatchObject({
    state: 'willStop',
    failure: { risk: { kind: 'messageFunds' }, at: minutes(1), stops: false },
    stop: { risk: { kind: 'feeBalanceTooLow' }, at: minutes(13), stops: true },
  })
})

test('ignores a forecast from before the newest run', () => {
  const ran = { ...flow, execTime: minutes(90) }
  expect(flowVerdict(ran, runs('succeeded'), forecastWith([poor]), time)).toMatchObject({
    state: 'healthy',
    forecast: null,
    failure: null,
    stop: null,
  })
})

test('the forecast determines the verdict if the runs are unknown', () => {
  expect(flowVerdict(flow, null, null, time)).toMatchObject({ state: 'unknown', results: null })
  expect(flowVerdict(flow, null, forecastWith([poor]), time)).toMatchObject({ state: 'willFail', needsAttention: true })
})

test('compareVerdicts sorts the worst flow first, regardless of the initial order', () => {
  const ended = flowOf({ execTime: minutes(-60), endTime: minutes(-60) })
  const endedWith = (outcome: 'failed' | 'succeeded') =>
    flowVerdict(ended, { history: runsOf(ended, outcome), nextKey: null }, null, time)
  const worstFirst = {
    'stops soon': flowVerdict(flow, runs('succeeded'), forecastWith([poor], { stop: stopIn(30) }), time),
    'fails soon, and stops': flowVerdict(
      flow,
      runs('succeeded'),
      forecastWith([late(short, 60), late(poor, 120)], { stop: stopIn(120) }),
      time,
    ),
    'stops later': flowVerdict(flow, runs('failed'), forecastWith([late(poor, 90)], { stop: stopIn(90) }), time),
    'failing for long': flowVerdict(flow, runs('failed', 'failed'), forecastWith([again]), time),
    failing: flowVerdict(flow, runs('failed'), null, time),
    'fails soon': flowVerdict(flow, runs('succeeded'), forecastWith([short]), time),
    'fails later': flowVerdict(flow, runs('succeeded'), forecastWith([late(short, 90)]), time),
    'ended with a failure': endedWith('failed'),
    waiting: flowVerdict(flow, runs('skipped'), null, time),
    unknown: flowVerdict(flow, null, null, time),
    healthy: flowVerdict(flow, runs('succeeded'), forecastWith(), time),
    ended: endedWith('succeeded'),
  }
  const rows = Object.entries(worstFirst).map(([name, verdict]) => ({ name, verdict }))
  for (const given of [rows, rows.toReversed()])
    expect(given.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict)).map(({ name }) => name)).toEqual(
      Object.keys(worstFirst),
    )
})
