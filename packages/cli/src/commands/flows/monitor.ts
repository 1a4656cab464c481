import { WebSocket } from 'ws'
import { withoutTrailingSlashes } from '../../node/address.js'
import { chainOf } from '../../node/client.js'
import { endOfServer, notInstalled } from '../../node/serving.js'
import { CommandError, type Context, UsageError } from '../../settings.js'
import { createOutput } from '../../terminal/output.js'

export interface MonitorOptions {
  owner: readonly string[]
  flow: readonly string[]
  webhook?: string
  format?: 'standard' | 'slack' | 'discord' | 'telegram'
  state?: string
  /** Milliseconds. */
  digest?: number
  heartbeat?: string
  minRuns?: number
  /** Milliseconds. */
  minTime?: number
  /** Milliseconds. */
  within?: number
  chainId?: string
  dryRun?: true
}

/** Loads `@flow-query/monitor` on demand, because it is an optional dependency. */
export async function run(context: Context, options: MonitorOptions): Promise<void> {
  const { settings, signal, terminal } = context
  const { owner: owners, flow: ids, state, chainId = nameOfChain(context), ...others } = options
  if (settings.height !== undefined) throw new UsageError('monitor always reads the newest block.', 'Remove --height.')
  const chain = await chainOf(settings)
  const { MonitorError, runMonitor } = await import('@flow-query/monitor/command').catch(
    notInstalled('monitor', '@flow-query/monitor'),
  )
  const output = createOutput(context)
  // Only with a webhook is it a problem if a restart repeats alerts.
  const stateFile = state ?? (others.webhook === undefined || settings.embedded ? undefined : 'flow-query-monitor.json')
  try {
    await runMonitor(
      // Node 20 has no global WebSocket.
      { WebSocket, ...chain, chainId },
      {
        ...others,
        owners,
        ids,
        chainId,
        stateFile,
        secret: terminal.env.FLOW_QUERY_WEBHOOK_SECRET,
        json: settings.json,
      },
      {
        line: text =>
          void output.write(
            `${text
              .split('\n')
              .map(line => output.paint(line))
              .join('\n')}\n`,
          ),
        note: text => output.note(text),
      },
      signal,
    )
  } catch (error) {
    if (signal.aborted) return endOfServer(signal)
    if (error instanceof MonitorError) {
      throw new CommandError(error.message, error.advice, error.kind === 'argument' ? 2 : 1)
    }
    throw error
  }
}

/** @throws {UsageError} with several nodes, because each would make other IDs */
function nameOfChain({ settings: { lcd, embedded } }: Context): string {
  if (embedded) return 'demo'
  if (lcd.length > 1)
    throw new UsageError(
      'With several nodes, monitor requires a name for the chain.',
      'Pass --chain-id, for example --chain-id intento-1.',
    )
  return withoutTrailingSlashes(lcd[0] ?? '')
}
