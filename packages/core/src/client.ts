import { checkedArguments, checkHeight, lists, requiredArguments } from './arguments.js'
import { checkInteger, invalidArgument } from './errors.js'
import type { FlowEventSource } from './events.js'
import { createEndpoints, type Endpoint } from './request/endpoint.js'
import type { ResponseInfo } from './request/get.js'
import { type RequestSettings, read, send } from './request.js'
import type {
  Coin,
  Flow,
  FlowArgs,
  FlowHistoryArgs,
  FlowHistoryPage,
  FlowsArgs,
  FlowsForOwnerArgs,
  FlowsPage,
  HeightArgs,
  IcaArgs,
  PageArgs,
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
import { pageQuery } from './versions/pagination.js'
import { v1 } from './versions/v1.js'

/** The options of {@link createFlowClient}. Only `lcd` is required. */
export interface FlowClientOptions {
  /**
   * The base URL of an LCD (the node's REST API), or several URLs. If a request to one fails, the next one is tried, and a failed
   * endpoint is tried last for a minute.
   */
  lcd: string | readonly string[]
  /** The name of the chain in cache keys. Required if `lcd` has several URLs. Defaults to the URL in `lcd`. */
  chainId?: string | undefined
  /** The API versions that a node may support. Defaults to `[v1]`. */
  versions?: readonly Version[] | undefined
  /** The first segment of all paths. Defaults to `intento`. */
  service?: string | undefined
  /** The maximum duration of a request in milliseconds, including the connection and the response body. Defaults to 10,000. */
  timeout?: number | undefined
  /** How often a failed request is retried before the next endpoint is tried. Only temporary errors are retried. Defaults to 2. */
  retries?: number | undefined
  /** The maximum size of an uncompressed response, in bytes. Defaults to 64,000,000. */
  maxBodyBytes?: number | undefined
  /**
   * The LCDs of other chains, by the connection ID on this chain. Interchain accounts have their balances and permissions there.
   */
  chains?: { readonly [connectionId: string]: OtherChainOptions } | undefined
  /** The function that sends requests. Defaults to the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Allows the `height` argument in browsers. It requires a proxy whose CORS settings accept its header. Defaults to false. */
  allowHeight?: boolean | undefined
  /** Called after each response, regardless of its status. */
  onResponse?: ((info: ResponseInfo) => void) | undefined
  /**
   * The base URL of the node's CometBFT RPC. Live events require it. Its scheme is `http`, `https`, `ws` or `wss`, and it may end with
   * `/websocket`.
   */
  rpc?: string | undefined
  /** The class for live connections. Defaults to the global `WebSocket`, which exists in browsers and in Node 22 or later. */
  WebSocket?: WebSocketConstructor | undefined
  /** Where live events come from. Defaults to the `rpc`. */
  events?: FlowEventSource | undefined
}

export interface OtherChainOptions {
  lcd: string | readonly string[]
}

export interface RequestOptions {
  /** Cancels the request and its retries. */
  signal?: AbortSignal | undefined
  /**
   * Called with the block height of each response, except for server errors. It isn't called if the header is hidden, as CORS usually does
   * in browsers, or if the response is from a gateway, because its responses stay valid after later blocks.
   */
  onHeight?: ((height: number) => void) | undefined
}

/** One method per query. Each method rejects with a {@link FlowQueryError}, or with the signal's reason if it is aborted. */
export interface FlowClient {
  /**
   * The prefix of all cache keys of this client: the `chainId`, or the URL in `lcd` if it has none. If `service` isn't `intento`, it is
   * appended.
   */
  readonly scope: string
  readonly rpc: string | undefined
  readonly WebSocket: WebSocketConstructor | undefined
  readonly events: FlowEventSource | undefined
  /** Used by the other entry points of this package and by the Flow Explorers. */
  readonly settings: RequestSettings

  /**
   * Returns one flow.
   *
   * @example
   * const { label, execTime } = await client.flow({ id: 14 })
   *
   * @throws {FlowQueryError} with kind `notFound` if the flow doesn't exist, or `argument` if `id` isn't a uint64
   */
  flow(args: FlowArgs, options?: RequestOptions): Promise<Flow>

  /**
   * Returns one page of all flows, oldest first unless `reverse` is set.
   *
   * @example
   * const { flows, nextKey } = await client.flows({ limit: 20, reverse: true })
   * const next = await client.flows({ limit: 20, reverse: true, key: nextKey })
   */
  flows(args?: FlowsArgs, options?: RequestOptions): Promise<FlowsPage>

  /**
   * Returns one page of an owner's flows, oldest first unless `reverse` is set.
   *
   * @throws {FlowQueryError} with kind `argument` if `owner` isn't a bech32 address of the chain
   */
  flowsForOwner(args: FlowsForOwnerArgs, options?: RequestOptions): Promise<FlowsPage>

  /**
   * Returns one page of a flow's execution history, oldest first unless `reverse` is set.
   *
   * A flow that doesn't exist has an empty history, because the node doesn't distinguish the two cases.
   *
   * @throws {FlowQueryError} with kind `argument` if `id` isn't a uint64
   */
  flowHistory(args: FlowHistoryArgs, options?: RequestOptions): Promise<FlowHistoryPage>

  /**
   * Returns the address of an owner's interchain account on the other chain of a connection.
   *
   * @throws {FlowQueryError} with kind `notFound` if the owner has no account on this connection
   */
  ica(args: IcaArgs, options?: RequestOptions): Promise<string>

  /** Returns the parameters of the chain's Intent module. */
  params(args?: ParamsArgs, options?: RequestOptions): Promise<Params>

  /**
   * Returns one trustless agent.
   *
   * @throws {FlowQueryError} with kind `notFound` if no agent has this address
   */
  trustlessAgent(args: TrustlessAgentArgs, options?: RequestOptions): Promise<TrustlessAgent>

  /** Returns one page of all trustless agents, sorted by address. */
  trustlessAgents(args?: TrustlessAgentsArgs, options?: RequestOptions): Promise<TrustlessAgentsPage>

  /**
   * Returns one page of the trustless agents that have a given fee admin.
   *
   * Because of a bug, nodes omit an agent whose admin was set to the same address again.
   *
   * @throws {FlowQueryError} with kind `argument` if `feeAdmin` isn't a bech32 address
   */
  trustlessAgentsForAdmin(args: TrustlessAgentsForAdminArgs, options?: RequestOptions): Promise<TrustlessAgentsPage>

  /**
   * Returns the total amount that executions have burnt since the chain started.
   *
   * @throws {FlowQueryError} with kind `unsupported` on chain releases before 1.0.5 and on `v1beta1`
   */
  totalBurnt(args?: TotalBurntArgs, options?: RequestOptions): Promise<Coin>
}

const defaultService = 'intento'

/**
 * Creates a client for the flows of one chain.
 *
 * @example
 * const client = createFlowClient({ lcd: 'https://lcd.example.org' })
 *
 * @throws {FlowQueryError} with kind `argument` if `lcd` isn't an http(s) URL, or if `lcd` has several URLs and `chainId` is missing
 */
export function createFlowClient(options: FlowClientOptions): FlowClient {
  // JavaScript callers may pass no options.
  const { service = defaultService, chainId, rpc, WebSocket, events } = options ?? {}
  const settings = settingsFrom(options ?? {}, service)
  const chain = chainOf(settings.endpoints, chainId)

  async function request(
    query: QueryName,
    given: AnyArguments | undefined,
    { signal, onHeight }: RequestOptions = {},
  ): Promise<Queries[QueryName]['data']> {
    const args = given ?? {}
    const { height } = args
    if (height != null) checkHeight(height, settings.allowHeight)
    const page = lists.has(query) ? pageQuery(args) : undefined
    const checked = checkedArguments(requiredArguments[query], args)
    return send(settings, { query, args: checked, page, height, signal, onHeight })
  }

  const scope = service === defaultService ? chain : `${chain}/${service}`
  return { scope, rpc, WebSocket, events, settings, ...methodsOf(request) }
}

interface AnyArguments extends PageArgs, HeightArgs {}

type Methods = Pick<FlowClient, QueryName>
type Request = (query: QueryName, args: AnyArguments | undefined, options?: RequestOptions) => Promise<unknown>

function methodsOf(request: Request): Methods {
  const methods: { [query: string]: unknown } = {}
  for (const query in requiredArguments)
    methods[query] = (args: AnyArguments, options: RequestOptions) => request(query as QueryName, args, options)
  return methods as unknown as Methods
}

function settingsFrom(options: FlowClientOptions, service: string): RequestSettings {
  const { lcd, versions = [v1], timeout = 10_000, retries = 2, maxBodyBytes = 64_000_000 } = options
  checkInteger('timeout', timeout, 1, 10_000)
  checkInteger('retries', retries, 0, 2)
  checkInteger('maxBodyBytes', maxBodyBytes, 1, 64_000_000)
  return { ...options, read, endpoints: createEndpoints(lcd), versions, service, timeout, retries, maxBodyBytes }
}

function chainOf([first, ...others]: readonly Endpoint[], chainId: string | undefined): string {
  if (!first) throw invalidArgument('lcd', '[]', 'a URL such as http://localhost:1317')
  if (others.length > 0 && !chainId)
    throw invalidArgument('chainId', chainId, 'a name such as intento-1 if `lcd` has several URLs')
  return chainId ?? first.url
}
