import { nsToTime } from '../chain/blocks/time.js'
import type { Chain } from '../chain/chain.js'
import { GoError, goJson } from '../go/text.js'
import { cleanPath, escapePath, parseQuery, unescapeUrl } from '../go/url.js'
import type { Release } from '../releases.js'
import { restNodeInfo } from '../rpc/status.js'
import { type AccountsContext, findAccountQuery } from './account-queries.js'
import { encoderOf } from './encoder.js'
import { grpcCode, httpStatus, NodeError } from './errors.js'
import type { Answer, NodeRequest } from './http.js'
import { answerPreflight } from './preflight.js'
import { heightHeader, requestedHeight } from './requested-height.js'
import { findRoute, type QueryName, type Route, routesOf } from './routes.js'
import { parseTx, simulateTx } from './simulate.js'

export interface RestOptions {
  release: Release
  service: string
  addressPrefix: string
  keep: number
}

/** The REST server of a node, which Cosmos nodes implement with grpc-gateway. */
export interface Rest {
  answer: (request: NodeRequest, lag: number) => Answer
  queryOf: (target: string) => QueryName | null
}

const statusPath = '/cosmos/base/node/v1beta1/status'
const nodeInfoPath = '/cosmos/base/tendermint/v1beta1/node_info'
const blockPath = /^\/cosmos\/base\/tendermint\/v1beta1\/blocks\/(latest|\d+)$/
const simulatePath = '/cosmos/tx/v1beta1/simulate'
const anyOrigin = { 'access-control-allow-origin': '*' }
const jsonAnswer = { ...anyOrigin, 'content-type': 'application/json' }

export function createRest(chain: Chain, { release, service, addressPrefix, keep }: RestOptions): Rest {
  const routes = routesOf(release)
  const encoder = encoderOf(release)

  function match(path: string): { route: Route; parameter: string } | null {
    const segments = path.slice(1).split('/')
    // grpc-gateway treats the text after a colon in the last segment as a verb. No route has a verb, so the colon stays
    // part of the segment. A trailing colon is dropped.
    const last = segments.at(-1) ?? ''
    const colon = last.lastIndexOf(':')
    if (colon === 0) return null
    if (colon > 0 && colon === last.length - 1) segments[segments.length - 1] = last.slice(0, -1)
    const [first, second, third, ...rest] = segments
    if (first !== service || second !== 'intent' || third !== release.version) return null
    return findRoute(routes, rest)
  }

  function answer({ method, target, headers, body = '' }: NodeRequest, lag: number): Answer {
    if (method === 'OPTIONS') return answerPreflight(headers)
    const [escaped = '', query] = splitOnce(target, '?')
    const path = decodePath(escaped)
    if (path === null)
      return { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '400 Bad Request' }
    const clean = cleanPath(path)
    if (clean !== path) return moved(clean, query)
    if (method === 'GET' && path === statusPath) return answerAtHeight(headers, lag, () => status)
    if (method === 'GET' && path === nodeInfoPath)
      return { status: 200, headers: jsonAnswer, body: goJson(restNodeInfo) }
    const [, block] = (method === 'GET' && blockPath.exec(path)) || []
    if (block !== undefined) return answerBlock(block, lag)
    const accountQuery = method === 'GET' ? findAccountQuery(path) : undefined
    if (accountQuery)
      return answerAtHeight(headers, lag, () => {
        const parameters = parseQuery(query ?? '')
        // Every height has the newest channels, because the node forgets earlier ones.
        return height => accountQuery(parameters, accountsContext(height))
      })
    if (method === 'POST' && path === simulatePath && release.isSupported) return answerSimulation(body, headers, lag)
    const matched = method === 'GET' ? match(path) : null
    if (!matched) return failed(method, new NodeError(grpcCode.unimplemented, 'Not Implemented'))
    return answerAtHeight(headers, lag, () => {
      const parameters = matched.route.readsQuery ? parseQuery(query ?? '') : []
      const ask = matched.route.answer({ parameter: matched.parameter, query: parameters })
      return height => ask({ chain, snapshot: chain.at(height), encoder, release, addressPrefix })
    })
  }

  /** Parses the request before it checks the height, like a node. */
  function answerAtHeight(
    headers: NodeRequest['headers'],
    lag: number,
    parse: () => (height: number) => string,
  ): Answer {
    let height: number | undefined
    try {
      const ask = parse()
      height = requestedHeight(headers, chain.height - lag, keep)
      return succeeded(ask(height), height)
    } catch (error) {
      if (error instanceof NodeError) return failed('GET', error, height)
      if (error instanceof GoError) return failed('GET', new NodeError(grpcCode.invalidArgument, error.message))
      throw error
    }
  }

  function status(height: number): string {
    const timestamp = nsToTime(chain.timeOf(height))
    const hash = btoa('\0'.repeat(32))
    return goJson({ earliest_store_height: '0', height: `${height}`, timestamp, app_hash: hash, validator_hash: hash })
  }

  function answerBlock(block: string, lag: number): Answer {
    const newest = chain.height - lag
    const height = block === 'latest' ? newest : Number(block)
    const lowest = Math.max(1, newest - keep)
    if (height > newest)
      return failed(
        'GET',
        new NodeError(grpcCode.invalidArgument, 'requested block height is bigger then the chain length'),
        newest,
      )
    if (height < lowest) {
      const message = `height ${height} is not available, lowest height is ${lowest}`
      return failed('GET', new NodeError(grpcCode.unknown, message), newest)
    }
    const header = {
      chain_id: restNodeInfo.default_node_info.network,
      height: `${height}`,
      time: nsToTime(chain.timeOf(height)),
    }
    return succeeded(goJson({ block: { header } }), newest)
  }

  function accountsContext(height: number): AccountsContext {
    return {
      accounts: chain.accounts,
      at: chain.accountsAt(height),
      openPackets: port => chain.openPackets(port),
      flowsOf: owner => chain.flows.filter(flow => flow.owner === owner).length,
      height,
      now: Number(chain.timeOf(height) / 1_000_000n),
      addressPrefix,
    }
  }

  function answerSimulation(body: string, headers: NodeRequest['headers'], lag: number): Answer {
    let height: number | undefined
    try {
      const tx = parseTx(body)
      height = requestedHeight(headers, chain.height - lag, keep)
      return succeeded(simulateTx(tx, accountsContext(height), chain), height)
    } catch (error) {
      if (error instanceof NodeError) return failed('POST', error, height)
      // A field has the wrong type, which a node notices when it decodes the transaction.
      const message = `proto: ${error instanceof Error ? error.message : error}`
      return failed('POST', new NodeError(grpcCode.invalidArgument, message), height)
    }
  }

  function succeeded(body: string, height: number): Answer {
    return { status: 200, headers: { ...jsonAnswer, [`grpc-metadata-${heightHeader}`]: String(height) }, body }
  }

  function failed(method: string, { code, message }: NodeError, height?: number): Answer {
    const headers: Record<string, string> = { ...jsonAnswer }
    if (height !== undefined) headers[`grpc-metadata-${heightHeader}`] = String(height)
    // The encoder with spaces doesn't escape `<`, `>` and `&`.
    const text = release.spacedErrors ? JSON.stringify(message) : goJson(message)
    const parts = [`"code":${code}`, `"message":${text}`, '"details":[]']
    const body = method === 'HEAD' ? '' : `{${parts.join(release.spacedErrors ? ', ' : ',')}}`
    return { status: httpStatus[code] ?? 500, headers, body }
  }

  return {
    answer,
    queryOf: target => match(decodePath(splitOnce(target, '?')[0]) ?? '')?.route.name ?? null,
  }
}

function moved(path: string, query: string | undefined): Answer {
  const location = escapePath(path) + (query === undefined ? '' : `?${query}`)
  return { status: 301, headers: { ...anyOrigin, location }, body: '' }
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
