import type { ForecastRisk, ForecastRiskKind } from '@flow-query/insights/forecast'
import { formatList } from '../number.js'
import { lowered } from '../phrase.js'
import { nameProblem } from './problem-names.js'

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
  clientExpired: 'the connection has expired or is frozen',
  unbondingLimit: 'too many unbonding entries',
  wrongSigner: 'wrong signer',
  messageFails: 'its messages can’t succeed',
  dryRunFailed: 'the messages fail in a dry run',
  failsAgain: 'same error as in the last run',
  unansweredRun: 'the last run is unanswered',
  stopsAfterFailure: 'it stops after a failure',
  stopsAfterSkip: 'it stops after a skipped run',
  conditionsNotMet: 'its conditions are not met',
  conditionsFail: 'a condition can’t be evaluated',
  loopOnFirstMessage: 'a feedback loop changes the first message',
  queryNeverAnswered: 'its query never starts a run',
  conditionInput: 'a condition always passes',
  dependency: 'another flow decides',
  pendingQuery: 'another chain decides',
  otherChain: 'another chain decides',
  factsMissing: 'some data can’t be checked',
  releaseNotSupported: 'the chain’s release is too old',
  stopped: 'stopped',
}

export function nameRisk(risk: ForecastRisk): string {
  const { kind, certainty, message } = risk
  if (kind === 'dependency' && certainty !== 'unknown') return `the result of ${nameFlows(risk)}`
  // The flow itself may not have run yet.
  if (kind === 'unansweredRun' && certainty === 'unknown') return `runs of ${nameFlows(risk)} are unanswered`
  const error = message === undefined ? null : nameProblem(message)
  return error === null ? riskNames[kind] : lowered(error)
}

export function nameFlows({ flowIds = [] }: ForecastRisk): string {
  return `flow${flowIds.length > 1 ? 's' : ''} ${formatList(flowIds)}`
}
