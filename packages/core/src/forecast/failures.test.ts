import { expect, test } from 'vitest'
import { type ForecastRisk, isExpectedFailure } from '../forecast.js'

test.each<[Pick<ForecastRisk, 'kind' | 'certainty'>, boolean]>([
  [{ kind: 'feeBalanceTooLow', certainty: 'certain' }, true],
  [{ kind: 'messageFunds', certainty: 'likely' }, true],
  [{ kind: 'otherChain', certainty: 'unknown' }, false],
  [{ kind: 'conditionsNotMet', certainty: 'certain' }, false],
  [{ kind: 'stopped', certainty: 'certain' }, false],
])('isExpectedFailure: %j is %s', (risk, expected) => {
  expect(isExpectedFailure({ ...risk, at: '2026-11-23T12:00:00Z', run: 1 })).toBe(expected)
})
