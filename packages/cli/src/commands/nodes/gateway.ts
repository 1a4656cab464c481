import { Option } from '@commander-js/extra-typings'
import { type Define, duration, examples, integerFrom, port } from '../../definition.js'
import { checkedRpc, redacted } from '../../node/address.js'
import { chainOf } from '../../node/client.js'
import { endOfServer, isTerminated, notInstalled, notListening, untilInterrupted } from '../../node/serving.js'
import { CommandError, type Context, UsageError } from '../../settings.js'
import { bold, createOutput, dim } from '../../terminal/output.js'

interface GatewayOptions {
  port: number
  host: string
  cache?: number
  redis?: string
  rateLimit: number
  trustProxy?: string[]
  metricsPort?: number
  metricsHost?: string
  logLevel: 'error' | 'warn' | 'info' | 'debug'
  /** Milliseconds. */
  shutdownDelay?: number
}

const drainTime = 4_000
const closingTime = 2_000
/** The gateway starts although its nodes don't respond, but it waits for them. */
const longestStart = 7_000

export const define: Define = (command, context) =>
  command
    .option('--port <n>', 'port. 0 uses any free port', port, 8080)
    .option('--host <address>', 'address to listen on. 0.0.0.0 accepts connections from other machines', '127.0.0.1')
    .option('--cache <mb>', 'maximum size of the cache in megabytes (default: 256)', integerFrom(1))
    .addOption(
      new Option(
        '--redis <url>',
        'Redis or Valkey server that several instances share, such as redis://localhost:6379',
      ).env('FLOW_QUERY_REDIS'),
    )
    .option('--rate-limit <n>', 'requests per minute and address. 0 means no limit', integerFrom(0), 6000)
    .option('--trust-proxy <addresses...>', 'addresses of proxies whose X-Forwarded-For is used, such as 10.0.0.0/8')
    .option('--metrics-port <n>', 'serve /metrics on a separate port, so that pages cannot read it', port)
    .option('--metrics-host <address>', 'address of the metrics port (default: 127.0.0.1)')
    .addOption(
      new Option('--log-level <level>', 'least severe level of the JSON log on standard error')
        .choices(['error', 'warn', 'info', 'debug'] as const)
        .default('warn'),
    )
    .option('--shutdown-delay <duration>', 'how long /readyz fails before the gateway stops (default: 2s)', duration)
    .option('--config <file>', 'read options from this JSON file, with the same names, such as {"rate-limit": 600}')
    .addHelpText(
      'after',
      examples('gateway --embedded', 'gateway --lcd http://127.0.0.1:1317 --rpc http://127.0.0.1:1317 --port 8081'),
    )
    .action(options => run(context(), options))

async function run(context: Context, options: GatewayOptions): Promise<void> {
  const { settings, signal, shutdown } = context
  const { cache, rateLimit, trustProxy, port, host, shutdownDelay = 2_000, ...others } = options
  if (settings.height !== undefined)
    throw new UsageError('gateway serves all blocks.', 'Remove --height. Clients choose a block with a header.')
  if (others.redis !== undefined) checkRedis(others.redis)
  const chain = await chainFor(context)
  const { startGateway } = await import('@flow-query/gateway/command').catch(
    notInstalled('gateway', '@flow-query/gateway'),
  )
  const output = createOutput(context)
  let fail = (_: Error) => {}
  const failed = new Promise<never>((_, reject) => {
    fail = error => reject(new CommandError(error.message, 'Start the gateway again. Supervisors do it automatically.'))
  })
  failed.catch(() => {})
  if (signal.aborted) return endOfServer(signal)
  if (shutdown) shutdown.timeout = longestStart + closingTime
  const gateway = await startGateway({
    ...chain,
    ...others,
    onFatal: fail,
    port,
    host,
    cacheBytes: cache && cache * 1_000_000,
    requestsPerMinute: rateLimit,
    trustProxy,
    shutdownDelay,
    shutdownTimeout: drainTime,
  }).catch(error => {
    if (/^invalid (IP|range)/.test(error.message))
      throw new UsageError(`--trust-proxy: ${error.message}`, 'Pass addresses or networks, such as 10.0.0.0/8.')
    return notListening(port, host)(error)
  })
  if (signal.aborted) {
    await gateway.close({ delay: 0 })
    return endOfServer(signal)
  }
  if (shutdown) shutdown.timeout = shutdownDelay + drainTime + closingTime
  const { url, metricsUrl } = gateway
  for (const node of gateway.unreachable)
    output.note(`${node} can't be reached. Requests fail unless another node responds.`)
  if (settings.json) await output.json({ url, rpc: url, metrics: metricsUrl })
  else {
    await output.line(bold('Gateway  '), url, dim('  use it as --lcd and --rpc'))
    await output.line(bold('Metrics  '), metricsUrl, dim('  for Prometheus'))
    await output.line('Press Ctrl-C to stop.')
  }
  try {
    await Promise.race([untilInterrupted(signal), failed])
  } catch (error) {
    await gateway.close({ delay: 0 })
    throw error
  }
  // After Ctrl-C, there is no load balancer to wait for.
  await gateway.close(isTerminated(signal) ? {} : { delay: 0 })
  endOfServer(signal)
}

/** The Redis client would treat any other text as a port or a file, and then fail again and again. */
function checkRedis(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.hostname && ['redis:', 'rediss:'].includes(url.protocol)) return
  throw new UsageError(
    `${redacted(text)} is not a valid Redis URL.`,
    'It should look like redis://localhost:6379, or rediss://redis.example:6379 for TLS.',
  )
}

/** Returns the nodes. Without --rpc, events come from the first node that has its RPC at the same URL. */
async function chainFor(context: Context) {
  const { settings } = context
  const { rpc: text, ...others } = settings
  const { lcd, rpc, fetch, WebSocket, service, timeout } = await chainOf({ ...context, settings: others })
  const named = text
    ?.split(/[\s,]+/)
    .filter(Boolean)
    .map(url => checkedRpc(url))
  return {
    lcd,
    rpc: named ?? (settings.embedded || settings.chainName !== undefined ? rpc : lcd),
    fetch,
    WebSocket,
    service,
    timeout,
  }
}
