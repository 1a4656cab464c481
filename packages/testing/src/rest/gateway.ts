import type { Chain } from '../chain/chain.js'
import {
  bytesOf,
  cleanPath,
  escapePath,
  GoError,
  goJson,
  parseInt64,
  parseQuery,
  quote,
  unescapeUrl,
} from '../go/go.js'
import { v1beta1Encoder, v1Encoder } from './encode.js'
import * as queries from './queries.js'
import {
  type Dialect,
  INVALID_ARGUMENT,
  type Knowledge,
  NodeError,
  type Query,
  UNIMPLEMENTED,
  UNKNOWN,
} from './queries.js'

/** Which version of the interface a node serves. */
export type Version = 'v1' | 'v1beta1'

/** The queries of the interface, and the few more that nodes serve. */
export type QueryName =
  | 'flow'
  | 'flows'
  | 'flowsForOwner'
  | 'flowHistory'
  | 'ica'
  | 'params'
  | 'trustlessAgent'
  | 'trustlessAgents'
  | 'trustlessAgentsByFeeAdmin'
  | 'totalBurntCoins'

/** A request as it comes in. */
export interface NodeRequest {
  method: string
  /** The path with its query, as it was sent. */
  target: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
}

/** What goes out. Names of headers are in lower case. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Route {
  name: QueryName
  segment: string
  /** Whether another segment follows, of which any will do. */
  parameter: boolean
  query: Query
  /** Whether anything of the query string is read. */
  reads: boolean
}

const V1_ROUTES: readonly Route[] = [
  route('ica', 'address-to-ica', queries.ica),
  route('flow', 'flow/', queries.flow, false),
  route('flowHistory', 'flow-history/', queries.flowHistory),
  route('flows', 'flows', queries.flows),
  route('flowsForOwner', 'flows/', queries.flowsForOwner),
  route('trustlessAgent', 'trustless-agent/', queries.trustlessAgent, false),
  route('trustlessAgents', 'trustless-agents', queries.trustlessAgents),
  route('trustlessAgentsByFeeAdmin', 'trustless-agents/', queries.trustlessAgentsByFeeAdmin),
  route('totalBurntCoins', 'total_burnt_coins', queries.totalBurntCoins, false),
  route('params', 'params', queries.params, false),
]

const V1BETA1_ROUTES: readonly Route[] = [
  route('ica', 'address-to-ica', queries.ica),
  route('flow', 'flow/', queries.flow, false),
  route('flowHistory', 'flow-history/', queries.flowHistory),
  route('flows', 'flows', queries.flows),
  route('flowsForOwner', 'flows-for-owner/', queries.flowsForOwner),
  route('trustlessAgent', 'hosted-account/', queries.trustlessAgent, false),
  route('trustlessAgents', 'hosted-accounts', queries.trustlessAgents),
  route('trustlessAgentsByFeeAdmin', 'hosted-accounts/', queries.trustlessAgentsByFeeAdmin),
  route('params', 'params', queries.params, false),
]

export const VERSIONS: Record<Version, Dialect & { routes: readonly Route[] }> = {
  v1: {
    routes: V1_ROUTES,
    encoder: v1Encoder,
    notFound: 302,
    flow: 'flow',
    flows: 'flows',
    agent: 'trustless_agent',
    agents: 'trustless_agents',
  },
  v1beta1: {
    routes: V1BETA1_ROUTES,
    encoder: v1beta1Encoder,
    notFound: 16,
    flow: 'flow_info',
    flows: 'flow_infos',
    agent: 'hosted_account',
    agents: 'hosted_accounts',
  },
}

function route(name: QueryName, path: string, query: Query, reads = true): Route {
  return { name, segment: path.replace('/', ''), parameter: path.endsWith('/'), query, reads }
}

const HTTP_STATUS: Record<number, number> = { 3: 400, 5: 404, 8: 429, 12: 501 }
const ANY_ORIGIN = { 'access-control-allow-origin': '*' }
const JSON_ANSWER = { ...ANY_ORIGIN, 'content-type': 'application/json' }
const HEIGHT = 'x-cosmos-block-height'

export interface GatewayOptions {
  version: Version
  service: string
  /** How many blocks before the newest can still be asked about. */
  keep: number
}

/** A node's REST server: what stands between an HTTP request and the chain. */
export interface Gateway {
  answer: (request: NodeRequest) => Answer
  /** Which query a path asks, whatever becomes of it. */
  queryOf: (target: string) => QueryName | null
}

export function createGateway(chain: Chain, { version, service, keep }: GatewayOptions): Gateway {
  const { routes, ...dialect } = VERSIONS[version]

  function match(path: string): { route: Route; parameter: string } | null {
    const segments = path.slice(1).split('/')
    // What follows a colon in the last segment is a verb. None has one here, so it is put back; an empty one is lost.
    const last = segments.at(-1) ?? ''
    const colon = last.lastIndexOf(':')
    if (colon === 0) return null
    if (colon > 0 && colon === last.length - 1) segments[segments.length - 1] = last.slice(0, -1)
    const [first, second, third, segment, parameter, ...rest] = segments
    if (first !== service || second !== 'intent' || third !== version || rest.length > 0) return null
    const found = routes.find(one => one.segment === segment && one.parameter === (parameter !== undefined))
    return found ? { route: found, parameter: parameter ?? '' } : null
  }

  function answer({ method, target, headers }: NodeRequest): Answer {
    if (method === 'OPTIONS') return preflight(headers)
    const [escaped = '', query] = splitOnce(target, '?')
    const path = decodePath(escaped)
    if (path === null)
      return { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '400 Bad Request' }
    const clean = cleanPath(path)
    if (clean !== path) return moved(clean, query)
    const matched = method === 'GET' ? match(path) : null
    if (!matched) return failed(method, new NodeError(UNIMPLEMENTED, 'Not Implemented'))
    let height: number | undefined
    try {
      const parameters = matched.route.reads ? parseQuery(query ?? '') : []
      const ask = matched.route.query({ parameter: matched.parameter, query: parameters })
      const newest = chain.height
      height = requestedHeight(headers, newest, keep)
      const body = ask(knowledgeAt(chain, height, newest), dialect)
      return { status: 200, headers: { ...JSON_ANSWER, [`grpc-metadata-${HEIGHT}`]: String(height) }, body }
    } catch (error) {
      if (error instanceof NodeError) return failed(method, error, height)
      if (error instanceof GoError) return failed(method, new NodeError(INVALID_ARGUMENT, error.message))
      throw error
    }
  }

  return {
    answer,
    queryOf: target => match(decodePath(splitOnce(target, '?')[0]) ?? '')?.route.name ?? null,
  }
}

function knowledgeAt(chain: Chain, height: number, newest: number): Knowledge {
  if (height < newest) return { chain, ...chain.past(height) }
  const { flows } = chain
  return {
    chain,
    size: flows.length,
    flow: index => flows[index],
    executions: index => chain.historyAt(index).length,
    entry: (index, position) => chain.historyAt(index)[position],
  }
}

function failed(method: string, { code, message }: NodeError, height?: number): Answer {
  const headers: Record<string, string> = { ...JSON_ANSWER }
  if (height !== undefined) headers[`grpc-metadata-${HEIGHT}`] = String(height)
  const body = method === 'HEAD' ? '' : `{"code":${code}, "message":${goJson(message)}, "details":[]}`
  return { status: HTTP_STATUS[code] ?? 500, headers, body }
}

/** The height that is asked about; the newest without the header, and for 0. */
function requestedHeight(headers: NodeRequest['headers'], newest: number, keep: number): number {
  const text = headers[HEIGHT] ?? headers[`grpc-metadata-${HEIGHT}`]
  if (text === undefined) return newest
  const invalid = (why: string) => new NodeError(UNKNOWN, `codespace sdk code 18: invalid request: ${why}`)
  let height: bigint
  try {
    height = parseInt64(bytesOf(text))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw invalid(`Baseapp.RegisterGRPCServer: invalid height header ${quote(HEIGHT)}: ${why}`)
  }
  if (height < 0n) throw invalid('cannot query with height < 0; please provide a valid height')
  if (height > BigInt(newest))
    throw new NodeError(
      UNKNOWN,
      'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height',
    )
  if (height === 0n) return newest
  if (Number(height) < newest - keep)
    throw invalid(`failed to load state at height ${height}; version does not exist (latest height: ${newest})`)
  return Number(height)
}

/** What a browser asks before a request that a plain form could not send. `Content-Type` is all that is allowed. */
function preflight(headers: NodeRequest['headers']): Answer {
  const refused = (status: number): Answer => ({ status, headers: {}, body: '' })
  const method = headers['access-control-request-method']
  if (method === undefined) return refused(400)
  if (!['GET', 'HEAD', 'POST'].includes(method)) return refused(405)
  const wanted = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => !['', 'accept', 'accept-language', 'content-language', 'origin'].includes(name))
  if (wanted.some(name => name !== 'content-type')) return refused(403)
  const allowed = wanted.map(() => 'Content-Type').join(',')
  return {
    status: 200,
    headers: { ...(allowed && { 'access-control-allow-headers': allowed }), ...ANY_ORIGIN },
    body: '',
  }
}

function moved(path: string, query: string | undefined): Answer {
  const location = escapePath(path) + (query === undefined ? '' : `?${query}`)
  return { status: 301, headers: { ...ANY_ORIGIN, location }, body: '' }
}

function decodePath(escaped: string): string | null {
  try {
    return unescapeUrl(escaped, '+')
  } catch {
    return null
  }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
