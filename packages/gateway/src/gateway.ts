import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import Fastify, { LogController } from 'fastify'
import { startEvents } from './events/events.js'
import { registerHealth } from './operations/health.js'
import { limitRequests, serverOptions } from './operations/limits.js'
import { createLog, logRequests } from './operations/log.js'
import { createGatewayMetrics, measureRequests, metricsRoute, nodeNames } from './operations/metrics.js'
import { endConnectionsWhileStopping, shutDown } from './operations/shutdown.js'
import type { Gateway, GatewayOptions } from './options.js'
import { addReads } from './reads/reads.js'
import { sendErrorsLikeNodes } from './reads/reply.js'

/**
 * Starts a gateway between pages and the nodes of one chain. It caches responses, and serves the same API as the nodes.
 *
 * @example
 * const gateway = await startGateway({ lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org', port: 8080 })
 *
 * @throws {FlowQueryError} with kind `argument` if `lcd` or `rpc` isn't a URL
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { port = 0, host = '127.0.0.1', rpc, logLevel = 'silent', requestsPerMinute = 0 } = options
  const { shutdownDelay = 0, shutdownTimeout = 4_000 } = options
  const stopped = new AbortController()
  let isStopping = false
  const rpcs = [rpc ?? []].flat()
  const nodes = [options.lcd].flat()
  const metrics = createGatewayMetrics()

  const app = Fastify({
    ...serverOptions(options.limits),
    exposeHeadRoutes: false,
    loggerInstance: createLog({ level: logLevel, nodes: [...nodes, ...rpcs] }),
    logController: new LogController({ disableRequestLogging: true }),
  })
  logRequests(app)
  measureRequests(app, metrics)
  sendErrorsLikeNodes(app)
  endConnectionsWhileStopping(app, () => isStopping)
  await limitRequests(app, { requestsPerMinute })
  app.route(metricsRoute([metrics.registry]))

  const events = startEvents(app, {
    rpc: rpcs,
    WebSocket: options.WebSocket,
    limits: options.eventLimits,
    observer: metrics,
    signal: stopped.signal,
  })
  events.listen({
    onEvents: () => {},
    onStatus({ state, error }) {
      metrics.upstreamConnected(state === 'connected')
      if (error) app.log.warn({ err: error }, `events: ${state}`)
      else app.log.info(`events: ${state}`)
    },
  })

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
  const { endpoints } = client.settings
  const names = nodeNames(endpoints.map(({ url }) => url))
  const reads = addReads(app, {
    client,
    events,
    options,
    observer: {
      onRead: (query, result) => result !== 'error' && metrics.cacheResult(query, result),
      onUpstream: ({ url, status, durationMs }) =>
        metrics.upstreamRequest(names.get(url) ?? url, status || null, durationMs / 1_000),
    },
  })
  registerHealth(app, {
    hasNode: () => endpoints.some(({ failedAt }) => failedAt === undefined),
    hasCache: () => reads.size.entries > 0,
    isStopping: () => isStopping,
  })

  const url = await app.listen({ port, host })
  app.log.info(`listening on ${url}`)
  let closing: Promise<unknown> | undefined
  return {
    url,
    async close() {
      closing ??= shutDown({
        apps: [app],
        stopAdvertising: () => {
          isStopping = true
        },
        closeClients: events.closeClients,
        closeUpstream: () => stopped.abort(),
        delay: shutdownDelay,
        timeout: shutdownDelay + shutdownTimeout,
      })
      await closing
    },
  }
}
