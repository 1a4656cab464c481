import { type FlowClient, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { getWithRetry, withFailover } from '@flow-query/core/internal'
import type { ChainGuard } from './chain-guard.js'
import { fetchWithoutRedirects, readChainReport } from './chain-report.js'
import type { ReadsObserver } from './observer.js'
import { createQueue } from './queue.js'
import type { AllowedRead } from './routes.js'

export const heightHeader = 'grpc-metadata-x-cosmos-block-height'

export interface RawResponse {
  readonly node: string
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | null
  readonly body: Buffer
  readonly height: number | undefined
}

/** A large body isn't parsed, because that would delay other requests. */
export interface Answer {
  readonly raw: RawResponse
  readonly json: unknown
}

export function isLargeBody(bytes: number): boolean {
  return bytes > 2_000_000
}

const errorResponses = new WeakMap<FlowQueryError, RawResponse>()

export function responseOf(error: FlowQueryError): RawResponse | undefined {
  // If all nodes fail, the cause contains the error of each node.
  const errors = [error, ...(Array.isArray(error.cause) ? (error.cause as FlowQueryError[]) : [])]
  const ofSameKind = errors.filter(({ kind }) => kind === error.kind)
  return ofSameKind.map(one => errorResponses.get(one)).findLast(response => response !== undefined)
}

export interface Upstream {
  read: (
    request: Pick<AllowedRead, 'target'> & { query: string; height?: number | undefined; body?: string },
    options?: {
      except?: ReadonlySet<string>
      signal?: AbortSignal
      address?: string
      key?: string
    },
  ) => Promise<Answer>
  join: (request: Pick<AllowedRead, 'target'>, options: { address: string; key: string }) => void
  readonly nodes: readonly string[]
}

export interface CheckedUpstream extends Upstream {
  readonly isAnyUp: (nodes: readonly string[]) => Promise<boolean>
}

export function createUpstream(
  { settings }: FlowClient,
  guard: ChainGuard,
  isPossible: (height: number) => boolean,
  observer: Partial<ReadsObserver>,
): CheckedUpstream {
  const small = createQueue(64, 2_000)
  const large = createQueue(1, 20)
  const queueOf = (target: string) => (isLarge(target) ? large : small)
  const nodes = settings.endpoints.map(({ url }) => url)
  const withoutImpossible = (raw: RawResponse): RawResponse =>
    raw.height === undefined || isPossible(raw.height) ? raw : { ...raw, height: undefined }
  let lastCheck: { readonly at: number; readonly isAnyUp: Promise<boolean> } | undefined
  return {
    nodes,
    isAnyUp(checked) {
      if (!lastCheck || Date.now() - lastCheck.at > 5_000) {
        const responses = checked.map(node => readChainReport(settings, node))
        lastCheck = {
          at: Date.now(),
          isAnyUp: Promise.any(responses).then(
            () => true,
            () => false,
          ),
        }
      }
      return lastCheck.isAnyUp
    },
    read({ target, query, height, body }, { except, signal, address = '', key } = {}) {
      const endpoints = settings.endpoints.filter(({ url }) => !except?.has(url))
      const ask = async ({ url: node }: { readonly url: string }): Promise<Answer> => {
        let copy: Copy | undefined
        await guard.checkLcd(node)
        const fetch: typeof globalThis.fetch = async (url, init) => {
          const began = performance.now()
          const observe = (status: number) =>
            observer.onUpstream?.({ url: node, status, durationMs: Math.round(performance.now() - began) })
          try {
            const response = await fetchWithoutRedirects(settings)(url, init)
            observe(response.status)
            copy = copyOf(response, settings.maxBodyBytes)
            return copy.response
          } catch (error) {
            observe(0)
            throw error
          }
        }
        try {
          // The name of the query only appears in `onResponse`, which the gateway doesn't use.
          const options = { query: 'chainTime', height, signal, ...(body !== undefined && { body }) } as const
          const json = await getWithRetry(node + target, { ...settings, fetch }, options)
          const raw = rawOf(node, copy as Copy)
          if (!isObject(json) || !isInBraces(raw.body)) throw notFromNode(node)
          if (height !== undefined && raw.height !== undefined && raw.height !== height) throw wrongBlock(node, height)
          return { raw: withoutImpossible(raw), json }
        } catch (error) {
          if (isFlowQueryError(error) && (error.status ?? 502) >= 502) guard.lcdFailed(node)
          if (!isFlowQueryError(error) || !copy?.isComplete || error.status === undefined) throw error
          // A proxy has sent this page, it redirects, or a part of the response is missing.
          if (error.status < 400) throw notFromNode(node)
          const failure = isFromProxy(error) ? notFromNode(node) : error
          errorResponses.set(failure, withoutImpossible(rawOf(node, copy)))
          throw failure
        }
      }
      const observed = (endpoint: { readonly url: string }) =>
        ask(endpoint).catch(error => {
          if (isFlowQueryError(error) && error.retryable) observer.onFailure?.(endpoint.url, error)
          throw error
        })
      return queueOf(target).send(address, key, () =>
        withFailover({ ...settings, endpoints }, { query, signal }, observed),
      )
    },
    join: ({ target }, { address, key }) => queueOf(target).join(address, key),
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
  return new FlowQueryError('node', `${node} sent a response that is not from a node`, { url: node, retryable: true })
}

/** Some proxies remove the header with the height, so the node responds with its newest block. */
function wrongBlock(node: string, height: number): FlowQueryError {
  return new FlowQueryError('node', `${node} did not respond with block ${height}`, { url: node, retryable: true })
}

/** A large body isn't parsed, so only its ends show whether it is an object. */
function isInBraces(body: Buffer): boolean {
  const start = body.toString('latin1', 0, 100).trimStart()
  const end = body.subarray(-100).toString('latin1').trimEnd()
  return start.startsWith('{') && end.endsWith('}')
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

interface Copy {
  readonly response: Response
  readonly chunks: Uint8Array[]
  isComplete: boolean
}

function copyOf(original: Response, maxBytes: number): Copy {
  const copy: Copy = { response: original, chunks: [], isComplete: false }
  if (!original.body) return { ...copy, isComplete: true }
  let bytes = 0
  const recorder = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      copy.chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes > maxBytes) for (const one of copy.chunks.splice(0)) controller.enqueue(one)
    },
    flush(controller) {
      copy.isComplete = true
      const isParsed = !original.ok || !isLargeBody(bytes)
      for (const chunk of isParsed ? copy.chunks : [Buffer.from('{}')]) controller.enqueue(chunk)
    },
  })
  const { status, headers } = original
  return Object.assign(copy, { response: new Response(original.body.pipeThrough(recorder), { status, headers }) })
}

/** A browser must not run a page that a node or a proxy sends. */
function contentTypeOf(headers: Headers): string {
  const contentType = headers.get('content-type') ?? 'application/json'
  return /^application\/json\s*(;|$)/i.test(contentType) ? contentType : 'text/plain'
}

function rawOf(node: string, { response: { status, headers }, chunks }: Copy): RawResponse {
  const height = Number(headers.get(heightHeader))
  return {
    node,
    status,
    contentType: contentTypeOf(headers),
    retryAfter: headers.get('retry-after'),
    body: Buffer.concat(chunks),
    height: Number.isSafeInteger(height) && height > 0 ? height : undefined,
  }
}
