import type { Chain } from '../chain/chain.js'
import { GoError, goJson } from '../go/text.js'
import { cleanPath, escapePath, parseQuery, unescapeUrl } from '../go/url.js'
import type { Release } from '../releases.js'
import { encoderOf } from './encode/encoder.js'
import { HTTP_STATUS, INVALID_ARGUMENT, NodeError, UNIMPLEMENTED } from './errors.js'
import type { Answer, NodeRequest } from './http.js'
import { answerPreflight } from './preflight.js'
import { HEIGHT_HEADER, requestedHeight } from './requested-height.js'
import { findRoute, type QueryName, type Route, routesOf } from './routes.js'

export interface GatewayOptions {
  release: Release
  service: string
  /** How many blocks before the newest can still be asked about. */
  keep: number
}

/** A node's REST server: what stands between an HTTP request and the chain. */
export interface Gateway {
  /** The chain is known up to `lag` blocks before its newest. */
  answer: (request: NodeRequest, lag: number) => Answer
  /** Which query a path asks, whatever becomes of it. */
  queryOf: (target: string) => QueryName | null
}

const ANY_ORIGIN = { 'access-control-allow-origin': '*' }
const JSON_ANSWER = { ...ANY_ORIGIN, 'content-type': 'application/json' }

export function createGateway(chain: Chain, { release, service, keep }: GatewayOptions): Gateway {
  const routes = routesOf(release)
  const encoder = encoderOf(release)

  function match(path: string): { route: Route; parameter: string } | null {
    const segments = path.slice(1).split('/')
    // What follows a colon in the last segment is a verb. None has one here, so it is put back; an empty one is lost.
    const last = segments.at(-1) ?? ''
    const colon = last.lastIndexOf(':')
    if (colon === 0) return null
    if (colon > 0 && colon === last.length - 1) segments[segments.length - 1] = last.slice(0, -1)
    const [first, second, third, ...rest] = segments
    if (first !== service || second !== 'intent' || third !== release.version) return null
    return findRoute(routes, rest)
  }

  function answer({ method, target, headers }: NodeRequest, lag: number): Answer {
    if (method === 'OPTIONS') return answerPreflight(headers)
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
      const parameters = matched.route.readsQuery ? parseQuery(query ?? '') : []
      const ask = matched.route.answer({ parameter: matched.parameter, query: parameters })
      height = requestedHeight(headers, chain.height - lag, keep)
      const body = ask({ chain, snapshot: chain.at(height), encoder, release })
      return { status: 200, headers: { ...JSON_ANSWER, [`grpc-metadata-${HEIGHT_HEADER}`]: String(height) }, body }
    } catch (error) {
      if (error instanceof NodeError) return failed(method, error, height)
      if (error instanceof GoError) return failed(method, new NodeError(INVALID_ARGUMENT, error.message))
      throw error
    }
  }

  function failed(method: string, { code, message }: NodeError, height?: number): Answer {
    const headers: Record<string, string> = { ...JSON_ANSWER }
    if (height !== undefined) headers[`grpc-metadata-${HEIGHT_HEADER}`] = String(height)
    const parts = [`"code":${code}`, `"message":${goJson(message)}`, '"details":[]']
    const body = method === 'HEAD' ? '' : `{${parts.join(release.spacedErrors ? ', ' : ',')}}`
    return { status: HTTP_STATUS[code] ?? 500, headers, body }
  }

  return {
    answer,
    queryOf: target => match(decodePath(splitOnce(target, '?')[0]) ?? '')?.route.name ?? null,
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
