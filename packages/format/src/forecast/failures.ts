import type { ExpectedFailure, FlowForecast, ForecastRisk } from '@flow-query/insights/forecast'
import { type ExplainRiskOptions, explainRisk, nameRun, type RiskExplanation } from './risk.js'

/**
 * Explains the soonest failure of a flow, and a later failure that stops it.
 *
 * @example
 * const { sentence, remedy } = explainFailures({ failure, stop }, forecast, { now: Date.now() })
 */
export function explainFailures(
  { failure, stop }: { failure: ExpectedFailure; stop: ExpectedFailure | null },
  forecast: FlowForecast,
  options: ExplainRiskOptions = {},
): RiskExplanation {
  const first = explainRisk(failure.risk, forecast, options)
  if (!stop) return first
  // The explanation is about the first run with this cause, but a later one stops the flow.
  if (stop.risk.kind === failure.risk.kind && stop.at !== stop.risk.at)
    return { ...first, sentence: first.sentence + describeLaterStop(forecast, options) }
  if (failure.stops) return first
  const last = explainRisk(stop.risk, forecast, options)
  const texts = [first.sentence, first.remedy, last.sentence]
  return {
    sentence: texts.filter(text => text !== null).join(' '),
    // Two amounts for one account would look like two payments.
    remedy: isSameAccount(failure.risk, stop.risk) ? null : last.remedy,
  }
}

/** The explanation of a skip already contains the stop. */
function describeLaterStop({ flow, stop }: FlowForecast, { timeZone }: ExplainRiskOptions): string {
  if (!stop || stop.outcome === 'skipped') return ''
  return ` The flow is likely to stop for good at ${nameRun(stop, flow, timeZone)}.`
}

function isSameAccount(one: ForecastRisk, other: ForecastRisk): boolean {
  const areKnown = one.missing !== undefined && other.missing !== undefined
  return areKnown && one.address === other.address && one.missing?.denom === other.missing?.denom
}
