import { boolean, childOrNull, coins, list, string, strings } from '../decode.js'
import type { Version } from './contract.js'
import { mappersOf } from './dialect.js'

/** The current version of the interface. */
export const v1: Version = {
  name: 'v1',
  routes: {
    flow: ['flow/{id}'],
    flows: ['flows'],
    flowsForOwner: ['flows/{owner}'],
    // The last two are as documented; the first is what nodes serve.
    flowHistory: ['flow-history/{id}', 'flows-history/{id}', 'flows-history?id={id}'],
    ica: ['address-to-ica?owner={owner}&connection_id={connectionId}'],
    params: ['params'],
  },
  mappers: mappersOf({
    flow: 'flow',
    flows: 'flows',
    selfHostedIca: 'self_hosted_ica',
    walletFallback: 'wallet_fallback',
    trustlessAgent: flow =>
      childOrNull(flow, 'trustless_agent', body => {
        const agentAddress = string(body, 'agent_address')
        const feeLimit = coins(body, 'fee_limit')
        const connectionId = string(body, 'connection_id')
        return agentAddress || feeLimit.length || connectionId ? { agentAddress, feeLimit, connectionId } : null
      }),
    differenceMode: boolean,
    execFee: coins,
    packetSequences: strings,
    connectionRewards: params =>
      list(params, 'connection_rewards', body => ({
        connectionId: string(body, 'connection_id'),
        relayerRewards: strings(body, 'relayer_rewards'),
      })),
  }),
}
