import { isRecord, parseJson, type ResponseBody } from '../decode.js'
import { FlowQueryError, type FlowQueryErrorKind, isFlowQueryError } from '../errors.js'

const longestMessage = 1_000
const longestExcerpt = 200

interface ErrorBody {
  code: number
  message: string
}

export function parseResponse(url: string, { status, ok, headers }: Response, text: string): ResponseBody {
  const json = parseJson(text)
  const errorBody = errorBodyIn(json)
  if (ok && json !== undefined && !errorBody) return { text, json }

  // Incomplete JSON means that the connection broke without an error.
  const isCut = json === undefined && /^\s*[{[]/.test(text)
  const message = errorBody?.message.slice(0, longestMessage) || text.trim().slice(0, longestExcerpt)
  const isMissingHeight = missingHeightIn(message) !== undefined
  const kind = isMissingHeight ? 'node' : ((errorBody && kindOfErrorBody(errorBody)) ?? kindOfStatus(status, isCut))
  const [, codespace, codespaceCode] = /^codespace (\S+) code (\d+):/.exec(message) ?? []
  throw new FlowQueryError(
    kind,
    `${url} answered ${status}: ${message || 'an empty body'}`,
    {
      status,
      url,
      code: errorBody?.code,
      codespace,
      codespaceCode: codespaceCode ? Number(codespaceCode) : undefined,
      retryable: !isMissingHeight && isTemporary(kind, status, errorBody),
      retryAfter: parseRetryAfter(headers.get('retry-after') ?? ''),
    },
    isMissingHeight ? 'Use another `height` or another LCD.' : undefined,
  )
}

function errorBodyIn(body: unknown): ErrorBody | undefined {
  if (!isRecord(body)) return undefined
  const { code, message } = body
  return typeof code === 'number' && typeof message === 'string' ? { code, message } : undefined
}

/** Nodes use status 500 for "not found" and 429 for "too large", so the code and message decide. */
function kindOfErrorBody({ code, message }: ErrorBody): FlowQueryErrorKind | undefined {
  if (code === 5 || /^codespace \S+ code \d+: not found/.test(message)) return 'notFound'
  // Invalid addresses and requests have SDK codes. Invalid cursors and some addresses are only recognizable by the message.
  const invalid = /^codespace sdk code (7|9|18):|bech32|empty address|either offset or key|prefixIterator invalid/i
  if (code === 3 || invalid.test(message)) return 'argument'
  if (code === 12) return 'unsupported'
  if (/message larger than max/.test(message)) return 'tooLarge'
  if (code === 8) return 'rateLimited'
  return undefined
}

function kindOfStatus(status: number, isCut: boolean): FlowQueryErrorKind {
  if (status === 501) return 'unsupported'
  if (status === 429) return 'rateLimited'
  return isCut ? 'network' : 'node'
}

function isTemporary(kind: FlowQueryErrorKind, status: number, errorBody: ErrorBody | undefined): boolean {
  if (kind === 'rateLimited' || kind === 'network') return true
  // A node's own 500 and 501 are permanent, but a proxy's 500 may be temporary.
  return kind === 'node' && status >= (errorBody ? 502 : 500)
}

function parseRetryAfter(header: string): number | undefined {
  if (!header) return undefined
  const milliseconds = Number(header) * 1000 || Date.parse(header) - Date.now()
  return milliseconds > 0 ? milliseconds : undefined
}

const future = /height in the future|less than or equal to the current blockchain height|bigger then the chain length/i

/** The messages of the Cosmos SDK, of its stores and of CometBFT. */
const pruned =
  /failed to load state|version( \S+)? (does not exist|was not found|not found)|\bpruned\b|lowest height is|height( \S+)? (is )?not available|no commit info found|could not find (state|results|validator set|consensus params)|cannot query with height </i

/** Returns why a node can't read the state at a height, or undefined if this isn't what the message is about. */
function missingHeightIn(message: string): 'future' | 'pruned' | undefined {
  if (future.test(message)) return 'future'
  return pruned.test(message) ? 'pruned' : undefined
}

/**
 * Returns `pruned` if a node has removed the block of a request, `future` if it hasn't reached the block yet, and undefined for all other
 * errors. Sending the request again doesn't help if the block is pruned.
 */
export function missingHeight(error: unknown): 'future' | 'pruned' | undefined {
  if (!isFlowQueryError(error, 'node')) return undefined
  // If several endpoints failed, the cause contains the error of each.
  const errors: unknown[] = Array.isArray(error.cause) ? error.cause : [error]
  const reasons = errors.map(error => (isFlowQueryError(error) ? missingHeightIn(error.shortMessage) : undefined))
  return reasons.find(reason => reason !== undefined)
}
