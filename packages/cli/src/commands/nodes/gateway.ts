import { chainOf } from '../../node/client.js'
import { CommandError, type Context, UsageError } from '../../settings.js'
import { bold, createOutput, dim } from '../../terminal/output.js'

export interface GatewayOptions {
  port: number
  host: string
  /** Megabytes. */
  cache?: number
}

/** Loads `@flow-query/gateway` on demand, because it is an optional dependency. */
export async function run(context: Context, { cache, ...options }: GatewayOptions): Promise<void> {
  const { settings, signal } = context
  if (settings.height !== undefined)
    throw new UsageError('gateway serves all blocks.', 'Remove --height. Clients choose a block with a header.')
  const { lcd, rpc, fetch, WebSocket, service, timeout } = await chainOf(settings)
  const { runGateway } = await import('@flow-query/gateway/command').catch(notInstalled)
  const output = createOutput(context)
  await runGateway(
    { lcd, rpc, fetch, WebSocket, service, timeout, ...options, ...(cache && { cacheBytes: cache * 1_000_000 }) },
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

function notInstalled(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new CommandError(
    'gateway requires the package @flow-query/gateway, which is not installed.',
    'Install it: npm install --global @flow-query/cli @flow-query/gateway',
  )
}
