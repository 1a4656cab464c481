import { platform } from '../platform.js'
import type { Answer, NodeRequest } from './http.js'
import type { QueryName } from './routes.js'

/** Which requests fail, and how. If several failures match a request, the newest applies. */
export interface Failure {
  /** The queries that fail. Defaults to all requests, including those that match no query. */
  query?: QueryName | readonly QueryName[]
  /** Matches the path with its query string: a substring, a pattern or a predicate. */
  path?: string | RegExp | ((path: string) => boolean)
  /** How many requests fail. Defaults to all. */
  times?: number
  /** The delay before the response or any other effect, in milliseconds. */
  slow?: number
  /** The status of the response. The node itself is not queried. */
  status?: number
  /** The body of the response. The node itself is not queried. Any value other than a string is sent as JSON. */
  body?: unknown
  /**
   * Replaces the node's JSON body. It receives the parsed body. A returned string is sent unchanged, and any other
   * value is sent as JSON. Use it for invalid responses, such as a repeated `next_key` or a field of the wrong type.
   */
  rewrite?: (body: Record<string, unknown>, request: NodeRequest) => unknown
  headers?: Readonly<Record<string, string>>
  /**
   * The number of spaces to append to the body. The JSON stays the same, but the body becomes large. `serveLcd`
   * compresses it about 1,000 to 1 for clients that accept gzip.
   */
  padding?: number
  /** Never responds. */
  hang?: boolean
  /** Sends the headers and half of the body, then stalls. */
  stall?: boolean
  /** Sends the headers and half of the body, then drops the connection. */
  cut?: boolean
  /** Refuses the connection. */
  refuse?: boolean
}

/** A response and its delivery. */
export interface Reply {
  answer: Answer
  delivery: 'whole' | 'hang' | 'stall' | 'cut' | 'refuse'
  /** The delay, in milliseconds. */
  delay: number
  /** The number of spaces to append to the body if it is delivered whole. */
  padding: number
}

export interface Failures {
  fail: (failure: Failure) => () => void
  recover: () => void
  apply: (request: NodeRequest, query: QueryName | null, answer: () => Answer) => Reply
}

export function createFailures(): Failures {
  let active: { failure: Failure; left: number }[] = []

  function take(request: NodeRequest, query: QueryName | null): Failure {
    const found = active.findLast(({ failure }) => applies(failure, request, query))
    if (!found) return {}
    found.left -= 1
    if (found.left <= 0) active = active.filter(one => one !== found)
    return found.failure
  }

  return {
    fail(failure) {
      const one = { failure, left: failure.times ?? Number.POSITIVE_INFINITY }
      if (one.left > 0) active.push(one)
      return () => {
        active = active.filter(other => other !== one)
      }
    },
    recover() {
      active = []
    },
    apply(request, query, answer) {
      const failure = take(request, query)
      const { slow = 0, padding = 0 } = failure
      return {
        answer: answerOf(failure, request, answer),
        delivery: deliveryOf(failure),
        delay: slow,
        padding,
      }
    },
  }
}

const spaces = new platform.TextEncoder().encode(' '.repeat(65_536))

export function* paddedBody(body: string, padding: number): Generator<Uint8Array> {
  yield new platform.TextEncoder().encode(body)
  for (let left = padding; left > 0; left -= spaces.length) yield spaces.slice(0, left)
}

function applies({ query, path }: Failure, request: NodeRequest, asked: QueryName | null): boolean {
  if (query !== undefined && (asked === null || ![query].flat().includes(asked))) return false
  if (path === undefined) return true
  if (typeof path === 'string') return request.target.includes(path)
  return path instanceof RegExp ? path.test(request.target) : path(request.target)
}

function deliveryOf({ refuse, hang, stall, cut }: Failure): Reply['delivery'] {
  if (refuse) return 'refuse'
  if (hang) return 'hang'
  if (stall) return 'stall'
  return cut ? 'cut' : 'whole'
}

function answerOf(failure: Failure, request: NodeRequest, nodesAnswer: () => Answer): Answer {
  const { status, body, rewrite } = failure
  const headers = lowerCase(failure.headers ?? {})
  if (status === undefined && body === undefined) {
    const answer = nodesAnswer()
    const isJson = answer.body.startsWith('{')
    const text = rewrite && isJson ? textOf(rewrite(JSON.parse(answer.body), request)) : answer.body
    return { ...answer, headers: { ...answer.headers, ...headers }, body: text }
  }
  const text = body === undefined ? '{"code":2, "message":"failed on request", "details":[]}' : textOf(body)
  const common = { 'access-control-allow-origin': '*', 'content-type': typeOf(body) }
  return { status: status ?? 200, headers: { ...common, ...headers }, body: text }
}

function typeOf(body: unknown): string {
  if (typeof body !== 'string') return 'application/json'
  return /^\s*</.test(body) ? 'text/html' : 'text/plain'
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
