import type { ProblemDetails } from './diagnosis.js'
import type { ModuleError } from './problem-names.js'

export const moduleErrorCauses: Record<ModuleError, (error: string) => ProblemDetails> = {
  feedbackLoop: error => ({
    facts: `There is no flow ${/FlowID: (\d+)/i.exec(error)?.[1] ?? 'with this id'}.`,
    change: 'Correct the flow id of the feedback loop',
  }),
  loopIndex: error => {
    const [, count = '', flowId = ''] = /only (\d+) messages in flow (\d+)/.exec(error) ?? []
    return {
      facts: count
        ? `Flow ${flowId} has only ${count} message${count === '1' ? '' : 's'}.`
        : 'The flow has fewer messages than the index of the feedback loop.',
      change: 'Correct the message index of the feedback loop',
    }
  },
  gated: () => ({
    facts: 'Since chain release 1.0.9, flows can’t create validators.',
    change: 'Remove the message',
  }),
  validator: () => ({
    facts: 'The message names a validator that this chain does not have.',
    change: 'Name an existing validator',
  }),
  delegation: () => ({
    facts: 'The message is about a delegation that does not exist.',
    fix: 'Delegate to the validator first',
    change: 'Name the validator of an existing delegation',
  }),
  shares: () => ({
    facts: 'The message takes more than is delegated to this validator.',
    fix: 'Delegate more to the validator',
    change: 'Lower the amount',
  }),
  unbonding: () => ({
    facts: 'A delegator can have at most seven unbonding entries for a validator at once.',
    change: 'Unbond less often, so that earlier entries can complete',
  }),
  redelegation: () => ({
    facts: 'Redelegated coins can’t be redelegated again until the first redelegation is complete.',
    change: 'Redelegate less often, or from another validator',
  }),
  redelegationLimit: () => ({
    facts: 'A delegator can have at most seven redelegations between two validators at once.',
    change: 'Redelegate less often, so that earlier redelegations can complete',
  }),
  sameValidator: () => ({
    facts: 'A redelegation moves coins from one validator to another one.',
    change: 'Name another validator as the destination',
  }),
  commission: () => ({
    facts: 'Only a validator with unpaid commission can withdraw it.',
    change: 'Remove the message, or withdraw the commission of an existing validator',
  }),
  channel: () => ({
    facts: 'The message names a channel that this chain does not have.',
    change: 'Name an existing channel',
  }),
  connection: () => ({
    facts: 'The message names a connection that this chain does not have.',
    change: 'Name an existing connection',
  }),
  proposal: error => ({
    facts: `Proposal ${/(\d+)(?:: inactive proposal| doesn't exist)/.exec(error)?.[1] ?? 'of the message'} does not exist, or its voting period has not started or is over.`,
    change: 'Name a proposal that is open',
  }),
  account: () => ({
    facts: 'The message creates an account, but its address already has one.',
    change: 'Use an address that has never received coins',
  }),
  withdrawAddress: () => ({
    facts: 'The withdraw address belongs to a module of the chain, which doesn’t accept coins from accounts.',
    change: 'Set another withdraw address',
  }),
  recipient: () => ({
    facts: 'The recipient belongs to a module of the chain, which doesn’t accept coins from accounts.',
    change: 'Send to another address',
  }),
  allowList: () => ({
    facts: 'The permission (authz grant) only allows sends to certain addresses, and the recipient is not one of them.',
    fix: 'Grant a permission that allows this recipient',
    change: 'Send to an allowed address',
  }),
  ownGrant: () => ({
    facts: 'The message grants a permission, and its granter and grantee are the same account.',
    change: 'Name another grantee',
  }),
  allowance: () => ({
    facts: 'The grantee already has a fee allowance from this account.',
    fix: 'Revoke the existing allowance before the next run',
    change: 'Remove the message',
  }),
  noAllowance: () => ({
    facts: 'The message revokes a fee allowance that does not exist, for example because an earlier run revoked it.',
    change: 'Remove the message or correct its addresses',
  }),
  timeout: () => ({
    facts: 'The message contains a time that has passed, and each run sends the same message.',
    change: 'Use a time after the last run',
  }),
  noMessages: () => ({
    facts: 'A MsgExec must contain at least one message.',
    change: 'Add a message to the MsgExec',
  }),
  coins: () => ({
    facts: 'Amounts must be greater than 0, and several coins must be sorted by denom and not repeat a denom.',
    change: 'Correct the coins of the message',
  }),
  address: () => ({
    facts: 'An address in the message is missing, has a typo, or belongs to another chain.',
    change: 'Correct the addresses in the message',
  }),
  noTimeout: () => ({
    facts: 'The chain refuses a transfer without a timeout.',
    change: 'Set a timeout after the last run',
  }),
  disabled: () => ({
    facts: 'The chain does not allow sends of this denom.',
    change: 'Use another denom',
  }),
  noContract: () => ({
    facts: 'There is no contract at the address that the message names.',
    change: 'Name an existing contract',
  }),
  contract: () => ({
    facts: 'The contract refused the call. The chain’s message contains its reason.',
    change: 'Correct the message to the contract',
  }),
}
