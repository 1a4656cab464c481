import { clockTime } from '../convert.js'
import type { FlowForecast, ForecastRisk, ForecastRiskKind } from './result.js'

/**
 * Returns whether a risk is an expected failure of a run. Other risks skip a run or end the flow, or they can't be checked.
 *
 * @example
 * const failures = forecast.risks.filter(isExpectedFailure)
 */
export function isExpectedFailure({ kind, certainty }: ForecastRisk): boolean {
  return certainty !== 'unknown' && !harmless.has(kind)
}

/** A forecast with an expected failure. */
export interface ForecastFailure {
  /** The forecast that contains the failure. */
  forecast: FlowForecast
  /** The first expected failure. */
  failure: ForecastRisk
}

/** Returns the expected failures of a flow's runs until this time, soonest first. `until` is in milliseconds since 1970. */
export function expectedFailures({ risks }: FlowForecast, until = Number.POSITIVE_INFINITY): ForecastRisk[] {
  return risks.filter(risk => isExpectedFailure(risk) && clockTime(risk.at) <= until)
}

/**
 * Returns the forecasts that contain an expected failure until this time, soonest failure first.
 *
 * @param until milliseconds since 1970. Default: no limit
 * @example
 * for (const { forecast, failure } of soonestFailures(forecasts)) console.log(forecast.flow.id, failure.at)
 */
export function soonestFailures(forecasts: readonly FlowForecast[], until?: number): ForecastFailure[] {
  return forecasts
    .flatMap((forecast): ForecastFailure[] => {
      const [failure] = expectedFailures(forecast, until)
      return failure ? [{ forecast, failure }] : []
    })
    .sort((one, other) => clockTime(one.failure.at) - clockTime(other.failure.at))
}

/** The risks that don't make a run fail. */
const harmless: ReadonlySet<ForecastRiskKind> = new Set([
  'stopped',
  'conditionInput',
  'conditionsNotMet',
  'dependency',
  'unansweredRun',
])
