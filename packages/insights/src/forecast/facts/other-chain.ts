import { createFlowClient, type FlowClient } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'

export function otherChainOf(client: FlowClient, connectionId: string): FlowClient | undefined {
  const { settings, scope } = client
  const options = lookUp(settings.chains, connectionId)
  if (!options) return undefined
  const clients = otherChains.get(client) ?? new Map<string, FlowClient>()
  otherChains.set(client, clients)
  const chainScope = `${scope}/${connectionId}`
  const other = clients.get(connectionId) ?? {
    ...createFlowClient({ ...settings, ...options, chainId: chainScope, chains: undefined }),
    scope: chainScope,
  }
  clients.set(connectionId, other)
  return other
}

/** The clients are reused, because a client remembers which endpoints failed. */
const otherChains = new WeakMap<FlowClient, Map<string, FlowClient>>()
