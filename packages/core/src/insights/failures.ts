import { clockTime } from '../convert.js'
import type { FlowForecast, ForecastRisk, ForecastRiskKind } from '../forecast/result.js'
import type { FlowHealth } from './health.js'

/** A failure of a future run, or a stop that the flow's owner didn't choose. */
export interface ExpectedFailure {
  risk: ForecastRisk
  /** When the run is due, in RFC 3339 format. */
  at: string
  /** Whether the flow stops for good at this run. */
  stops: boolean
}

/**
 * Returns the failures that a forecast expects, soonest first. This includes stops that the owner didn't choose, for example after a second
 * skipped run.
 *
 * @param until milliseconds since 1970. Default: no limit
 */
export function expectedFailures(
  { flow, risks, stop }: FlowForecast,
  until: number = Number.POSITIVE_INFINITY,
): ExpectedFailure[] {
  const known = risks.filter(({ certainty }) => certainty !== 'unknown')
  const failures = known
    .filter(({ kind }) => !harmless.has(kind))
    .map(risk => ({ risk, at: risk.at, stops: risk.at === stop?.time }))
  const skip = stop?.outcome === 'skipped' ? known.findLast(risk => isUnwantedSkip(risk, flow)) : undefined
  if (stop && skip && !flow.configuration.stopOnSuccess) failures.push({ risk: skip, at: stop.time, stops: true })
  return failures
    .filter(({ at }) => clockTime(at) <= until)
    .sort((one, other) => clockTime(one.at) - clockTime(other.at))
}

/**
 * Returns the failure that {@link flowVerdict} reports. A certain failure comes before a likely one, and a stop before a failed run.
 * Among equal failures, the soonest comes first. If a flow is already failing, another failed run is no news, so a stop comes first.
 *
 * @param failures the result of {@link expectedFailures}
 */
export function worstFailure(failures: readonly ExpectedFailure[], { state }: FlowHealth): ExpectedFailure | null {
  const stops = failures.filter(({ stops }) => stops)
  const known = state === 'failing' && stops.length > 0 ? stops : failures
  const certain = known.filter(({ risk }) => risk.certainty === 'certain')
  const worst = certain.length > 0 ? certain : known
  return worst.find(({ stops }) => stops) ?? worst[0] ?? null
}

const harmless: ReadonlySet<ForecastRiskKind> = new Set([
  'stopped',
  'conditionInput',
  'conditionsNotMet',
  'dependency',
  'unansweredRun',
])

function isUnwantedSkip({ kind, flowIds = [] }: ForecastRisk, { conditions }: FlowForecast['flow']): boolean {
  if (kind !== 'dependency') return kind === 'conditionsNotMet'
  return !flowIds.some(id => conditions.stopOnSuccessOf.includes(id) || conditions.stopOnFailureOf.includes(id))
}
