import type { ChainState, Coin, Flow, HistoryEntry, Params, TrustlessAgent } from './chain/state.js'
import { timeToNs } from './chain/time.js'
import { camelCase } from './go/names.js'

/** One recorded request and what the node answered, its body byte for byte. */
export interface Exchange {
  request: { method: string; path: string; headers?: Record<string, string> }
  response: { status: number; headers: Record<string, string>; body: string }
}

/**
 * The state that a recording shows: params, flows, histories, interchain accounts and agents, from the answers of
 * either version. Its time is that of the last thing that happened.
 */
export function stateFromRecording(exchanges: readonly Exchange[]): ChainState {
  const state: ChainState = {
    height: 1,
    time: '1970-01-01T00:00:00Z',
    params: {
      flowFundsCommission: '0',
      flowFlexFeeMul: '0',
      burnFeePerMsg: '0',
      gasFeeCoins: [],
      maxFlowDuration: '0s',
      minFlowDuration: '0s',
      minFlowInterval: '0s',
      connectionRewards: [],
    },
    flows: [],
    history: {},
    interchainAccounts: [],
    trustlessAgents: [],
    totalBurnt: { denom: '', amount: '0' },
  }
  for (const { request, response } of exchanges) {
    if (response.status !== 200) continue
    state.height = Math.max(state.height, Number(response.headers['grpc-metadata-x-cosmos-block-height'] ?? 0))
    // What a node printed has the shape that its version gives it.
    take(state, new URL(request.path, 'http://node'), camelCase(JSON.parse(response.body)) as Answer)
  }
  state.time = lastEvent(state)
  return state
}

interface Answer {
  params?: Params | V1beta1Params
  flows?: Flow[]
  flowInfos?: V1beta1Flow[]
  history?: (HistoryEntry | V1beta1Entry)[]
  trustlessAgents?: TrustlessAgent[]
  hostedAccounts?: HostedAccount[]
  totalBurnt?: Coin
  interchainAccountAddress?: string
}

type V1beta1Params = Omit<Params, 'connectionRewards'> & { relayerRewards: string[] }
type V1beta1Entry = Omit<HistoryEntry, 'execFee' | 'packetSequences'> & { execFee: Coin }
type V1beta1Flow = Omit<Flow, 'selfHostedIca' | 'trustlessAgent' | 'configuration'> & {
  icaConfig: Flow['selfHostedIca']
  hostedIcaConfig: { hostedAddress: string; feeCoinLimit: Coin } | null
  configuration:
    | (Omit<NonNullable<Flow['configuration']>, 'walletFallback'> & { fallbackToOwnerBalance: boolean })
    | null
}
interface HostedAccount {
  hostedAddress: string
  icaConfig: TrustlessAgent['icaConfig']
  hostFeeConfig: { admin: string; feeCoinsSuported: Coin[] } | null
}

function take(state: ChainState, url: URL, answer: Answer): void {
  const [, , , , , id = ''] = url.pathname.split('/')
  if (answer.params) state.params = 'connectionRewards' in answer.params ? answer.params : v1Params(answer.params)
  state.flows.push(...(answer.flows ?? []), ...(answer.flowInfos ?? []).map(v1Flow))
  if (answer.history) {
    const entries = answer.history.map(entry => ('packetSequences' in entry ? entry : v1Entry(entry)))
    state.history[id] = [...(state.history[id] ?? []), ...entries]
  }
  state.trustlessAgents.push(...(answer.trustlessAgents ?? []), ...(answer.hostedAccounts ?? []).map(v1Agent))
  if (answer.totalBurnt) state.totalBurnt = answer.totalBurnt
  if (answer.interchainAccountAddress !== undefined)
    state.interchainAccounts.push({
      owner: url.searchParams.get('owner') ?? '',
      connectionId: url.searchParams.get('connection_id') ?? '',
      address: answer.interchainAccountAddress,
    })
}

function v1Params({ relayerRewards, ...params }: V1beta1Params): Params {
  return { ...params, connectionRewards: [{ connectionId: '', relayerRewards }] }
}

function v1Flow({ icaConfig, hostedIcaConfig, configuration, conditions, ...flow }: V1beta1Flow): Flow {
  const sameInBoth = { differenceMode: false }
  return {
    ...flow,
    selfHostedIca: icaConfig,
    trustlessAgent: hostedIcaConfig && {
      agentAddress: hostedIcaConfig.hostedAddress,
      feeLimit: coins(hostedIcaConfig.feeCoinLimit),
      connectionId: '',
    },
    configuration: configuration && v1Configuration(configuration),
    conditions: conditions && {
      ...conditions,
      feedbackLoops: conditions.feedbackLoops.map(loop => ({ ...loop, ...sameInBoth })),
      comparisons: conditions.comparisons.map(comparison => ({ ...comparison, ...sameInBoth })),
    },
  }
}

function v1Configuration({
  fallbackToOwnerBalance,
  ...configuration
}: NonNullable<V1beta1Flow['configuration']>): NonNullable<Flow['configuration']> {
  return { ...configuration, walletFallback: fallbackToOwnerBalance }
}

function v1Entry(entry: V1beta1Entry): HistoryEntry {
  return { ...entry, execFee: coins(entry.execFee), packetSequences: [] }
}

function v1Agent({ hostedAddress, icaConfig, hostFeeConfig }: HostedAccount): TrustlessAgent {
  const feeConfig = hostFeeConfig && {
    feeAdmin: hostFeeConfig.admin,
    feeCoinsSupported: hostFeeConfig.feeCoinsSuported,
  }
  return { agentAddress: hostedAddress, icaConfig, feeConfig }
}

/** `v1beta1` prints one coin even where there is none. */
function coins(coin: Coin): Coin[] {
  return coin.denom === '' && coin.amount === '0' ? [] : [coin]
}

function lastEvent(state: ChainState): string {
  const times = [
    ...Object.values(state.history).flatMap(entries => entries.at(-1)?.actualExecTime ?? []),
    ...state.flows.flatMap(flow => flow.updateHistory),
  ]
  return times.reduce((last, time) => (timeToNs(time) > timeToNs(last) ? time : last), state.time)
}
