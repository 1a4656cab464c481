import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { EventLimits } from './events/clients.js'
import { limitConnections, type ServerLimits, serverOptions } from './limits/limits.js'
import { mountGateway } from './mount.js'
import { createLog, requestLogger } from './operations/log.js'
import { metricsRoute } from './operations/metrics.js'
import { endConnectionsWhileStopping, shutDown } from './operations/shutdown.js'
import type { Gateway, GatewayOptions } from './options.js'
import { malformedRequests } from './problems.js'

/**
 * Starts a gateway between pages and the nodes of one chain. It caches responses, and serves the same API as the nodes.
 *
 * @example
 * const gateway = await startGateway({ lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org', port: 8080 })
 *
 * @throws {FlowQueryError} with kind `argument` if `lcd` or `rpc` isn't a URL, and with kind `node` if the nodes belong to different
 * chains
 */
export function startGateway(options: GatewayOptions): Promise<Gateway> {
  return startWithLimits(options, {})
}

/** The limits that tests and benchmarks change. */
export interface Limits {
  readonly server?: ServerLimits
  readonly events?: Partial<EventLimits>
}

export async function startWithLimits(options: GatewayOptions, limits: Limits): Promise<Gateway> {
  const { port = 0, host = '127.0.0.1', metricsPort, metricsHost = '127.0.0.1' } = options
  const { app, metricsApp, abandon, ...gateway } = await createGateway(options, limits)
  try {
    const url = await app.listen({ port, host })
    const base = metricsPort === undefined ? url : await metricsApp.listen({ port: metricsPort, host: metricsHost })
    return { ...gateway, url, metricsUrl: `${base}/metrics` }
  } catch (error) {
    // One of the ports is in use.
    await abandon()
    throw error
  }
}

interface CreatedGateway extends Pick<Gateway, 'unreachable' | 'close'> {
  readonly app: FastifyInstance
  /** The server of `/metrics`, which is `app` if `metricsPort` is not set. */
  readonly metricsApp: FastifyInstance
  /** Closes a gateway that has never listened. */
  readonly abandon: () => Promise<void>
}

/** Creates a gateway that is connected to its nodes, but doesn't listen on a port. */
export async function createGateway(options: GatewayOptions, limits: Limits): Promise<CreatedGateway> {
  const { logLevel = 'silent', shutdownDelay = 0, shutdownTimeout = 4_000 } = options
  const log = createLog({ level: logLevel, nodes: [options.lcd, options.rpc ?? []].flat() })
  const app = createServer(options, limits, log)
  const metricsApp = options.metricsPort === undefined ? app : createServer(options, limits, log)
  const gateway = await mountGateway(app, options, limits.events)
  endConnectionsWhileStopping(app, gateway.isStopping)
  limitConnections(app, limits.server, options.trustProxy, gateway.metrics.connectionRefused)
  metricsApp.route(metricsRoute(gateway.metrics.registry))

  const apps = [...new Set([app, metricsApp])]
  let closing: Promise<unknown> | undefined
  return {
    app,
    metricsApp,
    unreachable: gateway.unreachable,
    async close({ delay = shutdownDelay } = {}) {
      closing ??= shutDown({ ...gateway, apps, delay, timeout: delay + shutdownTimeout })
      await closing
    },
    async abandon() {
      gateway.closeUpstream()
      await Promise.all(apps.map(one => one.close()))
    },
  }
}

function createServer({ trustProxy }: GatewayOptions, { server }: Limits, log: FastifyBaseLogger): FastifyInstance {
  return Fastify({
    ...serverOptions(server, trustProxy),
    ...malformedRequests,
    exposeHeadRoutes: false,
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
    loggerInstance: log,
    childLoggerFactory: requestLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
}
