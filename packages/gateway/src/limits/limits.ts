import type { Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { addressIn, clientNetwork, networkOf } from './network.js'

export interface ServerLimits {
  headersTimeout?: number | undefined
  requestTimeout?: number | undefined
  keepAliveTimeout?: number | undefined
  connectionsPerAddress?: number | undefined
  maxHeaderSize?: number | undefined
  maxBodySize?: number | undefined
}

export type TrustedProxies = boolean | string | string[]

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
    trustProxy: typeof trustProxy === 'boolean' ? trustProxy : trustOf(trustProxy),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  } satisfies FastifyServerOptions & { http: unknown }
}

/** Returns a function that recognizes trusted proxies, also in entries of `X-Forwarded-For` with a port. */
function trustOf(list: string | string[]): (entry: string | undefined) => boolean {
  const proxies = [list].flat().flatMap(names => names.split(',').map(name => name.trim()))
  const isProxy = proxyAddress.compile(proxies)
  return entry => {
    const address = addressIn(entry)
    return address !== undefined && isProxy(address, 0)
  }
}

/**
 * Limits the connections per address, so that one client can't use all file descriptors with idle connections. The limit
 * applies before the first request, so behind a proxy, the proxy has to limit its clients.
 */
export function limitConnections(
  app: FastifyInstance,
  { connectionsPerAddress = 500 }: ServerLimits = {},
  trustProxy: TrustedProxies = false,
  onRefused = () => {},
): void {
  if (trustProxy === true) return
  const isProxy = trustOf(trustProxy || [])
  const connections = new Map<string, number>()

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
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

export interface RateLimit {
  requestsPerMinute: number
}

/** Clients with IPv6 count by network (/64), because one client can use all of its addresses. */
export async function limitRequests(app: FastifyInstance, { requestsPerMinute }: RateLimit): Promise<void> {
  if (requestsPerMinute === 0) return
  // The client waits for the next period if that takes at most ten seconds, and otherwise gives up.
  const periods = Math.min(6, Math.max(1, Math.floor(requestsPerMinute / 100)))
  await app.register(rateLimit, {
    max: Math.ceil(requestsPerMinute / periods),
    timeWindow: Math.floor(60_000 / periods),
    cache: 50_000,
    keyGenerator: clientNetwork,
    // Browsers can't read other headers of a response from another origin, and `Retry-After` is enough.
    addHeadersOnExceeding: noHeaders,
    addHeaders: { ...noHeaders, 'retry-after': true },
    errorResponseBuilder: (_, { ttl }) => new TooManyRequests(ttl),
  })
}

class TooManyRequests extends Error {
  readonly statusCode = 429
  constructor(ttl: number) {
    super(`too many requests from this address, try again in ${Math.ceil(ttl / 1_000)} s`)
  }
}

const noHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
