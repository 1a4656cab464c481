import { type Body, childOrNull, coins, list, string, strings } from '../decode.js'
import type { ConnectionRewards, TrustlessAgentConfig } from '../types.js'
import type { Version } from './contract.js'
import { createMappers } from './mappers.js'

/** The current API version. */
export const v1: Version = {
  name: 'v1',
  routes: {
    flow: [{ path: 'flow/{id}' }],
    flows: [{ path: 'flows' }],
    flowsForOwner: [{ path: 'flows/{owner}' }],
    // All known releases support the first route. The other two match the chain's documentation.
    flowHistory: [
      { path: 'flow-history/{id}' },
      { path: 'flows-history/{id}' },
      { path: 'flows-history', query: { id: 'id' } },
    ],
    ica: [{ path: 'address-to-ica', query: { owner: 'owner', connection_id: 'connectionId' } }],
    params: [{ path: 'params' }],
    trustlessAgent: [{ path: 'trustless-agent/{agentAddress}' }],
    trustlessAgents: [{ path: 'trustless-agents' }],
    trustlessAgentsForAdmin: [{ path: 'trustless-agents/{feeAdmin}' }],
    totalBurnt: [{ path: 'total_burnt_coins' }],
  },
  mappers: createMappers({
    flow: 'flow',
    flows: 'flows',
    selfHostedIca: 'self_hosted_ica',
    walletFallback: 'wallet_fallback',
    trustlessAgentConfig,
    execFee: entry => coins(entry, 'exec_fee'),
    formerParams: {},
    connectionRewards: params => list(params, 'connection_rewards', connectionRewards),
    agent: 'trustless_agent',
    agents: 'trustless_agents',
    agentAddress: 'agent_address',
    feeConfig: 'fee_config',
    feeAdmin: 'fee_admin',
    feeCoinsSupported: 'fee_coins_supported',
  }),
}

export function trustlessAgentConfig(flow: Body): TrustlessAgentConfig | null {
  const config = childOrNull(flow, 'trustless_agent', body => ({
    agentAddress: string(body, 'agent_address'),
    feeLimit: coins(body, 'fee_limit'),
    connectionId: string(body, 'connection_id'),
  }))
  const isSet = config && (config.agentAddress || config.feeLimit.length > 0 || config.connectionId)
  return isSet ? config : null
}

function connectionRewards(body: Body): ConnectionRewards {
  return { connectionId: string(body, 'connection_id'), relayerRewards: strings(body, 'relayer_rewards') }
}
