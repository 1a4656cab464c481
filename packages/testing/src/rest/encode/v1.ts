import type { Configuration, IcaConfig, TrustlessAgentConfig } from '../../chain/state.js'
import { coinFields, conditionsFields, entryFields, type Fields, flowFields, paramsFields } from './common.js'

export const v1: Fields = {
  flow: (flow, release) => ({
    ...flowFields(flow),
    self_hosted_ica: icaFields(flow.selfHostedIca),
    trustless_agent: agentConfigFields(flow.trustlessAgent),
    configuration: configurationFields(flow.configuration),
    conditions: conditionsFields(flow.conditions, release),
  }),
  entry: entry => ({
    ...entryFields(entry, entry.execFee.map(coinFields)),
    packet_sequences: entry.packetSequences,
  }),
  params: params => ({
    ...paramsFields(params),
    connection_rewards: params.connectionRewards.map(({ connectionId, relayerRewards }) => ({
      connection_id: connectionId,
      relayer_rewards: relayerRewards,
    })),
  }),
  agent: ({ agentAddress, icaConfig, feeConfig }) => ({
    agent_address: agentAddress,
    ica_config: icaFields(icaConfig),
    fee_config: feeConfig && {
      fee_admin: feeConfig.feeAdmin,
      fee_coins_supported: feeConfig.feeCoinsSupported.map(coinFields),
    },
  }),
}

function icaFields(ica: IcaConfig | null): unknown {
  return ica && { port_id: ica.portId, connection_id: ica.connectionId }
}

function agentConfigFields(agent: TrustlessAgentConfig | null): unknown {
  return (
    agent && {
      agent_address: agent.agentAddress,
      fee_limit: agent.feeLimit.map(coinFields),
      connection_id: agent.connectionId,
    }
  )
}

function configurationFields(configuration: Configuration | null): unknown {
  return (
    configuration && {
      save_responses: configuration.saveResponses,
      updating_disabled: configuration.updatingDisabled,
      stop_on_success: configuration.stopOnSuccess,
      stop_on_failure: configuration.stopOnFailure,
      stop_on_timeout: configuration.stopOnTimeout,
      wallet_fallback: configuration.walletFallback,
    }
  )
}
