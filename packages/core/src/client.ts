import { type AnyArguments, checkedArguments, checkHeight, lists } from './arguments.js'
import { checkInteger, invalidArgument } from './errors.js'
import { pageQuery } from './pagination.js'
import { createEndpoint, type Endpoint } from './request/endpoint.js'
import type { ResponseInfo } from './request/get.js'
import { type RequestSettings, send } from './request.js'
import type {
  Coin,
  Flow,
  FlowArgs,
  FlowHistoryArgs,
  FlowHistoryPage,
  FlowsArgs,
  FlowsForOwnerArgs,
  FlowsPage,
  IcaArgs,
  Params,
  ParamsArgs,
  Queries,
  QueryName,
  TotalBurntArgs,
  TrustlessAgent,
  TrustlessAgentArgs,
  TrustlessAgentsArgs,
  TrustlessAgentsForAdminArgs,
  TrustlessAgentsPage,
  WebSocketConstructor,
} from './types.js'
import type { Version } from './versions/contract.js'
import { v1 } from './versions/v1.js'

export interface FlowClientOptions {
  /** The base URL of an LCD, with a path if it has one; or several, tried in order. The one that works is kept. */
  lcd: string | readonly string[]
  /** Separates the cache keys of one chain from another's. Needed with several endpoints; with one, that endpoint by default. */
  chainId?: string | undefined
  /** Versions of the interface that a node may speak; which one it does is found out, and remembered. Default `[v1]`. */
  versions?: readonly Version[] | undefined
  /** The first segment of every path. Default `intento`. */
  service?: string | undefined
  /** Milliseconds that one request may take, connection and whole body included. Default 10,000. */
  timeout?: number | undefined
  /** How often a request that may succeed later is sent again before the next endpoint is tried. Default 2. */
  retries?: number | undefined
  /** Bytes that an answer may have, unpacked; a larger one is `tooLarge`. Default 64,000,000. */
  maxBodyBytes?: number | undefined
  /** Default: the global one. */
  fetch?: typeof fetch | undefined
  /** Lets a page ask for a `height`, which it may where a proxy before the node allows the header. Default false. */
  allowHeight?: boolean | undefined
  /** Called with every answer, whatever its status. */
  onResponse?: ((info: ResponseInfo) => void) | undefined
  /**
   * The base URL of the node's CometBFT RPC, for live events: http(s) or ws(s), with or without `/websocket` at the end.
   * It is read when they are asked for.
   */
  rpc?: string | undefined
  /** Default: the global one, which Node has from version 22 on. */
  WebSocket?: WebSocketConstructor | undefined
}

/** The last argument of every method. */
export interface RequestOptions {
  /** Ends the request and every retry at once; the method rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** One method per query. Each rejects with a {@link FlowQueryError}, or with the signal's reason. */
export interface FlowClient {
  /** What the cache keys of this client start with: the `chainId`, or the only endpoint; and the service where it is not the usual one. */
  readonly scope: string
  /** As it was given: what live events are read from. */
  readonly rpc: string | undefined
  /** As it was given; without one, live events take the global one. */
  readonly WebSocket: WebSocketConstructor | undefined

  /**
   * One flow.
   *
   * @example
   * const { label, execTime } = await client.flow({ id: 14 })
   *
   * @throws {FlowQueryError} `notFound` for an id that no flow has, `argument` for one that is no uint64
   */
  flow(args: FlowArgs, options?: RequestOptions): Promise<Flow>

  /**
   * One page of all flows, oldest first unless `reverse`.
   *
   * @example
   * const { flows, nextKey } = await client.flows({ limit: 20, reverse: true })
   * const next = await client.flows({ limit: 20, reverse: true, key: nextKey })
   */
  flows(args?: FlowsArgs, options?: RequestOptions): Promise<FlowsPage>

  /**
   * One page of an owner's flows, oldest first unless `reverse`; empty for an owner without any.
   *
   * @throws {FlowQueryError} `argument` for an owner that is no bech32 address of the chain
   */
  flowsForOwner(args: FlowsForOwnerArgs, options?: RequestOptions): Promise<FlowsPage>

  /**
   * One page of a flow's executions, oldest first unless `reverse`.
   *
   * An unknown flow has an empty history: the node does not tell the two apart. The newest entry may still change,
   * when another chain answers.
   *
   * @throws {FlowQueryError} `argument` for an id that is no uint64
   */
  flowHistory(args: FlowHistoryArgs, options?: RequestOptions): Promise<FlowHistoryPage>

  /**
   * The address of an owner's interchain account on the other end of a connection.
   *
   * @throws {FlowQueryError} `notFound` where there is none
   */
  ica(args: IcaArgs, options?: RequestOptions): Promise<string>

  /** The parameters of the Intent module. */
  params(args?: ParamsArgs, options?: RequestOptions): Promise<Params>

  /**
   * One trustless agent.
   *
   * @throws {FlowQueryError} `notFound` for an address that is none's
   */
  trustlessAgent(args: TrustlessAgentArgs, options?: RequestOptions): Promise<TrustlessAgent>

  /** One page of all trustless agents, in the order of their addresses. */
  trustlessAgents(args?: TrustlessAgentsArgs, options?: RequestOptions): Promise<TrustlessAgentsPage>

  /**
   * One page of the trustless agents whose fees an address administers.
   *
   * An agent whose admin was set again to the same address may be missing: the node's own list lacks it.
   *
   * @throws {FlowQueryError} `argument` for an admin that is no bech32 address
   */
  trustlessAgentsForAdmin(args: TrustlessAgentsForAdminArgs, options?: RequestOptions): Promise<TrustlessAgentsPage>

  /**
   * What executions have burnt since the chain began.
   *
   * @throws {FlowQueryError} `unsupported` before release 1.0.5, and on `v1beta1`
   */
  totalBurnt(args?: TotalBurntArgs, options?: RequestOptions): Promise<Coin>
}

const usualService = 'intento'

/**
 * A client of one chain's LCD.
 *
 * @example
 * const client = createFlowClient({ lcd: 'https://lcd.example.org' })
 *
 * @throws {FlowQueryError} `argument` for an `lcd` that is no http(s) URL, and for several without a `chainId`
 */
export function createFlowClient(options: FlowClientOptions): FlowClient {
  const { service = usualService, allowHeight = false } = options
  const settings = settingsFrom(options, service)
  const chain = chainOf(settings.endpoints, options.chainId)

  /** Checks all arguments, then sends. */
  async function request<Name extends QueryName>(
    query: Name,
    args: AnyArguments,
    { signal }: RequestOptions = {},
  ): Promise<Queries[Name]['data']> {
    const { height } = args
    if (height != null) checkHeight(height, allowHeight)
    const page = lists.has(query) ? pageQuery(args) : undefined
    return send(settings, { query, args: checkedArguments(query, args), page, height, signal })
  }

  return {
    scope: service === usualService ? chain : `${chain}/${service}`,
    rpc: options.rpc,
    WebSocket: options.WebSocket,
    flow: (args, options) => request('flow', args, options),
    flows: (args = {}, options) => request('flows', args, options),
    flowsForOwner: (args, options) => request('flowsForOwner', args, options),
    flowHistory: (args, options) => request('flowHistory', args, options),
    ica: (args, options) => request('ica', args, options),
    params: (args = {}, options) => request('params', args, options),
    trustlessAgent: (args, options) => request('trustlessAgent', args, options),
    trustlessAgents: (args = {}, options) => request('trustlessAgents', args, options),
    trustlessAgentsForAdmin: (args, options) => request('trustlessAgentsForAdmin', args, options),
    totalBurnt: (args = {}, options) => request('totalBurnt', args, options),
  }
}

/** The options as requests need them, checked. */
function settingsFrom(options: FlowClientOptions, service: string): RequestSettings {
  const { lcd, versions = [v1], timeout = 10_000, retries = 2, maxBodyBytes = 64_000_000, fetch, onResponse } = options
  checkInteger('timeout', timeout, 1)
  checkInteger('retries', retries, 0)
  checkInteger('maxBodyBytes', maxBodyBytes, 1)
  const endpoints = [lcd].flat().map(createEndpoint)
  return { endpoints, versions, service, timeout, retries, maxBodyBytes, fetch, onResponse }
}

/** What the endpoints are one chain's of. */
function chainOf([first, ...others]: readonly Endpoint[], chainId: string | undefined): string {
  if (!first) throw invalidArgument('lcd', '[]', 'an http(s) URL')
  if (others.length > 0 && !chainId)
    throw invalidArgument('chainId', chainId, 'a name for the chain, which several endpoints need')
  return chainId ?? first.url
}
