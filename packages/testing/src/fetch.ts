import { platform } from './platform.js'
import { paddedBody, type Reply } from './rest/failures.js'
import type { NodeRequest } from './rest/http.js'

/** Creates a `fetch` that responds from memory. It ignores the origin and reads only the path and query. */
export function createFetch(reply: (request: NodeRequest) => Reply): typeof fetch {
  return async function memoryFetch(input, init) {
    // A signal can come from another realm, for example jsdom. The Request constructor would reject such a signal.
    const { signal = input instanceof platform.Request ? input.signal : null, ...rest } = init ?? {}
    const request = new platform.Request(input, rest)
    const body = request.method === 'POST' ? await request.text() : undefined
    let url = new URL(request.url)
    for (let redirects = 0; ; redirects++) {
      const { method } = request
      signal?.throwIfAborted()
      const answer = reply({
        method,
        target: url.pathname + url.search,
        headers: Object.fromEntries(request.headers),
        ...(body && { body }),
      })
      const response = await deliver(answer, method, signal)
      const location = response.headers.get('location')
      if (response.status !== 301 || !location || request.redirect === 'manual') return withUrl(response, url)
      if (request.redirect === 'error' || redirects === 20) throw new TypeError('Failed to fetch')
      url = new URL(location, url)
    }
  }
}

async function deliver(
  { answer, delivery, delay, padding }: Reply,
  method: string,
  signal: AbortSignal | null,
): Promise<Response> {
  await pause(delay, signal)
  if (delivery === 'refuse')
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    })
  if (delivery === 'hang') return new Promise((_, reject) => whenAborted(signal, reject))
  const { status, headers } = answer
  if (delivery === 'whole' && padding > 0)
    return new platform.Response(padded(answer.body, padding, signal), { status, headers })
  const bytes = new platform.TextEncoder().encode(answer.body)
  if (delivery === 'whole' || method === 'HEAD' || bytes.length === 0) {
    // Passing a string would make Response add a default content type, so the body is passed as bytes.
    return new platform.Response(method === 'HEAD' || bytes.length === 0 ? null : bytes, { status, headers })
  }
  const promised = { ...headers, 'content-length': String(bytes.length) }
  return new platform.Response(half(bytes, delivery, signal), { status, headers: promised })
}

function half(bytes: Uint8Array, delivery: 'stall' | 'cut', signal: AbortSignal | null): ReadableStream {
  let sent = false
  return new platform.ReadableStream({
    start(controller) {
      whenAborted(signal, reason => controller.error(reason))
    },
    pull(controller) {
      if (!sent) controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)))
      else if (delivery === 'cut') controller.error(new TypeError('terminated'))
      else return new Promise(() => {})
      sent = true
      return undefined
    },
  })
}

function padded(body: string, padding: number, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  const pieces = paddedBody(body, padding)
  return new platform.ReadableStream({
    start(controller) {
      whenAborted(signal, reason => controller.error(reason))
    },
    pull(controller) {
      const { done, value } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

/** Always waits for at least one microtask, because a real response never arrives synchronously. */
function pause(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => (signal?.aborted ? reject(signal.reason) : resolve())
    if (milliseconds === 0) {
      queueMicrotask(done)
      return
    }
    const timer = setTimeout(done, milliseconds)
    whenAborted(signal, reason => {
      clearTimeout(timer)
      reject(reason)
    })
  })
}

function whenAborted(signal: AbortSignal | null, act: (reason: unknown) => void): void {
  if (signal?.aborted) act(signal.reason)
  else signal?.addEventListener('abort', () => act(signal.reason), { once: true })
}

function withUrl(response: Response, url: URL): Response {
  return Object.defineProperty(response, 'url', { value: url.href })
}
