import type { FlowClientOptions } from '@flow-query/core'

/** The options of {@link startGateway}. Only `lcd` is required. */
export interface GatewayOptions
  extends Pick<FlowClientOptions, 'lcd' | 'service' | 'timeout' | 'retries' | 'maxBodyBytes' | 'fetch' | 'WebSocket'> {
  /**
   * The RPCs of the nodes, for live events. One of them is connected at a time, and a failed connection moves on to the next one.
   * Without it, responses are only cached for a short time, and pages poll.
   */
  rpc?: string | readonly string[] | undefined
  /** The port to listen on. 0 chooses a free port. Default: 0. */
  port?: number | undefined
  /** The host to listen on. Default: `127.0.0.1`, which other machines can't reach. */
  host?: string | undefined
  /** The maximum size of the cached responses, in bytes. Default: 256,000,000. */
  cacheBytes?: number | undefined
}

/** A running gateway. */
export interface Gateway {
  /** The base URL, which pages use as `lcd` and as `rpc`. */
  readonly url: string
  /** Stops the gateway and closes all connections. */
  close: () => Promise<void>
}
