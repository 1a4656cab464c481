import { checkInteger, FlowQueryError, isFlowQueryError, parseAnswer, refuse } from './errors.js'
import type { QueryName } from './types.js'

/** One answer, as `onResponse` sees it. */
export interface ResponseInfo {
  query: QueryName
  url: string
  status: number
  /** The block that was read; null where the header is not readable, as in a page. */
  height: number | null
  durationMs: number
}

export interface FetcherOptions {
  /** The base URL of an LCD, with a path if it has one; or several, tried in order. The one that works is kept. */
  lcd: string | readonly string[]
  /** Milliseconds that one request may take, connection and whole body included. Default 10,000. */
  timeout?: number | undefined
  /** How often a request that may succeed later is sent again before the next endpoint is tried. Default 2. */
  retries?: number | undefined
  /** Default: the global one. */
  fetch?: typeof fetch | undefined
  /** Lets a page ask for a `height`, which it may where a proxy before the node allows the header. Default false. */
  allowHeight?: boolean | undefined
  /** Called with every answer, whatever its status. */
  onResponse?: ((info: ResponseInfo) => void) | undefined
}

/** The last argument of every method. */
export interface RequestOptions {
  signal?: AbortSignal | undefined
  /**
   * Read the state at this block height instead of the newest. Refused in pages, unless the client allows it: nodes' CORS
   * does not let the header through.
   */
  height?: number | undefined
}

/** Sends a GET for a path below the endpoint, and answers its parsed JSON. */
type Get = (url: string) => Promise<unknown>

/** Runs `read` against one endpoint after the other, until one can answer. */
export type Ask = <T>(
  query: QueryName,
  options: RequestOptions | undefined,
  read: (lcd: string, get: Get) => Promise<T>,
) => Promise<T>

/** After this many milliseconds on another endpoint, the first is tried again. */
const returnAfter = 60_000

export function createFetcher(options: FetcherOptions): { ask: Ask; endpoints: readonly string[] } {
  const { timeout = 10_000, retries = 2, allowHeight } = options
  checkInteger('retries', retries, 0)
  checkInteger('timeout', timeout, 1)
  const endpoints = [options.lcd].flat().map(baseUrl)
  if (!endpoints.length) refuse('lcd', '[]', 'an http(s) URL')
  let preferred = 0
  let preferredUntil = 0

  /** One request under one deadline, which holds for connection, headers and body alike. */
  function exchange(query: QueryName, url: string, { signal, height }: RequestOptions): Promise<unknown> {
    const late = new FlowQueryError('timeout', `${url} gave no whole answer within ${timeout} ms`, {
      url,
      retryable: true,
    })
    return within(timeout, signal, late, async signal => {
      const began = Date.now()
      let response: Response
      let text: string
      try {
        response = await (options.fetch ?? fetch)(url, {
          signal,
          ...(height && { headers: { 'x-cosmos-block-height': `${height}` } }),
        })
        text = await response.text()
      } catch (cause) {
        throw new FlowQueryError(
          'network',
          `${url} could not be read: ${(cause as Error | undefined)?.cause ?? cause}`,
          { url, retryable: true, cause },
        )
      }
      options.onResponse?.({
        query,
        url,
        status: response.status,
        height: Number(response.headers.get('grpc-metadata-x-cosmos-block-height')) || null,
        durationMs: Date.now() - began,
      })
      return parseAnswer(url, response, text)
    })
  }

  async function patiently(query: QueryName, url: string, options: RequestOptions): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await exchange(query, url, options)
      } catch (error) {
        const { retryable, kind, retryAfter = 0 } = Object(error) as FlowQueryError
        const wait = Math.max(125 * 2 ** attempt * (1 + Math.random()), retryAfter)
        // A timeout has used up the caller's patience with this endpoint.
        if (!retryable || kind === 'timeout' || attempt >= retries || retryAfter > timeout) throw error
        await within(wait, options.signal)
      }
    }
  }

  const ask: Ask = async (query, options = {}, read) => {
    const { height, signal } = options
    if (height != null) {
      checkInteger('height', height, 1)
      // Code with a location has an origin, and CORS holds for it: a page and its workers, not Node, Bun or Deno.
      if (typeof location !== 'undefined' && !allowHeight)
        refuse('height', height, 'for pages: CORS refuses its header. Behind a proxy, set `allowHeight`')
    }
    const first = Date.now() < preferredUntil ? preferred : 0
    const failures: FlowQueryError[] = []
    for (let tried = 0; tried < endpoints.length; tried++) {
      const index = (first + tried) % endpoints.length
      try {
        return await read(endpoints[index] as string, url => patiently(query, url, options))
      } catch (error) {
        signal?.throwIfAborted()
        // No other endpoint would answer these better.
        if (!isFlowQueryError(error) || /argument|notFound|tooLarge/.test(error.kind)) throw error
        failures.push(error)
        preferred = (index + 1) % endpoints.length
        preferredUntil = Date.now() + returnAfter
      }
    }
    throw failures.length > 1 ? allFailed(failures) : failures[0]
  }

  return { ask, endpoints }
}

function baseUrl(lcd: string): string {
  return /^https?:\/\/[^\s?#@/][^\s?#@]*$/i.test(lcd) ? lcd.replace(/\/+$/, '') : refuse('lcd', lcd, 'an http(s) URL')
}

function allFailed(failures: FlowQueryError[]): FlowQueryError {
  const last = failures.at(-1) as FlowQueryError
  return new FlowQueryError(
    last.kind,
    `No endpoint answered: ${failures.map(({ kind, url }) => `${url} (${kind})`).join(', ')}`,
    { ...last, retryable: failures.some(({ retryable }) => retryable), cause: failures },
  )
}

/**
 * Does `work` for at most `ms`, then rejects with `late`; without work, just waits.
 *
 * An abort rejects at once with the signal's reason. Work that does not heed its own signal is left behind.
 */
async function within(
  ms: number,
  signal: AbortSignal | undefined,
  late?: FlowQueryError,
  work?: (signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let stop = () => {}
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal?.reason)
    const timer = setTimeout(late ? reject : resolve, ms, late)
    signal?.addEventListener('abort', aborted)
    stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
      controller.abort()
    }
    work?.(controller.signal).then(resolve, reject)
  }).finally(() => stop())
}
