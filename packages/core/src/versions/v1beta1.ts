import { type Body, childOrNull, coin, string, strings } from '../decode.js'
import type { Coin, TrustlessAgentConfig } from '../types.js'
import type { Version } from './contract.js'
import { createMappers } from './mappers.js'
import { v1 } from './v1.js'

/** The API version before `v1`. Its data has the same shape and names as in `v1`. */
export const v1beta1: Version = {
  name: 'v1beta1',
  routes: {
    ...v1.routes,
    flowsForOwner: [{ path: 'flows-for-owner/{owner}' }],
    trustlessAgent: [{ path: 'hosted-account/{agentAddress}' }],
    trustlessAgents: [{ path: 'hosted-accounts' }],
    trustlessAgentsForAdmin: [{ path: 'hosted-accounts/{feeAdmin}' }],
    totalBurnt: [],
  },
  mappers: createMappers({
    flow: 'flow_info',
    flows: 'flow_infos',
    selfHostedIca: 'ica_config',
    walletFallback: 'fallback_to_owner_balance',
    trustlessAgentConfig,
    execFee: entry => coinIfAny(entry, 'exec_fee'),
    // The names until release 0.8.3.
    formerParams: {
      flow_funds_commission: 'FlowFundsCommission',
      flow_flex_fee_mul: 'FlowFlexFeeMul',
      burn_fee_per_msg: 'FlowConstantFee',
      max_flow_duration: 'MaxFlowDuration',
      min_flow_duration: 'MinFlowDuration',
      min_flow_interval: 'MinFlowInterval',
    },
    connectionRewards: params => [{ connectionId: '', relayerRewards: strings(params, 'relayer_rewards') }],
    agent: 'hosted_account',
    agents: 'hosted_accounts',
    agentAddress: 'hosted_address',
    feeConfig: 'host_fee_config',
    feeAdmin: 'admin',
    // Nodes misspell this field.
    feeCoinsSupported: 'fee_coins_suported',
  }),
}

/** Until release 0.9.0, the field is called `hosted_config`. */
function trustlessAgentConfig(flow: Body): TrustlessAgentConfig | null {
  const field = 'hosted_ica_config' in flow ? 'hosted_ica_config' : 'hosted_config'
  const config = childOrNull(flow, field, body => ({
    agentAddress: string(body, 'hosted_address'),
    feeLimit: coinIfAny(body, 'fee_coin_limit'),
    connectionId: '',
  }))
  return config && (config.agentAddress || config.feeLimit.length > 0) ? config : null
}

/** Returns an empty list for a coin without a denom, because nodes return one instead of null. */
function coinIfAny(body: Body, field: string): Coin[] {
  const only = childOrNull(body, field, coin)
  return only?.denom ? [only] : []
}
