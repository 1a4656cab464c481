import type { FastifyInstance, RouteOptions } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A `merged` read shares the response to a request that another client has already caused. */
type CacheResult = 'hit' | 'miss' | 'merged' | 'stale'

type DropReason = (typeof dropReasons)[number]
const dropReasons = ['slow', 'protocol', 'flood', 'limit', 'timeout'] as const

export interface GatewayMetrics {
  registry: Registry
  cacheResult: (route: string, result: CacheResult) => void
  upstreamRequest: (node: string, status: number | null, seconds: number) => void
  clientConnected: () => void
  clientDisconnected: () => void
  clientDropped: (reason: DropReason) => void
  eventsArrived: (lagSeconds: number) => void
  /** Counts a connection that was closed immediately, because its address has too many connections. */
  connectionRefused: () => void
  upstreamConnected: (isConnected: boolean) => void
  /** Records whether an LCD or RPC is refused, because it belongs to another chain. */
  nodeRefused: (node: string, api: 'lcd' | 'rpc', isRefused: boolean) => void
  redisFailed: () => void
}

const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createGatewayMetrics(): GatewayMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const cache = new Counter({
    name: 'flow_query_gateway_cache_results_total',
    help: 'Reads by query and by how the cache answered them: hit, miss, merged or stale.',
    labelNames: ['route', 'result'],
    registers,
  })
  /** The time series by route and result, because prom-client looks labels up slowly. */
  const knownResults = new Map<string, Counter.Internal>()
  const upstream = new Counter({
    name: 'flow_query_gateway_upstream_requests_total',
    help: 'Requests to nodes by status code. The code is "error" if there was no response.',
    labelNames: ['node', 'code'],
    registers,
  })
  const upstreamDuration = new Histogram({
    name: 'flow_query_gateway_upstream_request_duration_seconds',
    help: 'Time until the response of a node began.',
    labelNames: ['node'],
    buckets,
    registers,
  })
  const clients = new Gauge({
    name: 'flow_query_gateway_websocket_clients',
    help: 'Connected WebSocket clients.',
    registers,
  })
  const dropped = new Counter({
    name: 'flow_query_gateway_websocket_clients_dropped_total',
    help: 'WebSocket clients that the gateway disconnected, by reason: slow, protocol, flood, limit or timeout.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of dropReasons) dropped.inc({ reason }, 0)
  const refusedConnections = new Counter({
    name: 'flow_query_gateway_connections_refused_total',
    help: 'Connections that were closed immediately, because their address had too many.',
    registers,
  })
  const lag = new Histogram({
    name: 'flow_query_gateway_event_lag_seconds',
    help: 'Time from a block until its events arrived, by the clocks of the chain and of this machine. At most one block in ten seconds is measured.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  const connected = new Gauge({
    name: 'flow_query_gateway_upstream_connected',
    help: '1 if the gateway receives events from a node, otherwise 0.',
    registers,
  })
  const refused = new Gauge({
    name: 'flow_query_gateway_node_refused',
    help: '1 if the gateway does not use the LCD or RPC of the node, because it belongs to another chain, otherwise 0.',
    labelNames: ['node', 'api'],
    registers,
  })
  const redisFailures = new Counter({
    name: 'flow_query_gateway_redis_failures_total',
    help: 'Failures of Redis. After a failure, the gateway sends all its requests to the nodes for at least a second.',
    registers,
  })
  return {
    registry,
    cacheResult(route, result) {
      const key = `${route} ${result}`
      const series = knownResults.get(key) ?? cache.labels(route, result)
      knownResults.set(key, series)
      series.inc()
    },
    upstreamRequest(node, status, seconds) {
      upstream.inc({ node, code: status === null ? 'error' : `${status}` })
      upstreamDuration.observe({ node }, seconds)
    },
    clientConnected: () => clients.inc(),
    clientDisconnected: () => clients.dec(),
    clientDropped: reason => dropped.inc({ reason }),
    eventsArrived: seconds => lag.observe(Math.max(0, seconds)),
    upstreamConnected: isConnected => connected.set(isConnected ? 1 : 0),
    connectionRefused: () => refusedConnections.inc(),
    nodeRefused: (node, api, isRefused) => refused.set({ node, api }, isRefused ? 1 : 0),
    redisFailed: () => redisFailures.inc(),
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    readQuery: string | null
  }
}

/** Counts all requests by query or by route template, so that IDs and addresses in paths create no time series. */
export function measureRequests(app: FastifyInstance, { registry }: GatewayMetrics): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'flow_query_gateway_http_requests_total',
    help: 'HTTP requests by route and status code. The route of a read is the name of its query.',
    labelNames: ['route', 'code'],
    registers,
  })
  const duration = new Histogram({
    name: 'flow_query_gateway_http_request_duration_seconds',
    help: 'Time from the headers of a request until the last byte of its response was sent.',
    labelNames: ['route'],
    buckets,
    registers,
  })
  /** The time series by route and code, because prom-client looks labels up slowly. */
  const known = new Map<string, { requests: Counter.Internal; duration: Histogram.Internal<'route'> }>()
  app.decorateRequest('readQuery', null)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.readQuery ?? (request.is404 ? undefined : request.routeOptions.url) ?? 'unknown'
    const key = `${route} ${reply.statusCode}`
    let series = known.get(key)
    if (!series) {
      series = { requests: requests.labels(route, `${reply.statusCode}`), duration: duration.labels(route) }
      known.set(key, series)
    }
    series.requests.inc()
    series.duration.observe(reply.elapsedTime / 1_000)
    done()
  })
}

export function metricsRoute(registry: Registry): RouteOptions {
  return {
    method: 'GET',
    url: '/metrics',
    config: { rateLimit: false },
    async handler(_, reply) {
      const text = await registry.metrics()
      return reply
        .header('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
        .header('cache-control', 'no-store')
        .send(text)
    },
  }
}
