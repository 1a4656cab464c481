/**
 * What went wrong, by what can be done about it:
 *
 * - `argument`: the request makes no sense (no uint64, no bech32 address, a bad cursor); mend the call
 * - `notFound`: no such flow, agent or interchain account, or not yet at that height
 * - `unsupported`: the node does not serve this query in any version that was tried
 * - `tooLarge`: the answer is over the node's limit, or over the client's; ask for fewer items
 * - `rateLimited`: asked too often; `retryAfter` says how long to wait, where known
 * - `node`: the node, or a proxy before it, failed or answered with something else
 * - `network`: no connection, or it broke
 * - `timeout`: no whole answer within the client's `timeout`
 * - `decode`: an answer of an unexpected shape; the message names the place
 */
export type FlowQueryErrorKind =
  | 'argument'
  | 'notFound'
  | 'unsupported'
  | 'tooLarge'
  | 'rateLimited'
  | 'node'
  | 'network'
  | 'timeout'
  | 'decode'

const adviceFor: Record<FlowQueryErrorKind, string> = {
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
  /** gRPC code of the body: 5 for "not found", 3 for "invalid argument". */
  code?: number | undefined
  /** Of the node's message: `intent` in `codespace intent code 302: not found: flow`. */
  codespace?: string | undefined
  /** Of the node's message: `302` in `codespace intent code 302: not found: flow`. */
  codespaceCode?: number | undefined
  /** What was asked. */
  url?: string | undefined
  /** Whether the same request may succeed later. */
  retryable?: boolean | undefined
  /** Milliseconds that the server wants to be left alone. */
  retryAfter?: number | undefined
  /** What threw; a list of errors where no endpoint answered. */
  cause?: unknown
}

/**
 * The one error of this package. Its `message` says what was asked, what came back and what to do.
 * An aborted request rejects with its signal's reason instead.
 */
export class FlowQueryError extends Error {
  override readonly name = 'FlowQueryError'
  readonly kind: FlowQueryErrorKind
  /** What happened: the message without its advice. */
  readonly shortMessage: string
  /** What helps; empty where the call has to be mended, or nothing is wrong but that there is no such thing. */
  readonly advice: string
  /** HTTP status. Nodes answer 500 for what is not found and 429 for what is too large: prefer `kind`. */
  declare readonly status?: number | undefined
  /** gRPC code of the body: 5 for "not found", 3 for "invalid argument". */
  declare readonly code?: number | undefined
  /** Of the node's message: `intent` in `codespace intent code 302: not found: flow`. */
  declare readonly codespace?: string | undefined
  /** Of the node's message: `302` in `codespace intent code 302: not found: flow`. */
  declare readonly codespaceCode?: number | undefined
  /** What was asked. */
  declare readonly url?: string | undefined
  /** Whether the same request may succeed later. */
  readonly retryable: boolean = false
  /** Milliseconds that the server wants to be left alone. */
  declare readonly retryAfter?: number | undefined

  constructor(
    kind: FlowQueryErrorKind,
    shortMessage: string,
    details: FlowQueryErrorDetails = {},
    advice = adviceFor[kind],
  ) {
    super(advice ? `${shortMessage}. ${advice}` : `${shortMessage}.`)
    this.kind = kind
    this.shortMessage = shortMessage
    this.advice = advice
    Object.assign(this, details)
  }
}

/** Whether `error` came from this package, and is of `kind` where one is given. */
export function isFlowQueryError(error: unknown, kind?: FlowQueryErrorKind): error is FlowQueryError {
  return error instanceof Error && error.name === 'FlowQueryError' && (!kind || (error as FlowQueryError).kind === kind)
}

/** For a value that makes no request: `` `limit` is 0, not an integer from 1 ``. */
export function invalidArgument(name: string, value: unknown, expected: string): FlowQueryError {
  const isComposite = typeof value === 'function' || (typeof value === 'object' && value !== null)
  const shown = isComposite ? `a ${typeof value}` : String(value).slice(0, 200)
  return new FlowQueryError('argument', `\`${name}\` is ${shown}, not ${expected}`)
}

/** @throws {FlowQueryError} `argument` unless `value` is an integer from `least` */
export function checkInteger(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) throw invalidArgument(name, value, `an integer from ${least}`)
}
