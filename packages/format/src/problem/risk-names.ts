import type { ForecastRisk, ForecastRiskKind } from '@flow-query/core/forecast'
import { formatList } from '../number.js'

/** Short names of risks, for a badge. */
export const riskNames: Record<ForecastRiskKind, string> = {
  feeBalanceTooLow: 'the fee can’t be paid',
  feeNotCollected: 'the fee can’t be collected',
  agentFee: 'the agent can’t be paid',
  agentNotFound: 'the agent does not exist',
  messageFunds: 'insufficient balance',
  grantMissing: 'a permission is missing',
  grantExpires: 'a permission expires',
  grantUsedUp: 'a permission is used up',
  noOpenChannel: 'no open channel',
  clientExpired: 'the connection has expired',
  unbondingLimit: 'too many unbonding entries',
  wrongSigner: 'wrong signer',
  messageFails: 'its messages can’t succeed again',
  dryRunFailed: 'the dry run failed',
  failsAgain: 'the last run failed',
  unansweredRun: 'the last run is unanswered',
  conditionsNotMet: 'its conditions are not met',
  conditionsFail: 'a condition can’t be evaluated',
  conditionInput: 'a condition always passes',
  dependency: 'another flow decides',
  pendingQuery: 'another chain decides',
  otherChain: 'another chain decides',
  factsMissing: 'some facts are unknown',
  stopped: 'stopped',
}

export function nameRisk(risk: ForecastRisk): string {
  const isExpected = risk.kind === 'dependency' && risk.certainty !== 'unknown'
  return isExpected ? `the result of ${nameFlows(risk)}` : riskNames[risk.kind]
}

export function nameFlows({ flowIds = [] }: ForecastRisk): string {
  return `flow${flowIds.length > 1 ? 's' : ''} ${formatList(flowIds)}`
}
