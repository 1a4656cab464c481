import { clockTime } from '@flow-query/core/parts/runs'
import { type ExpectedFailure, expectedFailures } from './failures.js'
import type { FlowForecast, ForecastRiskKind } from './result.js'

/** A forecast and the first failure that it expects. */
export interface ForecastFailure {
  forecast: FlowForecast
  failure: ExpectedFailure
}

/**
 * Returns the forecasts that expect a failure until this time, soonest failure first.
 *
 * @param until milliseconds since 1970. Default: no limit
 * @example
 * for (const { forecast, failure } of nextFailures(forecasts)) console.log(forecast.flow.id, failure.at)
 */
export function nextFailures(forecasts: readonly FlowForecast[], until?: number): ForecastFailure[] {
  return forecasts
    .flatMap((forecast): ForecastFailure[] => {
      const [failure] = expectedFailures(forecast, until)
      return failure ? [{ forecast, failure }] : []
    })
    .sort((one, other) => clockTime(one.failure.at) - clockTime(other.failure.at))
}

/** Failures with the same cause, from {@link groupFailures}. */
export interface FailureGroup {
  kind: ForecastRiskKind
  /** The connection, the agent, or the account that lacks money or a permission, or null if the failures only share the cause. */
  shared: string | null
  /** The failures, soonest first. */
  failures: ForecastFailure[]
  owners: number
}

/**
 * Groups failures by their cause, so that a closed channel is one group and not twelve failures. The largest group is first.
 *
 * @param failures the result of {@link nextFailures}
 */
export function groupFailures(failures: readonly ForecastFailure[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>()
  for (const one of failures) {
    const { kind } = one.failure.risk
    const shared = sharedBy(one)
    const key = `${kind} ${shared}`
    const group = groups.get(key) ?? { kind, shared, failures: [], owners: 0 }
    group.failures.push(one)
    groups.set(key, group)
  }
  const all = Array.from(groups.values())
  for (const group of all) group.owners = new Set(group.failures.map(({ forecast }) => forecast.flow.owner)).size
  return all.sort((one, other) => other.failures.length - one.failures.length)
}

function sharedBy({ forecast: { flow }, failure: { risk } }: ForecastFailure): string | null {
  const { selfHostedIca, trustlessAgent } = flow
  switch (risk.kind) {
    case 'noOpenChannel':
    case 'clientExpired':
      return trustlessAgent?.connectionId || selfHostedIca?.connectionId || trustlessAgent?.agentAddress || null
    case 'agentFee':
    case 'agentNotFound':
      return trustlessAgent?.agentAddress ?? null
    default:
      return risk.address ?? null
  }
}
