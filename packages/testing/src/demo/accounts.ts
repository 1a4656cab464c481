import { address } from '../builders.js'
import type { InterchainAccount } from '../chain/state.js'

/** Connections to the two chains that the demo's flows reach. */
export const OSMOSIS = 'connection-0'
export const HUB = 'connection-1'

const PREFIXES = { [OSMOSIS]: 'osmo', [HUB]: 'cosmos' }

/** The interchain account that an owner, or an agent, has on the other end of a connection. */
export function accountOn(connectionId: keyof typeof PREFIXES, owner: string): InterchainAccount {
  return { owner, connectionId, address: address(`account of ${owner}`, PREFIXES[connectionId], 32) }
}
