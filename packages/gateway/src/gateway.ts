import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { addCollections } from './collections/collections.js'
import { type EventLimits, startEvents } from './events/events.js'
import { measureEventLag } from './operations/event-lag.js'
import { createFailureLog } from './operations/failures.js'
import { registerHealth } from './operations/health.js'
import { limitConnections, limitRequests, type ServerLimits, serverOptions } from './operations/limits.js'
import { createLog, logRequests, requestLogger } from './operations/log.js'
import { createGatewayMetrics, measureRequests, metricsRoute } from './operations/metrics.js'
import { reportRefusedNodes } from './operations/refused-nodes.js'
import { endConnectionsWhileStopping, shutDown } from './operations/shutdown.js'
import { limitUnsentBodies } from './operations/slow-clients.js'
import type { Gateway, GatewayOptions } from './options.js'
import { addReads } from './reads/reads.js'
import { gatewayHeader, malformedRequests, sendErrorsLikeNodes } from './reads/reply.js'
import { shareResponses } from './redis/shared-responses.js'

/**
 * Starts a gateway between pages and the nodes of one chain. It caches responses, and serves the same API as the nodes.
 *
 * @example
 * const gateway = await startGateway({ lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org', port: 8080 })
 *
 * @throws {FlowQueryError} with kind `argument` if `lcd` or `rpc` isn't a URL
 */
export function startGateway(options: GatewayOptions): Promise<Gateway> {
  return startWithLimits(options, {})
}

/** The limits that tests and benchmarks change. */
interface Limits {
  readonly server?: ServerLimits
  readonly events?: Partial<EventLimits>
}

export async function startWithLimits(options: GatewayOptions, limits: Limits): Promise<Gateway> {
  const { port = 0, host = '127.0.0.1', rpc, logLevel = 'silent', requestsPerMinute = 0 } = options
  const { shutdownDelay = 0, shutdownTimeout = 4_000 } = options
  const { metricsPort, metricsHost = '127.0.0.1' } = options
  const stopped = new AbortController()
  let isStopping = false
  const rpcs = [rpc ?? []].flat()
  const metrics = createGatewayMetrics()

  const log = createLog({ level: logLevel, nodes: [options.lcd, rpcs].flat() })
  const app = createServer(options, limits, log)
  const metricsApp = metricsPort === undefined ? app : createServer(options, limits, log)
  const apps = [...new Set([app, metricsApp])]
  app.addHook('onRequest', (_, reply, done) => {
    reply.header(gatewayHeader, '1')
    done()
  })
  logRequests(app)
  measureRequests(app, metrics)
  sendErrorsLikeNodes(app)
  endConnectionsWhileStopping(app, () => isStopping)
  limitConnections(app, limits.server, options.trustProxy, metrics.connectionRefused)
  limitUnsentBodies(app)
  await limitRequests(app, { requestsPerMinute })

  const logFailure = createFailureLog(app.log)
  const onRedisError = ({ message }: Error) => logFailure('redis', `Redis failed: ${message}`)
  const shared = options.redis === undefined ? undefined : shareResponses(options.redis, onRedisError)
  const events = startEvents(app, {
    rpc: rpcs,
    WebSocket: options.WebSocket,
    accepts: (url, chainId) => reads.acceptsRpc(new URL(url).host, chainId),
    limits: limits.events,
    observer: metrics,
    signal: stopped.signal,
  })
  events.listen({
    onEvents: () => {},
    onStatus({ state, error }) {
      metrics.upstreamConnected(state === 'connected')
      // The stack of a network error has no information.
      if (error) app.log.warn(`events: ${state}, because ${error.shortMessage}`)
      else app.log.info(`events: ${state}`)
    },
  })

  measureEventLag(events, metrics.eventsArrived)

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
  const refusedNodes = reportRefusedNodes({ lcds: endpoints.map(({ url }) => url), rpcs, metrics, log: app.log })
  const { nameOf } = refusedNodes
  const reads = addReads(app, {
    client,
    events,
    options,
    shared,
    observer: {
      onRead: (query, result) => result !== 'error' && metrics.cacheResult(query, result),
      onUpstream: ({ url, status, durationMs }) =>
        metrics.upstreamRequest(nameOf(url), status || null, durationMs / 1_000),
      onChain(chainId, isNew) {
        if (!isNew) return
        app.log.warn(`the nodes belong to the chain ${chainId} now, so everything is read again`)
        collections.drop()
        // Clients have data of the earlier chain, and the RPC can still belong to it.
        events.reconnect(`the chain is ${chainId} now`)
      },
      onFailure: (url, { shortMessage }) => logFailure(url, `a node failed: ${shortMessage}`),
      onRefused: refusedNodes.update,
    },
  })
  const collections = addCollections(app, {
    client: createFlowClient({
      ...options,
      lcd: 'http://gateway.internal',
      versions: [v1, v1beta1],
      retries: 0,
      fetch: reads.fetch,
      rpc: rpcs[0],
      WebSocket: events.WebSocket,
    }),
    fetch: reads.fetch,
    events,
    signal: stopped.signal,
  })
  metricsApp.route(metricsRoute(metrics.registry))
  registerHealth(app, {
    // A failed node counts as failed until the next request, so it is checked if there are no requests.
    async hasNode() {
      const used = endpoints.filter(({ url }) => refusedNodes.isUsed(url))
      if (used.some(({ failedUntil }) => failedUntil === 0)) return true
      return reads.isAnyUp(used.map(({ url }) => url))
    },
    problems: refusedNodes.problems,
    hasCache: () => reads.size.entries > 0,
    isStopping: () => isStopping,
  })

  async function listen(): Promise<{ url: string; metricsUrl: string }> {
    const url = await app.listen({ port, host })
    const base = metricsPort === undefined ? url : await metricsApp.listen({ port: metricsPort, host: metricsHost })
    return { url, metricsUrl: `${base}/metrics` }
  }
  function closeUpstream(): void {
    stopped.abort()
    shared?.close()
  }
  const { url, metricsUrl } = await listen().catch(async error => {
    // One of the ports is in use.
    closeUpstream()
    await Promise.all(apps.map(one => one.close()))
    throw error
  })
  let closing: Promise<unknown> | undefined
  return {
    url,
    metricsUrl,
    async close({ delay = shutdownDelay } = {}) {
      closing ??= shutDown({
        apps,
        stopAdvertising: () => {
          isStopping = true
        },
        closeClients: events.closeClients,
        closeUpstream,
        delay,
        timeout: delay + shutdownTimeout,
      })
      await closing
    },
  }
}

function createServer({ trustProxy }: GatewayOptions, { server }: Limits, log: FastifyBaseLogger): FastifyInstance {
  return Fastify({
    ...serverOptions(server, trustProxy),
    ...malformedRequests,
    exposeHeadRoutes: false,
    loggerInstance: log,
    childLoggerFactory: requestLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
}
