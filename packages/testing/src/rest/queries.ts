import * as messages from '../chain/api/messages.js'
import type { Snapshot } from '../chain/blocks/heights.js'
import { lowerBound } from '../chain/blocks/search.js'
import type { Chain } from '../chain/chain.js'
import type { Flow, TrustlessAgent } from '../chain/state.js'
import { bytesOf, goJson, utf8 } from '../go/text.js'
import type { Release } from '../releases.js'
import { accountAddress, flowId } from './arguments.js'
import type { Encoder } from './encoder.js'
import { grpcCode, NodeError } from './errors.js'
import { encodeList, takePage } from './lists.js'
import { type PageRequest, storeById, storeByKey } from './paging.js'
import { pageRequest, type QueryString, stringField } from './parameters.js'

interface Request {
  parameter: string
  query: QueryString
}

interface QueryContext {
  chain: Chain
  snapshot: Snapshot
  encoder: Encoder
  release: Release
  addressPrefix: string
}

/** Parses a request, and returns a function that returns the response body. */
export type Query = (request: Request) => (context: QueryContext) => string

export const params: Query =
  () =>
  ({ chain, encoder }) =>
    `{"params":${encoder.params(chain.params)}}`

export const flow: Query =
  ({ parameter }) =>
  ({ snapshot, encoder, release }) => {
    const id = flowId(parameter)
    const found = id > BigInt(snapshot.size) ? undefined : snapshot.flow(Number(id) - 1)
    if (!found) throw new NodeError(grpcCode.unknown, `codespace intent code ${release.notFoundCode}: not found: flow`)
    return `{"${encoder.names.flow}":${encoder.flow(found)}}`
  }

export const flows: Query = ({ query }) => {
  const request = pageRequest(query)
  return ({ snapshot, encoder }) => {
    const store = storeById(
      snapshot.size,
      index => index + 1,
      index => flowAt(snapshot, index),
    )
    return encodeList(encoder.names.flows, takePage(store, request), encoder.flow, encoder.flowSize)
  }
}

export const flowsForOwner: Query = ({ parameter, query }) => {
  const request = pageRequest(query)
  return ({ chain, snapshot, encoder, addressPrefix }) => {
    const ids = chain.idsOfOwner(accountAddress(parameter, addressPrefix))
    const size = lowerBound(ids.length, index => (ids[index] ?? 0) > snapshot.size)
    const idAt = (index: number) => ids[index] ?? 0
    const store = storeById(size, idAt, index => flowAt(snapshot, idAt(index) - 1))
    return encodeList(encoder.names.flows, takePage(store, request), encoder.flow, encoder.flowSize)
  }
}

export const flowHistory: Query = ({ parameter, query }) => {
  const request = pageRequest(query)
  return ({ snapshot, encoder }) => {
    const id = flowId(parameter)
    const known = id > 0n && id <= BigInt(snapshot.size)
    const flow = Number(id) - 1
    const store = storeById(
      known ? snapshot.historyLength(flow) : 0,
      index => index + 1,
      index => snapshot.entry(flow, index) ?? missing(index),
    )
    const page = takePage(store, request, error => new NodeError(grpcCode.internal, `paginate: ${error}`))
    return encodeList('history', page, encoder.entry, encoder.entrySize)
  }
}

export const ica: Query = ({ query }) => {
  const owner = utf8(stringField(query, 'owner'))
  const connectionId = utf8(stringField(query, 'connection_id', 'connectionId'))
  return ({ chain }) => {
    if (owner.trim() === '')
      throw new NodeError(
        grpcCode.invalidArgument,
        'could not find account: owner address cannot be empty: invalid account address',
      )
    const found = chain.interchainAccounts.find(
      account => account.owner === owner && account.connectionId === connectionId,
    )
    if (!found)
      throw new NodeError(
        grpcCode.notFound,
        `no account found for connectionID: ${connectionId} and portID: icacontroller-${owner}`,
      )
    return goJson({ interchain_account_address: found.address })
  }
}

/** An unknown address returns an empty response, not an error. */
export const trustlessAgent: Query =
  ({ parameter }) =>
  ({ chain, encoder }) => {
    const address = utf8(parameter)
    const agent =
      chain.trustlessAgents.find(({ agentAddress }) => agentAddress === address) ?? messages.trustlessAgent.empty()
    return `{"${encoder.names.agent}":${encoder.agent(agent)}}`
  }

export const trustlessAgents: Query = ({ query }) => {
  const request = pageRequest(query)
  return ({ chain, encoder }) => agentList(chain.trustlessAgents, request, encoder)
}

export const trustlessAgentsForAdmin: Query = ({ parameter, query }) => {
  const request = pageRequest(query)
  return ({ chain, encoder, addressPrefix }) => {
    const admin = accountAddress(parameter, addressPrefix)
    const agents = chain.trustlessAgents.filter(({ feeConfig }) => feeConfig?.feeAdmin.toLowerCase() === admin)
    return agentList(agents, request, encoder)
  }
}

export const totalBurnt: Query =
  () =>
  ({ chain, snapshot }) =>
    goJson({ total_burnt: { denom: chain.burntDenom, amount: String(snapshot.totalBurnt) } })

function agentList(agents: readonly TrustlessAgent[], request: PageRequest, encoder: Encoder): string {
  const sorted = agents
    .map(agent => ({ key: bytesOf(agent.agentAddress), agent }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const keys = sorted.map(({ key }) => key)
  const store = storeByKey(keys, index => sorted[index]?.agent ?? missing(index))
  return encodeList(encoder.names.agents, takePage(store, request), encoder.agent, agent => goJson(agent).length)
}

function flowAt(snapshot: Snapshot, index: number): Flow {
  return snapshot.flow(index) ?? missing(index)
}

function missing(index: number): never {
  throw new RangeError(`There is no item at index ${index}.`)
}
