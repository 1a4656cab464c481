import { request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable, Transform } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { type ClientOptions, WebSocket } from 'ws'
import { socketPair } from './memory-socket.js'

export interface MemoryServer {
  readonly fetch: typeof fetch
  readonly WebSocket: new (url: string | URL, options?: ClientOptions) => WebSocket
  /** Opens a connection, over which tests can send any bytes. */
  readonly connect: (address?: string) => Socket
}

/**
 * Connects tests with an HTTP server that does not listen on a port. Each request has its own connection, through two streams in
 * memory. Nothing takes time, except that timeouts use the global `setTimeout`.
 */
export function memoryServer(server: Server): MemoryServer {
  let isClosed = false
  const { close } = server
  server.close = done => {
    isClosed = true
    return close.call(server, done)
  }
  const counted = server as Server & { _connections: number }
  // Node.js checks the timeouts of headers and bodies in real time. It knows which connections are idle from this event on.
  server.headersTimeout = 0
  server.requestTimeout = 0
  server.emit('listening')

  function connect(address = '127.0.0.1'): Socket {
    if (isClosed) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const pair = socketPair(address)
    // The server waits for its connections when it closes. Node.js counts a connection until it is closed.
    counted._connections++
    Object.assign(pair.server, { _server: server })
    server.emit('connection', pair.server)
    return pair.client
  }

  return {
    connect,
    fetch: fetchOver(connect),
    WebSocket: class extends WebSocket {
      constructor(url: string | URL, options?: ClientOptions) {
        super(url, { ...options, createConnection: () => connect() })
      }
    },
  }
}

/** Returns a `fetch` with the defaults of Node.js. It follows no redirects. */
function fetchOver(connect: () => Socket): typeof fetch {
  return async (input, init = {}) => {
    const given = input instanceof Request ? input : undefined
    const url = new URL(given?.url ?? `${input}`)
    const signal = init.signal ?? given?.signal
    const body = init.body ?? (await given?.text())
    signal?.throwIfAborted()
    const request = httpRequest({
      host: url.hostname,
      port: url.port,
      // Without it, the `Host` header contains the port 80.
      defaultPort: 80,
      path: url.pathname + url.search,
      method: init.method ?? given?.method ?? 'GET',
      headers: { ...defaultHeaders, ...Object.fromEntries(new Headers(init.headers ?? given?.headers)) },
      createConnection: () => connect(),
    })
    request.once('socket', socket => socket.once('free', () => socket.end()))
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const abort = () => {
        reject(signal?.reason)
        request.destroy()
      }
      signal?.addEventListener('abort', abort, { once: true })
      request.once('close', () => signal?.removeEventListener('abort', abort))
      request.on('error', cause => reject(new TypeError('fetch failed', { cause })))
      request.once('response', resolve)
      request.end(body ?? undefined)
    })
    signal?.addEventListener('abort', () => incoming.destroy(signal.reason), { once: true })
    return responseOf(incoming, url)
  }
}

const defaultHeaders = { accept: '*/*', 'accept-encoding': 'gzip, deflate', connection: 'keep-alive' }

function responseOf(incoming: IncomingMessage, url: URL): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = incoming
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  const hasBody = ![204, 205, 304].includes(status)
  if (!hasBody) incoming.resume()
  // `Readable.toWeb` throws an uncaught error if a body is canceled while data arrives.
  const body = hasBody ? ReadableStream.from(decoded(incoming)) : null
  return Object.defineProperty(new Response(body as BodyInit | null, { status, statusText, headers }), 'url', {
    value: url.href,
  })
}

function decoded(incoming: IncomingMessage): Readable {
  const decoder = decoderFor(incoming.headers['content-encoding'])
  if (!decoder) return incoming
  incoming.once('error', error => decoder.destroy(error))
  decoder.once('close', () => incoming.destroy())
  return incoming.pipe(decoder)
}

function decoderFor(encoding: string | undefined): Transform | undefined {
  if (encoding === 'gzip') return createGunzip()
  return encoding === 'br' ? createBrotliDecompress() : undefined
}
