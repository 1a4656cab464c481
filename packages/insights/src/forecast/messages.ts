import type { AnyMessage } from '@flow-query/core'
import { messagesIn as allMessagesIn, messageName, rulesOf, signerField } from '@flow-query/rules'

export { coinsIn as coinsOf, messageName as nameOf } from '@flow-query/rules'

export function typedMessages(message: AnyMessage, account?: string, depth = 0): { name: string; signer: string }[] {
  const inner = messagesIn(message, depth).flatMap(one => typedMessages(one, account, depth + 1))
  const signer = signerOf(message, account)
  return signer === undefined ? inner : [{ name: messageName(message), signer }, ...inner]
}

/** A node can send messages with any number of levels. */
export const maxDepth = 100

export function messagesIn(message: AnyMessage, depth: number): AnyMessage[] {
  return depth < maxDepth ? allMessagesIn(message) : []
}

/** Returns the permissions that a message grants or revokes, as `<granter>/<grantee>`. */
export function changedGrants(message: AnyMessage, depth = 0): string[] {
  if (/^Msg(Grant|Revoke)$/.test(messageName(message))) return [`${message.granter}/${message.grantee}`]
  return messagesIn(message, depth).flatMap(inner => changedGrants(inner, depth + 1))
}

/** Undefined if the account is unknown, or if a validator signs the message. */
export function signerOf(message: AnyMessage, account?: string): string | undefined {
  const field = rulesOf(message).isSignedByValidator ? undefined : signerField(message)
  return field && addressOf(message[field], account)
}

/** The chain replaces `ICA_ADDR` by the address of the interchain account. */
export function addressOf(value: unknown, account?: string): string | undefined {
  if (value === 'ICA_ADDR') return account
  return typeof value === 'string' ? value : undefined
}
