import type { AnyMessage } from '../state.js'

const signerFields = [
  'from_address',
  'delegator_address',
  'sender',
  'grantee',
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

const signedByGranter = /^Msg(Grant|Revoke)(Allowance)?$/

export function signerOf(message: AnyMessage): string | undefined {
  const fields = signedByGranter.test(nameOf(message)) ? ['granter'] : signerFields
  const field = fields.find(name => typeof message[name] === 'string')
  return field && String(message[field])
}

export function nameOf(message: AnyMessage): string {
  return message['@type'].slice(message['@type'].lastIndexOf('.') + 1)
}

export function messagesIn({ msgs }: AnyMessage): readonly AnyMessage[] {
  return Array.isArray(msgs) ? msgs : []
}
