import type { FlowQueryError } from '@flow-query/core'
import { parseHeight } from '@flow-query/core/parts/events'

export const heightHeader = 'grpc-metadata-x-cosmos-block-height'

export interface RawResponse {
  readonly node: string
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | null
  readonly body: Buffer
  readonly height: number | undefined
}

const errorResponses = new WeakMap<FlowQueryError, RawResponse>()

export function setResponseOf(error: FlowQueryError, response: RawResponse): void {
  errorResponses.set(error, response)
}

export function responseOf(error: FlowQueryError): RawResponse | undefined {
  // If all nodes fail, the cause contains the error of each node.
  const errors = [error, ...(Array.isArray(error.cause) ? (error.cause as FlowQueryError[]) : [])]
  const ofSameKind = errors.filter(({ kind }) => kind === error.kind)
  return ofSameKind.map(one => errorResponses.get(one)).findLast(response => response !== undefined)
}

/** A response that is recorded while core reads it. */
export interface Copy {
  readonly response: Response
  readonly chunks: Uint8Array[]
  isComplete: boolean
}

export function copyOf(original: Response, maxBytes: number): Copy {
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

export function isLargeBody(bytes: number): boolean {
  return bytes > 2_000_000
}

/** A browser must not run a page that a node or a proxy sends. */
function contentTypeOf(headers: Headers): string {
  const contentType = headers.get('content-type') ?? 'application/json'
  return /^application\/json\s*(;|$)/i.test(contentType) ? contentType : 'text/plain'
}

export function rawOf(node: string, { response: { status, headers }, chunks }: Copy): RawResponse {
  return {
    node,
    status,
    contentType: contentTypeOf(headers),
    retryAfter: headers.get('retry-after'),
    body: Buffer.concat(chunks),
    height: parseHeight(headers.get(heightHeader)),
  }
}
