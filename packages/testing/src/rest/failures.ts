import type { Answer, NodeRequest, QueryName } from './gateway.js'

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
  headers?: Readonly<Record<string, string>>
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
}

export interface Faults {
  fail: (failure: Failure) => () => void
  recover: () => void
  /** Does to an answer what was asked for. */
  spoil: (request: NodeRequest, query: QueryName | null, answer: () => Answer) => Reply
}

export function createFaults(): Faults {
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
    spoil(request, query, answer) {
      const failure = take(request, query)
      return { answer: answerOf(failure, answer), delivery: deliveryOf(failure), delay: failure.slow ?? 0 }
    },
  }
}

function applies({ query, path }: Failure, request: NodeRequest, asked: QueryName | null): boolean {
  if (query !== undefined && !(asked && [query].flat().includes(asked))) return false
  if (path === undefined) return true
  if (typeof path === 'string') return request.target.includes(path)
  return path instanceof RegExp ? path.test(request.target) : path(request.target)
}

function deliveryOf({ refuse, hang, stall, cut }: Failure): Reply['delivery'] {
  return refuse ? 'refuse' : hang ? 'hang' : stall ? 'stall' : cut ? 'cut' : 'whole'
}

function answerOf({ status, body, headers }: Failure, answer: () => Answer): Answer {
  if (status === undefined && body === undefined) {
    const own = answer()
    return headers ? { ...own, headers: { ...own.headers, ...lowerCase(headers) } } : own
  }
  const text = body === undefined ? '{"code":2, "message":"failed on request", "details":[]}' : textOf(body)
  const type = typeof body !== 'string' ? 'application/json' : /^\s*</.test(body) ? 'text/html' : 'text/plain'
  const common = { 'access-control-allow-origin': '*', 'content-type': type }
  return { status: status ?? 200, headers: { ...common, ...lowerCase(headers ?? {}) }, body: text }
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
