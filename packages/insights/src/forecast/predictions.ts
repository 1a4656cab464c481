import { lateStops } from './forecast-flows.js'
import type { FlowForecast, ForecastRun } from './result.js'

/**
 * The expected result of a run:
 * - `willFail`: the run will fail
 * - `likelyToFail`: the run will probably fail or be skipped, or its fee can't be collected
 * - `atRisk`: there is a risk, but the outcome is unknown, or the run is the last one
 * - `likely`: the run will probably succeed
 * - `unknown`: the outcome can't be predicted
 */
export type PredictionName = 'willFail' | 'likelyToFail' | 'atRisk' | 'likely' | 'unknown'

export interface Prediction {
  run: ForecastRun
  name: PredictionName
  /** The probability that the run succeeds, from 0 to 1, or null for `unknown`. */
  successProbability: number | null
}

/** These numbers are chosen, not measured. The accuracy of recorded forecasts is compared with them. */
const successProbabilities: Record<PredictionName, number | null> = {
  willFail: 0,
  likelyToFail: 0.05,
  atRisk: 0.5,
  likely: 0.95,
  unknown: null,
}

/**
 * Returns what a forecast says about each run, as a word and as a probability, so that you can compare it later with the outcome.
 *
 * @example
 * for (const { run, name } of predictions(forecast)) console.log(run.time, name)
 */
export function predictions(forecast: FlowForecast): Prediction[] {
  return forecast.runs.map(run => {
    const name = run.time === forecast.flow.execTime ? nameNextRun(forecast, run) : nameLaterRun(forecast, run)
    return { run, name, successProbability: successProbabilities[name] }
  })
}

function nameNextRun({ nextRun }: FlowForecast, { outcome }: ForecastRun): PredictionName {
  if (nextRun === 'none') return 'unknown'
  if (nextRun !== 'atRisk') return nextRun
  return outcome === 'succeeded' || outcome === 'unknown' ? 'atRisk' : 'likelyToFail'
}

/** A risk contains only its first run. If later runs fail for the same cause, no risk mentions them. */
function nameLaterRun({ risks }: FlowForecast, { time, outcome }: ForecastRun): PredictionName {
  if (outcome === 'unknown') return 'unknown'
  const own = risks.filter(({ at, kind }) => at === time && kind !== 'conditionInput')
  if (outcome === 'succeeded') return own.length === 0 ? 'likely' : 'atRisk'
  const isCertain = own.some(({ kind, certainty }) => certainty === 'certain' && !lateStops.some(stop => stop === kind))
  return outcome === 'failed' && isCertain ? 'willFail' : 'likelyToFail'
}
