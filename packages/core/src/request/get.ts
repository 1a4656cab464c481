import { safely } from '../callbacks.js'
import { FlowQueryError, isFlowQueryError } from '../errors.js'
import type { QueryName } from '../types.js'
import { parseAnswer } from './answer.js'
import { sleep, withTimeout } from './deadline.js'

/** One answer, as `onResponse` sees it. */
export interface ResponseInfo {
  query: QueryName
  url: string
  /** HTTP status. */
  status: number
  /** The block that was read; null where the header is not readable, as in a page. */
  height: number | null
  /** Milliseconds from the request to the end of the body. */
  durationMs: number
}

export interface GetSettings {
  /** Milliseconds. */
  readonly timeout: number
  readonly retries: number
  readonly maxBodyBytes: number
  /** Undefined is the global one, as it is when it is needed. */
  readonly fetch: typeof fetch | undefined
  readonly onResponse: ((info: ResponseInfo) => void) | undefined
}

export interface GetOptions {
  readonly query: QueryName
  readonly height: number | undefined
  readonly signal: AbortSignal | undefined
}

/** Milliseconds before the first retry, at least; twice as many before each next one. */
const firstWait = 125

/** The parsed JSON of one URL, which is asked again while that may help. */
export async function getWithRetry(url: string, settings: GetSettings, options: GetOptions): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await get(url, settings, options)
    } catch (error) {
      // A timeout has used up the caller's patience with this endpoint.
      const mayHelp = isFlowQueryError(error) && error.retryable && error.kind !== 'timeout'
      if (!mayHelp || attempt >= settings.retries) throw error
      const { retryAfter = 0 } = error
      if (retryAfter > settings.timeout) throw error
      const backoff = firstWait * 2 ** attempt * (1 + Math.random())
      await sleep(Math.max(backoff, retryAfter), options.signal)
    }
  }
}

/** One request under one deadline, which holds for connection, headers and body alike. */
function get(url: string, settings: GetSettings, { query, height, signal }: GetOptions): Promise<unknown> {
  const { timeout, maxBodyBytes, onResponse, fetch = globalThis.fetch } = settings
  const late = () =>
    new FlowQueryError('timeout', `${url} gave no whole answer within ${timeout} ms`, { url, retryable: true })
  return withTimeout(timeout, signal, late, async signal => {
    const began = Date.now()
    let response: Response
    let text: string | null
    try {
      response = await fetch(url, { signal, ...(height && { headers: { 'x-cosmos-block-height': `${height}` } }) })
      text = await readText(response, maxBodyBytes)
    } catch (cause) {
      throw new FlowQueryError('network', `${url} could not be read: ${causeOf(cause)}`, {
        url,
        retryable: true,
        cause,
      })
    }
    if (onResponse) {
      const info = {
        query,
        url,
        status: response.status,
        height: Number(response.headers.get('grpc-metadata-x-cosmos-block-height')) || null,
        durationMs: Date.now() - began,
      }
      safely(() => onResponse(info))
    }
    if (text === null)
      throw new FlowQueryError('tooLarge', `${url} answered more than ${maxBodyBytes} bytes`, {
        url,
        status: response.status,
      })
    return parseAnswer(url, response, text)
  })
}

/** A failed fetch says what happened in its own cause. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? error.cause : error
}

/** The whole body; null where it is larger, however small it was on its way. */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  // Not everything that is passed as `fetch` has streams, and the jsdom of Jest has no decoder.
  if (!response.body || !globalThis.TextDecoder) return response.text()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {})
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}
