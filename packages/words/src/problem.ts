import {
  type ExecutionOutcome,
  type ExecutionProblem,
  executionProblem,
  type Flow,
  type FlowHistoryEntry,
} from '@flow-query/core'
import type { FailureCause } from '@flow-query/core/insights'
import { type Denoms, formatAmount, knownDenoms, parseCoin } from './amount.js'
import { innerMessages } from './flow.js'
import { lookUp } from './lookup.js'
import { formatList } from './number.js'
import { capitalized } from './phrase.js'
import { isItself } from './rules.js'

/** What became of an execution, and what its owner can do. */
export interface Explanation {
  /** A few words: `Nothing was left to pay the fee`. */
  title: string
  /** What helps, in a sentence or two. */
  help: string
  /** In the chain's own words; null where it said nothing. */
  chainSaid: string | null
}

/** What is read of a flow to explain how it went. */
export type ExplainedFlow = Pick<
  Flow,
  'owner' | 'feeAddress' | 'msgs' | 'selfHostedIca' | 'trustlessAgent' | 'configuration' | 'conditions'
>

/**
 * Why an execution did not go well, one explanation for each of its errors; empty for one that succeeded.
 *
 * @param outcome what core's `executionOutcome` says of it
 */
export function explainExecution(
  { errors }: Pick<FlowHistoryEntry, 'errors'>,
  flow: ExplainedFlow,
  outcome: ExecutionOutcome,
  denoms: Denoms = knownDenoms,
): Explanation[] {
  if (outcome === 'succeeded') return []
  if (outcome === 'failed') return errors.map(error => explainProblem(error, flow, denoms))
  return [explainOutcome(outcome)]
}

/**
 * What went wrong and what helps, for one of an execution's errors.
 *
 * Only what the chain said and what the flow holds is told: an error that is not known keeps the chain's own words.
 */
export function explainProblem(error: string, flow: ExplainedFlow, denoms: Denoms = knownDenoms): Explanation {
  return {
    title: nameProblem(error) ?? refused,
    help: helps[executionProblem(error)](error, flow, denoms),
    chainSaid: error,
  }
}

/** What core's `flowHealth` says that went wrong. */
interface Failure {
  cause: FailureCause
  message: string | null
}

/** As {@link explainProblem}. */
export function explainFailure({ cause, message }: Failure, flow: ExplainedFlow, denoms: Denoms): Explanation {
  if (cause === 'timedOut' || cause === 'unanswered') return explainOutcome(cause)
  return explainProblem(message ?? '', flow, denoms)
}

/** The title alone. */
export function nameFailure({ cause, message }: Failure): string {
  if (cause === 'timedOut' || cause === 'unanswered') return explainOutcome(cause).title
  return nameProblem(message ?? '') ?? refused
}

/** What went wrong in a few words, for a row of a table; null for an error that is not known. */
export function nameProblem(error: string): string | null {
  return titles[executionProblem(error)] ?? reasonOf(error)?.title ?? null
}

/** Of a flow whose account on the other chain is not there. */
export function explainMissingAccount(connectionId: string): string {
  return `No account on ${connectionId} yet. Until it is registered, runs fail there.`
}

const refused = 'The chain refused it'

function explainOutcome(outcome: keyof typeof outcomes): Explanation {
  const [title, help] = outcomes[outcome]
  return { title, help, chainSaid: null }
}

/** What outcomes mean that are neither a success nor an error. */
const outcomes: Record<Exclude<ExecutionOutcome, 'succeeded' | 'failed'>, [title: string, help: string]> = {
  timedOut: [
    'The other chain did not answer in time',
    'The packet came too late, usually because no relayer carried it. A timeout closes the channel: register the interchain account again if later runs fail.',
  ],
  skipped: ['Its conditions were not met', 'Nothing was tried. A flow that is not over checks again at its next run.'],
  pending: ['Waiting for the other chain', 'The messages are on their way. The answer comes by itself.'],
  unanswered: [
    'The other chain never answered',
    'No answer can come any more, so whether it ran there cannot be told from here. Look at the interchain account on the other chain.',
  ],
}

const titles: Record<ExecutionProblem, string | null> = {
  feeBalanceTooLow: 'Nothing was left to pay the fee',
  insufficientFunds: 'There was not enough to send',
  noGrant: 'The agent had no permission',
  noActiveChannel: 'No open channel to the other chain',
  conditionsNotMet: 'Its conditions could not be checked',
  otherChain: 'The other chain refused it',
  other: null,
}

type Help = (error: string, flow: ExplainedFlow, denoms: Denoms) => string

const helps: Record<ExecutionProblem, Help> = {
  feeBalanceTooLow: helpWithFee,
  insufficientFunds: helpWithFunds,
  noGrant: () =>
    'Grant it an authorization for this kind of message (authz), and check that the grant has not expired.',
  noActiveChannel: helpWithChannel,
  conditionsNotMet: helpWithConditions,
  otherChain: helpWithOtherChain,
  other: error => reasonOf(error)?.help ?? 'Its own words below say why.',
}

function helpWithFee(_: string, { feeAddress, owner, configuration }: ExplainedFlow, denoms: Denoms): string {
  const coin = lookUp(denoms, 'uinto')?.symbol ?? 'uinto'
  const pay = configuration.walletFallback
    ? `Its fee account and its owner both hold too little: send ${coin} to ${feeAddress} or to ${owner}.`
    : `Its fee account holds too little: send ${coin} to ${feeAddress}, or let the flow take fees from its owner’s balance (wallet fallback).`
  return `${pay} A flow that cannot pay stops.`
}

/** `spendable balance 5uinto is smaller than 900uinto`: a message that runs here spends what the owner has. */
function helpWithFunds(error: string, { owner }: ExplainedFlow, denoms: Denoms): string {
  const [, held = '', needed = ''] = /spendable balance (\S+) is smaller than ([^\s:]+)/.exec(error) ?? []
  const [has, needs] = [parseCoin(held), parseCoin(needed)]
  if (!has || !needs || !/execute local flow/.test(error))
    return 'The account that sends held less than the message asks for. Fund it, or lower the amount.'
  return `${owner} had ${formatAmount(has, denoms)} to spend, and the message asks for ${formatAmount(needs, denoms)}. Fund it, or lower the amount.`
}

function helpWithChannel(_: string, { selfHostedIca }: ExplainedFlow): string {
  const account = selfHostedIca?.connectionId
    ? `The interchain account on ${selfHostedIca.connectionId}`
    : 'The interchain account'
  return `${account} was never registered, or its channel closed after a timeout. Register it again, then the next run goes through.`
}

function helpWithConditions(error: string, { conditions, configuration }: ExplainedFlow): string {
  if (!/no responses?\b/.test(error)) return 'The chain’s own words below say why.'
  const sources = [...conditions.comparisons, ...conditions.feedbackLoops].filter(({ icqConfig }) => !icqConfig)
  const others = Array.from(new Set(sources.map(({ flowId }) => flowId).filter(flowId => !isItself(flowId))))
  const itself = sources.some(({ flowId }) => isItself(flowId))
  return [
    'There was no response to compare with.',
    itself && !configuration.saveResponses
      ? 'This flow does not keep the responses to its messages: turn that on (save responses).'
      : '',
    itself && configuration.saveResponses
      ? 'This flow keeps the responses to its messages, but the runs before left none: mend what made them fail.'
      : '',
    others.length
      ? `${capitalized(formatList(others.map(id => `flow ${id}`)))} must keep responses (save responses), and have run well before.`
      : '',
    itself || others.length ? '' : 'Keep responses (save responses), and check which flow and message it reads.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Only a number comes back. What it means is known of errors that the Cosmos SDK itself numbers. */
function helpWithOtherChain(error: string, flow: ExplainedFlow): string {
  const [, code] = /ABCI code: (\d+)/.exec(error) ?? []
  if (code === undefined)
    return 'It only says that much. Usual reasons: too little balance in the interchain account, a missing grant, or a message that chain does not allow.'
  const meaning = code === '2' && flow.msgs.some(innerMessages) ? missingGrant : lookUp(codes, code)?.(flow)
  return meaning
    ? `It only gives a number, ${code}. ${meaning} A module of that chain may mean something else by it: the transaction there says more.`
    : `It only gives a number, ${code}, for which each module of that chain has a meaning of its own. The transaction there says more.`
}

const missingGrant =
  'For messages that somebody else sends on your behalf (authz) that is “authorization not found”: grant the agent an authorization for this kind of message, and check that the grant has not expired.'

const codes: Readonly<Record<string, (flow: ExplainedFlow) => string>> = {
  4: () => 'In the Cosmos SDK that is “unauthorized”: the account that acts there may not send this message.',
  5: ({ selfHostedIca }) =>
    `In the Cosmos SDK that is “insufficient funds”: fund ${selfHostedIca ? 'the interchain account' : 'the account that pays there'}, or lower the amount.`,
  11: () => 'In the Cosmos SDK that is “out of gas”.',
}

/** What modules of the Cosmos SDK say, where their words are enough to know what helps. */
const reasons: { pattern: RegExp; title: string; help: string }[] = [
  {
    pattern: /validator does not exist/,
    title: 'There is no such validator',
    help: 'The message names a validator that this chain does not know. Change it to one that is there.',
  },
  {
    pattern: /no delegation for \(address, validator\) tuple/,
    title: 'Nothing is delegated to this validator',
    help: 'The message is about a delegation that is not there. Delegate to the validator first, or name the one that has the delegation.',
  },
]

function reasonOf(error: string): (typeof reasons)[number] | undefined {
  return reasons.find(({ pattern }) => pattern.test(error))
}
