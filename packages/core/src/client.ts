import { decode } from './decode.js'
import { type FlowQueryError, isFlowQueryError, refuse } from './errors.js'
import { createFetcher, type FetcherOptions, type RequestOptions } from './fetcher.js'
import { pageParameters } from './pagination.js'
import type {
  Flow,
  FlowArgs,
  FlowHistoryArgs,
  FlowHistoryPage,
  FlowId,
  FlowsArgs,
  FlowsForOwnerArgs,
  FlowsPage,
  IcaArgs,
  PageArgs,
  Params,
  Queries,
  QueryName,
  WebSocketConstructor,
} from './types.js'
import type { Version } from './versions/contract.js'
import { v1 } from './versions/v1.js'

export interface FlowClientOptions extends FetcherOptions {
  /** Versions of the interface that a node may speak; which one it does is found out, and remembered. Default `[v1]`. */
  versions?: readonly Version[] | undefined
  /** Separates the cache keys of one chain from another's. Default: the first endpoint. */
  chain?: string | undefined
  /** The first segment of every path. Default `intento`. */
  service?: string | undefined
  /**
   * The base URL of the node's CometBFT RPC, for live events: http(s) or ws(s), with or without `/websocket` at the end.
   * It is read when they are asked for.
   */
  rpc?: string | undefined
  /** Default: the global one, which Node has from version 22 on. */
  WebSocket?: WebSocketConstructor | undefined
}

/** One method per query. Each rejects with a {@link FlowQueryError}, or with the signal's reason. */
export interface FlowClient {
  /** What the cache keys of this client start with. */
  readonly chain: string
  /** As it was given: what live events are read from. */
  readonly rpc: string | undefined
  /** As it was given; without one, live events take the global one. */
  readonly WebSocket: WebSocketConstructor | undefined

  /**
   * One flow.
   *
   * @throws {FlowQueryError} `notFound` for an id that no flow has, `argument` for one that is no uint64
   */
  flow(args: FlowArgs, options?: RequestOptions): Promise<Flow>

  /** One page of all flows, oldest first unless `reverse`. */
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
   * An unknown flow has an empty history: the node does not tell the two apart. The newest entries may still change,
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
  params(options?: RequestOptions): Promise<Params>
}

/**
 * A client of one chain's LCD.
 *
 * @throws {FlowQueryError} `argument` for an `lcd` that is no http(s) URL
 */
export function createFlowClient(options: FlowClientOptions): FlowClient {
  const { versions = [v1], service = 'intento' } = options
  const { ask, endpoints } = createFetcher(options)
  /** What was not refused: the version by endpoint, the route by endpoint and query. */
  const known = new Map<string, unknown>()

  function read<Name extends QueryName>(
    name: Name,
    args: object,
    options: RequestOptions | undefined,
    page?: PageArgs,
  ): Promise<Queries[Name]['data']> {
    const parameters = page ? pageParameters(page) : ''
    return ask(name, options, async (lcd, get) => {
      const rank = ([version, route]: readonly [Version, string]) =>
        Number(known.get(lcd) === version) + Number(known.get(lcd + name) === route)
      const candidates = versions
        .flatMap(version => version.routes[name].map(route => [version, route] as const))
        .sort((a, b) => rank(b) - rank(a))
      let refusal: unknown
      for (const [version, route] of candidates) {
        const path = route.replace(/{(\w+)}/g, (_, argument: string) =>
          segment(argument, (args as Record<string, unknown>)[argument]),
        )
        const query = parameters && (path.includes('?') ? '&' : '?') + parameters
        const url = `${lcd}/${encodeURIComponent(service)}/intent/${version.name}/${path}${query}`
        // Any answer but a 501 comes from the right place, be it that there is no such flow.
        known.set(lcd, version).set(lcd + name, route)
        try {
          return decode(await get(url), body => version.mappers[name](body, page ?? {}), url)
        } catch (error) {
          if (!isFlowQueryError(error, 'unsupported')) throw error
          refusal = error
        }
      }
      throw refusal
    })
  }

  return {
    chain: options.chain ?? (endpoints[0] as string),
    rpc: options.rpc,
    WebSocket: options.WebSocket,
    flow: async (args, options) => read('flow', args, options),
    flows: async (args = {}, options) => read('flows', args, options, args),
    flowsForOwner: async (args, options) => read('flowsForOwner', args, options, args),
    flowHistory: async (args, options) => read('flowHistory', args, options, args),
    ica: async (args, options) => read('ica', args, options),
    params: async options => read('params', {}, options),
  }
}

/** The one form of a flow id, or undefined where it is no uint64. */
export function normalizedId(id: FlowId): string | undefined {
  if (!/^0*\d{1,20}$/.test(`${id}`) || (typeof id === 'number' && !Number.isSafeInteger(id))) return undefined
  const integer = BigInt(id)
  return integer >> 64n ? undefined : `${integer}`
}

/** Whether there is such a thing is the node's to say; here it only must not lead to another path. */
function segment(name: string, value: unknown): string {
  if (name === 'id') return normalizedId(value as FlowId) ?? refuse(name, value, 'a uint64')
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return value
  return refuse(name, value, name === 'owner' ? 'a bech32 address' : 'a connection id')
}
