import type { ForecastRisk, ForecastRiskKind } from './result.js'

/**
 * Returns whether a risk is an expected failure of a run. Other risks skip a run or end the flow, or they can't be checked.
 *
 * @example
 * const [failure] = forecast.risks.filter(isExpectedFailure)
 */
export function isExpectedFailure({ kind, certainty }: ForecastRisk): boolean {
  return certainty !== 'unknown' && !harmless.has(kind)
}

/** The risks that don't make a run fail. */
const harmless: ReadonlySet<ForecastRiskKind> = new Set([
  'stopped',
  'conditionInput',
  'conditionsNotMet',
  'dependency',
  'unansweredRun',
])
