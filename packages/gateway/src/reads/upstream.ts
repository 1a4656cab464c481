import { type FlowClient, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { getWithRetry, withFailover } from '@flow-query/core/server'
import type { ReadsObserver } from './observer.js'
import { createQueue } from './queue.js'
import type { AllowedRead } from './routes.js'

/** The header with the block height of a response. */
export const heightHeader = 'grpc-metadata-x-cosmos-block-height'

/** A response of a node, byte for byte. */
export interface RawResponse {
  /** The base URL of the node. */
  readonly node: string
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | null
  readonly body: Buffer
  /** The block height of the data. Undefined if the node or a proxy doesn't report it. */
  readonly height: number | undefined
}

/** A successful response with its parsed body. */
export interface Answer {
  readonly raw: RawResponse
  readonly json: unknown
}

/** The error responses of nodes, which clients receive unchanged. */
const errorResponses = new WeakMap<FlowQueryError, RawResponse>()

/** Returns the response that caused an error, or undefined if no node sent a complete response. */
export function responseOf(error: FlowQueryError): RawResponse | undefined {
  // If all nodes fail, the cause contains the error of each node.
  const errors = [error, ...(Array.isArray(error.cause) ? (error.cause as FlowQueryError[]) : [])]
  const ofSameKind = errors.filter(({ kind }) => kind === error.kind)
  return ofSameKind.map(one => errorResponses.get(one)).findLast(response => response !== undefined)
}

/** Sends requests to the nodes, with the failover, retries and error rules of the client. */
export interface Upstream {
  /**
   * Returns a successful response of a node.
   *
   * @throws {FlowQueryError} if all nodes fail, or if the response is an error such as "not found"
   */
  read: (
    request: Pick<AllowedRead, 'target'> & { height?: number | undefined; body?: string },
    options?: { except?: ReadonlySet<string>; signal?: AbortSignal },
  ) => Promise<Answer>
  /** The base URLs of the nodes, in the order of their priority. */
  readonly nodes: readonly string[]
}

export function createUpstream(client: FlowClient, observer?: Partial<ReadsObserver>): Upstream {
  const { settings } = client
  const limited = createQueue()
  return {
    nodes: settings.endpoints.map(({ url }) => url),
    read({ target, height, body }, { except, signal } = {}) {
      const endpoints = settings.endpoints.filter(({ url }) => !except?.has(url))
      const ask = async ({ url: node }: { readonly url: string }): Promise<Answer> => {
        let copy: Copy | undefined
        const fetch: typeof globalThis.fetch = async (url, init) => {
          const began = performance.now()
          const observe = (status: number) =>
            observer?.onUpstream?.({ url: node, status, durationMs: Math.round(performance.now() - began) })
          try {
            // A redirect could lead to any address.
            const response = await (settings.fetch ?? globalThis.fetch)(url, { ...init, redirect: 'manual' })
            observe(response.status)
            copy = copyOf(response)
            return copy.response
          } catch (error) {
            observe(0)
            throw error
          }
        }
        try {
          // The name of the query only appears in `onResponse`, which the gateway doesn't use.
          const options = { query: 'nodeInfo', height, signal, ...(body !== undefined && { body }) } as const
          const json = await getWithRetry(node + target, { ...settings, fetch }, options)
          if (!isObject(json)) throw notFromNode(node)
          return { raw: rawOf(node, copy as Copy), json }
        } catch (error) {
          if (!isFlowQueryError(error) || !copy?.isComplete || error.status === undefined) throw error
          // A proxy has sent this page, or a part of the response is missing.
          if (error.status < 300) throw notFromNode(node)
          const failure = isFromProxy(error) ? notFromNode(node) : error
          errorResponses.set(failure, rawOf(node, copy))
          throw failure
        }
      }
      return limited(() => withFailover({ ...settings, endpoints }, signal, ask))
    },
  }
}

/** Nodes send errors as JSON with a code. Any other error comes from a proxy, and may be temporary whatever its status is. */
function isFromProxy({ kind, code, retryable }: FlowQueryError): boolean {
  return kind === 'node' && code === undefined && !retryable
}

function notFromNode(node: string): FlowQueryError {
  return new FlowQueryError('node', `${node} sent a response that is not from a node`, { url: node, retryable: true })
}

function isObject(json: unknown): boolean {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** A response that also keeps the bytes that were read from it. */
interface Copy {
  readonly response: Response
  readonly chunks: Uint8Array[]
  isComplete: boolean
}

function copyOf(original: Response): Copy {
  const copy: Copy = { response: original, chunks: [], isComplete: false }
  if (!original.body) return { ...copy, isComplete: true }
  const recorder = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      copy.chunks.push(chunk)
      controller.enqueue(chunk)
    },
    flush() {
      copy.isComplete = true
    },
  })
  const { status, headers } = original
  return Object.assign(copy, { response: new Response(original.body.pipeThrough(recorder), { status, headers }) })
}

function rawOf(node: string, { response: { status, headers }, chunks }: Copy): RawResponse {
  const height = Number(headers.get(heightHeader))
  return {
    node,
    status,
    contentType: headers.get('content-type') ?? 'application/json',
    retryAfter: headers.get('retry-after'),
    body: Buffer.concat(chunks),
    height: Number.isSafeInteger(height) && height > 0 ? height : undefined,
  }
}
