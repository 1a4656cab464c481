import type { Message } from './types.js'

/** Returns the type of message that a permission allows. Undefined if the permission isn't for one type. */
export function grantedType(authorization: Message): string | undefined {
  if (authorization['@type'].endsWith('.SendAuthorization')) return '/cosmos.bank.v1beta1.MsgSend'
  return typeof authorization.msg === 'string' ? authorization.msg : undefined
}

/** Returns whether a permission to send coins is limited to other recipients. */
export function excludesRecipient({ allow_list: recipients }: Message, recipient: unknown): boolean {
  return Array.isArray(recipients) && recipients.length > 0 && !recipients.includes(recipient)
}

/** Returns whether a permission can be used in a block. Its expiration is included. Both times have the same unit. */
export function isGrantValid<Time extends number | bigint>(expiration: Time, block: Time): boolean {
  return expiration >= block
}
