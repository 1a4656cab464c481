import { address } from '../chain/address.js'
import type { InterchainAccount } from '../chain/state.js'
import { decodeBech32, encodeBech32 } from '../go/bech32.js'

export const osmosis = 'connection-0'
export const hub = 'connection-1'
export const quiet = 'connection-2'

const prefixes = { [osmosis]: 'osmo', [hub]: 'cosmos', [quiet]: 'quick' }

/** Returns the address of the owner's own account on the Hub, which agents act for. */
export function onHub(owner: string): string {
  return encodeBech32('cosmos', decodeBech32(owner).bytes)
}

export function accountOn(connectionId: keyof typeof prefixes, owner: string): InterchainAccount {
  return { owner, connectionId, address: address(`account of ${owner}`, prefixes[connectionId], 32) }
}
