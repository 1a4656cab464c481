import { type Body, child, childOrNull, coin, string, strings } from '../decode.js'
import type { Coin } from '../types.js'
import type { Version } from './contract.js'
import { mappersOf } from './dialect.js'
import { v1 } from './v1.js'

/** The version before `v1`, mapped to the names of `v1`. */
export const v1beta1: Version = {
  name: 'v1beta1',
  routes: { ...v1.routes, flowsForOwner: ['flows-for-owner/{owner}'] },
  mappers: mappersOf({
    flow: 'flow_info',
    flows: 'flow_infos',
    selfHostedIca: 'ica_config',
    walletFallback: 'fallback_to_owner_balance',
    trustlessAgent: flow =>
      childOrNull(flow, 'hosted_ica_config', body => {
        const agentAddress = string(body, 'hosted_address')
        const feeLimit = coinIfAny(body, 'fee_coin_limit')
        return agentAddress || feeLimit.length ? { agentAddress, feeLimit, connectionId: '' } : null
      }),
    differenceMode: () => false,
    execFee: coinIfAny,
    packetSequences: () => [],
    connectionRewards: params => [{ connectionId: '', relayerRewards: strings(params, 'relayer_rewards') }],
  }),
}

/** No coin is printed as one without a denom. */
function coinIfAny(body: Body, field: string): Coin[] {
  const only = child(body, field, coin)
  return only.denom ? [only] : []
}
