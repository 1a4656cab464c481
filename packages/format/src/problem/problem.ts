import {
  type Coin,
  type ExecutionOutcome,
  type ExecutionProblem,
  executionProblem,
  type FlowHistoryEntry,
  type FlowStatus,
  type TrustlessAgent,
} from '@flow-query/core'
import type { Packet } from '@flow-query/core/forecast'
import type { UnclearRun } from '@flow-query/core/insights'
import { explainAgentFee } from '../agent.js'
import { type Denoms, formatAmount, formatAmounts, isAbsurd, isDoubtful, knownDenoms, parseCoin } from '../amount.js'
import { type ExplainedFlow, innerMessages } from '../flow.js'
import { formatList } from '../number.js'
import { capitalized, lowered } from '../phrase.js'
import { countsSkips, isItself, secondSkip } from '../rules.js'
import { describeCode, meaningOf } from './codes.js'
import { describeUnclear, type UnclearResult } from './packets.js'
import {
  type Failure,
  type ModuleError,
  moduleError,
  nameError,
  outcomeProblems,
  type QuietOutcome,
} from './problem-names.js'

/** A description of a problem of an execution, and how to fix it. */
export interface Explanation {
  /** The problem in a few words, such as `Insufficient balance for the fee`. */
  title: string
  /** How to fix the problem, in a few sentences. If the flow is over, the advice is about a new flow. */
  help: string
  /** Null if the chain reported no error. */
  chainSaid: string | null
}

/** Optional facts about a flow that make the advice more precise. */
export interface ExplainOptions {
  /** The symbols and decimals of denoms. Defaults to `knownDenoms`. */
  denoms?: Denoms | undefined
  /** The flow's status, from core's `flowStatus`. Defaults to `active`. */
  status?: FlowStatus | undefined
  /** The flow's trustless agent, or null if the agent doesn't exist. */
  agent?: Pick<TrustlessAgent, 'feeConfig'> | null | undefined
  /** The balance of the flow's fee account. */
  feeBalance?: readonly Coin[] | undefined
  /** The runs whose messages may have taken effect on another chain, from core's `unclearRuns`. */
  unclear?: readonly UnclearRun[] | undefined
  /** The results of the packets of these runs, from core's `readPackets`. */
  packets?: readonly Packet[] | undefined
  /** The channel of the flow's interchain account, as `/ibc/core/channel/v1/connections/{id}/channels` returns it. */
  channel?: { state: string; ordering: string } | undefined
}

/**
 * Explains why an execution did not succeed, with one explanation per error.
 *
 * @param outcome the result of core's `executionOutcome`
 */
export function explainExecution(
  { errors }: Pick<FlowHistoryEntry, 'errors'>,
  flow: ExplainedFlow,
  outcome: ExecutionOutcome,
  options: ExplainOptions = {},
): Explanation[] {
  if (outcome === 'succeeded') return []
  if (outcome === 'failed' || outcome === 'feeNotCollected')
    return errors.map(error => explainProblem(error, flow, options))
  // The entry also has the error if an earlier packet failed late.
  return [
    explained(diagnoseOutcome(outcome, flow, options), null, flow, options),
    ...errors.map(error => explainProblem(error, flow, options)),
  ]
}

/** Explains one error of an execution and how to fix it. */
export function explainProblem(error: string, flow: ExplainedFlow, options: ExplainOptions = {}): Explanation {
  return explained(diagnose(error, flow, options), error, flow, options)
}

export interface Diagnosis {
  title: string
  facts?: string
  fix?: string
  change?: string
  warning?: string
  isFinal?: true
  isAboutPacket?: true
}

export function diagnoseFailure({ cause, message }: Failure, flow: ExplainedFlow, options: ExplainOptions): Diagnosis {
  if (cause === 'timedOut' || cause === 'unacknowledged') return diagnoseOutcome(cause, flow, options)
  return diagnose(message ?? '', flow, options)
}

export function adviseOn(diagnosis: Omit<Diagnosis, 'title'>, flow: ExplainedFlow, options: ExplainOptions): string {
  const { facts, warning, isFinal } = diagnosis
  const unclear = describeUnclear(options.unclear ?? [], options.packets ?? [], flow)
  const isEnded = isFinal || isOver(options)
  const sentences = [
    facts,
    unclear?.facts,
    ...(isEnded ? adviseOnNewFlow(diagnosis, unclear) : adviseOnChanges(diagnosis, flow, unclear)),
    isEnded ? describeStranded(options) : warning,
  ]
  return sentences.filter(Boolean).join(' ')
}

function adviseOnNewFlow({ fix, change, isFinal }: Omit<Diagnosis, 'title'>, unclear: UnclearResult | null): string[] {
  const end = isFinal ? [] : ['This flow won’t run again.']
  const changes = joined(fix, change)
  if (unclear?.isOpen)
    return [
      ...end,
      'Don’t create a new flow before you know, because its messages could take effect a second time.',
      changes && !isFinal ? `In a new flow, ${lowered(changes)}.` : '',
    ]
  if (isFinal) return [`${changes}.`]
  return [
    ...end,
    changes ? `If you create a new flow, ${lowered(changes)}.` : 'Create a new flow if you still need it.',
  ]
}

function adviseOnChanges(
  { fix, change }: Omit<Diagnosis, 'title'>,
  { configuration }: ExplainedFlow,
  unclear: UnclearResult | null,
): string[] {
  if (!change || !configuration.updatingDisabled) return fix || change ? [`${joined(fix, change)}.`] : []
  if (fix) return [`${fix}. The flow can’t be changed, because updating is disabled.`]
  return unclear?.isOpen ? [uncorrectable] : [replaceFrozenFlow]
}

const uncorrectable = 'The flow can’t be corrected, because updating is disabled.'

export const replaceFrozenFlow = `${uncorrectable} Create a new flow instead.`

function joined(fix: string | undefined, change: string | undefined): string {
  return fix && change ? `${fix} or ${lowered(change)}` : (fix ?? change ?? '')
}

export function describeStranded({ feeBalance = [], denoms = knownDenoms }: ExplainOptions): string {
  const remaining = feeBalance.filter(({ amount }) => /[1-9]/.test(amount))
  return remaining.length
    ? `Its fee account still holds ${formatAmounts(remaining, denoms)}, which is stranded there.`
    : ''
}

function isOver({ status }: ExplainOptions): boolean {
  return status === 'completed' || status === 'stopped'
}

function explained(
  diagnosis: Diagnosis,
  chainSaid: string | null,
  flow: ExplainedFlow,
  options: ExplainOptions,
): Explanation {
  return { title: diagnosis.title, help: adviseOn(diagnosis, flow, options), chainSaid }
}

export function explainMissingAccount(connectionId: string): string {
  return `No interchain account on ${connectionId} yet. Runs fail there until it is registered.`
}

function diagnoseOutcome(outcome: QuietOutcome, flow: ExplainedFlow, options: ExplainOptions): Diagnosis {
  return { title: outcomeProblems[outcome], ...explainOutcome(outcome, flow, options) }
}

function explainOutcome(
  outcome: QuietOutcome,
  flow: ExplainedFlow,
  { channel, unclear }: ExplainOptions,
): Omit<Diagnosis, 'title'> {
  switch (outcome) {
    case 'timedOut': {
      const isClosed = channel?.state === 'STATE_CLOSED' || channel?.ordering === 'ORDER_ORDERED'
      return {
        isAboutPacket: true,
        facts: `No relayer delivered ${explainTimeout(unclear)}`,
        ...(isClosed && { fix: 'Register the interchain account again, because its channel is closed' }),
      }
    }
    case 'skipped':
      return {
        facts: 'The run was skipped and sent no messages.',
        warning: `The conditions are checked again at the next run.${countsSkips(flow) ? ` ${secondSkip}` : ''}`,
      }
    case 'pending':
      return {
        facts: 'The messages were sent to the other chain, which has not acknowledged them yet.',
      }
    case 'unacknowledged':
      return {
        isAboutPacket: true,
        facts:
          'The packet’s time is over, but neither an acknowledgement nor a timeout has arrived, usually because of a slow relayer. Either can still arrive while the channel is open. The chain then records it in the newest run, even if it belongs to an earlier run.',
        ...(!unclear && { fix: 'Check the interchain account on the other chain to see whether the messages ran' }),
        warning: 'If a run is still unacknowledged when the next one is due, that next run is the last.',
      }
  }
}

function explainTimeout(unclear: ExplainOptions['unclear']): string {
  if (unclear?.length === 0) return 'the packet in time, so its messages did not run.'
  if (unclear) return 'a packet in time.'
  return 'a packet in time. The chain records a timeout in the newest run, even if the packet belongs to an earlier run. So the messages of this run may have taken effect if an earlier run is unacknowledged.'
}

function diagnose(error: string, flow: ExplainedFlow, options: ExplainOptions): Diagnosis {
  return { title: nameError(error), ...causes[executionProblem(error)](error, flow, options) }
}

type Cause = (error: string, flow: ExplainedFlow, options: ExplainOptions) => Omit<Diagnosis, 'title'>

const causes: Record<ExecutionProblem, Cause> = {
  feeBalanceTooLow: explainUnpaidRun,
  feeNotCollected: explainUncollectedFee,
  agentFeeNotPaid: (error, flow, options) => explainAgentFee(error, flow, options),
  agentNotFound: (_, { trustlessAgent }) => ({
    facts: `There is no agent ${trustlessAgent?.agentAddress ?? 'at the address that the flow names'}.`,
    change: 'Choose a registered agent',
  }),
  wrongSigner: explainWrongSigner,
  insufficientFunds: explainFunds,
  noGrant: explainGrant,
  noActiveChannel: explainChannel,
  conditionsNotMet: explainConditions,
  otherChain: explainOtherChain,
  other: error => {
    const kind = moduleError(error)
    return kind ? moduleErrorCauses[kind](error) : { facts: 'The chain’s message says why.' }
  },
}

/** Money that is sent later can't be used, because this stops a flow for good on all releases. */
function explainUnpaidRun(_: string, { configuration }: ExplainedFlow): ReturnType<Cause> {
  const fallback = configuration.walletFallback ? '' : ', or with wallet fallback turned on'
  return {
    facts: 'This flow won’t run again, so don’t send money to its fee account.',
    fix: `Create a new flow with enough fee funds for all its runs${fallback}`,
    isFinal: true,
  }
}

/** The error contains the balance and the fee without its burnt part, which the chain takes first. */
function explainUncollectedFee(
  error: string,
  { feeAddress, configuration }: ExplainedFlow,
  options: ExplainOptions,
): ReturnType<Cause> {
  const amounts = missingFunds(error, options)
  const isBurn = /could not send coins to module/.test(error)
  const fee = isBurn ? 'the burnt part of the fee alone' : 'the rest of the fee'
  const short = amounts
    ? ` The paying account held ${amounts.held}${isBurn ? '' : ' after the burnt part of the fee'}, and ${fee} was ${amounts.needed}.`
    : ''
  return {
    facts: `The messages took effect.${short}`,
    fix: isOver(options)
      ? 'provide fee funds that cover each run’s fee and burn'
      : `Top up the fee account ${feeAddress}${configuration.walletFallback ? ' or the owner’s wallet' : ''} before the next run`,
    warning: 'A flow that can’t pay for a run stops for good.',
  }
}

function explainWrongSigner(_: string, { owner, msgs }: ExplainedFlow): ReturnType<Cause> {
  const grantee = msgs.find(message => innerMessages(message) && message.grantee !== owner)?.grantee
  if (typeof grantee !== 'string')
    return {
      facts: `On this chain, the flow’s owner ${owner} must be the signer of each message.`,
      change: 'Make the owner the sender of each message',
    }
  return {
    facts: `The MsgExec names ${grantee} as its grantee, but on this chain the grantee must be the flow’s owner ${owner}.`,
    change: 'Make the owner the grantee of the MsgExec',
  }
}

function explainFunds(error: string, { owner, msgs }: ExplainedFlow, options: ExplainOptions): ReturnType<Cause> {
  const amounts = missingFunds(error, options)
  const advice = { fix: 'Fund this account', change: 'lower the amount' }
  if (!amounts) return { facts: 'The sending account holds less than the message needs.', ...advice }
  const isOwner = /execute local flow/.test(error) && !msgs.some(innerMessages)
  const account = isOwner ? owner : 'The sending account'
  if (amounts.isDoubtful)
    return {
      facts: `${account} holds no ${amounts.denom}. The chain may not have this denom.`,
      change: 'Correct the denom',
    }
  return {
    facts: `${account} had ${amounts.held} to spend, and the message needs ${amounts.needed}.`,
    ...(amounts.isAbsurd ? { change: 'Lower the amount' } : advice),
  }
}

interface MissingFunds {
  held: string
  needed: string
  denom: string
  isDoubtful: boolean
  isAbsurd: boolean
}

function missingFunds(error: string, { denoms = knownDenoms }: ExplainOptions): MissingFunds | null {
  const [, held = '', needed = ''] =
    /(?:spendable balance|failed to delegate;) (\S+) is smaller than ([^\s:]+)/.exec(error) ?? []
  const [has, needs] = [parseCoin(held), parseCoin(needed)]
  if (!has || !needs) return null
  return {
    held: formatAmount(has, denoms),
    needed: formatAmount(needs, denoms),
    denom: needs.denom,
    isDoubtful: has.amount === '0' && isDoubtful(needs.denom, denoms),
    isAbsurd: isAbsurd(needs, denoms),
  }
}

function explainGrant(error: string): ReturnType<Cause> {
  if (/failed to delete grant/.test(error))
    return {
      facts: 'The message revokes a permission that does not exist, for example because an earlier run revoked it.',
      change: 'Remove the message or correct its addresses',
    }
  if (/more than spend limit/.test(error))
    return { facts: 'The permission (authz grant) does not allow spending this much.', fix: 'Grant a higher limit' }
  if (/expired/.test(error)) return { facts: 'The permission (authz grant) has expired.', fix: 'Renew the grant' }
  return {
    facts:
      'The executing account has no permission (authz grant) for this kind of message, or the permission has expired.',
    fix: 'Grant the account an authorization for this kind of message',
  }
}

function explainChannel(_: string, { selfHostedIca, trustlessAgent }: ExplainedFlow): ReturnType<Cause> {
  if (trustlessAgent)
    return {
      facts: 'The agent has no open channel to the other chain.',
      change: 'Choose an agent whose channel is open',
    }
  const account = `the interchain account${selfHostedIca?.connectionId ? ` on ${selfHostedIca.connectionId}` : ''}`
  return {
    facts: `There is no open channel for ${account}: it was never registered, or its channel closed.`,
    fix: `Register ${account}`,
  }
}

function explainConditions(error: string, { conditions, configuration }: ExplainedFlow): ReturnType<Cause> {
  const [, field, response] = /field (\S+) not found in interface\s*(.*)/s.exec(error) ?? []
  if (field && !response)
    return {
      facts: `The response is empty, so it has no field ${field}.`,
      change: 'Read the response of another message',
    }
  if (field)
    return {
      facts: `The response has no field ${field}.`,
      change: 'Correct the response key',
    }
  if (/error parsing operand/.test(error))
    return {
      facts: 'The operand of the comparison doesn’t have the type of the compared value.',
      change: 'Correct the operand',
    }
  if (!/no responses?\b/.test(error)) return { facts: 'The chain’s message says why.' }

  const sources = [...conditions.comparisons, ...conditions.feedbackLoops].filter(({ icqConfig }) => !icqConfig)
  const others = Array.from(new Set(sources.map(({ flowId }) => flowId).filter(flowId => !isItself(flowId))))
  const itself = sources.some(({ flowId }) => isItself(flowId))
  const fixes = [
    itself && !configuration.saveResponses ? 'turn on saving responses' : '',
    itself && configuration.saveResponses ? 'fix the error of the earlier runs, which saved no response' : '',
    others.length
      ? `make sure that ${formatList(others.map(id => `flow ${id}`))} saves responses and has succeeded`
      : '',
  ].filter(Boolean)
  const [first = 'turn on saving responses, and check which flow and message the condition reads', ...more] = fixes
  return {
    facts: 'There is no saved response to compare with.',
    change: [capitalized(first), ...more].join(', and '),
  }
}

/** The other chain only returns an error code. */
function explainOtherChain(error: string, flow: ExplainedFlow): ReturnType<Cause> {
  const lookedUp = { fix: 'Look up the transaction on the other chain' }
  const [, code] = /ABCI code: (\d+)/.exec(error) ?? []
  if (code === undefined) return { facts: 'The other chain returned no reason.', ...lookedUp }
  const known = meaningOf(code, flow)
  if (!known)
    return {
      facts: `The other chain only returned error code ${code}, whose meaning depends on the module that returned it.`,
      ...lookedUp,
    }
  const { fix, change } = known
  return {
    facts: `The other chain only returned ${describeCode(code, flow)}. The transaction there says more.`,
    ...(fix && { fix: fix(flow) }),
    ...(change && { change: change(flow) }),
  }
}

const moduleErrorCauses: Record<ModuleError, (error: string) => ReturnType<Cause>> = {
  feedbackLoop: error => ({
    facts: `There is no flow ${/FlowID: (\d+)/i.exec(error)?.[1] ?? 'with this id'}.`,
    change: 'Correct the flow id of the feedback loop',
  }),
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
  commission: () => ({
    facts: 'Only a validator with unpaid commission can withdraw it.',
    change: 'Remove the message, or withdraw the commission of an existing validator',
  }),
  channel: () => ({
    facts: 'The message names a channel that this chain does not have.',
    change: 'Name an existing channel',
  }),
  proposal: error => ({
    facts: `Proposal ${/(\d+)(?:: inactive proposal| doesn't exist)/.exec(error)?.[1] ?? 'of the message'} does not exist, or its voting period has not started or is over.`,
    change: 'Name a proposal that is open',
  }),
  account: () => ({
    facts: 'The message creates an account, but its address already has one.',
    change: 'Use an address that has never received coins',
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
    facts: 'The message contains a time that is over, and each run sends the same message.',
    change: 'Use a time after the last run',
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
