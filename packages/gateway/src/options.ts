import type { FlowClientOptions } from '@flow-query/core'
import type { TrustedProxies } from './limits/limits.js'
import type { LogLevel } from './operations/log.js'

/** The options of `flowGateway`. Only `lcd` is required. */
export interface ChainOptions
  extends Pick<FlowClientOptions, 'lcd' | 'service' | 'timeout' | 'retries' | 'maxBodyBytes' | 'fetch' | 'WebSocket'> {
  /**
   * The RPCs of the nodes, for live events. One of them is connected at a time, and a failed connection moves on to the next one.
   * Without it, responses are only cached for a short time, and pages poll.
   */
  rpc?: string | readonly string[] | undefined
  /** The maximum size of the cached responses, in bytes. Defaults to 256,000,000. */
  cacheBytes?: number | undefined
  /**
   * The URL of a Redis or Valkey server that several instances share, such as `redis://localhost:6379`. One instance then
   * sends the requests to the nodes for all instances. If Redis fails, each instance continues alone.
   */
  redis?: string | undefined
  /** The number of requests per minute that one client address can send. Defaults to 0, which means no limit. */
  requestsPerMinute?: number | undefined
  /**
   * Called if the chain was replaced or has started again, so that everything in memory is wrong. The process should end and
   * start again. By default, an uncaught error ends the process.
   */
  onFatal?: ((error: Error) => void) | undefined
}

/** The options of {@link startGateway}. Only `lcd` is required. */
export interface GatewayOptions extends ChainOptions {
  /** The port to listen on. Defaults to 0, which chooses a free port. */
  port?: number | undefined
  /** The host to listen on. Defaults to `127.0.0.1`, which other machines can't reach. */
  host?: string | undefined
  /** The port of `/metrics`, or 0 for a free port. Without it, `/metrics` is on the same port as the API, so pages can read it. */
  metricsPort?: number | undefined
  /** The host of `metricsPort`. Defaults to `127.0.0.1`. */
  metricsHost?: string | undefined
  /**
   * The proxies that may set `X-Forwarded-For`, as true for all of them, or a list of addresses and networks such as
   * `10.0.0.0/8`. Without it, the address of the connection counts, so that clients can't choose their own address.
   */
  trustProxy?: TrustedProxies | undefined
  /** The least severe level that the log contains. Requests are at `debug`. Defaults to `silent`. */
  logLevel?: LogLevel | undefined
  /**
   * The time between the start of a shutdown and the moment at which the gateway stops accepting requests, in milliseconds. During this
   * time, `/readyz` fails, so that load balancers send requests elsewhere. Defaults to 0.
   */
  shutdownDelay?: number | undefined
  /** How long requests in progress may take after the shutdown delay, in milliseconds. Defaults to 4,000. */
  shutdownTimeout?: number | undefined
}

export interface Gateway {
  /** The base URL, which pages use as `lcd` and as `rpc`. */
  readonly url: string
  readonly metricsUrl: string
  /** The hosts of the LCDs that didn't respond at the start. They are used as soon as they respond. */
  readonly unreachable: readonly string[]
  /** Stops the gateway. Requests in progress are answered first. `delay` replaces `shutdownDelay`. */
  close: (options?: { delay?: number | undefined }) => Promise<void>
}
