import { chainOf } from '../../node/client.js'
import { CommandError, type Context, type Settings, UsageError } from '../../settings.js'
import { bold, createOutput, dim } from '../../terminal/output.js'

export interface GatewayOptions {
  port?: number
  host?: string
  /** Megabytes. */
  cache?: number
  /** The URL of a server that several instances share. */
  redis?: string
  /** Requests per minute and address. */
  rateLimit?: number
  trustProxy?: string[]
  logLevel?: 'error' | 'warn' | 'info' | 'debug'
  /** The path of a JSON file with options of `startGateway`. */
  config?: string
}

/** Loads `@flow-query/gateway` on demand, because it is an optional dependency. */
export async function run(context: Context, options: GatewayOptions): Promise<void> {
  const { settings, signal } = context
  const { port, host, cache, redis, rateLimit, trustProxy, logLevel, config } = options
  if (settings.height !== undefined)
    throw new UsageError('gateway serves all blocks.', 'Remove --height. Clients choose a block with a header.')
  const chain = await chainFor(settings, config)
  const { runGateway } = await import('@flow-query/gateway/command').catch(notInstalled)
  const output = createOutput(context)
  await runGateway(
    {
      ...chain,
      port,
      host,
      logLevel,
      cacheBytes: cache && cache * 1_000_000,
      redis,
      requestsPerMinute: rateLimit,
      limits: trustProxy && { trustProxy },
    },
    config,
    {
      async started(url) {
        if (settings.json) return output.json({ url, rpc: url })
        await output.line(bold('Gateway  '), url, dim('  use it as --lcd and --rpc'))
        await output.line('Press Ctrl-C to stop.')
      },
    },
    signal,
  )
}

/** Returns the nodes. The configuration file can name them instead of the command line. */
async function chainFor(settings: Settings, config: string | undefined) {
  const { service, timeout } = settings
  if (config !== undefined && settings.lcd.length === 0 && !settings.embedded)
    return { rpc: settings.rpc, service, timeout }
  const { lcd, rpc, fetch, WebSocket } = await chainOf(settings)
  return { lcd, rpc, fetch, WebSocket, service, timeout }
}

function notInstalled(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new CommandError(
    'gateway requires the package @flow-query/gateway, which is not installed.',
    'Install it: npm install --global @flow-query/cli @flow-query/gateway',
  )
}
