import type { Message } from './types.js'

/** Returns the type of message that a permission allows. */
export function grantedType(authorization: Message): string | undefined {
  if (authorization['@type'].endsWith('.SendAuthorization')) return '/cosmos.bank.v1beta1.MsgSend'
  return typeof authorization.msg === 'string' ? authorization.msg : undefined
}

export function excludesRecipient({ allow_list: recipients }: Message, recipient: unknown): boolean {
  return Array.isArray(recipients) && recipients.length > 0 && !recipients.includes(recipient)
}

/** A permission also works in a block at its expiration. Both times have the same unit. */
export function isGrantValid<Time extends number | bigint>(expiration: Time, block: Time): boolean {
  return expiration >= block
}
