import {
  type Body,
  boolean,
  checkFields,
  child,
  childOrDefaults,
  childOrNull,
  coin,
  coins,
  requiredString,
  string,
  strings,
} from '../decode.js'
import type {
  Coin,
  Flow,
  FlowConfiguration,
  FlowHistoryEntry,
  Params,
  TrustlessAgent,
  TrustlessAgentConfig,
  TrustlessAgentFeeConfig,
} from '../types.js'
import type { Version } from './contract.js'
import * as current from './mappers.js'
import { v1 } from './v1.js'

const flows = current.flowsPage('flow_infos', flow)
const agents = current.agentsPage('hosted_accounts', agent)
const existingAgent = current.existing('hosted_address', agent)

/** The API version before `v1`. Its data has the same shape and names as in `v1`. */
export const v1beta1: Version = {
  name: 'v1beta1',
  routes: {
    ...v1.routes,
    flowsForOwner: ['flows-for-owner/{owner}'],
    trustlessAgent: ['hosted-account/{agentAddress}'],
    trustlessAgents: ['hosted-accounts'],
    trustlessAgentsForAdmin: ['hosted-accounts/{feeAdmin}'],
    totalBurnt: [],
  },
  mappers: {
    ...v1.mappers,
    flow: body => child(body.flow_info, 'flow_info', flow),
    flows,
    flowsForOwner: flows,
    flowHistory: current.historyPage(historyEntry),
    params: body => child(body.params, 'params', params),
    trustlessAgent: body => child(body.hosted_account, 'hosted_account', existingAgent),
    trustlessAgents: agents,
    trustlessAgentsForAdmin: agents,
  },
}

function flow(body: Body): Flow {
  checkFields(body, ['ica_config'])
  // Until release 0.9.0, the field is called `hosted_config`.
  const agentField = 'hosted_ica_config' in body ? 'hosted_ica_config' : 'hosted_config'
  return {
    ...current.flow(body),
    selfHostedIca: current.icaConfigOrNull(body.ica_config, 'ica_config'),
    trustlessAgent: childOrNull(body[agentField], agentField, agentConfig),
    configuration: childOrDefaults(body.configuration, 'configuration', configuration),
  }
}

function agentConfig(body: Body): TrustlessAgentConfig | null {
  const agentAddress = string(body.hosted_address, 'hosted_address')
  const feeLimit = coinIfAny(body.fee_coin_limit, 'fee_coin_limit')
  return agentAddress || feeLimit.length > 0 ? { agentAddress, feeLimit, connectionId: '' } : null
}

function configuration(body: Body): FlowConfiguration {
  return {
    ...current.configuration(body),
    walletFallback: boolean(body.fallback_to_owner_balance, 'fallback_to_owner_balance'),
  }
}

function historyEntry(body: Body): FlowHistoryEntry {
  return current.historyEntry(body, coinIfAny(body.exec_fee, 'exec_fee'))
}

/** Returns an empty list for a coin without a denom, because nodes return one instead of null. */
function coinIfAny(value: unknown, field: string): Coin[] {
  const only = childOrNull(value, field, coin)
  return only?.denom ? [only] : []
}

/** The parameters that had other names until release 0.8.3, by their new names. */
const formerParams = {
  flow_funds_commission: 'FlowFundsCommission',
  flow_flex_fee_mul: 'FlowFlexFeeMul',
  burn_fee_per_msg: 'FlowConstantFee',
  max_flow_duration: 'MaxFlowDuration',
  min_flow_duration: 'MinFlowDuration',
  min_flow_interval: 'MinFlowInterval',
}

function params(body: Body): Params {
  const renamed = Object.entries(formerParams).map(([name, former]) => [name, body[name in body ? name : former]])
  return {
    ...current.params({ ...body, ...Object.fromEntries(renamed) }),
    connectionRewards: [{ connectionId: '', relayerRewards: strings(body.relayer_rewards, 'relayer_rewards') }],
  }
}

function agent(body: Body): TrustlessAgent {
  return {
    agentAddress: requiredString(body.hosted_address, 'hosted_address'),
    icaConfig: childOrDefaults(body.ica_config, 'ica_config', current.icaConfig),
    feeConfig: childOrDefaults(body.host_fee_config, 'host_fee_config', feeConfig),
  }
}

function feeConfig(body: Body): TrustlessAgentFeeConfig {
  // Nodes misspell this field.
  return {
    feeAdmin: string(body.admin, 'admin'),
    feeCoinsSupported: coins(body.fee_coins_suported, 'fee_coins_suported'),
  }
}
