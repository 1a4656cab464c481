import type { AnyMessage, ChainRelease, Coin, FeedbackLoop, Flow } from '@flow-query/core'
import { areSorted, isDenom, rulesOf } from '@flow-query/rules'
import { messagesIn, nameOf, signerOf } from '../../forecast/messages.js'
import { releases } from '../../releases.js'
import { parseAddress } from '../address.js'
import type { FlowDraft } from '../draft.js'
import type { DraftEffect, DraftProblem } from '../result.js'

export interface MessageAt {
  message: AnyMessage
  path: string
  /** The index in the flow's messages, of this message or of the `MsgExec` that contains it. */
  index: number
  /** The nesting level: 0 for a message of the flow, 1 for a message in its `MsgExec`. */
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

/**
 * @param interchainAccount the account that executes the messages on another chain, if it is known
 * @param loops the feedback loops that have an effect
 */
export function messageProblems(
  draft: FlowDraft,
  release: ChainRelease,
  interchainAccount?: string,
  loops: readonly FeedbackLoop[] = draft.conditions.feedbackLoops,
): DraftProblem[] {
  const owner = parseAddress(draft.owner)
  const isRemote = Boolean(draft.connectionId || draft.trustlessAgent?.agentAddress)
  const prefix = (isRemote ? parseAddress(interchainAccount ?? '') : owner)?.prefix
  // On this chain, a loop counts from its own message.
  const setByLoop = (index: number) => loops.find(({ msgsIndex }) => (isRemote ? 1 : 2) * msgsIndex === index)
  return messagesOf(draft).flatMap(at => [
    ...signerProblems(at, draft, release, prefix, interchainAccount),
    ...addressProblems(at, prefix, isRemote),
    ...coinProblems(at, setByLoop(at.index), isRemote),
    ...(isExec(at.message) && messagesIn(at.message, at.depth).length === 0
      ? [{ kind: 'noMessages', path: `${at.path}.msgs`, effect: 'everyRunFails' } as const]
      : []),
  ])
}

function isExec(message: AnyMessage): boolean {
  return message['@type'] === '/cosmos.authz.v1beta1.MsgExec'
}

const interchainPlaceholder = 'ICA_ADDR'

/** The node checks the signers of the flow's messages, or of the messages in a `MsgExec` of the flow. */
function signerProblems(
  { message, path, depth }: MessageAt,
  draft: FlowDraft,
  release: ChainRelease,
  prefix = '',
  interchainAccount: string | undefined,
): DraftProblem[] {
  const { owner } = draft
  const type = message['@type']
  const isAgents = Boolean(draft.trustlessAgent?.agentAddress)
  const isRemote = isAgents || draft.connectionId !== ''
  if (depth === 0 && isAgents && !isExec(message)) return [{ kind: 'onlyExec', path, effect: 'refused', type }]
  if (depth === 0 && isRemote) {
    const address = signerOf(message, interchainAccount)
    const isOther = address && interchainAccount && address !== interchainAccount
    return isOther ? [{ kind: 'wrongSigner', path, effect: 'everyRunFails', address, owner: interchainAccount }] : []
  }
  if (depth === 0 && isExec(message)) return granteeProblems(message, path, owner)
  if (depth > 1) return []
  const { hasNoSigner, isSignedByValidator, signer } = rulesOf(message)
  if (hasNoSigner) return [{ kind: 'unsupportedMessage', path, effect: 'refused', type }]
  const field = isSignedByValidator && signer
  // The node replaces `ICA_ADDR` after this check, and only in messages to another chain.
  const address = field ? textOf(message[field] ?? '') : signerOf(message, interchainPlaceholder)
  const account = address === undefined ? undefined : parseAddress(address)
  const expected = parseAddress(owner)
  if (address === undefined || !expected) return []
  if (!account) {
    const at = { path: pathOf(message, path, address), effect: 'refused' } as const
    return [{ kind: 'invalidAddress', ...at, address, prefix: prefix && field ? `${prefix}valoper` : prefix }]
  }
  if (account.account !== expected.account)
    return [{ kind: 'wrongSigner', path: pathOf(message, path, address), effect: 'refused', address, owner }]
  const isGated = nameOf(message) === 'MsgCreateValidator' && releases[release].rules?.gatesValidators
  return isGated && depth === 0 ? [{ kind: 'unsupportedMessage', path, effect: 'everyRunFails', type }] : []
}

function granteeProblems({ grantee }: AnyMessage, path: string, owner: string): DraftProblem[] {
  const address = typeof grantee === 'string' ? grantee : ''
  const isValid = parseAddress(address) !== undefined
  if (address === owner || !isValid) return []
  return [{ kind: 'wrongGrantee', path: `${path}.grantee`, effect: 'everyRunFails', address, owner }]
}

function pathOf(message: AnyMessage, path: string, value: string): string {
  const field = Object.keys(message).find(name => message[name] === value)
  return field ? `${path}.${field}` : path
}

const accountFields =
  /^(to|from|delegator|withdraw)_address$|^(grantee|granter|sender|recipient|voter|depositor|contract)$/
const validatorFields = /^validator(_src|_dst)?_address$/
/** A message can't be executed if one of these fields is empty. */
const requiredFields = /_address$|^grantee$/

function addressProblems({ message, path }: MessageAt, prefix: string | undefined, isRemote: boolean): DraftProblem[] {
  return Object.entries(message).flatMap(([field, value]): DraftProblem[] => {
    const isValidator = validatorFields.test(field)
    const isEmpty = value === '' && !requiredFields.test(field)
    if (!isValidator && !accountFields.test(field)) return []
    if (typeof value !== 'string' || isEmpty || (isRemote && value === interchainPlaceholder)) return []
    const expected = prefix === undefined ? '' : isValidator ? `${prefix}valoper` : prefix
    const at = { path: `${path}.${field}`, effect: 'everyRunFails', address: value, prefix: expected } as const
    const address = parseAddress(value)
    if (!address) return [{ kind: 'invalidAddress', ...at }]
    return expected && address.prefix !== expected ? [{ kind: 'otherChainAddress', ...at }] : []
  })
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

/** Unlike `String`, this function can't throw. Anyone can make a draft that contains `{"toString":1}`. */
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
    if (!isAmount(coin.amount)) return [{ kind: 'invalidAmount', path, effect: 'refused', amount: coin.amount }]
    if (!isDenom(coin.denom)) return [{ kind: 'invalidDenom', path, effect, denom: coin.denom }]
    return BigInt(coin.amount.replace('+', '')) > 0n ? [] : [{ kind: 'amountNotPositive', path, effect, coin }]
  })
  const isMissing = isRequired && coins.length === 0
  return problems.length > 0 || (areSorted(coins) && !isMissing) ? problems : [{ kind: 'invalidCoins', path, effect }]
}

/** The chain's integers have 256 bits. */
function isAmount(amount: string): boolean {
  return /^[+-]?0*\d{1,78}$/.test(amount) && BigInt(amount.replace(/^[+-]/, '')) < 2n ** 256n
}
