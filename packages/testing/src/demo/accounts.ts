import { address } from '../chain/address.js'
import type { InterchainAccount } from '../chain/state.js'

export const osmosis = 'connection-0'
export const hub = 'connection-1'
export const quiet = 'connection-2'

const prefixes = { [osmosis]: 'osmo', [hub]: 'cosmos', [quiet]: 'quick' }

export function accountOn(connectionId: keyof typeof prefixes, owner: string): InterchainAccount {
  return { owner, connectionId, address: address(`account of ${owner}`, prefixes[connectionId], 32) }
}
