import { chainIdIn } from './upstream.js'

/**
 * Reads the ID of the chain with the gateway's internal `fetch`.
 *
 * @throws if no node reports the ID of its chain
 */
export async function readChainId(fetch: typeof globalThis.fetch): Promise<string> {
  const response = await fetch('http://gateway.internal/cosmos/base/tendermint/v1beta1/node_info')
  const chainId = chainIdIn(JSON.parse(await response.text()))
  if (chainId === undefined) throw new Error('the node does not report the ID of its chain')
  return chainId
}
