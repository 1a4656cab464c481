import { decodeBech32, encodeBech32 } from '../go/bech32.js'
import { chance } from './random.js'

/** Returns a valid address derived from the seed. Accounts have 20 bytes, and contracts and agents have 32. */
export function address(seed: string | number = 1, prefix = 'into', bytes: 20 | 32 = 20): string {
  const letters = Array.from(String(seed), letter => letter.charCodeAt(0))
  const account = new Uint8Array(bytes)
  for (let byte = 0; byte < bytes; byte++) account[byte] = Math.floor(256 * chance(byte, ...letters))
  return encodeBech32(prefix, account)
}

/** Returns the chain's error for an address that isn't valid on this chain, or null. */
export function addressError(address: string, expected = 'into'): string | null {
  if (address.trim() === '') return 'empty address string is not allowed'
  try {
    const { prefix } = decodeBech32(address)
    if (prefix === expected) return null
    return `hrp does not match bech32 prefix: expected '${expected}' got '${prefix}': internal logic error`
  } catch (error) {
    return `decoding bech32 failed: ${error instanceof Error ? error.message : error}`
  }
}
