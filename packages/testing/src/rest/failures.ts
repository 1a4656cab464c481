import { platform } from '../platform.js'
import type { Answer, NodeRequest } from './http.js'
import type { QueryName } from './routes.js'

/** Which requests fail, and how. Of several that apply the newest counts. */
export interface Failure {
  /** The queries that fail; all of them (and every other request) without it. */
  query?: QueryName | readonly QueryName[]
  /** What the path with its query must contain, match or pass. */
  path?: string | RegExp | ((path: string) => boolean)
  /** How many requests fail; all by default. */
  times?: number
  /** Milliseconds before the answer, or whatever else happens. */
  slow?: number
  /** Answers with this status instead of the node's. */
  status?: number
  /** Answers with this instead of the node's body; what is not a string becomes JSON. */
  body?: unknown
  /**
   * What becomes of the node's JSON, given as parsed: what is returned is sent as JSON, a string as it is. For lists
   * whose `next_key` repeats, fields of another type, and whatever else a node should not say.
   */
  rewrite?: (body: Record<string, unknown>, request: NodeRequest) => unknown
  headers?: Readonly<Record<string, string>>
  /**
   * So many bytes of spaces come after the body, which is the same JSON then, and huge. Over a port they are compressed
   * for who takes gzip, a thousand to one.
   */
  padding?: number
  /** Never answers. */
  hang?: boolean
  /** Sends the headers and half of the body, and then nothing more. */
  stall?: boolean
  /** Sends the headers and half of the body, and breaks the connection off. */
  cut?: boolean
  /** Cannot be reached at all. */
  refuse?: boolean
}

/** An answer and what becomes of it on its way. */
export interface Reply {
  answer: Answer
  delivery: 'whole' | 'hang' | 'stall' | 'cut' | 'refuse'
  /** Milliseconds. */
  delay: number
  /** Bytes of spaces behind a body that is delivered whole. */
  padding: number
}

export interface Failures {
  fail: (failure: Failure) => () => void
  recover: () => void
  /** Does to an answer what was asked for. */
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

const SPACES = new platform.TextEncoder().encode(' '.repeat(65_536))

/** A body with so many bytes of spaces behind it, in pieces. */
export function* paddedBody(body: string, padding: number): Generator<Uint8Array<ArrayBuffer>> {
  yield new platform.TextEncoder().encode(body)
  for (let left = padding; left > 0; left -= SPACES.length) yield SPACES.slice(0, left)
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
