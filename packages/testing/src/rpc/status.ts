import { nsToTime } from '../chain/blocks/time.js'
import type { Chain } from '../chain/chain.js'

const nodeId = '0'.repeat(40)

const nodeDetails = {
  protocol_version: { p2p: '8', block: '11', app: '0' },
  listen_addr: 'tcp://0.0.0.0:26656',
  network: 'intento-demo-1',
  version: '0.38.17',
  channels: '40202122233038606100',
  moniker: 'in-memory',
  other: { tx_index: 'on', rpc_address: 'tcp://127.0.0.1:26657' },
}

export const restNodeInfo = { default_node_info: { ...nodeDetails, default_node_id: nodeId } }

/** Returns the result of CometBFT's `status` for a synced node. Hashes and keys are placeholders. */
export function nodeStatus(chain: Chain): unknown {
  const { height, time } = chain
  const hash = '0'.repeat(64)
  return {
    node_info: { ...nodeDetails, id: nodeId },
    sync_info: {
      latest_block_hash: hash,
      latest_app_hash: hash,
      latest_block_height: String(height),
      latest_block_time: nsToTime(time),
      earliest_block_hash: hash,
      earliest_app_hash: hash,
      earliest_block_height: '1',
      earliest_block_time: nsToTime(chain.timeOf(1)),
      catching_up: false,
    },
    validator_info: {
      address: '0'.repeat(40),
      pub_key: { type: 'tendermint/PubKeyEd25519', value: btoa('\0'.repeat(32)) },
      voting_power: '500000',
    },
  }
}
