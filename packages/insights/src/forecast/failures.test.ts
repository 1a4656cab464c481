import { expect, test } from 'vitest'
import { flowOf, minutes, now } from '../../../core/test/flows.js'
import { forecastWith, type RiskIn, stopIn } from '../../test/forecasts.js'
import type { FlowHealth } from '../index.js'
import { type ExpectedFailure, expectedFailures, reportedFailures } from './index.js'

const messageFunds: RiskIn = { kind: 'messageFunds', certainty: 'likely', in: 10 }
const feeBalanceTooLow: RiskIn = { kind: 'feeBalanceTooLow', certainty: 'certain', in: 60 }
const conditionsNotMet: RiskIn = { kind: 'conditionsNotMet', certainty: 'likely', in: 5 }

test.each<[string, RiskIn, boolean]>([
  ['a fee that can’t be paid', feeBalanceTooLow, true],
  ['too few coins', messageFunds, true],
  ['an unknown balance', { kind: 'otherChain', certainty: 'unknown', in: 5 }, false],
  ['a skipped run', conditionsNotMet, false],
  ['a flow that has stopped', { kind: 'stopped', certainty: 'certain', in: 5 }, false],
])('expectedFailures: whether %s is a failure', (_, risk, expected) => {
  expect(expectedFailures(forecastWith([risk]))).toHaveLength(expected ? 1 : 0)
})

test('expectedFailures: returns the failures until a time, soonest first', () => {
  const forecast = forecastWith([conditionsNotMet, messageFunds, feeBalanceTooLow], { stop: stopIn(60) })
  expect(expectedFailures(forecast)).toMatchObject([
    { risk: { kind: 'messageFunds' }, at: minutes(10), stops: false },
    { risk: { kind: 'feeBalanceTooLow' }, at: minutes(60), stops: true },
  ])
  expect(expectedFailures(forecast, now + 10 * 60_000)).toMatchObject([{ risk: { kind: 'messageFunds' } }])
})

test('expectedFailures: contains a stop after skipped runs, but none that the owner chose', () => {
  const skips = forecastWith([conditionsNotMet], { stop: stopIn(65, 'skipped') })
  expect(expectedFailures(skips)).toMatchObject([{ risk: { kind: 'conditionsNotMet' }, at: minutes(65), stops: true }])

  const onSuccess = flowOf({ configuration: { stopOnSuccess: true } })
  expect(expectedFailures({ ...skips, flow: onSuccess })).toEqual([])
  expect(expectedFailures(forecastWith([], { flow: onSuccess, stop: stopIn(5, 'succeeded') }))).toEqual([])

  const dependency: RiskIn = { kind: 'dependency', certainty: 'likely', flowIds: ['2'], in: 5 }
  const onFailureOf = flowOf({ conditions: { stopOnFailureOf: ['2'] } })
  const stopped = forecastWith([dependency], { stop: stopIn(5, 'skipped') })
  expect(expectedFailures({ ...stopped, flow: onFailureOf })).toEqual([])
  expect(expectedFailures({ ...stopped, flow: flowOf({ conditions: { skipOnFailureOf: ['2'] } }) })).toHaveLength(1)
})

const healthy: FlowHealth = { state: 'healthy', since: { number: 1, time: minutes(-30) }, orEarlier: false }
const failing: FlowHealth = {
  ...healthy,
  state: 'failing',
  failedRun: healthy.since,
  failures: 1,
  cause: 'other',
  message: null,
  unclear: [],
}
const inMinutes = (certainty: 'certain' | 'likely', stops: boolean, due: number): ExpectedFailure => {
  const [failure] = expectedFailures(forecastWith([{ kind: 'messageFunds', certainty, in: due }]))
  return failure ? { ...failure, stops } : expect.fail()
}
const [failure, later] = [inMinutes('likely', false, 5), inMinutes('certain', false, 15)]
const stop = inMinutes('certain', true, 20)

test.each<[string, FlowHealth, ExpectedFailure[], ReturnType<typeof reportedFailures>]>([
  ['the soonest failure', healthy, [failure, later], { failure, stop: null }],
  ['the soonest failure, and a later stop', healthy, [failure, later, stop], { failure, stop }],
  ['a stop that comes first', healthy, [stop], { failure: stop, stop }],
  ['only the stop of a failing flow', failing, [failure, stop], { failure: stop, stop }],
  ['a failure of a failing flow that continues', failing, [failure, later], { failure, stop: null }],
  ['nothing', healthy, [], { failure: null, stop: null }],
])('reportedFailures: returns %s', (_, health, failures, expected) => {
  expect(reportedFailures(failures, health)).toEqual(expected)
})

test('expectedFailures: of several failures of one run, a certain one is first', () => {
  const risks: RiskIn[] = [messageFunds, { kind: 'grantExpires', certainty: 'certain', in: 10 }, conditionsNotMet]
  expect(expectedFailures(forecastWith(risks)).map(({ risk }) => risk.kind)).toEqual(['grantExpires', 'messageFunds'])
})

test('expectedFailures: contains a stop at a later run than the first one with this failure', () => {
  const conditionsFail: RiskIn = { kind: 'conditionsFail', certainty: 'likely', in: 5 }
  const forecast = forecastWith([conditionsFail], { stop: stopIn(65) })
  expect(expectedFailures(forecast)).toMatchObject([
    { risk: { kind: 'conditionsFail' }, at: minutes(5), stops: false },
    { risk: { kind: 'conditionsFail' }, at: minutes(65), stops: true },
  ])
})
