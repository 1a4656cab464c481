import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

export interface MetricsServerOptions {
  registry: Registry
  port: number
  host: string
}

export interface MetricsServer {
  url: string
  close: () => Promise<void>
}

export async function serveMetrics({ registry, port, host }: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 8_192 },
    listenerFor(registry),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port: listening } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}/metrics`,
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function listenerFor(registry: Registry): RequestListener {
  return async (request, response) => {
    const path = request.url?.replace(/\?.*/, '')
    const send = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'Only GET is allowed.\n')
    if (path === '/healthz') return send(200, 'ok\n')
    if (path !== '/metrics') return send(404, 'Not found. The metrics are at /metrics\n')
    try {
      return send(200, await registry.metrics(), registry.contentType)
    } catch (error) {
      return send(500, `${error instanceof Error ? error.message : error}\n`)
    }
  }
}
