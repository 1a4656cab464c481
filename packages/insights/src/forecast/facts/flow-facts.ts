import type { Coin, Flow, FlowClient, HeightArgs } from '@flow-query/core'
import { methodQuery, runsPerFlow } from '@flow-query/core/parts/cache'
import { lookUp } from '@flow-query/core/parts/decode'
import { flowDependencies } from '../../conditions/evaluate.js'
import type { NewestEntries } from '../../health/runs.js'
import { interchainAccountOf, isInterchain } from '../forecast-facts.js'
import { typedMessages } from '../messages.js'
import { otherChainOf } from './other-chain.js'
import { channelOf, factQuery } from './queries.js'
import { type Accounts, FactReader, type ForecastFactQueryOptions, present, type StateOf } from './reader.js'
import { releaseQueryOptions } from './release.js'

/**
 * Returns the cache keys of the facts that the forecast of a flow needs, except for the time of the chain and the owner's other flows.
 *
 * `stateOf` returns the current state of a query, because the connection of an agent is only known once the agent is loaded.
 */
export function forecastFactKeys(
  client: FlowClient,
  flow: Flow,
  stateOf: StateOf,
): ForecastFactQueryOptions['queryKey'][] {
  const reader = new FactReader(client, stateOf)
  readChainFacts(client, reader)
  readFlowFacts(client, reader, { flows: [flow] })
  return reader.queries.map(({ queryKey }) => queryKey)
}

/** Each flow that decides about another one costs a request, and a flow can name thousands. Results of the others are unknown. */
const mostDependencies = 100

interface FlowFactsArgs extends HeightArgs {
  flows: readonly Flow[]
  otherFlows?: readonly Flow[]
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  balances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
}

export function readChainFacts(client: FlowClient, reader: FactReader, height?: number) {
  return {
    params: reader.read(methodQuery(client, 'params', { height })),
    release: reader.read(releaseQueryOptions(client, { height })),
  }
}

export function readAgents(client: FlowClient, reader: FactReader, flows: readonly Flow[], at: HeightArgs) {
  return reader.readAll(
    flows.flatMap(({ trustlessAgent }) => trustlessAgent?.agentAddress || []),
    agentAddress => methodQuery(client, 'trustlessAgent', { agentAddress, ...at }),
    'notFound',
  )
}

export function readFlowFacts(
  client: FlowClient,
  reader: FactReader,
  { flows, otherFlows = [], histories: known = {}, balances: knownBalances = {}, height }: FlowFactsArgs,
) {
  const at = { height }
  const all = [...flows, ...otherFlows]
  const agents = readAgents(client, reader, all, at)
  const owners = flows.map(({ owner }) => owner)
  const feeAccounts = flows.flatMap(({ feeAddress, configuration }) =>
    flows.length > 1 && configuration.walletFallback ? [] : feeAddress,
  )
  const otherFeeAccounts = otherFlows.map(({ feeAddress }) => feeAddress)
  const local = joined(all.filter(flow => !isInterchain(flow)).map(flow => accountsOf(flow, flow.owner)))
  const addresses = [...owners, ...feeAccounts, ...otherFeeAccounts, ...local.addresses]
  const here = reader.readAccounts(
    client,
    { ...local, addresses: addresses.filter(address => lookUp(knownBalances, address) === undefined) },
    height,
  )
  const spendableBalances = reader.readAll([...owners, ...local.addresses], address =>
    factQuery(client, 'spendableBalances', { address, ...at }),
  )
  const interchain = all.flatMap(flow => {
    const account = interchainAccountOf(flow, lookUp(agents, flow.trustlessAgent?.agentAddress ?? ''))
    return account ? { ...account, flow } : []
  })
  const channelsOn = reader.readAll(
    interchain.map(({ connectionId }) => connectionId),
    connectionId => factQuery(client, 'connectionChannels', { connectionId, ...at }),
    'notFound',
  )
  const channels = Object.fromEntries(
    interchain.map(({ key, connectionId, owner }) => {
      const all = lookUp(channelsOn, connectionId)
      return [key, all && (channelOf(all, owner) ?? null)]
    }),
  )
  const clientStatuses = reader.readAll(
    interchain.map(({ connectionId }) => connectionId),
    connectionId => factQuery(client, 'clientStatus', { connectionId, ...at }),
    'notFound',
  )
  const chains = Object.fromEntries(
    Array.from(new Set(interchain.map(account => account.connectionId))).flatMap(connectionId => {
      const chain = otherChainOf(client, connectionId)
      const there = interchain.flatMap(({ key, flow, ...account }) => {
        const address = lookUp(channels, key)?.address
        return address && account.connectionId === connectionId ? accountsOf(flow, address) : []
      })
      return chain ? [[connectionId, reader.readAccounts(chain, joined(there))]] : []
    }),
  )
  // The histories come last, because there are many of them.
  const histories = reader.readAll(
    [...all.map(({ id }) => id), ...all.flatMap(flow => flowDependencies(flow).slice(0, mostDependencies))].filter(
      id => lookUp(known, id) === undefined,
    ),
    id => methodQuery(client, 'flowHistory', { id, limit: runsPerFlow, reverse: true, ...at }),
  )
  return {
    histories: { ...present(histories), ...known },
    agents,
    balances: { ...here.balances, ...knownBalances },
    spendableBalances: present(spendableBalances),
    grants: here.grants,
    delegations: here.delegations,
    unbondingDelegations: here.unbondingDelegations,
    stakingParams: here.stakingParams,
    chains,
    channels,
    clientStatuses: present(clientStatuses),
  }
}

function accountsOf({ msgs }: Flow, signer: string): Accounts {
  const messages = msgs.flatMap(message => typedMessages(message, signer))
  return {
    addresses: [signer, ...messages.map(message => message.signer)],
    grants: messages.flatMap(message => (message.signer === signer ? [] : `${message.signer}/${signer}`)),
    delegators: messages.flatMap(message =>
      /^Msg(Undelegate|WithdrawDelegatorReward)$/.test(message.name) ? message.signer : [],
    ),
    unbonders: messages.flatMap(message => (message.name === 'MsgUndelegate' ? message.signer : [])),
  }
}

function joined(all: readonly Accounts[]): Accounts {
  return {
    addresses: all.flatMap(({ addresses }) => addresses),
    grants: all.flatMap(({ grants }) => grants),
    delegators: all.flatMap(({ delegators }) => delegators),
    unbonders: all.flatMap(({ unbonders }) => unbonders),
  }
}
