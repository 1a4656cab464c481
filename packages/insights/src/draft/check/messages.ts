import type { AnyMessage, ChainRelease, Coin, FeedbackLoop, Flow } from '@flow-query/core'
import { areSorted, isDenom, rulesOf, signerField } from '@flow-query/rules'
import { messagesIn, nameOf, signerOf } from '../../forecast/messages.js'
import { releases } from '../../releases.js'
import { ownPrefix, parseAddress } from '../address.js'
import type { FlowDraft } from '../draft.js'
import type { DraftEffect, DraftProblem } from '../result.js'

export interface MessageAt {
  message: AnyMessage
  path: string
  /** The index in the flow's messages, of this message or of the `MsgExec` that contains it. */
  index: number
  /** 0 for a message of the flow, 1 for a message in its `MsgExec`. */
  depth: number
}

export function messagesOf({ msgs }: Pick<FlowDraft, 'msgs'>): MessageAt[] {
  const inside = ({ message, path, index, depth }: MessageAt): MessageAt[] =>
    messagesIn(message, depth).flatMap((inner, position) => {
      const at = { message: inner, path: `${path}.msgs[${position}]`, index, depth: depth + 1 }
      return [at, ...inside(at)]
    })
  return msgs.flatMap((message, index) => {
    const at = { message, path: `msgs[${index}]`, index, depth: 0 }
    return [at, ...inside(at)]
  })
}

export function recipientsOf({ msgs, selfHostedIca, trustlessAgent }: Flow): string[] {
  const isRemote = Boolean(selfHostedIca || trustlessAgent)
  const sent = isRemote ? [] : messagesOf({ msgs }).filter(({ message }) => nameOf(message) === 'MsgSend')
  return Array.from(new Set(sent.map(({ message }) => textOf(message.to_address ?? ''))))
}

export function ownerProblems({ owner }: FlowDraft): DraftProblem[] {
  return addressProblem(owner, ownPrefix, 'owner', 'refused')
}

/**
 * @param interchainAccount the account that executes the messages on another chain, if it is known
 * @param loops the feedback loops that have an effect
 */
export function messageProblems(
  draft: FlowDraft,
  messages: readonly MessageAt[],
  release: ChainRelease,
  interchainAccount?: string,
  loops: readonly FeedbackLoop[] = draft.conditions.feedbackLoops,
): DraftProblem[] {
  const runsRemotely = isRemote(draft)
  const prefix = parseAddress((runsRemotely ? interchainAccount : draft.owner) ?? '')?.prefix
  // On this chain, a loop counts from its own message.
  const setByLoop = (index: number) => loops.find(({ msgsIndex }) => (runsRemotely ? 1 : 2) * msgsIndex === index)
  return messages.flatMap(at => [
    ...signerProblems(at, draft, release, interchainAccount),
    ...addressProblems(at, prefix, runsRemotely),
    ...coinProblems(at, setByLoop(at.index), runsRemotely),
    ...(isExec(at.message) && messagesIn(at.message, at.depth).length === 0
      ? [{ kind: 'noMessages', path: `${at.path}.msgs`, effect: 'everyRunFails' } as const]
      : []),
  ])
}

export function isRemote({ connectionId, trustlessAgent }: FlowDraft): boolean {
  return Boolean(connectionId || trustlessAgent?.agentAddress)
}

export function isExec(message: AnyMessage): boolean {
  return message['@type'] === '/cosmos.authz.v1beta1.MsgExec'
}

const interchainPlaceholder = 'ICA_ADDR'

/** The node checks the other signers, and its answer names them. */
function signerProblems(
  { message, path, depth }: MessageAt,
  draft: FlowDraft,
  release: ChainRelease,
  interchainAccount: string | undefined,
): DraftProblem[] {
  const { owner } = draft
  if (depth > 0) return []
  if (isRemote(draft)) {
    const address = signerOf(message, interchainAccount)
    const isOther = address && interchainAccount && address !== interchainAccount
    return isOther ? [{ kind: 'wrongSigner', path, effect: 'everyRunFails', address, owner: interchainAccount }] : []
  }
  const { grantee, '@type': type } = message
  if (isExec(message) && typeof grantee === 'string' && grantee !== owner && parseAddress(grantee))
    return [{ kind: 'wrongGrantee', path: `${path}.grantee`, effect: 'everyRunFails', address: grantee, owner }]
  const isGated = nameOf(message) === 'MsgCreateValidator' && releases[release].rules?.gatesValidators
  return isGated ? [{ kind: 'unsupportedMessage', path, effect: 'everyRunFails', type }] : []
}

const accountFields =
  /^(to|from|delegator|withdraw)_address$|^(grantee|granter|sender|recipient|voter|depositor|contract|(new_)?admin)$/
const validatorFields = /^validator(_src|_dst)?_addr(ess)?$/
/** A message can't be executed if one of these fields is empty. */
const requiredFields = /_addr(ess)?$|^(grantee|granter|sender|voter|depositor)$/

function addressProblems(
  { message, path, depth }: MessageAt,
  prefix: string | undefined,
  isRemote: boolean,
): DraftProblem[] {
  // The chain replaces the placeholder after it has checked the signers in a `MsgExec`.
  const isPlaceholder = isRemote && !(depth === 1 && signerOf(message, interchainPlaceholder) === interchainPlaceholder)
  const signer = signerField(message)
  return Object.entries(message).flatMap(([field, value]): DraftProblem[] => {
    const isValidator = validatorFields.test(field)
    const isEmpty = value === '' && !requiredFields.test(field)
    if (!isValidator && field !== signer && !accountFields.test(field)) return []
    if (typeof value !== 'string' || isEmpty || (isPlaceholder && value === interchainPlaceholder)) return []
    const expected = prefix === undefined ? '' : isValidator ? `${prefix}valoper` : prefix
    return addressProblem(value, expected, `${path}.${field}`, 'everyRunFails')
  })
}

function addressProblem(address: string, prefix: string, path: string, effect: DraftEffect): DraftProblem[] {
  const parsed = parseAddress(address)
  if (parsed && (!prefix || parsed.prefix === prefix)) return []
  return [{ kind: parsed ? 'otherChainAddress' : 'invalidAddress', path, effect, address, prefix }]
}

/** On this chain, a loop that reads a response has no value in the first run, which uses the coins of the message. */
function coinProblems({ message, path }: MessageAt, loop: FeedbackLoop | undefined, isRemote: boolean): DraftProblem[] {
  if (loop && (isRemote || loop.icqConfig)) return []
  const { coins: field, canLackCoins } = rulesOf(message)
  const value = field && message[field]
  if (!field || value === undefined || canLackCoins === 'zero') return []
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return coinListProblems(all.map(asCoin), `${path}.${field}`, loop ? 'stops' : 'everyRunFails', !canLackCoins)
}

function asCoin(value: unknown): Coin {
  const { denom = '', amount = '' } = (value ?? {}) as Partial<Coin>
  return { denom: textOf(denom), amount: textOf(amount) }
}

/** Unlike `String`, this function can't throw on a draft that contains `{"toString":1}`. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function coinListProblems(
  coins: readonly Coin[],
  path: string,
  effect: DraftEffect,
  isRequired: boolean,
): DraftProblem[] {
  const problems = coins.flatMap((coin): DraftProblem[] => {
    if (!amountPattern.test(coin.amount))
      return [{ kind: 'invalidAmount', path, effect: 'refused', amount: coin.amount }]
    if (!isDenom(coin.denom)) return [{ kind: 'invalidDenom', path, effect, denom: coin.denom }]
    return BigInt(coin.amount.replace('+', '')) > 0n ? [] : [{ kind: 'amountNotPositive', path, effect, coin }]
  })
  const isMissing = isRequired && coins.length === 0
  return problems.length > 0 || (areSorted(coins) && !isMissing) ? problems : [{ kind: 'invalidCoins', path, effect }]
}

/** The node refuses integers with more than 256 bits. */
const amountPattern = /^[+-]?\d{1,99}$/
