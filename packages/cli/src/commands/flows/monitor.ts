import { Option } from '@commander-js/extra-typings'
import { WebSocket } from 'ws'
import {
  type Define,
  duration,
  exampleOwner,
  examples,
  integerFrom,
  listedAddresses,
  listedFlowIds,
  port,
  repeatable,
} from '../../definition.js'
import { withoutTrailingSlashes } from '../../node/address.js'
import { chainOf } from '../../node/client.js'
import { endOfServer, notInstalled } from '../../node/serving.js'
import { CommandError, type Context, UsageError } from '../../settings.js'
import { commandLine } from '../../suggestion.js'
import { createOutput } from '../../terminal/output.js'

interface MonitorOptions {
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
  subscriptions?: string | true
  port?: number
  host?: string
  explorer?: string
  allowOrigin?: string[]
  trustProxy?: string[]
  allowPrivate?: true
  dryRun?: true
}

export const define: Define = (command, context) =>
  command
    .addOption(
      repeatable('--owner <address>', 'monitor only flows of this owner. Repeat it for more owners', listedAddresses),
    )
    .addOption(repeatable('--flow <id>', 'monitor only this flow. Repeat it for more flows', listedFlowIds))
    .addOption(
      new Option('--webhook <url>', 'send alerts to this URL. Without it, they are only printed').env(
        'FLOW_QUERY_WEBHOOK',
      ),
    )
    .addOption(
      new Option('--format <name>', 'format of messages (default: standard)').choices([
        'standard',
        'slack',
        'discord',
        'telegram',
      ] as const),
    )
    .option(
      '--state <file>',
      'file for open alerts and undelivered messages (default with a webhook: flow-query-monitor.json)',
    )
    .option('--digest <duration>', 'send one message per period, such as 1h, instead of each alert', duration)
    .addOption(
      new Option('--heartbeat <url>', 'request this URL once a minute while everything works').env(
        'FLOW_QUERY_HEARTBEAT',
      ),
    )
    .option('--min-runs <n>', 'alert if the money lasts for fewer runs (default: 3)', integerFrom(0))
    .option('--min-time <duration>', 'alert if the money lasts for less time (default: 24h)', duration)
    .option('--within <duration>', 'alert about runs within this time that will fail (default: 24h)', duration)
    .option('--chain-id <name>', "name of the chain in messages and their IDs (default: the node's address)")
    .option(
      '--subscriptions [store]',
      'let anyone subscribe to flows. Keep subscriptions in this file or Postgres database (default: flow-query-subscriptions.json)',
    )
    .option('--port <n>', 'port of the API for subscriptions (default: 9470)', port)
    .option('--host <host>', 'address that the API listens on (default: 127.0.0.1)')
    .option('--explorer <url>', 'explorer that messages to subscribers link to')
    .option('--allow-origin <origins...>', 'other websites that may use the API')
    .option('--trust-proxy <addresses...>', 'addresses of proxies whose X-Forwarded-For is used, such as 10.0.0.0/8')
    .option('--allow-private', 'allow subscribers with private addresses or without HTTPS')
    .option('--dry-run', 'print the messages that would be sent now, and exit')
    .addHelpText(
      'after',
      `${examples(
        'monitor --embedded --dry-run',
        'monitor --flow 14 --flow 15 --format slack --embedded --dry-run',
        `monitor --embedded --owner ${exampleOwner}`,
      )}

FLOW_QUERY_WEBHOOK_SECRET signs messages. Two secrets with a space between
them both sign. Set FLOW_QUERY_WEBHOOK instead of --webhook if the URL is
secret. For subscriptions, FLOW_QUERY_TELEGRAM_TOKEN is the token of a bot, and
FLOW_QUERY_SUBSCRIPTIONS_KEY encrypts the addresses of subscribers.`,
    )
    .action(options => run(context(), options))

async function run(context: Context, options: MonitorOptions): Promise<void> {
  const { settings, signal, terminal } = context
  const { owner: owners, flow: ids, state, chainId = nameOfChain(context), ...others } = options
  if (settings.height !== undefined) throw new UsageError('monitor always reads the newest block.', 'Remove --height.')
  const chain = await chainOf(context)
  const { MonitorError, runMonitor } = await import('@flow-query/monitor/command').catch(
    notInstalled('monitor', '@flow-query/monitor'),
  )
  const output = createOutput(context)
  // Without a webhook, it is no problem if a restart repeats alerts.
  const keepsState = (others.webhook !== undefined || others.subscriptions !== undefined) && !settings.embedded
  const stateFile = state ?? (keepsState ? 'flow-query-monitor.json' : undefined)
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
        secret: terminal.env.FLOW_QUERY_WEBHOOK_SECRET?.split(/\s+/).filter(Boolean),
        subscriptions: subscriptionsOf(options, terminal.env),
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
        commandLine: command => commandLine(context, command),
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

function subscriptionsOf(
  { subscriptions, port, host, explorer, allowOrigin, trustProxy, allowPrivate }: MonitorOptions,
  env: Context['terminal']['env'],
) {
  if (subscriptions === undefined) return undefined
  return {
    ...{ port, host, explorer, trustProxy, allowPrivate, origins: allowOrigin },
    store: subscriptions === true ? 'flow-query-subscriptions.json' : subscriptions,
    key: env.FLOW_QUERY_SUBSCRIPTIONS_KEY || undefined,
    telegramToken: env.FLOW_QUERY_TELEGRAM_TOKEN || undefined,
  }
}

/** @throws {UsageError} for several nodes, because each of them would produce different IDs */
function nameOfChain({ settings: { lcd, embedded, chainName } }: Context): string {
  if (embedded) return 'demo'
  if (chainName !== undefined) return chainName
  if (lcd.length > 1)
    throw new UsageError(
      'With several nodes, monitor requires a name for the chain.',
      'Pass --chain-id, for example --chain-id intento-1.',
    )
  return withoutTrailingSlashes(lcd[0] ?? '')
}
