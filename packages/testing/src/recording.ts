import type {
  ChainState,
  Coin,
  Conditions,
  Configuration,
  Flow,
  HistoryEntry,
  IcaConfig,
  Params,
  TrustlessAgent,
} from './chain/state.js'
import { timeToNs } from './chain/time.js'

/** One recorded request and what the node answered, its body byte for byte. */
export interface Exchange {
  request: { method: string; path: string; headers?: Record<string, string> }
  response: { status: number; headers: Record<string, string>; body: string }
}

/**
 * The state that a recording shows: params, flows, histories, interchain accounts and agents, from the answers of any
 * release. What stands in several answers is taken from the last. Its time is that of the last thing that happened.
 *
 * @throws {RangeError} where flows are missing between the first and the last
 */
export function stateFromRecording(exchanges: readonly Exchange[]): ChainState {
  const recorded: Recorded = {
    params: {},
    flows: new Map(),
    histories: new Map(),
    interchainAccounts: new Map(),
    trustlessAgents: new Map(),
    totalBurnt: { denom: '', amount: '0' },
  }
  let height = 1
  for (const { request, response } of exchanges) {
    if (response.status !== 200) continue
    height = Math.max(height, Number(response.headers['grpc-metadata-x-cosmos-block-height'] ?? 0))
    // What a node printed has the shape that its release gives it.
    addAnswer(recorded, new URL(request.path, 'http://node'), camelCase(JSON.parse(response.body)) as Body)
  }
  const flows = inOrder(recorded.flows)
  const history = Object.fromEntries([...recorded.histories].map(([id, entries]) => [id, byTime(entries)]))
  return {
    height,
    time: lastEvent(flows, history),
    params: readParams(recorded.params),
    flows,
    history,
    interchainAccounts: [...recorded.interchainAccounts.values()],
    trustlessAgents: [...recorded.trustlessAgents.values()],
    totalBurnt: recorded.totalBurnt,
  }
}

/** What was found so far: flows by id, entries by when they ran, accounts by their request, agents by address. */
interface Recorded {
  params: ParamsBody
  flows: Map<string, Flow>
  histories: Map<string, Map<string, HistoryEntry>>
  interchainAccounts: Map<string, ChainState['interchainAccounts'][number]>
  trustlessAgents: Map<string, TrustlessAgent>
  totalBurnt: Coin
}

function addAnswer(recorded: Recorded, { pathname, searchParams, search }: URL, body: Body): void {
  const [, , , , , id = ''] = pathname.split('/')
  if (body.params) recorded.params = body.params
  for (const flow of [...(body.flows ?? []), ...(body.flowInfos ?? [])]) recorded.flows.set(flow.id, readFlow(flow))
  if (body.history) {
    const entries = recorded.histories.get(id) ?? new Map<string, HistoryEntry>()
    recorded.histories.set(id, entries)
    for (const entry of body.history) entries.set(entry.actualExecTime, readEntry(entry))
  }
  const agents = [...(body.trustlessAgents ?? []), ...(body.hostedAccounts ?? []).map(readHostedAccount)]
  for (const agent of agents) recorded.trustlessAgents.set(agent.agentAddress, agent)
  if (body.totalBurnt) recorded.totalBurnt = body.totalBurnt
  if (body.interchainAccountAddress !== undefined)
    recorded.interchainAccounts.set(search, {
      owner: searchParams.get('owner') ?? '',
      connectionId: searchParams.get('connection_id') ?? '',
      address: body.interchainAccountAddress,
    })
}

/** Bodies of all releases, in camelCase: what one of them lacks is not there. */
interface Body {
  params?: ParamsBody
  flows?: FlowBody[]
  flowInfos?: FlowBody[]
  history?: EntryBody[]
  trustlessAgents?: TrustlessAgent[]
  hostedAccounts?: HostedAccountBody[]
  totalBurnt?: Coin
  interchainAccountAddress?: string
}
type ParamsBody = Partial<Params> & { flowConstantFee?: string; relayerRewards?: string[] }
type FlowBody = Omit<Flow, 'selfHostedIca' | 'configuration' | 'conditions'> & {
  selfHostedIca?: IcaConfig | null
  icaConfig?: IcaConfig | null
  hostedIcaConfig?: HostedConfigBody | null
  hostedConfig?: HostedConfigBody | null
  configuration: ConfigurationBody | null
  conditions: ConditionsBody | null
}
type HostedConfigBody = { hostedAddress: string; feeCoinLimit: Coin }
type ConfigurationBody = Partial<Configuration> & {
  fallbackToOwnerBalance?: boolean
  reregisterIcaAfterTimeout?: boolean
}
type ConditionsBody = Omit<Conditions, 'feedbackLoops' | 'comparisons'> & {
  feedbackLoops: WithoutDifference<Conditions['feedbackLoops'][number]>[]
  comparisons: WithoutDifference<Conditions['comparisons'][number]>[]
}
type WithoutDifference<Condition> = Omit<Condition, 'differenceMode'> & { differenceMode?: boolean }
type EntryBody = Omit<HistoryEntry, 'execFee' | 'packetSequences'> & {
  execFee: Coin | Coin[]
  packetSequences?: string[]
}
type HostedAccountBody = {
  hostedAddress: string
  icaConfig: IcaConfig | null
  hostFeeConfig: { admin: string; feeCoinsSuported: Coin[] } | null
}

function readParams({ flowConstantFee, relayerRewards, ...params }: ParamsBody): Params {
  return {
    flowFundsCommission: '0',
    flowFlexFeeMul: '0',
    burnFeePerMsg: flowConstantFee ?? '0',
    gasFeeCoins: [],
    maxFlowDuration: '0s',
    minFlowDuration: '0s',
    minFlowInterval: '0s',
    connectionRewards: relayerRewards ? [{ connectionId: '', relayerRewards }] : [],
    ...params,
  }
}

function readFlow({ icaConfig, hostedIcaConfig, hostedConfig, ...flow }: FlowBody): Flow {
  const { configuration, conditions } = flow
  const hosted = hostedIcaConfig ?? hostedConfig
  return {
    ...flow,
    selfHostedIca: flow.selfHostedIca ?? icaConfig ?? null,
    trustlessAgent: flow.trustlessAgent ?? (hosted ? readHostedConfig(hosted) : null),
    configuration: configuration && readConfiguration(configuration),
    conditions: conditions && {
      ...conditions,
      feedbackLoops: conditions.feedbackLoops.map(loop => ({ differenceMode: false, ...loop })),
      comparisons: conditions.comparisons.map(comparison => ({ differenceMode: false, ...comparison })),
    },
  }
}

function readHostedConfig({ hostedAddress, feeCoinLimit }: HostedConfigBody): Flow['trustlessAgent'] {
  return { agentAddress: hostedAddress, feeLimit: coins(feeCoinLimit), connectionId: '' }
}

function readConfiguration(configuration: ConfigurationBody): Configuration {
  const { fallbackToOwnerBalance = false, reregisterIcaAfterTimeout = true, ...rest } = configuration
  return {
    saveResponses: false,
    updatingDisabled: false,
    stopOnSuccess: false,
    stopOnFailure: false,
    stopOnTimeout: !reregisterIcaAfterTimeout,
    walletFallback: fallbackToOwnerBalance,
    ...rest,
  }
}

function readEntry({ execFee, packetSequences = [], ...entry }: EntryBody): HistoryEntry {
  return { ...entry, execFee: Array.isArray(execFee) ? execFee : coins(execFee), packetSequences }
}

function readHostedAccount({ hostedAddress, icaConfig, hostFeeConfig }: HostedAccountBody): TrustlessAgent {
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

function inOrder(flows: ReadonlyMap<string, Flow>): Flow[] {
  const sorted = [...flows.values()].sort((a, b) => Number(a.id) - Number(b.id))
  const missing = sorted.findIndex(({ id }, index) => id !== String(index + 1))
  if (missing >= 0) throw new RangeError(`The recording has no flow ${missing + 1}: a state has all from the first on.`)
  return sorted
}

function byTime(entries: ReadonlyMap<string, HistoryEntry>): HistoryEntry[] {
  const times = [...entries.values()].map(entry => ({ entry, at: timeToNs(entry.actualExecTime) }))
  return times.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ entry }) => entry)
}

function lastEvent(flows: readonly Flow[], history: ChainState['history']): string {
  const times = [
    ...Object.values(history).flatMap(entries => entries.at(-1)?.actualExecTime ?? []),
    ...flows.flatMap(flow => flow.updateHistory),
  ]
  const never = '1970-01-01T00:00:00Z'
  return times.reduce((last, time) => (timeToNs(time) > timeToNs(last) ? time : last), never)
}

/** The node's JSON names (`fee_address`, `MaxFlowDuration`) as ours. Messages keep those that their own types give them. */
function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase)
  if (typeof value !== 'object' || value === null || '@type' in value) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [camelCaseName(name), camelCase(field)]))
}

function camelCaseName(name: string): string {
  return name
    .replace(/^[A-Z]/, letter => letter.toLowerCase())
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
