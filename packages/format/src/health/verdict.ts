import type { FlowVerdict } from '@flow-query/insights'
import type { ExpectedFailure, FailureGroup, ForecastRisk, ForecastRiskKind } from '@flow-query/insights/forecast'
import { shortenAddress } from '../address.js'
import { type Denoms, formatAmount, isAbsurd, isDoubtful, knownDenoms } from '../amount.js'
import { formatCount } from '../number.js'
import { capitalized, type FlowPart, lowered, type Phrase, type RunPart } from '../phrase.js'
import { nameRisk, riskNames } from '../problem/risk-names.js'
import { describeHealth, nameHealth } from './health.js'

/**
 * Returns a short name for a badge.
 *
 * - Expected failures: `Will stop`, `Likely to stop`, `Will fail` or `Likely to fail`. If a flow fails before it stops, the name is for
 *   example `Likely to fail, then will stop`
 * - Flows that run again: `Healthy`, `Failing`, `Fee not collected` or `Waiting`. `Healthy so far` means that the next run was not
 *   forecast or can’t be predicted
 * - Flows that are over: `Completed`, `Stopped`, `Failed` (all runs failed), `Last run failed`, `Last run unclear` (its messages may have
 *   taken effect on another chain) or `Never ran`
 * - `Unknown`
 */
export function nameVerdict(verdict: FlowVerdict): string {
  const { state, health, failure, stop } = verdict
  if (!failure || state === 'failing') return nameHealth(health, isForecast(verdict))
  return nameFailure(failure) + nameLaterStop(failure, stop)
}

export function isForecast({ forecast }: FlowVerdict): boolean {
  return forecast !== null && forecast.nextRun !== 'unknown'
}

export function nameFailure({ risk, stops }: ExpectedFailure): string {
  return `${risk.certainty === 'certain' ? 'Will' : 'Likely to'} ${stops ? 'stop' : 'fail'}`
}

/** Returns for example `, then likely to stop`, or an empty string if the flow doesn't stop after the failure. */
export function nameLaterStop(failure: ExpectedFailure, stop: ExpectedFailure | null): string {
  return stop && !failure.stops ? `, then ${lowered(nameFailure(stop))}` : ''
}

/** Describes a verdict for a row of a table, such as `Will stop: 0.038 INTO short` or `Failing: insufficient balance`. */
export function describeVerdict(verdict: FlowVerdict, denoms: Denoms = knownDenoms): Phrase<FlowPart | RunPart> {
  const { state, health, failure, stop } = verdict
  if (!failure || state === 'failing') return describeHealth(health, isForecast(verdict))
  return [describeFailure(failure, denoms, stop)]
}

/**
 * Describes an expected failure for a row of a table, like {@link describeVerdict}: `Will stop: 0.038 INTO short`.
 *
 * @param stop a later failure that stops the flow, which the text then names: `Likely to fail: 0.4 INTO short, then likely to stop`
 */
export function describeFailure(
  failure: ExpectedFailure,
  denoms: Denoms = knownDenoms,
  stop: ExpectedFailure | null = null,
): string {
  return `${nameFailure(failure)}: ${causeOf(failure.risk, denoms)}${nameLaterStop(failure, stop)}`
}

/** Returns the amount that is missing if sending it helps, and otherwise the name of the risk. */
export function causeOf(risk: ForecastRisk, denoms: Denoms): string {
  const { kind, missing } = risk
  const canBeSent = missing && !isAbsurd(missing, denoms) && !isDoubtful(missing.denom, denoms)
  return canBeSent && shortages.has(kind) ? `${formatAmount(missing, denoms)} short` : nameRisk(risk)
}

const shortages: ReadonlySet<ForecastRiskKind> = new Set(['feeBalanceTooLow', 'feeNotCollected', 'messageFunds'])

/** Describes a group of failures, such as `No open channel to connection-7: 12 flows of 3 owners`. */
export function describeFailureGroup({ kind, shared, failures, owners }: FailureGroup): string {
  const flows = formatCount(failures.length, 'flow')
  const count = failures.length > 1 ? `${flows} of ${formatCount(owners, 'owner')}` : flows
  const name = capitalized(riskNames[kind])
  if (shared === null) return `${name}: ${count}`
  return `${name}${kind === 'noOpenChannel' ? ` to ${shared}` : ` (${shortenAddress(shared)})`}: ${count}`
}
