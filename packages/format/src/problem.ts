import {
  type Coin,
  type ExecutionOutcome,
  type ExecutionProblem,
  executionProblem,
  type Flow,
  type FlowHistoryEntry,
  type FlowStatus,
  type TrustlessAgent,
} from '@flow-query/core'
import { explainAgentFee } from './agent.js'
import { type Denoms, formatAmount, formatAmounts, knownDenoms, parseCoin } from './amount.js'
import { innerMessages } from './flow.js'
import { lookUp } from './lookup.js'
import { formatList } from './number.js'
import { capitalized, lowered } from './phrase.js'
import {
  type Failure,
  type ModuleError,
  moduleError,
  nameError,
  outcomeProblems,
  type QuietOutcome,
} from './problem-names.js'
import { isItself } from './rules.js'

/** A description of a problem of an execution, and how to fix it. */
export interface Explanation {
  /** The problem in a few words: `Insufficient balance for the fee`. */
  title: string
  /** How to fix the problem, in a few sentences. If the flow is over, the advice is about a new flow. */
  help: string
  /** The chain's error message. Null if the chain reported no error. */
  chainSaid: string | null
}

/** The properties of a flow that are needed to explain its executions. */
export type ExplainedFlow = Pick<
  Flow,
  'owner' | 'feeAddress' | 'msgs' | 'selfHostedIca' | 'trustlessAgent' | 'configuration' | 'conditions'
>

/** Optional facts about a flow that make the advice more precise. */
export interface ExplainOptions {
  /** The symbols and decimals of denoms. Default: `knownDenoms`. */
  denoms?: Denoms | undefined
  /** The flow's status, from core's `flowStatus`. If the flow is over, the advice is about a new flow. Default: `active`. */
  status?: FlowStatus | undefined
  /** The flow's trustless agent. Null if the agent doesn't exist. */
  agent?: Pick<TrustlessAgent, 'feeConfig'> | null | undefined
  /** The balance of the flow's fee account. It can't be used anymore if the flow is over. */
  feeBalance?: readonly Coin[] | undefined
  /** The channel of the flow's interchain account, as `/ibc/core/channel/v1/connections/{id}/channels` returns it. */
  channel?: { state: string; ordering: string } | undefined
}

/**
 * Explains why an execution did not succeed. Returns one explanation per error, and an empty list if the execution succeeded.
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
  return [explained(diagnoseOutcome(outcome, options), null, options)]
}

/** Explains one error of an execution and how to fix it. For an unknown error, the help refers to the chain's message. */
export function explainProblem(error: string, flow: ExplainedFlow, options: ExplainOptions = {}): Explanation {
  return explained(diagnose(error, flow, options), error, options)
}

/** A problem, with separate parts that {@link adviseOn} combines depending on whether the flow will run again. */
export interface Diagnosis {
  title: string
  /** Sentences about the problem. */
  facts?: string
  /** How to change the flow or its accounts: an imperative without a period. */
  fix?: string
  /** A sentence that is only shown if the flow will run again. */
  warning?: string
  /** Whether the problem stops the flow for good, regardless of its schedule. */
  isFinal?: true
  /** Whether the facts already explain that late acknowledgements are recorded in the newest run. */
  isAboutPacket?: true
}

export function diagnoseFailure({ cause, message }: Failure, flow: ExplainedFlow, options: ExplainOptions): Diagnosis {
  if (cause === 'timedOut' || cause === 'unacknowledged') return diagnoseOutcome(cause, options)
  return diagnose(message ?? '', flow, options)
}

/** Returns the advice in sentences. If the flow won't run again, the advice is about a new flow. */
export function adviseOn({ facts, fix, warning, isFinal }: Omit<Diagnosis, 'title'>, options: ExplainOptions): string {
  const sentences = isOver(options)
    ? [
        facts,
        !isFinal && 'This flow won’t run again.',
        !isFinal && (fix ? `If you create a new flow, ${lowered(fix)}.` : 'Create a new flow if you still need it.'),
        describeStranded(options),
      ]
    : [facts, fix && `${fix}.`, warning]
  return sentences.filter(Boolean).join(' ')
}

/** Returns `Its fee account still holds 1 INTO, which is stranded there.` Empty if the balance is zero or unknown. */
export function describeStranded({ feeBalance = [], denoms = knownDenoms }: ExplainOptions): string {
  const remaining = feeBalance.filter(({ amount }) => /[1-9]/.test(amount))
  return remaining.length
    ? `Its fee account still holds ${formatAmounts(remaining, denoms)}, which is stranded there.`
    : ''
}

function isOver({ status }: ExplainOptions): boolean {
  return status === 'completed' || status === 'stopped'
}

function explained(diagnosis: Diagnosis, chainSaid: string | null, options: ExplainOptions): Explanation {
  return { title: diagnosis.title, help: adviseOn(diagnosis, options), chainSaid }
}

/** Explains that a flow's interchain account on another chain doesn't exist. */
export function explainMissingAccount(connectionId: string): string {
  return `No interchain account on ${connectionId} yet. Runs fail there until it is registered.`
}

/** Describes outcomes without an error message. */
function diagnoseOutcome(outcome: QuietOutcome, options: ExplainOptions): Diagnosis {
  return { title: outcomeProblems[outcome], ...explainOutcome(outcome, options) }
}

function explainOutcome(outcome: QuietOutcome, { channel }: ExplainOptions): Omit<Diagnosis, 'title'> {
  switch (outcome) {
    case 'timedOut': {
      const isClosed = channel?.state === 'STATE_CLOSED' || channel?.ordering === 'ORDER_ORDERED'
      return {
        isAboutPacket: true,
        facts:
          'No relayer delivered the packet in time, so its messages did not run. A timeout is recorded in the newest run, even if the packet belongs to an earlier one.',
        ...(isClosed && { fix: 'Register the interchain account again, because its channel is closed' }),
      }
    }
    case 'skipped':
      return {
        facts: 'The run was skipped and sent no messages.',
        warning:
          'The conditions are checked again at the next run. From release 1.0.5 on, a second skip in a row stops a flow for good.',
      }
    case 'pending':
      return {
        facts: 'The messages were sent to the other chain, which has not acknowledged them yet.',
      }
    case 'unacknowledged':
      return {
        isAboutPacket: true,
        facts:
          'The packet’s time is over, but neither an acknowledgement nor a timeout has arrived, usually because of a slow relayer. Either can still arrive while the channel is open. It is recorded in the newest run then, even if it belongs to an earlier one. Check the interchain account on the other chain to see whether the messages ran.',
        warning: 'If a run is still unacknowledged when the next one is due, that next run is the last.',
      }
  }
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
    fix: 'Choose a registered agent',
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

/** The balance was too low before the run, which stops a flow for good on all releases. Money that is sent later can't be used. */
function explainUnpaidRun(_: string, { configuration }: ExplainedFlow, options: ExplainOptions): ReturnType<Cause> {
  const fallback = configuration.walletFallback ? '' : ', or with wallet fallback turned on'
  return {
    facts: [
      'This flow won’t run again, so don’t send money to its fee account.',
      `Create a new flow with enough fee funds for all its runs${fallback}.`,
      isOver(options) ? '' : describeStranded(options),
    ]
      .filter(Boolean)
      .join(' '),
    isFinal: true,
  }
}

/** Explains `distribution error: spendable balance 5uinto is smaller than 9uinto`, which contains the balance and the fee. */
function explainUncollectedFee(
  error: string,
  { feeAddress }: ExplainedFlow,
  options: ExplainOptions,
): ReturnType<Cause> {
  const amounts = missingFunds(error, options)
  const short = amounts ? ` The paying account held ${amounts.held}, and the fee was ${amounts.needed}.` : ''
  return {
    facts: `The messages took effect.${short}`,
    fix: isOver(options)
      ? 'provide fee funds that cover each run’s fee and burn'
      : `Top up the fee account ${feeAddress} before the next run`,
    warning: 'A flow that can’t pay for a run stops for good.',
  }
}

function explainWrongSigner(_: string, { owner, msgs }: ExplainedFlow): ReturnType<Cause> {
  const grantee = msgs.find(message => innerMessages(message) && message.grantee !== owner)?.grantee
  if (typeof grantee !== 'string')
    return {
      facts: `On this chain, the flow’s owner ${owner} must be the signer of each message.`,
      fix: 'Make the owner the sender of each message',
    }
  return {
    facts: `The MsgExec names ${grantee} as its grantee, but on this chain the grantee must be the flow’s owner ${owner}.`,
    fix: 'Make the owner the grantee of the MsgExec',
  }
}

/** Explains `spendable balance 5uinto is smaller than 900uinto`. Messages on this chain spend the owner's balance. */
function explainFunds(error: string, { owner, msgs }: ExplainedFlow, options: ExplainOptions): ReturnType<Cause> {
  const amounts = missingFunds(error, options)
  const fix = 'Fund this account or lower the amount'
  if (!amounts) return { facts: 'The sending account holds less than the message needs.', fix }
  const isOwner = /execute local flow/.test(error) && !msgs.some(innerMessages)
  return {
    facts: `${isOwner ? owner : 'The sending account'} had ${amounts.held} to spend, and the message needs ${amounts.needed}.`,
    fix,
  }
}

function missingFunds(
  error: string,
  { denoms = knownDenoms }: ExplainOptions,
): { held: string; needed: string } | null {
  const [, held = '', needed = ''] = /spendable balance (\S+) is smaller than ([^\s:]+)/.exec(error) ?? []
  const [has, needs] = [parseCoin(held), parseCoin(needed)]
  return has && needs ? { held: formatAmount(has, denoms), needed: formatAmount(needs, denoms) } : null
}

function explainGrant(error: string): ReturnType<Cause> {
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
    return { facts: 'The agent has no open channel to the other chain.', fix: 'Choose an agent whose channel is open' }
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
      fix: 'Read the response of another message',
    }
  if (field)
    return {
      facts: `The response has no field ${field}.`,
      fix: 'Correct the response key',
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
    fix: [capitalized(first), ...more].join(', and '),
  }
}

/** The other chain only returns an error code. Each module defines its own codes, so a code can have other meanings too. */
function explainOtherChain(error: string, flow: ExplainedFlow): ReturnType<Cause> {
  const [, code] = /ABCI code: (\d+)/.exec(error) ?? []
  if (code === undefined)
    return { facts: 'The other chain returned no reason.', fix: 'Look up the transaction on the other chain' }
  const known = code === '2' && flow.msgs.some(innerMessages) ? missingGrant : lookUp(codes, code)
  if (!known)
    return {
      facts: `The other chain only returned error code ${code}, whose meaning depends on the module that returned it.`,
      fix: 'Look up the transaction on the other chain',
    }
  const { meaning, fix } = known
  return {
    facts: `The other chain only returned error code ${code}, which usually means “${meaning}”. The transaction there says more.`,
    fix: fix(flow),
  }
}

interface CodeMeaning {
  meaning: string
  fix: (flow: ExplainedFlow) => string
}

const unauthorized: CodeMeaning = {
  meaning: 'unauthorized',
  fix: ({ trustlessAgent }) =>
    `Make ${trustlessAgent ? 'the agent’s account' : 'the interchain account'} the sender of each message`,
}

const missingGrant: CodeMeaning = {
  meaning: 'authorization not found',
  fix: ({ trustlessAgent }) =>
    `Grant ${trustlessAgent ? 'the agent’s account' : 'the interchain account'} an authorization (authz) for this kind of message on the other chain`,
}

/** Error codes of the Cosmos SDK, and code 2 of IBC, which an interchain account returns for a message with another signer. */
const codes: Readonly<Record<string, CodeMeaning>> = {
  2: unauthorized,
  4: unauthorized,
  5: {
    meaning: 'insufficient funds',
    fix: ({ selfHostedIca }) =>
      `Fund ${selfHostedIca ? 'the interchain account' : 'the sending account there'} or lower the amount`,
  },
  11: { meaning: 'out of gas', fix: () => 'Send fewer messages in one run' },
}

const moduleErrorCauses: Record<ModuleError, (error: string) => ReturnType<Cause>> = {
  feedbackLoop: error => ({
    facts: `There is no flow ${/FlowID: (\d+)/i.exec(error)?.[1] ?? 'with this id'}.`,
    fix: 'Correct the flow id of the feedback loop',
  }),
  validator: () => ({
    facts: 'The message names a validator that this chain does not have.',
    fix: 'Name an existing validator',
  }),
  delegation: () => ({
    facts: 'The message is about a delegation that does not exist.',
    fix: 'Delegate to the validator first, or name the validator of an existing delegation',
  }),
  unbonding: () => ({
    facts: 'A delegator can have at most seven unbonding entries for a validator at once.',
    fix: 'Unbond less often, so that earlier entries can complete',
  }),
  channel: () => ({
    facts: 'The message names a channel that this chain does not have.',
    fix: 'Name an existing channel',
  }),
}
