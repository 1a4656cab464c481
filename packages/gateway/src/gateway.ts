import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import Fastify from 'fastify'
import { startEvents } from './events/events.js'
import type { Gateway, GatewayOptions } from './options.js'
import { addReads } from './reads/reads.js'

/** The longest accepted URL, in bytes. Node's limit for all headers together is 16 kB. */
const longestUrl = 4_096

/**
 * Starts a gateway between pages and the nodes of one chain. It caches responses, and serves the same API as the nodes.
 *
 * @example
 * const gateway = await startGateway({ lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org', port: 8080 })
 *
 * @throws {FlowQueryError} with kind `argument` if `lcd` or `rpc` isn't a URL
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { port = 0, host = '127.0.0.1', rpc } = options
  const app = Fastify({
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: longestUrl },
    forceCloseConnections: true,
  })
  const stopped = new AbortController()
  const rpcs = [rpc ?? []].flat()
  const events = startEvents(app, { rpc: rpcs, WebSocket: options.WebSocket, signal: stopped.signal })
  // All parts send their requests with this client, so they share the knowledge about failed endpoints.
  const client = createFlowClient({
    ...options,
    // The nodes of the list belong to one chain. The name only appears in cache keys of the client, which the gateway doesn't use.
    chainId: 'chain',
    versions: [v1, v1beta1],
    // All parts also share one connection, so the URL doesn't matter.
    rpc: rpcs[0],
    WebSocket: events.WebSocket,
  })
  addReads(app, { client, events, options })
  app.addHook('onClose', async () => stopped.abort())
  return { url: await app.listen({ port, host }), close: () => app.close() }
}
