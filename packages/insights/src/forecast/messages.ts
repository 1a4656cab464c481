import type { AnyMessage, Coin } from '@flow-query/core'
import { isRecord } from '@flow-query/core/parts/decode'

export function typedMessages(message: AnyMessage, account?: string, depth = 0): { name: string; signer: string }[] {
  const inner = messagesIn(message, depth).flatMap(one => typedMessages(one, account, depth + 1))
  const signer = signerOf(message, account)
  return signer === undefined ? inner : [{ name: nameOf(message), signer }, ...inner]
}

/** A node can send messages with any number of levels. */
export const maxDepth = 100

export function messagesIn({ msgs }: AnyMessage, depth: number): AnyMessage[] {
  return depth < maxDepth && Array.isArray(msgs) ? msgs.filter(isMessage) : []
}

function isMessage(value: unknown): value is AnyMessage {
  return typeof value === 'object' && value !== null && '@type' in value && typeof value['@type'] === 'string'
}

const signerFields = [
  'from_address',
  'delegator_address',
  'sender',
  'grantee',
  'granter',
  'voter',
  'depositor',
  'signer',
  'owner',
  'proposer',
  'admin',
  'creator',
  'fee_admin',
  'submitter',
  'authority',
]

const grantMessages = /^Msg(Grant|Revoke)(Allowance)?$/

export function signerOf(message: AnyMessage, account?: string): string | undefined {
  const field = grantMessages.test(nameOf(message))
    ? 'granter'
    : signerFields.find(name => typeof message[name] === 'string')
  return field && addressOf(message[field], account)
}

/** The chain replaces `ICA_ADDR` by the address of the interchain account. */
export function addressOf(value: unknown, account?: string): string | undefined {
  if (value === 'ICA_ADDR') return account
  return typeof value === 'string' ? value : undefined
}

export function nameOf(message: AnyMessage): string {
  return message['@type'].slice(message['@type'].lastIndexOf('.') + 1)
}

export function allowedType(authorization: AnyMessage): string | undefined {
  if (nameOf(authorization) === 'SendAuthorization') return '/cosmos.bank.v1beta1.MsgSend'
  return typeof authorization.msg === 'string' ? authorization.msg : undefined
}

/** Returns null if an amount is missing, because a feedback loop sets it later. */
export function coinsOf(value: unknown): Coin[] | null {
  const coins: unknown[] = Array.isArray(value) ? value : [value]
  return coins.every(isCoin) ? coins : null
}

function isCoin(value: unknown): value is Coin {
  if (!isRecord(value)) return false
  const { denom, amount } = value
  return typeof denom === 'string' && denom !== '' && typeof amount === 'string' && /^0*\d{1,78}$/.test(amount)
}
