import type { Flow } from '@flow-query/core'
import { type FlowForecast, nextFailures as failuresOf } from '@flow-query/core/forecast'
import { describeRisk, explainRisk } from '@flow-query/format'
import type { CheckOrder } from './checks'

/** A flow that is expected to fail. */
export interface NextFailure {
  flow: Flow
  /** The time of the run, in RFC 3339 format. */
  at: string
  tone: 'atRisk' | 'willFail'
  /** For example `Will fail: the fee can’t be paid`. */
  text: string
  /** The cause and the remedy. */
  sentence: string
}

/** Returns the flows that are expected to fail, soonest first. */
export function nextFailures(forecasts: readonly FlowForecast[]): NextFailure[] {
  return failuresOf(forecasts).map(({ forecast, failure: { risk, at } }) => {
    const { sentence, remedy } = explainRisk(risk, forecast)
    return {
      flow: forecast.flow,
      at,
      tone: risk.certainty === 'certain' ? 'willFail' : 'atRisk',
      text: describeRisk(risk),
      sentence: remedy === null ? sentence : `${sentence} ${remedy}`,
    }
  })
}

/** The most flows in a list of failures. */
export const maxFailureRows = 5

/** The number of flows whose forecast a page shows. A forecast takes about three requests. */
export const maxForecasts = 50

export interface ForecastChecks {
  /** The flows to forecast. Null while the forecasts must wait. */
  flows: readonly Flow[] | null
  /** The number of all running flows, or null while the chain is loading. */
  total: number | null
}

/**
 * Selects the running flows whose next runs are due soonest. It keeps the flows of the previous selection while they are running,
 * because a new selection after each run would cause many requests.
 */
export function forecastChecks(
  { toForecast, complete, isRestoring }: CheckOrder,
  before: ForecastChecks | undefined,
): ForecastChecks {
  if (isRestoring) return { flows: null, total: null }
  const total = complete ? toForecast.length : null
  const flowsBefore = before?.flows ?? []
  // The selection of a chain that was still loading is replaced once.
  const isKept = before !== undefined && (before.total === null) === (total === null)
  const kept = new Set(isKept ? flowsBefore.map(({ id }) => id) : [])
  const selected = [
    ...(kept.size > 0 ? toForecast.filter(({ id }) => kept.has(id)) : []),
    ...toForecast.slice(0, maxForecasts).filter(({ id }) => !kept.has(id)),
  ]
    .slice(0, maxForecasts)
    .sort((one, other) => Number(one.id) - Number(other.id))
  const isSame =
    before?.flows?.length === selected.length &&
    before.total === total &&
    selected.every((flow, index) => flow === flowsBefore[index])
  return isSame ? before : { flows: selected, total }
}
