import { chainTimeQueryOptions } from '../../chain-time.js'
import type { FlowClient } from '../../client.js'
import { clockTime } from '../../convert.js'
import { type FlowQueryError, type FlowQueryErrorKind, isFlowQueryError } from '../../errors.js'
import { limited, runsPerFlow } from '../../insights/queries.js'
import type { NewestEntries } from '../../insights/runs.js'
import {
  flowHistoryQueryOptions,
  flowsForOwnerQueryOptions,
  paramsQueryOptions,
  queryKey,
  trustlessAgentQueryOptions,
} from '../../queries.js'
import { flowStatus } from '../../status.js'
import type { BlockTime, Coin, Flow, HeightArgs } from '../../types.js'
import { type FlowsForecastFacts, type ForecastRelease, interchainAccountOf, isInterchain } from '../facts.js'
import { forecastFlows } from '../forecast.js'
import { typedMessages } from '../messages.js'
import type { FlowForecast, ForecastRisk } from '../result.js'
import { flowDependencies } from '../simulation/conditions.js'
import { otherChainOf } from './other-chain.js'
import {
  authzGrantsQueryOptions,
  balancesQueryOptions,
  clientStatusQueryOptions,
  icaChannelQueryOptions,
  spendableBalancesQueryOptions,
  unbondingDelegationsQueryOptions,
} from './queries.js'
import { readRelease } from './release.js'

/** The query options of one fact for TanStack Query, in any framework. */
export interface ForecastFactQueryOptions {
  /** The cache key, which contains the chain and all arguments. */
  queryKey: readonly ['flow-query', string, string, object]
  /** Fetches the fact with the client. A client sends at most six of these requests at the same time. */
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>
  /** Retries are off, because the client retries. */
  retry: false
  /** Only set for facts that rarely or never change. */
  staleTime?: 'static' | number
}

/** The part of the state of a cached query that a plan uses. */
export interface FactState {
  readonly status: 'pending' | 'error' | 'success'
  readonly data: unknown
  readonly error: unknown
}

export interface PlanArgs extends HeightArgs {
  flows: readonly Flow[]
  /** The newest runs that need no query, by flow ID. */
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  /** The balances that need no query, by address. */
  balances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
  /** All other flows of the same owners, if you know them. Default: the newest 100 flows of each owner, for up to 20 owners. */
  otherFlows?: readonly Flow[] | undefined
  /** The newest block, from `chainTime`. If undefined, it is one of the facts. */
  time?: BlockTime | undefined
}

/** The queries that forecasts need, and what follows from the facts that are already loaded. */
export interface ForecastPlan {
  /** The queries of all facts that are known to be needed. Loaded facts can add more. */
  queries: ForecastFactQueryOptions[]
  /** The facts. Undefined until the parameters and the chain's time are loaded. */
  facts: FlowsForecastFacts | undefined
  /** The forecasts. Undefined until the parameters and the chain's time are loaded, and while a fact is loading. */
  forecasts: FlowForecast[] | undefined
  /** Whether a fact is loading. */
  isPending: boolean
  /** The first error of a query. An error that is a fact, such as "this agent doesn't exist", doesn't count. */
  error: FlowQueryError | null
}

/**
 * Returns the queries whose facts the forecasts need. `stateOf` returns the current state of a query.
 *
 * Some facts show that others are needed: an agent has a connection, and the fee accounts of flows with a wallet fallback are only
 * needed if the wallet can't pay all runs. So call it again when more facts are loaded, until it adds no queries.
 */
export function planForecasts(
  client: FlowClient,
  { flows, histories: known = {}, balances: knownBalances = {}, otherFlows, height, time: givenTime }: PlanArgs,
  stateOf: (queryKey: ForecastFactQueryOptions['queryKey']) => FactState | undefined,
): ForecastPlan {
  const at = { height }
  const queries: ForecastFactQueryOptions[] = []
  let isPending = false
  let error: FlowQueryError | null = null

  /** Adds a query. Returns its data, null if its error means that the fact doesn't exist, or undefined if the data is unknown. */
  function read<Data>(
    query: FactQuery<Data>,
    missing?: FlowQueryErrorKind,
    isNamedByFlow = false,
  ): Data | null | undefined {
    queries.push(limited(client, query))
    const state = stateOf(query.queryKey)
    if (!state || state.status === 'pending') isPending = true
    if (missing && isFlowQueryError(state?.error, missing)) return null
    // Flows can contain invalid addresses and connections, which must not prevent the forecasts of other flows.
    if (isNamedByFlow && isFlowQueryError(state?.error, 'argument')) return missing ? null : undefined
    // A node without one of these modules must not prevent the forecasts of flows that don't use it.
    if (isNamedByFlow && isFlowQueryError(state?.error, 'unsupported')) return undefined
    // Without the facts of another chain, the forecast is unknown, but the facts of this chain are still useful.
    if (isOfThisChain(client, query)) error ??= (state?.error ?? null) as FlowQueryError | null
    // The data of a query is what its function returns.
    return state?.data as Data | undefined
  }

  /** Adds a query for each key. Returns the known values by key. */
  function readAll<Data>(
    keys: Iterable<string>,
    queryOf: (key: string) => FactQuery<Data>,
    missing?: FlowQueryErrorKind,
  ) {
    const values = Array.from(new Set(keys), key => [key, read(queryOf(key), missing, true)] as const)
    return Object.fromEntries(values)
  }

  /** Adds the queries of accounts on this or another chain. */
  function readAccounts(chain: FlowClient, accounts: Accounts, at: HeightArgs) {
    const balances = readAll(accounts.addresses, address => balancesQueryOptions(chain, { address, ...at }))
    const grants = readAll(accounts.grants, key => {
      const [granter = '', grantee = ''] = key.split('/')
      return authzGrantsQueryOptions(chain, { granter, grantee, ...at })
    })
    const unbondingDelegations = readAll(accounts.delegators, delegator =>
      unbondingDelegationsQueryOptions(chain, { delegator, ...at }),
    )
    return {
      balances: present(balances),
      grants: present(grants),
      unbondingDelegations: present(unbondingDelegations),
    }
  }

  /** Returns the newest flows of all owners. */
  function readFlowsOf(owners: readonly string[]): Flow[] {
    if (owners.length > maxOwners) return []
    return owners.flatMap(
      owner =>
        read(flowsForOwnerQueryOptions(client, { owner, limit: 100, reverse: true, ...at }), undefined, true)?.flows ??
        [],
    )
  }

  const time = givenTime ?? read(chainTimeQueryOptions(client, at))
  const owners = Array.from(new Set(flows.map(({ owner }) => owner)))
  const candidates = otherFlows ?? readFlowsOf(owners)
  const others = time ? nextFlows(flows, owners, candidates, time) : []
  const all = [...flows, ...others]
  const dependencies = all.flatMap(flowDependencies)
  const agentsOf = all.flatMap(({ trustlessAgent }) => trustlessAgent?.agentAddress || [])
  const feeAccounts = flows.flatMap(({ feeAddress, configuration }) =>
    flows.length > 1 && configuration.walletFallback ? [] : feeAddress,
  )
  const local = all.filter(flow => !isInterchain(flow)).map(flow => accountsOf(flow, flow.owner))

  const params = read(paramsQueryOptions(client, at))
  const release = read(releaseQueryOptions(client, at))
  const agents = readAll(
    agentsOf,
    agentAddress => trustlessAgentQueryOptions(client, { agentAddress, ...at }),
    'notFound',
  )
  const otherFeeAccounts = others.map(({ feeAddress }) => feeAddress)
  const addresses = [...owners, ...feeAccounts, ...otherFeeAccounts, ...local.flatMap(({ addresses }) => addresses)]
  const here = readAccounts(
    client,
    { ...joined(local), addresses: addresses.filter(address => knownBalances[address] === undefined) },
    at,
  )
  const balances = { ...here.balances, ...knownBalances }
  const spendableBalances = readAll(owners, address => spendableBalancesQueryOptions(client, { address, ...at }))
  const interchain = flows.flatMap(flow => {
    const account = interchainAccountOf(flow, agents[flow.trustlessAgent?.agentAddress ?? ''])
    return account ? { ...account, flow } : []
  })
  const channels = readAll(
    interchain.map(({ key }) => key),
    key => {
      const [connectionId = '', owner = ''] = key.split('/')
      return icaChannelQueryOptions(client, { owner, connectionId, ...at })
    },
    'notFound',
  )
  const clientStatuses = readAll(
    interchain.map(({ connectionId }) => connectionId),
    connectionId => clientStatusQueryOptions(client, { connectionId, ...at }),
    'notFound',
  )
  const chains = Object.fromEntries(
    Array.from(new Set(interchain.map(account => account.connectionId))).flatMap(connectionId => {
      const chain = otherChainOf(client, connectionId)
      const there = interchain.flatMap(({ key, flow, ...account }) => {
        const address = channels[key]?.address
        return address && account.connectionId === connectionId ? accountsOf(flow, address) : []
      })
      return chain ? [[connectionId, readAccounts(chain, joined(there), {})]] : []
    }),
  )
  // The histories come last, because there are many of them.
  const histories = readAll(
    [...all.map(({ id }) => id), ...dependencies].filter(id => known[id] === undefined),
    id => flowHistoryQueryOptions(client, { id, limit: runsPerFlow, reverse: true, ...at }),
  )

  if (!params || !time) return { queries, facts: undefined, forecasts: undefined, isPending, error }
  const facts: FlowsForecastFacts = {
    flows,
    otherFlows: others,
    params,
    release: release ?? undefined,
    histories: { ...present(histories), ...known },
    agents,
    balances,
    spendableBalances: present(spendableBalances),
    grants: here.grants,
    unbondingDelegations: here.unbondingDelegations,
    chains,
    channels,
    clientStatuses: present(clientStatuses),
  }
  if (isPending) return { queries, facts, forecasts: undefined, isPending, error }

  const forecasts = forecastFlows(facts, time)
  // Flows of an owner with too little money can be paid by their fee accounts.
  const short = new Set(forecasts.flatMap(({ flow, risks }) => (risks.some(isAboutMoney) ? flow.owner : [])))
  const unread = all.flatMap(({ owner, feeAddress }) =>
    short.has(owner) && balances[feeAddress] === undefined ? feeAddress : [],
  )
  if (unread.length === 0) return { queries, facts, forecasts, isPending, error }
  const more = readAccounts(client, { ...joined([]), addresses: unread }, at)
  const allFacts = { ...facts, balances: { ...balances, ...more.balances } }
  return {
    queries,
    facts: allFacts,
    forecasts: isPending ? undefined : forecastFlows(allFacts, time),
    isPending,
    error,
  }
}

/** With more owners, only the passed flows are forecast, because each owner is a request. */
const maxOwners = 20
/** How many other flows of an owner are simulated. */
const maxOtherFlows = 30

/** Returns the other flows of these owners that run next, soonest first. */
function nextFlows(
  flows: readonly Flow[],
  owners: readonly string[],
  candidates: readonly Flow[],
  time: BlockTime,
): Flow[] {
  const ids = new Set(flows.map(({ id }) => id))
  const counts = new Map(owners.map(owner => [owner, 0]))
  return candidates
    .filter(flow => !ids.has(flow.id) && counts.has(flow.owner) && willRun(flow, time))
    .sort((one, other) => clockTime(one.execTime) - clockTime(other.execTime))
    .filter(({ owner }) => {
      const count = (counts.get(owner) ?? 0) + 1
      counts.set(owner, count)
      return count <= maxOtherFlows
    })
}

function isAboutMoney({ kind, missing }: ForecastRisk): boolean {
  return missing !== undefined || kind === 'factsMissing'
}

function willRun(flow: Flow, time: BlockTime): boolean {
  const status = flowStatus(flow, time)
  return status === 'active' || status === 'scheduled'
}

interface FactQuery<Data> extends ForecastFactQueryOptions {
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
}

/** The accounts whose state decides whether messages succeed. */
interface Accounts {
  addresses: string[]
  /** `<granter>/<grantee>` */
  grants: string[]
  delegators: string[]
}

/** Returns the accounts that a flow's messages use, if `signer` signs them. */
function accountsOf({ msgs }: Flow, signer: string): Accounts {
  const messages = msgs.flatMap(message => typedMessages(message))
  return {
    addresses: [signer, ...messages.map(message => message.signer)],
    grants: messages.flatMap(message => (message.signer === signer ? [] : `${message.signer}/${signer}`)),
    delegators: messages.flatMap(message => (message.name === 'MsgUndelegate' ? message.signer : [])),
  }
}

function joined(all: readonly Accounts[]): Accounts {
  return {
    addresses: all.flatMap(({ addresses }) => addresses),
    grants: all.flatMap(({ grants }) => grants),
    delegators: all.flatMap(({ delegators }) => delegators),
  }
}

/** Returns whether a query reads from the client's chain, and not from another chain. */
export function isOfThisChain(
  { scope }: FlowClient,
  { queryKey }: Pick<ForecastFactQueryOptions, 'queryKey'>,
): boolean {
  return queryKey[1] === scope
}

/** Removes facts that are unknown or don't exist. */
function present<Data>(facts: { [key: string]: Data | null | undefined }): { [key: string]: Data } {
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, Data] => fact[1] != null))
}

/** How long the release is fresh, in milliseconds. It only changes with an upgrade of the chain. */
const releaseIsFreshFor = 3_600_000

/** The release has its own query, because the total burnt amount changes with every run. */
function releaseQueryOptions(client: FlowClient, at: HeightArgs): FactQuery<ForecastRelease> {
  return {
    queryKey: queryKey(client, 'forecastRelease', at),
    queryFn: ({ signal }) => readRelease(client, at, signal),
    retry: false,
    staleTime: at.height == null ? releaseIsFreshFor : 'static',
  }
}
