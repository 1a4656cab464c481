import { type FlowClient, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { getWithRetry, withFailover } from '@flow-query/core/parts/request'
import type { ChainGuard } from '../chain/guard.js'
import { type Copy, copyOf, type RawResponse, rawOf, setResponseOf } from '../raw-response.js'
import type { ReadsObserver } from './observer.js'
import { createQueue } from './queue.js'
import type { AllowedRead } from './routes.js'

/** A large body isn't parsed, because that would delay other requests. */
export interface Answer {
  readonly raw: RawResponse
  readonly json: unknown
}

export interface UpstreamRequest extends Pick<AllowedRead, 'target'> {
  readonly query: string
  readonly height?: number | undefined
  readonly body?: string
}

export interface UpstreamOptions {
  readonly except?: ReadonlySet<string>
  readonly signal?: AbortSignal
  readonly address?: string
  readonly key?: string
}

export interface Upstream {
  readonly nodes: readonly string[]
  /** Returns whether another node has not failed recently. */
  hasOther(except: ReadonlySet<string>): boolean
  read(request: UpstreamRequest, options?: UpstreamOptions): Promise<Answer>
  join(request: Pick<AllowedRead, 'target'>, options: { address: string; key: string }): void
}

/** Sends requests to the nodes of the chain, in the order in which core prefers them. */
export class NodeUpstream implements Upstream {
  readonly nodes: readonly string[]
  readonly #settings: FlowClient['settings']
  readonly #guard: ChainGuard
  readonly #isPossible: (height: number) => boolean
  readonly #observer: Partial<ReadsObserver>
  readonly #small = createQueue(64, 2_000)
  readonly #large = createQueue(1, 20)

  constructor(
    { settings }: FlowClient,
    guard: ChainGuard,
    isPossible: (height: number) => boolean,
    observer: Partial<ReadsObserver>,
  ) {
    this.nodes = settings.endpoints.map(({ url }) => url)
    this.#settings = settings
    this.#guard = guard
    this.#isPossible = isPossible
    this.#observer = observer
  }

  hasOther(except: ReadonlySet<string>): boolean {
    const now = performance.now()
    return this.#settings.endpoints.some(({ url, failedUntil }) => !except.has(url) && failedUntil <= now)
  }

  read(request: UpstreamRequest, { except, signal, address = '', key }: UpstreamOptions = {}): Promise<Answer> {
    const endpoints = this.#settings.endpoints.filter(({ url }) => !except?.has(url))
    return this.#queueOf(request).send(address, key, () =>
      withFailover({ ...this.#settings, endpoints }, { query: request.query, signal }, ({ url }) =>
        this.#readObserved(url, request, signal),
      ),
    )
  }

  join(request: Pick<AllowedRead, 'target'>, { address, key }: { address: string; key: string }): void {
    this.#queueOf(request).join(address, key)
  }

  #queueOf({ target }: Pick<AllowedRead, 'target'>): ReturnType<typeof createQueue> {
    return isLarge(target) ? this.#large : this.#small
  }

  async #readObserved(node: string, request: UpstreamRequest, signal: AbortSignal | undefined): Promise<Answer> {
    try {
      return await this.#readFrom(node, request, signal)
    } catch (error) {
      if (isFlowQueryError(error) && error.retryable) this.#observer.onFailure?.(node, error)
      throw error
    }
  }

  async #readFrom(
    node: string,
    { target, height, body }: UpstreamRequest,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    await this.#guard.checkLcd(node)
    let copy: Copy | undefined
    const fetch: typeof globalThis.fetch = async (url, init) => {
      copy = copyOf(await this.#fetch(node, url, init), this.#settings.maxBodyBytes)
      return copy.response
    }
    try {
      // The name of the query only appears in `onResponse`, which the gateway doesn't use.
      const options = { query: 'chainTime', height, signal, ...(body !== undefined && { body }) } as const
      const { json } = await getWithRetry(node + target, { ...this.#settings, fetch }, options)
      const raw = rawOf(node, copy as Copy)
      if (!isObject(json) || !isInBraces(raw.body)) throw notFromNode(node)
      if (height !== undefined && raw.height !== undefined && raw.height !== height) throw wrongBlock(node, height)
      return { raw: this.#withoutImpossibleHeight(raw), json }
    } catch (error) {
      throw isFlowQueryError(error) ? this.#failureOf(node, error, copy) : error
    }
  }

  async #fetch(node: string, ...[url, init]: Parameters<typeof fetch>): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#settings
    const began = performance.now()
    const observe = (status: number) =>
      this.#observer.onUpstream?.({ url: node, status, durationMs: Math.round(performance.now() - began) })
    try {
      const response = await fetch(url, init)
      observe(response.status)
      return response
    } catch (error) {
      observe(0)
      throw error
    }
  }

  #failureOf(node: string, error: FlowQueryError, copy: Copy | undefined): FlowQueryError {
    if ((error.status ?? 502) >= 502) this.#guard.lcdFailed(node)
    if (!copy?.isComplete || error.status === undefined) return error
    // A proxy has sent this page, it redirects, or a part of the response is missing.
    if (error.status < 400) return notFromNode(node)
    const failure = isFromProxy(error) ? notFromNode(node) : error
    setResponseOf(failure, this.#withoutImpossibleHeight(rawOf(node, copy)))
    return failure
  }

  #withoutImpossibleHeight(raw: RawResponse): RawResponse {
    return raw.height === undefined || this.#isPossible(raw.height) ? raw : { ...raw, height: undefined }
  }
}

function isLarge(target: string): boolean {
  const [, limit] = /[?&]pagination\.limit=([^&]*)/.exec(target) ?? []
  return limit !== undefined && !/^(\d{0,3}|1000)$/.test(limit)
}

function isFromProxy({ kind, code, retryable }: FlowQueryError): boolean {
  return kind === 'node' && code === undefined && !retryable
}

function notFromNode(node: string): FlowQueryError {
  return new FlowQueryError('node', `${node} returned an invalid response`, { url: node, retryable: true })
}

/** Some proxies remove the header with the height, so the node responds with its newest block. */
function wrongBlock(node: string, height: number): FlowQueryError {
  return new FlowQueryError('node', `${node} did not return the state at block ${height}`, {
    url: node,
    retryable: true,
  })
}

/** A large body isn't parsed. Its first and last characters show whether it is an object. */
function isInBraces(body: Buffer): boolean {
  const start = body.toString('latin1', 0, 100).trimStart()
  const end = body.subarray(-100).toString('latin1').trimEnd()
  return start.startsWith('{') && end.endsWith('}')
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}
