import { emptyAccounts } from './chain/accounts/accounts.js'
import { timeToNs } from './chain/blocks/time.js'
import {
  type ConditionsBody,
  type ConfigurationBody,
  camelCase,
  type HostedConfigBody,
  readConfiguration,
  readFee,
  readHostedConfig,
} from './chain/json-fields.js'
import type {
  AccountsState,
  AuthAccount,
  ChainState,
  Channel,
  Coin,
  Connection,
  Flow,
  HistoryEntry,
  IcaConfig,
  Params,
  TrustlessAgent,
} from './chain/state.js'

/** A recorded request and the node's response. The body is unchanged, byte for byte. */
export interface Exchange {
  request: { method: string; path: string; headers?: Record<string, string>; body?: string }
  response: { status: number; headers: Record<string, string>; body: string }
}

/**
 * Rebuilds the chain state from recorded responses of any release: params, flows, histories, interchain accounts and
 * agents. If several responses contain the same item, the last one wins. The state's time is the time of the latest
 * event.
 *
 * @throws {RangeError} If a flow is missing between the first and the last flow.
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
  const accounts = emptyAccounts()
  let height = 1
  for (const { request, response } of exchanges) {
    if (request.method !== 'GET' || response.status !== 200) continue
    const url = new URL(request.path, 'http://node')
    const body = JSON.parse(response.body)
    if (/^\/(cosmos|ibc)\//.test(url.pathname)) {
      const isPinned = request.headers?.['x-cosmos-block-height'] !== undefined
      if (!isPinned) addAccounts(accounts, url, body)
      continue
    }
    height = Math.max(height, Number(response.headers['grpc-metadata-x-cosmos-block-height'] ?? 0))
    // The response body's shape depends on the release that produced it.
    addAnswer(recorded, url, camelCase(body) as Body)
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
    ...(isEmpty(accounts) ? {} : { accounts }),
  }
}

function isEmpty(accounts: AccountsState): boolean {
  return Object.values(accounts).every(part => Object.keys(part).length === 0)
}

/** Responses with only a part of a list are ignored. */
function addAccounts(accounts: AccountsState, { pathname, searchParams }: URL, body: AccountsBody): void {
  const [, , , , kind = '', id = ''] = pathname.split('/')
  if (searchParams.has('pagination.key') || searchParams.has('pagination.offset') || body.pagination?.next_key) return
  if (body.balances && kind === 'balances') accounts.balances[id] = body.balances
  if (body.balances && kind === 'spendable_balances') accounts.spendableBalances[id] = body.balances
  if (body.grants && searchParams.has('granter') && !searchParams.has('msg_type_url')) {
    const [granter, grantee] = [searchParams.get('granter') ?? '', searchParams.get('grantee') ?? '']
    for (const grant of body.grants) accounts.grants.push({ granter, grantee, ...grant })
  }
  if (body.account && kind === 'accounts') accounts.authAccounts[id] = body.account
  if (body.delegation_responses)
    accounts.delegations[id] = Object.fromEntries(
      body.delegation_responses.map(({ delegation, balance }) => [delegation.validator_address, balance.amount]),
    )
  if (body.unbonding_responses) accounts.unbondingDelegations[id] = body.unbonding_responses
  if (body.channels) {
    const [, connectionId = ''] = /\/connections\/([^/]+)\/channels$/.exec(pathname) ?? []
    accounts.channels[connectionId] = body.channels
  }
  const [, connectionId] = /\/connection\/v1\/connections\/([^/]+)$/.exec(pathname) ?? []
  if (body.connection && connectionId) accounts.connections[connectionId] = body.connection
  const [, clientId] = /\/client_status\/([^/]+)$/.exec(pathname) ?? []
  if (body.status && clientId) accounts.clients[clientId] = body.status
}

interface AccountsBody {
  balances?: Coin[]
  grants?: Omit<AccountsState['grants'][number], 'granter' | 'grantee'>[]
  channels?: Channel[]
  connection?: Connection
  status?: string
  account?: AuthAccount
  pagination?: { next_key: string | null }
  delegation_responses?: { delegation: { validator_address: string }; balance: Coin }[]
  unbonding_responses?: Record<string, unknown>[]
}

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

/** Fields that a release lacks are missing. */
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

function readEntry({ execFee, packetSequences = [], ...entry }: EntryBody): HistoryEntry {
  return { ...entry, execFee: Array.isArray(execFee) ? execFee : readFee(execFee), packetSequences }
}

function readHostedAccount({ hostedAddress, icaConfig, hostFeeConfig }: HostedAccountBody): TrustlessAgent {
  const feeConfig = hostFeeConfig && {
    feeAdmin: hostFeeConfig.admin,
    feeCoinsSupported: hostFeeConfig.feeCoinsSuported,
  }
  return { agentAddress: hostedAddress, icaConfig, feeConfig }
}

function inOrder(flows: ReadonlyMap<string, Flow>): Flow[] {
  const sorted = [...flows.values()].sort((a, b) => Number(a.id) - Number(b.id))
  const missing = sorted.findIndex(({ id }, index) => id !== String(index + 1))
  if (missing >= 0)
    throw new RangeError(
      `The recording has no flow ${missing + 1}, but a state needs all flows from the first to the last.`,
    )
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
