import { Command, Option } from '@commander-js/extra-typings'
import { redacted } from './node/address.js'
import { version } from './package.js'
import { addresses, type Context, flowId, frameworks, integerFrom, type Settings } from './settings.js'
import { columnsOf, type OutputStream } from './terminal/terminal.js'

/** What a program runs in. */
export type Surroundings = Pick<Context, 'signal' | 'terminal'>

/**
 * All commands and their options; what they do is in `commands`, loaded when it is called, so that `--help` is there at
 * once.
 */
export function createProgram(surroundings: Surroundings) {
  const contextOf = (command: { optsWithGlobals: () => Settings }): Context => ({
    settings: command.optsWithGlobals(),
    ...surroundings,
  })
  const { stdout, stderr } = surroundings.terminal

  const program = new Command('flow-query')
    .description('Reads flows from Intento nodes: what they do, when, and how it went.')
    .version(version())
    .addOption(
      new Option('--lcd <url>', "a node's REST address; several are tried in order")
        .env('FLOW_QUERY_LCD')
        .argParser(addresses)
        .default([], 'none'),
    )
    .option('--embedded', 'a lively chain in memory instead of a node')
    .addOption(new Option('--rpc <url>', "the node's CometBFT RPC, for live events").env('FLOW_QUERY_RPC'))
    .option('--service <name>', 'the first segment of every path (default: intento)')
    .addOption(
      new Option('--path-version <version>', 'the version of the interface; auto finds it out')
        .choices(['v1', 'v1beta1', 'auto'] as const)
        .default('auto'),
    )
    .option('--height <block>', 'read the state at this height', integerFrom(1))
    .option('--timeout <ms>', 'how long an answer may take (default: 10000)', integerFrom(1))
    .option('--json', "the data as JSON, a line each where it's a stream")
    .option('--no-color', 'no colours; also NO_COLOR')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(flow-query --help)')
    .configureOutput({
      writeOut: text => stdout.write(text),
      writeErr: text => stderr.write(redacted(text)),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
    })
    .exitOverride()
    .addHelpText(
      'after',
      examples(
        'explain 14 --embedded',
        'failing --lcd https://lcd.example.org',
        'flows --reverse --limit 5 --lcd https://lcd.example.org',
        'serve',
      ),
    )

  program
    .command('flow')
    .description('one flow: what it does, its schedule, conditions and last executions')
    .argument('<id>', 'the number of the flow', flowId)
    .action(async (id, _, command) => (await import('./commands/flow.js')).run(contextOf(command), id))
    .addHelpText('after', examples('flow 14', 'flow 14 --height 1200000', 'flow 14 --json'))

  program
    .command('flows')
    .description('a table of flows, oldest first')
    .option('--owner <address>', 'those of one owner')
    .option('--limit <n>', 'how many to show (default: 20)', integerFrom(1))
    .option('--reverse', 'newest first, or the other way round')
    .option('--key <key>', 'where a page before ended')
    .addOption(
      new Option('--status <status>', 'only those of this status').choices([
        'active',
        'scheduled',
        'completed',
        'stopped',
      ] as const),
    )
    .addOption(
      new Option(
        '--search <words>',
        'only those with all these words in the label, as the id or in the owner',
      ).conflicts('key'),
    )
    .addOption(new Option('--type <message>', 'only those with this message, such as MsgSend').conflicts('key'))
    .addOption(
      new Option('--connection <id>', 'only those that use this connection, such as connection-0').conflicts('key'),
    )
    .addOption(
      new Option('--sort <by>', 'in which order; flows without it come last')
        .choices(['id', 'nextRun', 'lastRun', 'label'] as const)
        .conflicts('key'),
    )
    .addOption(new Option('--all', 'the whole chain').conflicts(['limit', 'key']))
    .action(async (options, command) => (await import('./commands/flows.js')).run(contextOf(command), options))
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
    .description('what runs next, and when')
    .option('--owner <address>', "only of this owner's flows")
    .option('--limit <n>', 'how many to show (default: 20)', integerFrom(1))
    .action(async (options, command) => (await import('./commands/next.js')).run(contextOf(command), options))
    .addHelpText('after', examples('next', 'next --owner into1htj0rku…4xqt07 --limit 5'))

  program
    .command('failing')
    .description('what goes wrong, the worst first: since when, why, and what helps')
    .option('--owner <address>', "only of this owner's flows")
    .option('--days <n>', 'how long ago it may have ended (default: 7; 0: not yet)', integerFrom(0))
    .option('--limit <n>', 'how many to show (default: 10)', integerFrom(1))
    .action(async (options, command) => (await import('./commands/failing.js')).run(contextOf(command), options))
    .addHelpText('after', examples('failing --owner into1htj0rku…4xqt07', 'failing --days 0 --json'))

  program
    .command('explain')
    .description('how a flow is: what is wrong, since when, why, what helps, and what comes next')
    .argument('<id>', 'the number of the flow', flowId)
    .action(async (id, _, command) => (await import('./commands/explain.js')).run(contextOf(command), id))
    .addHelpText('after', examples('explain 14', 'explain 14 --json'))

  program
    .command('stats')
    .description('how many flows: by status, message and owner')
    .option('--owner <address>', "only of this owner's flows")
    .action(async (options, command) => (await import('./commands/stats.js')).run(contextOf(command), options))
    .addHelpText('after', examples('stats', 'stats --owner into1htj0rku…4xqt07 --json'))

  program
    .command('history')
    .description("a flow's executions, newest first: outcome, fee, error")
    .argument('<id>', 'the number of the flow', flowId)
    .option('--failed', 'only those that went wrong')
    .option('--limit <n>', 'how many to show (default: 20)', integerFrom(1))
    .addOption(new Option('--all', 'all of them, oldest first').conflicts('limit'))
    .action(async (id, options, command) =>
      (await import('./commands/history.js')).run(contextOf(command), id, options),
    )
    .addHelpText('after', examples('history 14', 'history 14 --all --failed'))

  program
    .command('ica')
    .description("the address of an owner's interchain account")
    .argument('<owner>', 'a bech32 address')
    .argument('<connection-id>', 'such as connection-0')
    .action(async (owner, connectionId, _, command) =>
      (await import('./commands/ica.js')).run(contextOf(command), { owner, connectionId }),
    )
    .addHelpText('after', examples('ica into1htj0rku…4xqt07 connection-0'))

  program
    .command('params')
    .description('the parameters of the chain, each with its unit and meaning')
    .action(async (_, command) => (await import('./commands/params.js')).run(contextOf(command)))
    .addHelpText('after', examples('params', 'params --json'))

  program
    .command('agents')
    .description('a table of trustless agents: what each takes, and over which connection')
    .option('--admin <address>', 'those whose fees this address administers')
    .option('--limit <n>', 'how many to show (default: 20)', integerFrom(1))
    .option('--key <key>', 'where a page before ended')
    .addOption(new Option('--all', 'all of them').conflicts(['limit', 'key']))
    .action(async (options, command) => (await import('./commands/agents.js')).run(contextOf(command), options))
    .addHelpText('after', examples('agents', 'agents --admin into1htj0rku…4xqt07 --all'))

  program
    .command('agent')
    .description('one trustless agent: its fee, its admin, its account on the other chain')
    .argument('<address>', 'a bech32 address')
    .action(async (address, _, command) => (await import('./commands/agent.js')).run(contextOf(command), address))
    .addHelpText('after', examples('agent into1wdxztd…jddghn', 'agent into1wdxztd…jddghn --json'))

  program
    .command('burnt')
    .description('what executions have burnt since the chain began')
    .action(async (_, command) => (await import('./commands/burnt.js')).run(contextOf(command)))
    .addHelpText('after', examples('burnt', 'burnt --height 1200000'))

  program
    .command('watch')
    .description('executions as they happen, a line each, until Ctrl-C')
    .argument('[id]', 'only of this flow', flowId)
    .option('--owner <address>', "only of this owner's flows")
    .option(
      '--heartbeat <s>',
      'how often to say what is heard while nothing runs (default: 30; 0: never)',
      integerFrom(0),
    )
    .action(async (id, options, command) => (await import('./commands/watch.js')).run(contextOf(command), id, options))
    .addHelpText('after', examples('watch --rpc https://rpc.example.org', 'watch 14 --embedded', 'watch --json'))

  program
    .command('export')
    .description('every flow as NDJSON; run again after a break, it goes on after the last whole line of the file')
    .option('--from <id>', 'the first flow', flowId)
    .option('--to <id>', 'the last flow', flowId)
    .option('-o, --output <file>', 'a file instead of standard output')
    .action(async (options, command) => (await import('./commands/export.js')).run(contextOf(command), options))
    .addHelpText('after', examples('export -o flows.ndjson', 'export --height 1200000 --from 100 --to 199'))

  program
    .command('sync')
    .description('flows and executions in a database, and kept there; run again, it goes on where it was')
    .argument('<database>', 'a file of DuckDB, postgres://… or clickhouse+http://…')
    .option('--follow', "go on with the chain's events, until Ctrl-C")
    .option('--owner <address>', 'only the flows of one owner')
    .option('--from <id>', 'only flows from this one on', flowId)
    .option('--chain-id <name>', "what the chain is called there (default: the node's address)")
    .addOption(
      new Option('--check [n]', 'compare everything with the node, or n flows, and write nothing')
        .argParser(integerFrom(1))
        .conflicts('follow'),
    )
    .action(async (database, options, command) =>
      (await import('./commands/sync.js')).run(contextOf(command), database, options),
    )
    .addHelpText('after', examples('sync flows.duckdb --chain-id intento-1', 'sync flows.duckdb --check 100'))

  program
    .command('init')
    .description('a small project that runs at once: the flows of an owner, live, those that fail first')
    .argument('[folder]', 'a new or an empty one', 'my-flows')
    .addOption(new Option('--framework <name>', 'with which framework; asked for in a terminal').choices(frameworks))
    .option('--packages <folder>', 'take our packages from tarballs in this folder')
    .action(async (folder, options, command) =>
      (await import('./commands/init.js')).run(contextOf(command), folder, options),
    )
    .addHelpText('after', examples('init', 'init my-flows --framework vue'))

  program
    .command('serve')
    .description('a chain in memory as a node: REST, websocket, /swagger/; until Ctrl-C')
    .option('--port <n>', 'where (default: 1317, or the next free one; 0: any)', integerFrom(0))
    .option('--flows <n>', 'how many flows (default: a few hundred)', integerFrom(0))
    .option('--latency <ms>', 'how much longer every answer takes', integerFrom(0))
    .option('--seed <n>', 'decides what is left to chance', integerFrom(0))
    .action(async (options, command) => (await import('./commands/serve.js')).run(contextOf(command), options))
    .addHelpText('after', examples('serve', 'serve --port 8080 --path-version v1beta1 --latency 150'))

  program
    .command('check')
    .description('is this a node of the interface? routes, paging, errors, CORS and events, a line each')
    .argument('<url>', "the node's REST address")
    .action(async (url, _, command) => (await import('./commands/check.js')).run(contextOf(command), url))
    .addHelpText(
      'after',
      examples('check https://lcd.example.org', 'check https://lcd.example.org --rpc https://rpc.example.org --json'),
    )

  return program
}

function examples(...commands: string[]): string {
  return `\nExamples:\n${commands.map(command => `  flow-query ${command}`).join('\n')}`
}

/** Help in a pipe is as for a usual terminal. */
function widthOf(stream: OutputStream): number {
  return stream.isTTY ? columnsOf(stream) : 80
}
