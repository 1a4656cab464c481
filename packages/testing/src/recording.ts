import { emptyAccounts } from './chain/accounts/accounts.js'
import * as messages from './chain/api/messages.js'
import { timeToNs } from './chain/blocks/time.js'
import type {
  AccountsState,
  AuthAccount,
  ChainState,
  Channel,
  Coin,
  Connection,
  Flow,
  HistoryEntry,
  Params,
  StakingParams,
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
    params: messages.params.empty(),
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
    addAnswer(recorded, url, body)
  }
  const flows = inOrder(recorded.flows)
  const history = Object.fromEntries([...recorded.histories].map(([id, entries]) => [id, byTime(entries)]))
  return {
    height,
    time: lastEvent(flows, history),
    params: recorded.params,
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
  if (body.params && pathname === '/cosmos/staking/v1beta1/params') accounts.stakingParams = body.params
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
  params?: StakingParams
  delegation_responses?: { delegation: { validator_address: string }; balance: Coin }[]
  unbonding_responses?: Record<string, unknown>[]
}

interface Recorded {
  params: Params
  flows: Map<string, Flow>
  histories: Map<string, Map<string, HistoryEntry>>
  interchainAccounts: Map<string, ChainState['interchainAccounts'][number]>
  trustlessAgents: Map<string, TrustlessAgent>
  totalBurnt: Coin
}

function addAnswer(recorded: Recorded, { pathname, searchParams, search }: URL, body: Body): void {
  const [, , , , , id = ''] = pathname.split('/')
  if (body.params) recorded.params = messages.params.read(body.params)
  for (const json of body.flows ?? body.flow_infos ?? []) {
    const flow = messages.flow.read(json)
    recorded.flows.set(flow.id, flow)
  }
  if (body.history) {
    const entries = recorded.histories.get(id) ?? new Map<string, HistoryEntry>()
    recorded.histories.set(id, entries)
    for (const json of body.history) {
      const entry = messages.historyEntry.read(json)
      entries.set(entry.actualExecTime, entry)
    }
  }
  for (const json of body.trustless_agents ?? body.hosted_accounts ?? []) {
    const agent = messages.trustlessAgent.read(json)
    recorded.trustlessAgents.set(agent.agentAddress, agent)
  }
  if (body.total_burnt) recorded.totalBurnt = body.total_burnt
  if (body.interchain_account_address !== undefined)
    recorded.interchainAccounts.set(search, {
      owner: searchParams.get('owner') ?? '',
      connectionId: searchParams.get('connection_id') ?? '',
      address: body.interchain_account_address,
    })
}

/** Fields that a release lacks are missing. */
interface Body {
  params?: unknown
  flows?: unknown[]
  flow_infos?: unknown[]
  history?: unknown[]
  trustless_agents?: unknown[]
  hosted_accounts?: unknown[]
  total_burnt?: Coin
  interchain_account_address?: string
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
