import type { ResponseBody } from '../decode.js'
import { FlowQueryError, isFlowQueryError, safely } from '../errors.js'
import type { OtherQueryName, QueryName } from '../types.js'
import { sleep, withTimeout } from './deadline.js'
import { parseResponse } from './response.js'

/** A response, as passed to `onResponse`. */
export interface ResponseInfo {
  query: QueryName | OtherQueryName
  url: string
  status: number
  /** The block height of the data. Null in browsers, because CORS doesn't expose the header. */
  height: number | null
  /** The time from the request to the end of the response body, in milliseconds. */
  durationMs: number
}

export interface GetSettings {
  readonly timeout: number
  readonly retries: number
  readonly maxBodyBytes: number
  /** If undefined, each request reads the global `fetch`, which may have been replaced since the client was created. */
  readonly fetch?: typeof fetch | undefined
  readonly onResponse?: ((info: ResponseInfo) => void) | undefined
}

export interface GetOptions {
  readonly query: QueryName | OtherQueryName
  readonly height: number | undefined
  readonly signal: AbortSignal | undefined
  readonly onHeight?: ((height: number) => void) | undefined
  readonly body?: string
  readonly endpoint?: { isGateway: boolean }
}

const firstBackoff = 125

export async function getWithRetry(url: string, settings: GetSettings, options: GetOptions): Promise<ResponseBody> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await get(url, settings, options)
    } catch (error) {
      // A timeout isn't retried, because the user has already waited for the whole timeout.
      const isTemporary = isFlowQueryError(error) && error.retryable && error.kind !== 'timeout'
      if (!isTemporary || attempt >= settings.retries) throw error
      const { retryAfter = 0 } = error
      if (retryAfter > settings.timeout) throw error
      const backoff = firstBackoff * 2 ** attempt * (1 + Math.random())
      await sleep(Math.max(backoff, retryAfter), options.signal)
    }
  }
}

function get(
  url: string,
  settings: GetSettings,
  { query, height, signal, onHeight, body, endpoint }: GetOptions,
): Promise<ResponseBody> {
  const { timeout, maxBodyBytes, onResponse, fetch = globalThis.fetch } = settings
  const timeoutError = () =>
    new FlowQueryError('timeout', `${url} timed out after ${timeout} ms`, { url, retryable: true })
  return withTimeout(timeout, signal, timeoutError, async signal => {
    // `Date.now()` would prevent prerendering, because Next rejects components that read the current time.
    const began = performance.now()
    let response: Response
    let text: string | null
    try {
      response = await fetch(url, {
        signal,
        ...(height && { headers: { 'x-cosmos-block-height': `${height}` } }),
        ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      })
      text = await readText(response, maxBodyBytes)
    } catch (cause) {
      throw new FlowQueryError('network', `${url} could not be read: ${causeOf(cause)}`, {
        url,
        retryable: true,
        cause,
      })
    }
    const { status } = response
    const isGateway = response.headers.has('flow-query-gateway')
    if (endpoint) endpoint.isGateway = isGateway
    const blockHeight = Number(response.headers.get('grpc-metadata-x-cosmos-block-height')) || null
    if (onResponse) {
      const durationMs = Math.round(performance.now() - began)
      safely(() => onResponse({ query, url, status, height: blockHeight, durationMs }))
    }
    // After a server error, the answer comes from a retry or from another node.
    if (blockHeight && status < 500 && !isGateway) onHeight?.(blockHeight)
    if (text === null)
      throw new FlowQueryError('tooLarge', `${url} returned more than ${maxBodyBytes} bytes`, {
        url,
        status,
      })
    return parseResponse(url, response, text)
  })
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? error.cause : error
}

/** Reads the body of a response as text, so that the caller can stop at any number of bytes. */
export class TextReader {
  /** The number of bytes that have been read, after decompression. */
  bytes = 0
  readonly #response: Response
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #decoder: TextDecoder | undefined
  #isDone = false

  constructor(response: Response) {
    this.#response = response
    // Some custom `fetch` functions don't support streams, and jsdom in Jest has no `TextDecoder`.
    if (!response.body || !globalThis.TextDecoder) return
    this.#reader = response.body.getReader()
    this.#decoder = new TextDecoder()
  }

  /** Returns the next part of the text, or undefined at the end. */
  async read(): Promise<string | undefined> {
    if (this.#isDone) return undefined
    if (!this.#reader || !this.#decoder) {
      this.#isDone = true
      // biome-ignore lint/plugin: without a stream, the size of the body is only known afterwards
      const text = await this.#response.text()
      this.bytes = text.length
      return text
    }
    const { done, value } = await this.#reader.read()
    if (!done) this.bytes += value.byteLength
    this.#isDone = done
    return done ? this.#decoder.decode() : this.#decoder.decode(value, { stream: true })
  }

  cancel(): void {
    this.#reader?.cancel().catch(() => {})
  }
}

/** Returns the body of a response as text, or null if it has more than `maxBytes` bytes. */
export async function readText(response: Response, maxBytes: number): Promise<string | null> {
  const reader = new TextReader(response)
  let text = ''
  for (;;) {
    const part = await reader.read()
    if (part === undefined) return text
    if (reader.bytes > maxBytes) {
      reader.cancel()
      return null
    }
    text += part
  }
}
