/**
 * The kind of an error.
 * - `argument`: an argument is invalid, for example an ID that isn't a uint64, a malformed address or a bad cursor
 * - `notFound`: the flow, agent or interchain account doesn't exist, or didn't exist at the requested height
 * - `unsupported`: the node doesn't support this query in any of the client's `versions`
 * - `tooLarge`: the response exceeds the node's size limit or the client's `maxBodyBytes`. Request fewer items.
 * - `rateLimited`: the node currently rejects further requests or live connections. `retryAfter` is the requested delay, if known.
 * - `node`: the node or a proxy in front of it failed, or returned something other than JSON
 * - `network`: the connection failed or broke
 * - `timeout`: no complete response arrived within the client's `timeout`
 * - `decode`: the response has an unexpected shape. The message names the field.
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

const checkArguments = 'Check the ID, the address, `key` and `height`.'

const adviceFor: Record<FlowQueryErrorKind, string> = {
  argument: checkArguments,
  notFound: checkArguments,
  unsupported: 'Check `versions` and `service`.',
  tooLarge: 'Set a smaller `limit`.',
  rateLimited: 'Send fewer requests.',
  node: 'Try another LCD.',
  network: 'Check the connection, the URL and CORS.',
  timeout: 'Try another LCD or a longer `timeout`.',
  decode: 'Check that the URL is an LCD of an Intento chain.',
}

export interface FlowQueryErrorDetails {
  status?: number | undefined
  code?: number | undefined
  codespace?: string | undefined
  codespaceCode?: number | undefined
  url?: string | undefined
  retryable?: boolean | undefined
  retryAfter?: number | undefined
  /** The original error, or a list with one error per endpoint if all endpoints failed. */
  cause?: unknown
}

/**
 * The only error class of this package. Its `message` describes what happened and how to fix it.
 *
 * An aborted request doesn't cause a `FlowQueryError`. It rejects with its signal's reason.
 */
export class FlowQueryError extends Error {
  override readonly name = 'FlowQueryError'
  /** The kind of error. Test this instead of `status` or `message`. */
  declare readonly kind: FlowQueryErrorKind
  /** The message without the advice. */
  declare readonly shortMessage: string
  /** How to fix the problem. */
  declare readonly advice: string
  /** The HTTP status of the response. Prefer `kind`: nodes return 500 for missing flows and 429 for responses that are too large. */
  declare readonly status?: number | undefined
  /** The gRPC code in the response body, for example 5 for "not found" or 3 for "invalid argument". */
  declare readonly code?: number | undefined
  /** The codespace in the node's message: `intent` in `codespace intent code 302: not found: flow`. */
  declare readonly codespace?: string | undefined
  /** The code within the codespace: `302` in `codespace intent code 302: not found: flow`. */
  declare readonly codespaceCode?: number | undefined
  declare readonly url?: string | undefined
  /** Whether the same request may succeed later. */
  readonly retryable: boolean = false
  /** The delay before a retry that the server requested, in milliseconds. */
  declare readonly retryAfter?: number | undefined

  constructor(
    kind: FlowQueryErrorKind,
    shortMessage: string,
    details: FlowQueryErrorDetails = {},
    advice = adviceFor[kind],
  ) {
    super(advice ? `${shortMessage}. ${advice}` : `${shortMessage}.`)
    Object.assign(this, { kind, shortMessage, advice }, details)
  }
}

/**
 * Returns whether a value is a {@link FlowQueryError}, of this `kind` if you pass one.
 *
 * @example
 * if (isFlowQueryError(error, 'notFound')) return null
 */
export function isFlowQueryError(error: unknown, kind?: FlowQueryErrorKind): error is FlowQueryError {
  return error instanceof Error && error.name === 'FlowQueryError' && (!kind || (error as FlowQueryError).kind === kind)
}

export function invalidArgument(name: string, value: unknown, expected: string, advice = ''): FlowQueryError {
  const isComposite = typeof value === 'function' || (typeof value === 'object' && value !== null)
  const shown = isComposite ? `a ${typeof value}` : String(value).slice(0, 200)
  return new FlowQueryError('argument', `\`${name}\` must be ${expected}, got ${shown}`, {}, advice)
}

export function checkInteger(name: string, value: number, least: number, example: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw invalidArgument(name, value, `an integer of at least ${least}, such as ${example}`)
}

/** If the callback throws, the error is reported as uncaught and doesn't affect the caller. */
export function safely(call: () => void): void {
  try {
    call()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
