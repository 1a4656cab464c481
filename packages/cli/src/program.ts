import { Command, Option } from '@commander-js/extra-typings'
import { redacted } from './node/address.js'
import { version } from './package.js'
import {
  addresses,
  type Context,
  chains,
  duration,
  flowId,
  frameworks,
  integerFrom,
  listed,
  listedFlowIds,
  type Settings,
} from './settings.js'
import { columnsOf, type OutputStream } from './terminal/terminal.js'

/** The terminal and the abort signal of the process. */
export type Surroundings = Pick<Context, 'signal' | 'terminal' | 'shutdown'>

/** Defines all commands and their options. The code of each command is loaded on demand, so that `--help` is fast. */
export function createProgram(surroundings: Surroundings) {
  const contextOf = (command: { optsWithGlobals: () => Settings }): Context => ({
    settings: command.optsWithGlobals(),
    ...surroundings,
  })
  const { stdout, stderr } = surroundings.terminal

  const program = new Command('flow-query')
    .description('Read, watch and export flows of an Intento chain.')
    .version(version())
    .addOption(
      new Option('--lcd <url>', 'REST endpoint of a node. Repeat it to add fallback nodes')
        .env('FLOW_QUERY_LCD')
        .argParser(addresses)
        .default([], 'none'),
    )
    .option('--embedded', 'use an in-memory demo chain instead of a node')
    .addOption(new Option('--rpc <url>', 'CometBFT RPC endpoint of the node, for live events').env('FLOW_QUERY_RPC'))
    .addOption(
      new Option(
        '--chain <connection=url>',
        'REST endpoint of the chain at the other end of a connection, such as connection-0=https://lcd.other.example. Repeat it for more connections',
      )
        .env('FLOW_QUERY_CHAINS')
        .argParser(chains)
        .default({}, 'none'),
    )
    .option('--service <name>', 'first segment of all API paths (default: intento)')
    .addOption(
      new Option('--path-version <version>', 'API version. "auto" detects it')
        .choices(['v1', 'v1beta1', 'auto'] as const)
        .default('auto'),
    )
    .option('--height <block>', 'read the state at this block height', integerFrom(1))
    .option('--timeout <ms>', 'request timeout in milliseconds (default: 10000)', integerFrom(1))
    .option('--json', 'print JSON, or NDJSON for streams')
    .option('--no-color', 'disable colors (same as NO_COLOR=1)')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('For help, run: flow-query --help')
    .configureOutput({
      writeOut: text => stdout.write(text),
      writeErr: text => stderr.write(redacted(text)),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
    })
    .exitOverride()
    .hook('preAction', async (_, command) => {
      const { config } = command.opts() as { config?: string }
      if (config !== undefined) (await import('./config.js')).applyConfig(command, config)
    })
    .addHelpText(
      'after',
      examples(
        'explain 14 --embedded',
        'failing --lcd https://lcd.example.org',
        'flows --reverse --limit 5 --lcd https://lcd.example.org',
        'serve',
      ) + listExitCodes(),
    )

  program
    .command('flow')
    .description('show a flow: its messages, schedule, conditions and latest executions')
    .argument('<id>', 'flow ID', flowId)
    .action(async (id, _, command) => (await import('./commands/flows/flow.js')).run(contextOf(command), id))
    .addHelpText('after', examples('flow 14', 'flow 14 --height 1200000', 'flow 14 --json'))

  program
    .command('flows')
    .description('list flows, oldest first')
    .option('--owner <address>', 'list only flows of this owner')
    .option('--limit <n>', 'maximum number of flows (default: 20)', integerFrom(1))
    .option('--reverse', 'reverse the order, so that the newest flow or highest value comes first')
    .option('--key <key>', 'start at this page key, which the previous page printed')
    .addOption(
      new Option('--status <status>', 'list only flows with this status').choices([
        'active',
        'scheduled',
        'completed',
        'stopped',
      ] as const),
    )
    .addOption(
      new Option('--search <words>', 'list only flows whose label, ID or owner matches all words').conflicts('key'),
    )
    .addOption(
      new Option('--type <message>', 'list only flows with this message type, such as MsgSend').conflicts('key'),
    )
    .addOption(
      new Option('--connection <id>', 'list only flows that use this connection, such as connection-0').conflicts(
        'key',
      ),
    )
    .addOption(
      new Option('--sort <by>', 'sort by this value. Flows without it come last')
        .choices(['id', 'nextRun', 'lastRun', 'label'] as const)
        .conflicts('key'),
    )
    .addOption(new Option('--all', 'list all flows').conflicts(['limit', 'key']))
    .action(async (options, command) => (await import('./commands/flows/flows.js')).run(contextOf(command), options))
    .addHelpText(
      'after',
      examples(
        'flows --reverse',
        'flows --owner into1htj0rku…4xqt07 --all',
        'flows --search "pay rent" --status active --sort nextRun',
        'flows --type MsgSend --all --json',
      ),
    )

  program
    .command('next')
    .description('list upcoming runs')
    .option('--owner <address>', 'list only runs of flows of this owner')
    .option('--limit <n>', 'maximum number of runs (default: 20)', integerFrom(1))
    .action(async (options, command) => (await import('./commands/flows/next.js')).run(contextOf(command), options))
    .addHelpText('after', examples('next', 'next --owner into1htj0rku…4xqt07 --limit 5'))

  program
    .command('failing')
    .description('list failing flows with the error and a fix, worst first')
    .option('--owner <address>', 'check only flows of this owner')
    .option(
      '--days <n>',
      'also check flows that ended up to this many days ago (default: 7). 0 skips ended flows',
      integerFrom(0),
    )
    .option('--limit <n>', 'maximum number of flows (default: 10)', integerFrom(1))
    .addOption(
      new Option(
        '--next <duration>',
        'list flows that are expected to fail in the next 30m, 24h or 7d instead. The exit code is 3 if a failure is certain',
      )
        .argParser(duration)
        .conflicts('days'),
    )
    .action(async (options, command) => (await import('./commands/flows/failing.js')).run(contextOf(command), options))
    .addHelpText(
      'after',
      examples('failing --owner into1htj0rku…4xqt07', 'failing --days 0 --json', 'failing --next 24h'),
    )

  program
    .command('forecast')
    .description('predict whether the next runs will work, and how long the money lasts')
    .argument('[id]', 'flow ID. Without it, the flows that are expected to fail are listed', flowId)
    .option('--owner <address>', 'check only flows of this owner')
    .option(
      '--within <duration>',
      'how far to look ahead, such as 30m, 24h or 7d (default: 24h). The exit code is 3 if a failure in this period is certain',
      duration,
    )
    .option('--limit <n>', 'maximum number of flows (default: 10)', integerFrom(1))
    .action(async (id, options, command) =>
      (await import('./commands/flows/forecast.js')).run(contextOf(command), id, options),
    )
    .addHelpText(
      'after',
      examples('forecast 14', 'forecast --owner into1htj0rku…4xqt07 --within 7d', 'forecast 14 --json'),
    )

  program
    .command('dry-run')
    .description(
      "execute a flow's messages on the newest state without keys or changes. The exit code is 3 if a message would fail",
    )
    .argument('<id>', 'flow ID', flowId)
    .action(async (id, _, command) => (await import('./commands/flows/dry-run.js')).run(contextOf(command), id))
    .addHelpText('after', examples('dry-run 14', 'dry-run 14 --json'))

  program
    .command('explain')
    .description("explain a flow's health: the last error, a fix, a summary of its runs and its next runs")
    .argument('<id>', 'flow ID', flowId)
    .action(async (id, _, command) => (await import('./commands/flows/explain.js')).run(contextOf(command), id))
    .addHelpText('after', examples('explain 14', 'explain 14 --json'))

  program
    .command('stats')
    .description('count flows by status, message type and owner')
    .option('--owner <address>', 'count only flows of this owner')
    .action(async (options, command) => (await import('./commands/flows/stats.js')).run(contextOf(command), options))
    .addHelpText('after', examples('stats', 'stats --owner into1htj0rku…4xqt07 --json'))

  program
    .command('history')
    .description("list a flow's executions with outcome, fee and error, newest first")
    .argument('<id>', 'flow ID', flowId)
    .option('--failed', 'list only failed executions, including timeouts and uncollected fees')
    .option('--limit <n>', 'maximum number of executions (default: 20)', integerFrom(1))
    .addOption(new Option('--all', 'list all executions, oldest first').conflicts('limit'))
    .action(async (id, options, command) =>
      (await import('./commands/flows/history.js')).run(contextOf(command), id, options),
    )
    .addHelpText('after', examples('history 14', 'history 14 --all --failed'))

  program
    .command('ica')
    .description("print the address of an owner's interchain account")
    .argument('<owner>', 'bech32 address')
    .argument('<connection-id>', 'IBC connection, such as connection-0')
    .action(async (owner, connectionId, _, command) =>
      (await import('./commands/chain/ica.js')).run(contextOf(command), { owner, connectionId }),
    )
    .addHelpText('after', examples('ica into1htj0rku…4xqt07 connection-0'))

  program
    .command('params')
    .description('show the parameters of the chain, with units and explanations')
    .action(async (_, command) => (await import('./commands/chain/params.js')).run(contextOf(command)))
    .addHelpText('after', examples('params', 'params --json'))

  program
    .command('agents')
    .description('list trustless agents with their fees and connections')
    .option('--admin <address>', 'list only agents with this fee admin')
    .option('--limit <n>', 'maximum number of agents (default: 20)', integerFrom(1))
    .option('--key <key>', 'start at this page key, which the previous page printed')
    .addOption(new Option('--all', 'list all agents').conflicts(['limit', 'key']))
    .action(async (options, command) => (await import('./commands/chain/agents.js')).run(contextOf(command), options))
    .addHelpText('after', examples('agents', 'agents --admin into1htj0rku…4xqt07 --all'))

  program
    .command('agent')
    .description('show a trustless agent: its fee, fee admin and interchain account')
    .argument('<address>', 'bech32 address')
    .action(async (address, _, command) => (await import('./commands/chain/agent.js')).run(contextOf(command), address))
    .addHelpText('after', examples('agent into1wdxztd…jddghn', 'agent into1wdxztd…jddghn --json'))

  program
    .command('burnt')
    .description('print the total amount that executions have burned')
    .action(async (_, command) => (await import('./commands/chain/burnt.js')).run(contextOf(command)))
    .addHelpText('after', examples('burnt', 'burnt --height 1200000'))

  program
    .command('watch')
    .description('print executions and changes of flows as they happen')
    .argument('[id]', 'watch only this flow', flowId)
    .option('--owner <address>', 'watch only flows of this owner')
    .option(
      '--heartbeat <s>',
      'seconds between status lines while nothing happens (default: 30). 0 disables them',
      integerFrom(0),
    )
    .action(async (id, options, command) =>
      (await import('./commands/flows/watch.js')).run(contextOf(command), id, options),
    )
    .addHelpText('after', examples('watch --rpc https://rpc.example.org', 'watch 14 --embedded', 'watch --json'))

  program
    .command('export')
    .description('write all flows to standard output, one line of JSON per flow (NDJSON)')
    .option('--from <id>', 'ID of the first flow', flowId)
    .option('--to <id>', 'ID of the last flow', flowId)
    .action(async (options, command) => (await import('./commands/data/export.js')).run(contextOf(command), options))
    .addHelpText('after', examples('export > flows.ndjson', 'export --height 1200000 --from 100 --to 199'))

  program
    .command('sync')
    .description('copy flows and executions to a database. Run it again to update the copy')
    .argument('<database>', 'a DuckDB file, postgres://… or clickhouse+http://…')
    .option('--follow', 'keep the database up to date until Ctrl-C')
    .option('--owner <address>', 'copy only flows of this owner')
    .option('--from <id>', 'copy only flows with this ID or a higher one', flowId)
    .option('--chain-id <name>', "name of the chain in the database (default: the node's address)")
    .addOption(
      new Option('--forecast [duration]', 'also forecast flows that are due within this time, such as 7d')
        .argParser(duration)
        .preset('24h'),
    )
    .addOption(
      new Option('--check [n]', 'compare n flows, or all of them, with the node instead of writing')
        .argParser(integerFrom(1))
        .conflicts(['follow', 'forecast']),
    )
    .action(async (database, options, command) =>
      (await import('./commands/data/sync.js')).run(contextOf(command), database, options),
    )
    .addHelpText(
      'after',
      examples(
        'sync flows.duckdb --chain-id intento-1',
        'sync flows.duckdb --forecast 7d',
        'sync flows.duckdb --check 100',
      ),
    )

  program
    .command('monitor')
    .description('send alerts to a webhook before and after flows fail, until Ctrl-C')
    .addOption(repeatable('--owner <address>', 'monitor only flows of this owner. Repeat it for more owners', listed))
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
    .option('--state <file>', 'file that survives a restart (default: flow-query-monitor.json)')
    .option('--digest <duration>', 'send one message per period, such as 1h, instead of each alert', duration)
    .addOption(
      new Option('--heartbeat <url>', 'request this URL once a minute while everything works').env(
        'FLOW_QUERY_HEARTBEAT',
      ),
    )
    .option('--min-runs <n>', 'alert if the money lasts for fewer runs (default: 3)', integerFrom(0))
    .option('--min-time <duration>', 'alert if the money lasts for less time (default: 24h)', duration)
    .option('--within <duration>', 'announce certain failures this early (default: 24h)', duration)
    .option('--chain-id <name>', "name of the chain in messages and their IDs (default: the node's address)")
    .option('--dry-run', 'print the messages that would be sent now, and end')
    .action(async (options, command) => (await import('./commands/flows/monitor.js')).run(contextOf(command), options))
    .addHelpText(
      'after',
      `${examples(
        'monitor --embedded --dry-run',
        'monitor --owner into1htj0rku…4xqt07 --webhook https://example.org/hooks --chain-id intento-1',
        'monitor --flow 14 --flow 15 --format slack --digest 1h',
      )}\n\nFLOW_QUERY_WEBHOOK_SECRET signs messages. Set FLOW_QUERY_WEBHOOK instead of --webhook if the URL is secret.`,
    )

  program
    .command('init')
    .description("create a small app that shows an owner's flows live")
    .argument('[folder]', 'new or empty folder', 'my-flows')
    .addOption(new Option('--framework <name>', 'framework of the app. Asks if omitted').choices(frameworks))
    .option('--packages <folder>', 'install the flow-query packages from tarballs in this folder')
    .action(async (folder, options, command) =>
      (await import('./commands/init.js')).run(contextOf(command), folder, options),
    )
    .addHelpText(
      'after',
      examples('init', 'init my-flows --framework vue', 'init my-flows --lcd https://lcd.example.org'),
    )

  program
    .command('serve')
    .description('run an in-memory node with REST, WebSocket events and Swagger UI')
    .option('--port <n>', 'port (default: 1317, or the next free port). 0 uses any free port', integerFrom(0))
    .option('--flows <n>', 'number of flows (default: a few hundred)', integerFrom(0))
    .option('--latency <ms>', 'delay of each response in milliseconds', integerFrom(0))
    .option('--seed <n>', 'seed of the generated data (default: 1)', integerFrom(0))
    .action(async (options, command) => (await import('./commands/nodes/serve.js')).run(contextOf(command), options))
    .addHelpText('after', examples('serve', 'serve --port 8080 --path-version v1beta1 --latency 150'))

  program
    .command('gateway')
    .description('cache nodes for many visitors, and forward live events to them')
    .option('--port <n>', 'port. 0 uses any free port', integerFrom(0), 8080)
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
    .option('--metrics-port <n>', 'serve /metrics on this port instead, so that pages cannot read it', integerFrom(0))
    .option('--metrics-host <address>', 'address of the metrics port (default: 127.0.0.1)')
    .addOption(
      new Option('--log-level <level>', 'least severe level of the JSON log on standard error')
        .choices(['error', 'warn', 'info', 'debug'] as const)
        .default('warn'),
    )
    .option('--shutdown-delay <duration>', 'time between SIGTERM and the end of the service (default: 2s)', duration)
    .option('--config <file>', 'read options from this JSON file, with the same names, such as {"rate-limit": 600}')
    .action(async (options, command) => (await import('./commands/nodes/gateway.js')).run(contextOf(command), options))
    .addHelpText(
      'after',
      examples(
        'gateway --embedded',
        'gateway --lcd https://a.example --lcd https://b.example --rpc https://a.example:26657 --port 8080',
        'gateway --config gateway.json',
      ),
    )

  program
    .command('mcp')
    .description('answer questions of AI assistants about flows, over the Model Context Protocol')
    .option('--http', 'serve HTTP on 127.0.0.1 instead of standard input and output')
    .addOption(
      new Option('--port <n>', 'port (default: 7464). 0 uses any free port. Implies --http')
        .argParser(integerFrom(0))
        .implies({ http: true as const }),
    )
    .option('--max-flows <n>', 'maximum number of flows that an answer reads (default: 5000)', integerFrom(1))
    .action(async (options, command) => (await import('./commands/nodes/mcp.js')).run(contextOf(command), options))
    .addHelpText('after', examples('mcp --lcd https://lcd.example.org', 'mcp --http --embedded'))

  program
    .command('metrics')
    .description('serve metrics of flows, runs and nodes for Prometheus')
    .option('--port <n>', 'port. 0 uses any free port', integerFrom(0), 9464)
    .option('--host <address>', 'address to listen on. 0.0.0.0 accepts connections from other machines', '127.0.0.1')
    .addOption(
      repeatable(
        '--owner <address>',
        'read only flows of this owner, and add metrics for each of them. Repeat it for more owners',
        listed,
      ),
    )
    .addOption(repeatable('--flow <id>', 'do the same for this flow. Repeat it for more flows', listedFlowIds))
    .option('--all', 'count all flows of the chain, even if owners or flows are named')
    .option('--max-flows <n>', 'maximum number of flows with their own metrics (default: 1000)', integerFrom(0))
    .option('--config <file>', 'read options from this JSON file, with the same names')
    .action(async (options, command) => (await import('./commands/nodes/metrics.js')).run(contextOf(command), options))
    .addHelpText(
      'after',
      examples(
        'metrics --embedded',
        'metrics --owner into1htj0rku…4xqt07 --lcd https://lcd.example.org --rpc https://rpc.example.org',
      ),
    )

  program
    .command('check')
    .description('check whether a node works with flow-query: routes, paging, errors, CORS, forecasts and events')
    .argument('<url>', 'REST endpoint of the node')
    .action(async (url, _, command) => (await import('./commands/nodes/check.js')).run(contextOf(command), url))
    .addHelpText(
      'after',
      examples('check https://lcd.example.org', 'check https://lcd.example.org --rpc https://rpc.example.org --json'),
    )

  return program
}

/** The exit codes of all commands. A test compares them with the guide. */
const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'Success.'],
  [1, 'Failure. stderr has the reason and advice. Also if check or sync --check found a problem.'],
  [2, 'Invalid arguments.'],
  [3, 'forecast and failing --next: a failure is certain. dry-run: a message would fail.'],
  [4, "The flow, agent or interchain account doesn't exist."],
  [130, 'Interrupted with Ctrl-C.'],
  [143, 'Ended by SIGTERM. gateway, metrics, monitor and mcp end with 0 instead.'],
]

function listExitCodes(): string {
  return `\n\nExit codes:\n${exitCodes.map(([code, meaning]) => `  ${`${code}`.padEnd(5)}${meaning}`).join('\n')}`
}

/** An option that can be repeated. */
function repeatable<const Flags extends string>(
  flags: Flags,
  description: string,
  parse: (text: string, before: readonly string[]) => string[],
) {
  return new Option(flags, description).argParser(parse).default([] as string[], 'none')
}

function examples(...commands: string[]): string {
  return `\nExamples:\n${commands.map(command => `  flow-query ${command}`).join('\n')}`
}

/** The width of help texts: 80 columns if the output is not a terminal. */
function widthOf(stream: OutputStream): number {
  return stream.isTTY ? columnsOf(stream) : 80
}
