import type { FlowClientOptions } from '@flow-query/core'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { type CollectorOptions, createCollector } from './collector.js'
import { serveMetrics } from './server.js'

export interface MetricsOptions extends CollectorOptions {
  /** The port to listen on, or 0 for a free port. Defaults to 9464. */
  port?: number | undefined
  /** The host to listen on. Defaults to `127.0.0.1`, which other machines can't reach. */
  host?: string | undefined
  /** Called with the URL of the metrics as soon as the server listens. */
  onListening?: ((url: string) => void | Promise<void>) | undefined
}

export interface Metrics {
  readonly url: string
  /** Stops the server and all requests to nodes. */
  close: () => Promise<void>
}

/**
 * Serves the metrics of a chain for Prometheus. If owners or flows are named, only these are read, unless `all` is set.
 *
 * @example
 * const metrics = await startMetrics({ lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org' }, { owners: [owner] })
 *
 * @throws {FlowQueryError} if a named flow doesn't exist, or an owner is no address
 */
export async function startMetrics(chain: FlowClientOptions, options: MetricsOptions = {}): Promise<Metrics> {
  const { port = 9464, host = '127.0.0.1', onListening } = options
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const collector = createCollector(registry, chain, options)
  const server = await serveMetrics({ registry, port, host })
  const close = async () => {
    await Promise.all([collector.close(), server.close()])
  }
  try {
    await onListening?.(server.url)
    await collector.start()
    return { url: server.url, close }
  } catch (error) {
    await close()
    throw error
  }
}
