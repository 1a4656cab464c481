import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  originValidationResponse,
} from '@modelcontextprotocol/server'

export interface HttpServer {
  /** The address for clients: `http://127.0.0.1:7464/mcp`. */
  url: string
  close: () => Promise<void>
}

const path = '/mcp'

export interface HttpHandler {
  answer: (request: Request) => Promise<Response>
  close: () => Promise<void>
}

/**
 * Answers requests to `/mcp`. It rejects requests with the `Host` or `Origin` of another machine, because a web page could send them
 * through DNS rebinding.
 */
export function createHttpHandler(factory: McpServerFactory, onError: (error: Error) => void): HttpHandler {
  const handler = createMcpHandler(factory, { onerror: onError, maxRequestBodySize: 1_000_000 })
  return {
    answer: async request =>
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins()) ??
      (new URL(request.url).pathname === path ? await handler.fetch(request) : new Response(null, { status: 404 })),
    close: () => handler.close(),
  }
}

/**
 * Serves the protocol at `/mcp` on the loopback interface.
 *
 * @param port 0 uses any free port
 */
export async function serveHttp(
  factory: McpServerFactory,
  port: number,
  onError: (error: Error) => void,
): Promise<HttpServer> {
  const handler = createHttpHandler(factory, onError)
  // An assistant can think for a minute between two calls. The default of five seconds closes its connection in the meantime.
  const server = createServer({ keepAliveTimeout: 120_000 }, (incoming, outgoing) => {
    const closed = new AbortController()
    outgoing.on('close', () => closed.abort())
    answer(incoming, outgoing, closed.signal).catch((error: Error) => {
      if (!closed.signal.aborted) onError(error)
      outgoing.destroy()
    })
  })

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
    const request = requestFrom(incoming, signal)
    const response = request ? await handler.answer(request) : new Response(null, { status: 400 })
    // Closes the connection after an early answer, because the rest of the body would be read as the next request.
    if (!incoming.complete) outgoing.shouldKeepAlive = false
    // Node sets this header itself. It knows whether the client wants to keep the connection.
    response.headers.delete('connection')
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body) await pipeline(Readable.fromWeb(response.body as never), outgoing)
    else outgoing.end()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    async close() {
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await handler.close()
      await closed
    },
  }
}

/** `Request` refuses these methods. */
const unsupportedMethods = new Set(['CONNECT', 'TRACE', 'TRACK'])

/**
 * Returns null for a request that `Request` can't represent. The `Host` header is checked separately, so the URL has a fixed host.
 */
function requestFrom(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  if (unsupportedMethods.has(method) || !URL.canParse(url, 'http://127.0.0.1')) return null
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, 'http://127.0.0.1'), {
    method,
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as never, duplex: 'half' }),
  })
}
