import { expect, test } from 'vitest'
import { flowOf, minutes, now } from '../../test/flows.js'
import {
  expectedFailures,
  type FlowForecast,
  type ForecastRisk,
  isExpectedFailure,
  soonestFailures,
} from '../forecast.js'

test.each<[Pick<ForecastRisk, 'kind' | 'certainty'>, boolean]>([
  [{ kind: 'feeBalanceTooLow', certainty: 'certain' }, true],
  [{ kind: 'messageFunds', certainty: 'likely' }, true],
  [{ kind: 'otherChain', certainty: 'unknown' }, false],
  [{ kind: 'conditionsNotMet', certainty: 'certain' }, false],
  [{ kind: 'stopped', certainty: 'certain' }, false],
])('isExpectedFailure: %j is %s', (risk, expected) => {
  expect(isExpectedFailure({ ...risk, at: '2026-11-23T12:00:00Z', run: 1 })).toBe(expected)
})

function forecastWith(id: string, risks: readonly (Pick<ForecastRisk, 'kind' | 'certainty'> & { in: number })[]) {
  const flow = flowOf({ id })
  const empty = { funds: null, runs: [], stranded: [], assumptions: [] }
  return {
    ...empty,
    flow,
    nextRun: 'atRisk',
    risks: risks.map(({ in: from, ...risk }, index) => ({ ...risk, at: minutes(from), run: index + 1 })),
  } satisfies FlowForecast
}

const soon = forecastWith('1', [
  { kind: 'conditionsNotMet', certainty: 'likely', in: 5 },
  { kind: 'messageFunds', certainty: 'likely', in: 10 },
  { kind: 'feeBalanceTooLow', certainty: 'certain', in: 60 },
])
const sooner = forecastWith('2', [{ kind: 'agentFee', certainty: 'certain', in: 2 }])
const fine = forecastWith('3', [{ kind: 'otherChain', certainty: 'unknown', in: 1 }])

test('expectedFailures: returns the failures until a time', () => {
  expect(expectedFailures(soon).map(({ kind }) => kind)).toEqual(['messageFunds', 'feeBalanceTooLow'])
  expect(expectedFailures(soon, now + 10 * 60_000).map(({ kind }) => kind)).toEqual(['messageFunds'])
})

test('soonestFailures: sorts forecasts by their first failure, and omits those without one', () => {
  const found = soonestFailures([soon, sooner, fine])
  expect(found.map(({ forecast, failure }) => [forecast.flow.id, failure.kind])).toEqual([
    ['2', 'agentFee'],
    ['1', 'messageFunds'],
  ])
  expect(soonestFailures([soon, sooner, fine], now + 9 * 60_000)).toHaveLength(1)
})
