import type { Chain } from '../chain/chain.js'
import type { Flow, HistoryEntry, TrustlessAgent } from '../chain/state.js'
import { encodeBase64 } from '../go/base64.js'
import { decodeBech32, encodeBech32 } from '../go/bech32.js'
import { bytesOf, GoError, goJson, parseUint, utf8 } from '../go/go.js'
import type { Encoder } from './encode.js'
import {
  IteratorPanic,
  lowerBound,
  type Page,
  type PageRequest,
  paginate,
  type Store,
  storeById,
  storeByKey,
} from './paging.js'
import { pageRequest, type QueryString, stringField } from './parameters.js'
import { entrySize, flowSize } from './size.js'

/** An answer that is an error: a gRPC code with its message. */
export class NodeError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const UNKNOWN = 2
export const INVALID_ARGUMENT = 3
const NOT_FOUND = 5
const RESOURCE_EXHAUSTED = 8
export const UNIMPLEMENTED = 12
const INTERNAL = 13

/** What is asked: the path's parameter and the query's, in strings of bytes. */
interface Question {
  parameter: string
  query: QueryString
}

/** What the node knew at the height that is asked about. */
export interface Knowledge {
  chain: Chain
  /** How many flows there were. */
  size: number
  flow: (index: number) => Flow | undefined
  executions: (index: number) => number
  entry: (index: number, position: number) => HistoryEntry | undefined
}

/** How a version answers: its names, its codes, its shapes. */
export interface Dialect {
  encoder: Encoder
  notFound: number
  flow: string
  flows: string
  agent: string
  agents: string
}

/**
 * A query is read first, which is the gateway's part and knows nothing of the chain, and answered then.
 *
 * @throws {GoError} where the gateway cannot read it; the answer throws {@link NodeError}
 */
export type Query = (question: Question) => (knowledge: Knowledge, dialect: Dialect) => string

export const params: Query =
  () =>
  ({ chain }, { encoder }) =>
    `{"params":${encoder.params(chain.params)}}`

export const flow: Query =
  ({ parameter }) =>
  (knowledge, dialect) => {
    const id = flowId(parameter)
    const found = id > BigInt(knowledge.size) ? undefined : knowledge.flow(Number(id) - 1)
    if (!found) throw new NodeError(UNKNOWN, `codespace intent code ${dialect.notFound}: not found: flow`)
    return `{"${dialect.flow}":${dialect.encoder.flow(found)}}`
  }

export const flows: Query = ({ query }) => {
  const request = pageRequest(query)
  return (knowledge, dialect) => {
    const ids = storeById(knowledge.size, index => index + 1, known(knowledge))
    return flowList(takePage(ids, request), dialect)
  }
}

export const flowsForOwner: Query = ({ parameter, query }) => {
  const request = pageRequest(query)
  return (knowledge, dialect) => {
    const ids = knowledge.chain.idsOf(account(parameter))
    const size = lowerBound(ids.length, index => (ids[index] ?? 0) > knowledge.size)
    const idAt = (index: number) => ids[index] ?? 0
    const store = storeById(size, idAt, index => known(knowledge)(idAt(index) - 1))
    return flowList(takePage(store, request), dialect)
  }
}

export const flowHistory: Query = ({ parameter, query }) => {
  const request = pageRequest(query)
  return ({ size, executions, entry }, { encoder }) => {
    const id = flowId(parameter)
    const flow = id > 0n && id <= BigInt(size) ? Number(id) - 1 : -1
    const store = storeById(
      flow < 0 ? 0 : executions(flow),
      index => index + 1,
      index => entry(flow, index) ?? missing(index),
    )
    const page = takePage(store, request, error => new NodeError(INTERNAL, `paginate: ${error}`))
    return list('history', page, encoder.entry, entrySize)
  }
}

export const ica: Query = ({ query }) => {
  const owner = utf8(stringField(query, 'owner'))
  const connectionId = utf8(stringField(query, 'connection_id', 'connectionId'))
  return ({ chain }) => {
    if (owner.trim() === '')
      throw new NodeError(
        INVALID_ARGUMENT,
        'could not find account: owner address cannot be empty: invalid account address',
      )
    const found = chain.interchainAccounts.find(
      account => account.owner === owner && account.connectionId === connectionId,
    )
    if (!found)
      throw new NodeError(
        NOT_FOUND,
        `no account found for connectionID: ${connectionId} and portID: icacontroller-${owner}`,
      )
    return goJson({ interchain_account_address: found.address })
  }
}

export const trustlessAgent: Query =
  ({ parameter }) =>
  ({ chain }, dialect) => {
    const address = utf8(parameter)
    const nobody: TrustlessAgent = { agentAddress: '', icaConfig: null, feeConfig: null }
    const agent = chain.trustlessAgents.find(({ agentAddress }) => agentAddress === address) ?? nobody
    return `{"${dialect.agent}":${dialect.encoder.agent(agent)}}`
  }

export const trustlessAgents: Query = ({ query }) => {
  const request = pageRequest(query)
  return ({ chain }, dialect) => agentList(chain.trustlessAgents, request, dialect)
}

export const trustlessAgentsByFeeAdmin: Query = ({ parameter, query }) => {
  const request = pageRequest(query)
  return ({ chain }, dialect) => {
    const admin = account(parameter)
    const agents = chain.trustlessAgents.filter(({ feeConfig }) => feeConfig?.feeAdmin.toLowerCase() === admin)
    return agentList(agents, request, dialect)
  }
}

export const totalBurntCoins: Query =
  () =>
  ({ chain }) =>
    goJson({ total_burnt: chain.totalBurnt })

function flowId(text: string): bigint {
  try {
    return parseUint(text, 10)
  } catch {
    throw new NodeError(INVALID_ARGUMENT, 'invalid request')
  }
}

/** The one way of writing an account's address, by which flows are found. */
function account(address: string): string {
  if (utf8(address).trim() === '') throw new NodeError(UNKNOWN, 'empty address string is not allowed')
  const { prefix, bytes } = decoded(address)
  if (prefix !== 'into') throw new NodeError(UNKNOWN, `invalid Bech32 prefix; expected into, got ${prefix}`)
  const refused = (why: string) => new NodeError(UNKNOWN, `codespace sdk code 9: unknown address: ${why}`)
  if (bytes.length === 0) throw refused('addresses cannot be empty')
  if (bytes.length > 255) throw refused(`address max length is 255, got ${bytes.length}`)
  return encodeBech32(prefix, bytes)
}

function decoded(address: string): ReturnType<typeof decodeBech32> {
  try {
    return decodeBech32(address)
  } catch (error) {
    throw new NodeError(UNKNOWN, `decoding bech32 failed: ${error instanceof Error ? error.message : error}`)
  }
}

function known(knowledge: Knowledge): (index: number) => Flow {
  return index => knowledge.flow(index) ?? missing(index)
}

function missing(index: number): never {
  throw new RangeError(`There is nothing at ${index}.`)
}

/** The keeper of the lists hands a refused page on as it is; that of the histories says where it comes from. */
function takePage<Item>(store: Store<Item>, request: PageRequest, wrap?: (message: string) => NodeError): Page<Item> {
  try {
    return paginate(store, request, wrap === undefined)
  } catch (error) {
    if (error instanceof IteratorPanic) throw new NodeError(INTERNAL, error.message)
    if (error instanceof GoError) throw wrap?.(error.message) ?? new NodeError(UNKNOWN, error.message)
    throw error
  }
}

function flowList(page: Page<Flow>, { flows, encoder }: Dialect): string {
  return list(flows, page, encoder.flow, flowSize)
}

function agentList(
  agents: readonly TrustlessAgent[],
  request: PageRequest,
  { agents: name, encoder }: Dialect,
): string {
  const sorted = agents
    .map(agent => ({ key: bytesOf(agent.agentAddress), agent }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const keys = sorted.map(({ key }) => key)
  const page = takePage(
    storeByKey(keys, index => sorted[index]?.agent ?? missing(index)),
    request,
  )
  return list(name, page, encoder.agent, agent => goJson(agent).length)
}

/** Protobuf is never longer than JSON: only what is long in JSON has to be measured. */
const MAX_MESSAGE = 10 * 1024 * 1024

function list<Item>(
  name: string,
  { items, nextKey, total }: Page<Item>,
  encode: (item: Item) => string,
  size: (item: Item) => number,
): string {
  const texts: string[] = []
  let length = 0
  for (const item of items) {
    const text = encode(item)
    if (length <= MAX_MESSAGE && length + text.length > MAX_MESSAGE) refuseTooLarge(items, size)
    length += text.length
    texts.push(text)
  }
  const key = nextKey === null ? 'null' : `"${encodeBase64(nextKey)}"`
  return `{"${name}":[${texts.join(',')}],"pagination":{"next_key":${key},"total":"${total}"}}`
}

function refuseTooLarge<Item>(items: readonly Item[], size: (item: Item) => number): void {
  let bytes = 0
  for (const item of items) {
    const own = size(item)
    bytes += 1 + (own < 128 ? 1 : own < 16_384 ? 2 : 3) + own
  }
  if (bytes > MAX_MESSAGE)
    throw new NodeError(RESOURCE_EXHAUSTED, `grpc: received message larger than max (${bytes} vs. ${MAX_MESSAGE})`)
}
