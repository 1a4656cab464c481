import { rulesOf, signerField } from '@flow-query/rules'
import { decodeBech32, encodeBech32 } from '../../go/bech32.js'
import type { AnyMessage } from '../state.js'

/** Returns the account that signs a message. The address of a validator and of its account have the same bytes. */
export function signerOf(message: AnyMessage): string | undefined {
  const field = signerField(message)
  const address = field === undefined || message[field] === undefined ? undefined : String(message[field])
  return address !== undefined && rulesOf(message).isSignedByValidator ? accountOf(address) : address
}

function accountOf(validator: string): string {
  try {
    return encodeBech32('into', decodeBech32(validator).bytes)
  } catch {
    return validator
  }
}
