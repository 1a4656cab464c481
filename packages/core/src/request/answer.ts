import { isRecord } from '../decode.js'
import { FlowQueryError, type FlowQueryErrorKind } from '../errors.js'

/** Characters that an error repeats of what a node says, and of what anything else does. */
const longestMessage = 1_000
const longestExcerpt = 200

/** What a node says where it answers no query: `{ code, message, details }`. */
interface Refusal {
  code: number
  message: string
}

/**
 * The parsed body of an answer.
 *
 * @throws {FlowQueryError} where the node says no, or where this is no answer of a node
 */
export function parseAnswer(url: string, { status, ok, headers }: Response, text: string): unknown {
  const body = parseJson(text)
  const refusal = refusalIn(body)
  if (ok && body !== undefined && !refusal) return body

  // JSON that ends too early: the connection broke without telling.
  const isCut = body === undefined && /^\s*[{[]/.test(text)
  const kind = (refusal && kindOfRefusal(refusal)) ?? kindOfStatus(status, isCut)
  const said = refusal?.message.slice(0, longestMessage) || text.trim().slice(0, longestExcerpt)
  const [, codespace, codespaceCode] = /^codespace (\S+) code (\d+):/.exec(said) ?? []
  throw new FlowQueryError(kind, `${url} answered ${status}: ${said || 'an empty body'}`, {
    status,
    url,
    code: refusal?.code,
    codespace,
    codespaceCode: codespaceCode ? Number(codespaceCode) : undefined,
    retryable: mayPass(kind, status, refusal),
    retryAfter: parseRetryAfter(headers.get('retry-after') ?? ''),
  })
}

/** Undefined, which no JSON is, where it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalIn(body: unknown): Refusal | undefined {
  if (!isRecord(body)) return undefined
  const { code, message } = body
  return typeof code === 'number' && typeof message === 'string' ? { code, message } : undefined
}

/** A node's status says little (500 for "not found", 429 for "too large"); its code and message do, where they are known. */
function kindOfRefusal({ code, message }: Refusal): FlowQueryErrorKind | undefined {
  // Another node may still have a height that was pruned here, or have it already.
  if (/failed to load state|height in the future/.test(message)) return 'node'
  if (code === 5 || /^codespace \S+ code \d+: not found/.test(message)) return 'notFound'
  // Invalid addresses and requests have SDK codes; cursors and some addresses only these words.
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

function mayPass(kind: FlowQueryErrorKind, status: number, refusal: Refusal | undefined): boolean {
  if (kind === 'rateLimited' || kind === 'network') return true
  // A node answers 500 and 501 to what it will never do; a proxy's 500 may pass.
  return kind === 'node' && status >= (refusal ? 502 : 500)
}

/** Milliseconds of a Retry-After header, which holds seconds or a date. */
function parseRetryAfter(header: string): number | undefined {
  const milliseconds = Number(header) * 1000 || Date.parse(header) - Date.now()
  return milliseconds > 0 ? milliseconds : undefined
}
