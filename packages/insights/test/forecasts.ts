import { flowOf, minutes } from '../../core/test/flows.js'
import type { FlowForecast, ForecastRisk } from '../src/forecast/index.js'

/** A risk of a run that is due in some minutes. */
export type RiskIn = Pick<ForecastRisk, 'kind' | 'certainty'> & Partial<ForecastRisk> & { in: number }

/** Creates a forecast with these risks. By default, the next run will probably succeed. */
export function forecastWith(risks: readonly RiskIn[] = [], changes: Partial<FlowForecast> = {}): FlowForecast {
  return {
    flow: flowOf(),
    nextRun: risks.length > 0 ? 'atRisk' : 'likely',
    risks: risks.map(({ in: from, ...risk }, index) => ({ at: minutes(from), run: index + 1, ...risk })),
    funds: null,
    runs: [],
    stop: null,
    stranded: [],
    assumptions: [],
    ...changes,
  }
}

/** The run that stops a flow in some minutes. */
export function stopIn(from: number, outcome: 'failed' | 'skipped' | 'succeeded' = 'failed'): FlowForecast['stop'] {
  return { number: 9, time: minutes(from), outcome }
}
