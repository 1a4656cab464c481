import type { Coin, Configuration, IcaConfig, Params, TrustlessAgentConfig } from '../../chain/state.js'
import type { Release } from '../../releases.js'
import { coinFields, conditionsFields, entryFields, type Fields, flowFields, paramsFields } from './common.js'

export const v1beta1: Fields = {
  flow: (flow, release) => ({
    ...flowFields(flow),
    ica_config: icaFields(flow.selfHostedIca, release),
    ...(release.hostedConfig ? earlyConfigs : configs)(flow),
    conditions: conditionsFields(flow.conditions, release),
  }),
  entry: entry => entryFields(entry, oneCoin(entry.execFee)),
  params: (params, release) =>
    release.goParams ? goParams(params) : { ...paramsFields(params), relayer_rewards: relayerRewards(params) },
  agent: ({ agentAddress, icaConfig, feeConfig }, release) => ({
    hosted_address: agentAddress,
    ica_config: icaFields(icaConfig, release),
    // The API itself misspells the second field's name.
    host_fee_config: feeConfig && {
      admin: feeConfig.feeAdmin,
      fee_coins_suported: feeConfig.feeCoinsSupported.map(coinFields),
    },
  }),
}

interface Configs {
  trustlessAgent: TrustlessAgentConfig | null
  configuration: Configuration | null
}

function configs({ trustlessAgent, configuration }: Configs): object {
  return {
    hosted_ica_config: hostedFields(trustlessAgent),
    configuration: configuration && {
      ...configurationFields(configuration),
      stop_on_timeout: configuration.stopOnTimeout,
      fallback_to_owner_balance: configuration.walletFallback,
    },
  }
}

/** Before 0.9.0, the chain could register a new channel after a timeout. */
function earlyConfigs({ trustlessAgent, configuration }: Configs): object {
  return {
    configuration: configuration && {
      ...configurationFields(configuration),
      fallback_to_owner_balance: configuration.walletFallback,
      reregister_ica_after_timeout: !configuration.stopOnTimeout,
    },
    hosted_config: hostedFields(trustlessAgent),
  }
}

function configurationFields(configuration: Configuration): object {
  return {
    save_responses: configuration.saveResponses,
    updating_disabled: configuration.updatingDisabled,
    stop_on_success: configuration.stopOnSuccess,
    stop_on_failure: configuration.stopOnFailure,
  }
}

function hostedFields(agent: TrustlessAgentConfig | null): unknown {
  return agent && { hosted_address: agent.agentAddress, fee_coin_limit: oneCoin(agent.feeLimit) }
}

function icaFields(ica: IcaConfig | null, { hostedConfig }: Release): unknown {
  if (!ica) return null
  const fields = { port_id: ica.portId, connection_id: ica.connectionId }
  return hostedConfig ? { ...fields, host_connection_id: ica.hostConnectionId ?? '' } : fields
}

function goParams(params: Params): unknown {
  return {
    FlowFundsCommission: params.flowFundsCommission,
    FlowFlexFeeMul: params.flowFlexFeeMul,
    FlowConstantFee: params.burnFeePerMsg,
    gas_fee_coins: params.gasFeeCoins.map(coinFields),
    MaxFlowDuration: params.maxFlowDuration,
    MinFlowDuration: params.minFlowDuration,
    MinFlowInterval: params.minFlowInterval,
    relayer_rewards: relayerRewards(params),
  }
}

/** Returns the first connection's rewards, because `v1beta1` has one value for all connections. */
function relayerRewards({ connectionRewards }: Params): readonly string[] {
  return connectionRewards[0]?.relayerRewards ?? []
}

/** Returns the first coin, or an empty coin, because `v1beta1` always prints one. */
function oneCoin(coins: readonly Coin[]): Coin {
  const [first = { denom: '', amount: '0' }] = coins
  return coinFields(first)
}
