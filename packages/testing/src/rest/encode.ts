import type { Coin, Flow, HistoryEntry, Params, TrustlessAgent } from '../chain/state.js'
import { goJson } from '../go/go.js'
import { snakeCase } from '../go/names.js'

/** How one version of the interface prints what a node knows. */
export interface Encoder {
  flow: (flow: Flow) => string
  entry: (entry: HistoryEntry) => string
  params: (params: Params) => string
  agent: (agent: TrustlessAgent) => string
}

/** The state has `v1`'s own shape, so only the names change. */
export const v1Encoder: Encoder = {
  flow: once(flow => print(flow)),
  entry: print,
  params: print,
  agent: print,
}

/** What `v1beta1` lacks is left out: difference modes, packets, all but one coin of a fee, all but one connection's rewards. */
export const v1beta1Encoder: Encoder = {
  flow: once(flow => print(v1beta1Flow(flow))),
  entry: ({ packetSequences: _, execFee, ...entry }) => {
    const { scheduledExecTime, actualExecTime, ...rest } = entry
    return print({ scheduledExecTime, actualExecTime, execFee: coin(execFee), ...rest })
  },
  params: ({ connectionRewards, ...params }) =>
    print({ ...params, relayerRewards: connectionRewards[0]?.relayerRewards ?? [] }),
  agent: ({ agentAddress, icaConfig, feeConfig }) =>
    print({
      hostedAddress: agentAddress,
      icaConfig,
      // The field's name is misspelt in the interface itself.
      hostFeeConfig: feeConfig && { admin: feeConfig.feeAdmin, feeCoinsSuported: feeConfig.feeCoinsSupported },
    }),
}

function v1beta1Flow({ selfHostedIca, trustlessAgent, configuration, conditions, ...flow }: Flow): unknown {
  return {
    ...flow,
    icaConfig: selfHostedIca,
    hostedIcaConfig: trustlessAgent && {
      hostedAddress: trustlessAgent.agentAddress,
      feeCoinLimit: coin(trustlessAgent.feeLimit),
    },
    configuration: configuration && withoutFallback(configuration),
    conditions: conditions && {
      ...conditions,
      feedbackLoops: conditions.feedbackLoops.map(withoutDifferenceMode),
      comparisons: conditions.comparisons.map(withoutDifferenceMode),
    },
  }
}

function withoutFallback({ walletFallback, ...configuration }: NonNullable<Flow['configuration']>): unknown {
  return { ...configuration, fallbackToOwnerBalance: walletFallback }
}

function withoutDifferenceMode({ differenceMode: _, ...rest }: { differenceMode: boolean }): unknown {
  return rest
}

function coin(coins: readonly Coin[]): Coin {
  return coins[0] ?? { denom: '', amount: '0' }
}

function print(value: unknown): string {
  return goJson(snakeCase(value))
}

/** A flow is replaced when it changes, never changed in place: its text can be kept as long as it is. */
function once(encode: (flow: Flow) => string): (flow: Flow) => string {
  const printed = new WeakMap<Flow, string>()
  return flow => {
    let text = printed.get(flow)
    if (text === undefined) {
      text = encode(flow)
      printed.set(flow, text)
    }
    return text
  }
}
