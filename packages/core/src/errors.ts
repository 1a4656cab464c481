/**
 * What went wrong, by what can be done about it:
 *
 * - `argument`: the request makes no sense (no uint64, no bech32 address, a bad cursor); mend the call
 * - `notFound`: no such flow or interchain account, or not yet at that height
 * - `unsupported`: the node does not serve this query in any version that was tried
 * - `tooLarge`: the answer is over the node's limit; ask for fewer items
 * - `rateLimited`: asked too often; `retryAfter` says how long to wait, where known
 * - `node`: the node, or a proxy before it, failed or answered with something else
 * - `network`: no connection, or it broke
 * - `timeout`: no whole answer within the client's `timeout`
 * - `decode`: an answer of an unexpected shape; the message names the place
 */
export type FlowQueryErrorKind = keyof typeof advice

const advice = {
  argument: '',
  notFound: '',
  unsupported: 'Check `versions` and `service`.',
  tooLarge: 'Set a smaller `limit`.',
  rateLimited: 'Ask less often.',
  node: 'Try another LCD.',
  network: 'Check connection, address and CORS.',
  timeout: 'Try another LCD, or a longer `timeout`.',
  decode: 'Is this an LCD of the interface?',
}

export interface FlowQueryErrorDetails {
  /** HTTP status. Nodes answer 500 for what is not found and 429 for what is too large: prefer `kind`. */
  status?: number | undefined
  /** gRPC code of the body. */
  code?: number | undefined
  /** Of the node's message: `intent` in `codespace intent code 302: not found: flow`. */
  codespace?: string | undefined
  /** Of the node's message: `302` in `codespace intent code 302: not found: flow`. */
  codespaceCode?: number | undefined
  url?: string | undefined
  /** Whether the same request may succeed later. */
  retryable?: boolean | undefined
  /** Milliseconds that the server wants to be left alone. */
  retryAfter?: number | undefined
  cause?: unknown
}

/**
 * The one error of this package. Its message says what was asked, what came back and what to do.
 * An aborted request rejects with its signal's reason instead.
 */
export class FlowQueryError extends Error {
  override readonly name = 'FlowQueryError'
  declare readonly kind: FlowQueryErrorKind
  declare readonly status?: number | undefined
  declare readonly code?: number | undefined
  declare readonly codespace?: string | undefined
  declare readonly codespaceCode?: number | undefined
  declare readonly url?: string | undefined
  readonly retryable: boolean = false
  declare readonly retryAfter?: number | undefined

  constructor(kind: FlowQueryErrorKind, problem: string, details: FlowQueryErrorDetails = {}, todo = advice[kind]) {
    super(`${problem}. ${todo}`.trim())
    this.kind = kind
    Object.assign(this, details)
  }
}

/** @throws {FlowQueryError} `argument`, for a value that makes no request */
export function refuse(name: string, value: unknown, expected: string): never {
  throw new FlowQueryError('argument', `\`${name}\` is ${String(value)}, not ${expected}`)
}

/** @throws {FlowQueryError} `argument` unless `value` is an integer from `least` */
export function checkInteger(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) refuse(name, value, `an integer from ${least}`)
}

/** Whether `error` came from this package, and is of `kind` where one is given. */
export function isFlowQueryError(error: unknown, kind?: FlowQueryErrorKind): error is FlowQueryError {
  return error instanceof Error && error.name === 'FlowQueryError' && (!kind || (error as FlowQueryError).kind === kind)
}

/**
 * The parsed body of an answer.
 *
 * @throws {FlowQueryError} where the node says no, or where this is no answer of a node
 */
export function parseAnswer(url: string, { status, ok, headers }: Response, text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // Left undefined, which no JSON is.
  }
  const { code, message } = Object(body)
  const fromNode = typeof code === 'number' && typeof message === 'string'
  if (ok && body !== undefined && !fromNode) return body

  const said: string = fromNode ? message : ''
  // JSON that ends too early: the connection broke without telling.
  const cut = body === undefined && /^\s*[{[]/.test(text)
  const kind = kindOf(status, fromNode && code, said, cut)
  const [, codespace, codespaceCode] = /^codespace (\S+) code (\d+):/.exec(said) ?? []
  throw new FlowQueryError(kind, `${url} answered ${status}: ${said || text.trim().slice(0, 200) || 'an empty body'}`, {
    status,
    url,
    code: fromNode ? code : undefined,
    codespace,
    codespaceCode: Number(codespaceCode) || undefined,
    retryable: kind === 'node' ? status > (fromNode ? 501 : 499) : /rateLimited|network/.test(kind),
    retryAfter: waitOf(headers.get('retry-after') ?? ''),
  })
}

/** A node's status says little (500 for "not found", 429 for "too large"); its code and message do, where there are any. */
function kindOf(status: number, code: number | false, message: string, cut: boolean): FlowQueryErrorKind {
  // Another node may still have a height that was pruned here, or have it already.
  if (/failed to load state|height in the future/.test(message)) return 'node'
  if (code === 5 || /^codespace \S+ code \d+: not found/.test(message)) return 'notFound'
  // Invalid addresses and requests have SDK codes; cursors and some addresses only these words.
  const invalid = /^codespace sdk code (7|9|18):|bech32|empty address|either offset or key|prefixIterator invalid/i
  if (code === 3 || invalid.test(message)) return 'argument'
  if (code === 12 || status === 501) return 'unsupported'
  if (/message larger than max/.test(message)) return 'tooLarge'
  if (code === 8 || status === 429) return 'rateLimited'
  return cut ? 'network' : 'node'
}

/** Milliseconds of a Retry-After header, which holds seconds or a date. */
function waitOf(header: string): number | undefined {
  const wait = Number(header) * 1000 || Date.parse(header) - Date.now()
  return wait > 0 ? wait : undefined
}
