import { type ExecutionOutcome, type ExecutionProblem, executionProblem } from '@flow-query/core'
import type { FailureCause } from '@flow-query/insights'

// The titles of problems are separate from their explanations, because a list of flows only needs the titles.

export interface Failure {
  cause: FailureCause
  message: string | null
}

export function nameFailure({ cause, message }: Failure): string {
  return isQuiet(cause) ? outcomeProblems[cause] : nameError(message ?? '')
}

export function isQuiet(cause: FailureCause): cause is 'timedOut' | 'unacknowledged' | 'idle' {
  return cause === 'timedOut' || cause === 'unacknowledged' || cause === 'idle'
}

/** Returns the title of an error for a row of a table, such as `Insufficient balance`. Returns null if the error is unknown. */
export function nameProblem(error: string): string | null {
  const reason = moduleError(error)
  return names[executionProblem(error)] ?? (reason ? moduleErrors[reason].name : null)
}

export function nameError(error: string): string {
  return nameProblem(error) ?? 'The chain rejected it'
}

export type QuietOutcome = Exclude<ExecutionOutcome, 'succeeded' | 'feeNotCollected' | 'failed'>

export const outcomeProblems: Record<QuietOutcome, string> = {
  timedOut: 'A packet to the other chain timed out',
  idle: 'No message was executed',
  skipped: 'Its conditions were not met',
  pending: 'Waiting for the other chain',
  unacknowledged: 'No acknowledgement from the other chain',
}

const names: Record<ExecutionProblem, string | null> = {
  feeBalanceTooLow: 'Insufficient balance for the fee',
  feeNotCollected: 'The messages ran, but the fee could not be collected',
  agentFeeNotPaid: 'The agent’s fee could not be paid',
  agentNotFound: 'The agent does not exist',
  wrongSigner: 'A message has the wrong signer',
  insufficientFunds: 'Insufficient balance',
  noGrant: 'The permission is missing or used up',
  noActiveChannel: 'No open channel to the other chain',
  conditionsNotMet: 'Its conditions could not be checked',
  otherChain: 'The other chain rejected it',
  other: null,
}

/** For these errors, the message is enough to determine the fix. */
const moduleErrors = {
  feedbackLoop: {
    pattern: /invalid feedback loop FlowID/i,
    name: 'A feedback loop names a flow that does not exist',
  },
  loopIndex: {
    pattern: /invalid feedback loop MsgsIndex/i,
    name: 'A feedback loop names a message that does not exist',
  },
  gated: { pattern: /gated by governance/, name: 'Only governance can create validators' },
  validator: { pattern: /validator (?:does not exist|not found)/, name: 'The validator does not exist' },
  delegation: {
    pattern: /no delegation (?:for|distribution info)/,
    name: 'Nothing is delegated to this validator',
  },
  shares: { pattern: /invalid shares amount/, name: 'Too little is delegated to this validator' },
  unbonding: { pattern: /too many unbonding delegation entries/, name: 'Too many unbonding entries' },
  redelegation: { pattern: /redelegation .*in progress/, name: 'A redelegation is in progress' },
  redelegationLimit: { pattern: /too many redelegation entries/, name: 'Too many redelegations' },
  sameValidator: {
    pattern: /redelegate to the same validator/,
    name: 'A redelegation names the same validator twice',
  },
  commission: { pattern: /no validator commission/, name: 'There is no commission to withdraw' },
  channel: { pattern: /channel not found/, name: 'The channel does not exist' },
  connection: { pattern: /connection not found/, name: 'The connection does not exist' },
  proposal: { pattern: /inactive proposal|proposal \d+ doesn't exist/, name: 'The proposal is not open' },
  account: { pattern: /account (?:\S+ )?already exists/, name: 'The account already exists' },
  withdrawAddress: {
    pattern: /not allowed to receive external funds/,
    name: 'The withdraw address can’t receive coins',
  },
  recipient: { pattern: /not allowed to receive funds/, name: 'The recipient can’t receive coins' },
  allowList: { pattern: /cannot send to \S+ address/, name: 'The permission does not allow this recipient' },
  ownGrant: {
    pattern: /grantee and granter should be different/,
    name: 'The account can’t grant a permission to itself',
  },
  allowance: { pattern: /fee allowance already exists/, name: 'The fee allowance already exists' },
  noAllowance: { pattern: /fee-?\s?(?:grant|allowance) not found/, name: 'The fee allowance does not exist' },
  timeout: {
    pattern: /timeout elapsed|expiration must be after/,
    name: 'A timeout or expiration in a message has passed',
  },
  noMessages: { pattern: /messages cannot be empty/, name: 'A MsgExec contains no messages' },
  coins: { pattern: /invalid coins|invalid delegation amount/, name: 'The coins of a message are invalid' },
  address: { pattern: /invalid [\w ]*address|decoding bech32 failed/, name: 'An address is invalid' },
  noTimeout: { pattern: /timeout timestamp cannot both be 0/, name: 'A transfer has no timeout' },
  disabled: {
    pattern: /transfers? (?:transactions )?(?:are|is) disabled|send transactions are disabled/,
    name: 'Sends of this denom are disabled',
  },
  noContract: { pattern: /no such contract|contract: not found/, name: 'The contract does not exist' },
  contract: { pattern: /execute wasm contract failed/, name: 'The contract failed' },
}

export type ModuleError = keyof typeof moduleErrors

export function moduleError(error: string): ModuleError | undefined {
  const kinds = Object.keys(moduleErrors) as ModuleError[]
  return kinds.find(kind => moduleErrors[kind].pattern.test(error))
}
