import { type BlockTime, type Flow, toMilliseconds } from '@flow-query/core'
import { blockMilliseconds, clockTime } from '@flow-query/core/parts/runs'
import type { FlowHealth } from '../health/health.js'
import type { FlowForecast, ForecastRisk, ForecastRiskKind } from './result.js'

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
  // A risk contains only the time of its first run, but a later run with the same cause can stop the flow.
  if (stop && !failures.some(({ stops }) => stops) && !flow.configuration.stopOnSuccess) {
    const cause =
      stop.outcome === 'skipped'
        ? known.findLast(risk => isUnwantedSkip(risk, flow))
        : stop.outcome === 'failed' && failures.findLast(({ at }) => clockTime(at) < clockTime(stop.time))?.risk
    if (cause) failures.push({ risk: cause, at: stop.time, stops: true })
  }
  return failures.filter(({ at }) => clockTime(at) <= until).sort(soonestFirst)
}

/** If a run has several causes of a failure, a certain one is first. */
function soonestFirst(one: ExpectedFailure, other: ExpectedFailure): number {
  const later = clockTime(one.at) - clockTime(other.at)
  if (later !== 0 || one.risk.certainty === other.risk.certainty) return later
  return one.risk.certainty === 'certain' ? -1 : 1
}

const day = 86_400_000

/** Returns until when failures count for a verdict: for a day or for the next three runs, in milliseconds since 1970. */
export function verdictHorizon({ execTime, interval }: Flow, time: BlockTime): number {
  return Math.max(blockMilliseconds(time) + day, clockTime(execTime) + 2 * toMilliseconds(interval))
}

/** The failures of a {@link FlowVerdict}. */
export interface ReportedFailures {
  /** The soonest failure. For a flow that is already failing, another failed run is no news, so a stop comes first. */
  failure: ExpectedFailure | null
  /** The failure that stops the flow, which can be the same one. */
  stop: ExpectedFailure | null
}

/**
 * Selects the failures that a reader should know about: the soonest one, and the one that stops the flow.
 *
 * @param failures the result of {@link expectedFailures}
 */
export function reportedFailures(failures: readonly ExpectedFailure[], { state }: FlowHealth): ReportedFailures {
  const stop = failures.find(({ stops }) => stops) ?? null
  const [soonest = null] = failures
  return { failure: state === 'failing' ? (stop ?? soonest) : soonest, stop }
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
