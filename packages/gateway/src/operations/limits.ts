import type { Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { networkOf } from './network.js'

/** Limits of the HTTP server. Only tests and benchmarks change them. All times are in milliseconds, and all sizes in bytes. */
export interface ServerLimits {
  /** How long a client can take to send the headers of a request. Default: 5,000. */
  headersTimeout?: number | undefined
  /** How long a client can take to send a whole request. Default: 10,000. */
  requestTimeout?: number | undefined
  /** How long an idle connection stays open. It should exceed the idle timeout of a load balancer. Default: 72,000. */
  keepAliveTimeout?: number | undefined
  /**
   * The maximum number of connections of one address, including WebSockets. Trusted proxies have no limit. Addresses of one IPv6 network
   * (/64) count together. Default: 500.
   */
  connectionsPerAddress?: number | undefined
  /** The maximum size of all headers of a request. Default: 8,192. */
  maxHeaderSize?: number | undefined
  /** The maximum size of a body. Only dry runs have one. Default: 262,144. */
  maxBodySize?: number | undefined
}

/** True for all proxies, or a list of addresses and networks. */
export type TrustedProxies = boolean | string | string[]

/** Returns the limits as options for Fastify and for Node's HTTP server. */
export function serverOptions(limits: ServerLimits = {}, trustProxy: TrustedProxies = false) {
  const { headersTimeout = 5_000, requestTimeout = 10_000, keepAliveTimeout = 72_000 } = limits
  const { maxHeaderSize = 8_192, maxBodySize = 262_144 } = limits
  return {
    http: {
      maxHeaderSize,
      headersTimeout: Math.min(headersTimeout, requestTimeout),
      // Node closes connections that are too slow only at these intervals. Its default is 30 seconds.
      connectionsCheckingInterval: Math.min(1_000, headersTimeout),
    },
    requestTimeout,
    keepAliveTimeout,
    bodyLimit: maxBodySize,
    trustProxy,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  } satisfies FastifyServerOptions & { http: unknown }
}

/**
 * Limits the connections per address, so that one client can't use all file descriptors with connections on which it sends nothing. The
 * limit applies before the first request, so behind a proxy, the proxy has to limit its clients.
 */
export function limitConnections(
  app: FastifyInstance,
  { connectionsPerAddress = 500 }: ServerLimits = {},
  trustProxy: TrustedProxies = false,
  onRefused = () => {},
): void {
  if (trustProxy === true) return
  const proxies = [trustProxy || []].flat().flatMap(list => list.split(',').map(one => one.trim()))
  const isProxy = proxyAddress.compile(proxies)
  const connections = new Map<string, number>()

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address, 0)) return
    const network = networkOf(address)
    const others = connections.get(network) ?? 0
    if (others >= connectionsPerAddress) {
      onRefused()
      socket.destroy()
      return
    }
    connections.set(network, others + 1)
    socket.once('close', () => {
      const left = (connections.get(network) ?? 1) - 1
      if (left > 0) connections.set(network, left)
      else connections.delete(network)
    })
  })
}

/** How many requests one address can send. */
export interface RateLimit {
  /** The number of requests per minute. 0 means no limit. */
  requestsPerMinute: number
}

/**
 * Limits the requests per client address. Clients with IPv6 count by network (/64), because one client can use all of its addresses.
 *
 * A limited request gets status 429 with `Retry-After`, in the same format as errors of a node.
 */
export async function limitRequests(app: FastifyInstance, { requestsPerMinute }: RateLimit): Promise<void> {
  if (requestsPerMinute === 0) return
  // The client waits for the next period if that takes at most ten seconds, and otherwise gives up.
  const periods = Math.min(6, Math.max(1, Math.floor(requestsPerMinute / 100)))
  await app.register(rateLimit, {
    max: Math.ceil(requestsPerMinute / periods),
    timeWindow: Math.floor(60_000 / periods),
    // The number of addresses to remember.
    cache: 50_000,
    // Browsers can't read other headers of a response from another origin, and `Retry-After` says enough.
    addHeadersOnExceeding: noHeaders,
    addHeaders: { ...noHeaders, 'retry-after': true },
    errorResponseBuilder: (_, { ttl }) => new TooManyRequests(ttl),
  })
}

/** An error with the status that Fastify sends. */
class TooManyRequests extends Error {
  readonly statusCode = 429
  constructor(ttl: number) {
    super(`too many requests from this address, try again in ${Math.ceil(ttl / 1_000)} s`)
  }
}

const noHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
