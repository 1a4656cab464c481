import { address } from '../builders.js'
import type { InterchainAccount } from '../chain/state.js'

/** The connections to the other chains that demo flows use. */
export const osmosis = 'connection-0'
export const hub = 'connection-1'
/** The light client of this connection has expired. */
export const quiet = 'connection-2'

const prefixes = { [osmosis]: 'osmo', [hub]: 'cosmos', [quiet]: 'quick' }

/** Returns the interchain account of an owner or agent on the other chain of a connection. */
export function accountOn(connectionId: keyof typeof prefixes, owner: string): InterchainAccount {
  return { owner, connectionId, address: address(`account of ${owner}`, prefixes[connectionId], 32) }
}
