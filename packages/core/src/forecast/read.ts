import type { FlowClient, RequestOptions } from '../client.js'
import { isFlowQueryError } from '../errors.js'
import { createLimiter } from '../insights/limiter.js'
import type { NewestEntries } from '../insights/runs.js'
import { allowListeners } from '../queries.js'
import type { Coin, Flow, HeightArgs } from '../types.js'
import { type FlowsForecastFacts, interchainAccountOf } from './facts.js'
import { forecastFlows } from './forecast.js'
import { typedMessages } from './messages.js'
import { authzGrants, balances, clientStatus, icaChannel, spendableBalances, unbondingDelegations } from './queries.js'

/** The arguments of {@link readForecastFacts}. */
export interface ForecastFactsArgs extends HeightArgs {
  /** The flows to forecast. */
  flows: readonly Flow[]
  /** The newest runs that you have already read, by flow ID. The runs of other flows are read from the node. */
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  /** The balances that you have already read, by address. The balances of other accounts are read from the node. */
  balances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
  /** The current time: a `Date`, or milliseconds since 1970. Default: `Date.now()`. */
  now?: number | Date | undefined
}

/** How many runs of each flow a forecast needs. */
const newestRuns = 20
/** The number of requests that are sent at the same time. */
const concurrentRequests = 6

/**
 * Reads the facts for {@link forecastFlows}, each fact once: the parameters, the newest runs, and the balances, permissions, agents
 * and channels that the flows use.
 *
 * If several flows have a wallet fallback, their fee accounts are only read if the wallet can't pay all runs.
 *
 * @example
 * const facts = await readForecastFacts(client, { flows })
 * const forecasts = forecastFlows(facts, Date.now())
 *
 * @throws {FlowQueryError} if a request fails
 */
export async function readForecastFacts(
  client: FlowClient,
  { flows, histories: known = {}, balances: knownBalances = {}, height, now = Date.now() }: ForecastFactsArgs,
  { signal = new AbortController().signal }: RequestOptions = {},
): Promise<FlowsForecastFacts> {
  allowListeners(signal)
  const limiter = createLimiter(concurrentRequests)
  const at = { height }
  const options = { signal }

  /** Reads the value of each key. */
  async function readAll<Value>(keys: Iterable<string>, read: (key: string) => Promise<Value>) {
    const entries = Array.from(new Set(keys), async key => [key, await limiter.run(signal, () => read(key))] as const)
    return Object.fromEntries(await Promise.all(entries))
  }

  const messages = flows.flatMap(flow => (isLocal(flow) ? flow.msgs.map(message => ({ flow, message })) : []))
  const dependencies = flows.flatMap(({ conditions: c }) => [
    ...c.stopOnSuccessOf,
    ...c.stopOnFailureOf,
    ...c.skipOnSuccessOf,
    ...c.skipOnFailureOf,
  ])
  const historyOf = (id: string) => client.flowHistory({ id, limit: newestRuns, reverse: true, ...at }, options)
  const agentsOf = flows.flatMap(({ trustlessAgent }) => trustlessAgent?.agentAddress || [])
  const owners = flows.map(({ owner }) => owner)
  const feeAccounts = flows.flatMap(({ feeAddress, configuration }) =>
    flows.length > 1 && configuration.walletFallback ? [] : feeAddress,
  )
  const spenders = messages.flatMap(({ message }) => typedMessages(message).map(({ signer }) => signer))
  const granters = messages.flatMap(({ flow, message }) =>
    typedMessages(message).flatMap(({ signer }) => (signer === flow.owner ? [] : `${signer}/${flow.owner}`)),
  )
  const delegators = messages.flatMap(({ message }) =>
    typedMessages(message).flatMap(({ name, signer }) => (name === 'MsgUndelegate' ? signer : [])),
  )

  const [params, release, histories, agents, total, spendable, grants, unbondings] = await Promise.all([
    client.params(at, options),
    releaseOf(client, at, options),
    readAll(
      [...flows.map(({ id }) => id), ...dependencies].filter(id => known[id] === undefined),
      historyOf,
    ),
    readAll(agentsOf, agentAddress => nullIfMissing(client.trustlessAgent({ agentAddress, ...at }, options))),
    readAll(
      [...owners, ...feeAccounts, ...spenders].filter(address => knownBalances[address] === undefined),
      address => balances(client, { address, ...at }, options),
    ),
    readAll(owners, address => spendableBalances(client, { address, ...at }, options)),
    readAll(granters, key => {
      const [granter = '', grantee = ''] = key.split('/')
      return authzGrants(client, { granter, grantee, ...at }, options)
    }),
    readAll(delegators, delegator => unbondingDelegations(client, { delegator, ...at }, options)),
  ])

  const accounts = flows.flatMap(
    flow => interchainAccountOf(flow, agents[flow.trustlessAgent?.agentAddress ?? '']) ?? [],
  )
  const [channels, clientStatuses] = await Promise.all([
    readAll(
      accounts.map(({ key }) => key),
      key => {
        const [connectionId = '', owner = ''] = key.split('/')
        return nullIfMissing(icaChannel(client, { owner, connectionId, ...at }, options))
      },
    ),
    readAll(
      accounts.map(({ connectionId }) => connectionId),
      async connectionId => (await nullIfMissing(clientStatus(client, { connectionId, ...at }, options))) ?? undefined,
    ),
  ])
  const facts: FlowsForecastFacts = {
    flows,
    params,
    release,
    histories: { ...histories, ...known },
    agents,
    balances: { ...total, ...knownBalances },
    spendableBalances: spendable,
    grants,
    unbondingDelegations: unbondings,
    channels,
    clientStatuses,
  }
  const unread = forecastFlows(facts, now).flatMap(({ flow, risks }) =>
    risks.some(({ kind, address }) => kind === 'factsMissing' && address === flow.feeAddress) ? flow.feeAddress : [],
  )
  const more = await readAll(unread, address => balances(client, { address, ...at }, options))
  return { ...facts, balances: { ...facts.balances, ...more } }
}

function isLocal({ selfHostedIca, trustlessAgent }: Flow): boolean {
  return !selfHostedIca?.connectionId && !trustlessAgent?.agentAddress
}

async function releaseOf(client: FlowClient, at: HeightArgs, options: RequestOptions): Promise<'current' | 'legacy'> {
  try {
    await client.totalBurnt(at, options)
    return 'current'
  } catch (error) {
    if (isFlowQueryError(error, 'unsupported')) return 'legacy'
    throw error
  }
}

async function nullIfMissing<Data>(data: Promise<Data>): Promise<Data | null> {
  try {
    return await data
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return null
    throw error
  }
}
