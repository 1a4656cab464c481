import { createGateway, type Limits } from '../src/gateway.js'
import type { Gateway, GatewayOptions } from '../src/index.js'
import { type MemoryServer, memoryServer } from './memory-server.js'

export interface MemoryGateway extends Gateway, MemoryServer {
  /** The server of the metrics, which can have a separate port. */
  readonly metrics: MemoryServer
}

/** Starts a gateway that doesn't listen on a port. Its `fetch` and its `WebSocket` are the only ways to reach it. */
export async function startInMemory(options: GatewayOptions, limits: Limits = {}): Promise<MemoryGateway> {
  const { app, metricsApp, ...gateway } = await createGateway(options, limits)
  await Promise.all([app.ready(), metricsApp.ready()])
  const server = memoryServer(app.server)
  const url = `http://${options.host ?? 'gateway.test'}`
  return {
    ...server,
    ...gateway,
    url,
    metricsUrl: `${url}/metrics`,
    metrics: app === metricsApp ? server : memoryServer(metricsApp.server),
  }
}
