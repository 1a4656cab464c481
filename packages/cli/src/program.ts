import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { addresses, type Context, flowId, integerFrom, type Settings } from './settings.js'

/** A command's work. Its module is loaded when it is called, so that `--help` is there at once. */
interface Implementation {
  run: (context: Context, args: string[], options: never) => Promise<void>
}

/** All commands and their options; what they do is in `commands`. */
export function createProgram(signal: AbortSignal): Command {
  const calls = (load: () => Promise<Implementation>) =>
    async function (this: Command) {
      const { run } = await load()
      await run({ settings: this.optsWithGlobals<Settings>(), signal }, this.processedArgs, this.opts() as never)
    }

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
        .choices(['v1', 'v1beta1', 'auto'])
        .default('auto'),
    )
    .option('--height <block>', 'read the state at this height', integerFrom(1))
    .option('--timeout <ms>', 'how long an answer may take (default: 10000)', integerFrom(1))
    .option('--json', "the data as JSON, a line each where it's a stream")
    .option('--no-color', 'no colours; also NO_COLOR')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(flow-query --help)')
    .exitOverride()
    .addHelpText(
      'after',
      examples('flow 14 --embedded', 'flows --reverse --limit 5 --lcd https://lcd.example.org', 'serve'),
    )

  program
    .command('flow')
    .description('one flow: what it does, its schedule, conditions and last executions')
    .argument('<id>', 'the number of the flow', flowId)
    .action(calls(() => import('./commands/flow.js')))
    .addHelpText('after', examples('flow 14', 'flow 14 --height 1200000', 'flow 14 --json'))

  program
    .command('flows')
    .description('a table of flows, oldest first')
    .option('--owner <address>', 'those of one owner')
    .option('--limit <n>', 'how many (default: 20)', integerFrom(1))
    .option('--reverse', 'newest first')
    .option('--key <key>', 'where a page before ended')
    .addOption(
      new Option('--status <status>', 'of those that were read, the ones of this status').choices([
        'active',
        'scheduled',
        'completed',
        'stopped',
      ]),
    )
    .addOption(new Option('--all', 'the whole chain').conflicts(['limit', 'reverse', 'key']))
    .action(calls(() => import('./commands/flows.js')))
    .addHelpText(
      'after',
      examples('flows --reverse', 'flows --owner into1htj0rku…4xqt07 --all', 'flows --all --status active --json'),
    )

  program
    .command('history')
    .description("a flow's executions, newest first: outcome, fee, error")
    .argument('<id>', 'the number of the flow', flowId)
    .option('--failed', 'of those that were read, the ones that went wrong')
    .option('--limit <n>', 'how many (default: 20)', integerFrom(1))
    .addOption(new Option('--all', 'all of them, oldest first').conflicts('limit'))
    .action(calls(() => import('./commands/history.js')))
    .addHelpText('after', examples('history 14', 'history 14 --all --failed'))

  program
    .command('ica')
    .description("the address of an owner's interchain account")
    .argument('<owner>', 'a bech32 address')
    .argument('<connection-id>', 'such as connection-0')
    .action(calls(() => import('./commands/ica.js')))
    .addHelpText('after', examples('ica into1htj0rku…4xqt07 connection-0'))

  program
    .command('params')
    .description('the parameters of the chain, each with its unit and meaning')
    .action(calls(() => import('./commands/params.js')))
    .addHelpText('after', examples('params', 'params --json'))

  program
    .command('watch')
    .description('executions as they happen, a line each, until Ctrl-C')
    .argument('[id]', 'only of this flow', flowId)
    .option('--owner <address>', "only of this owner's flows")
    .action(calls(() => import('./commands/watch.js')))
    .addHelpText('after', examples('watch --rpc https://rpc.example.org', 'watch 14 --embedded', 'watch --json'))

  program
    .command('export')
    .description('every flow as NDJSON; run again after a break, it goes on after the last whole line of the file')
    .option('--from <id>', 'the first flow', flowId)
    .option('--to <id>', 'the last flow', flowId)
    .option('-o, --output <file>', 'a file instead of standard output')
    .action(calls(() => import('./commands/export.js')))
    .addHelpText('after', examples('export -o flows.ndjson', 'export --height 1200000 --from 100 --to 199'))

  program
    .command('serve')
    .description('a chain in memory as a node: REST, websocket, /swagger/; until Ctrl-C')
    .option('--port <n>', 'where (default: 1317, or the next free one; 0: any)', integerFrom(0))
    .option('--flows <n>', 'how many flows (default: a few hundred)', integerFrom(0))
    .option('--latency <ms>', 'how much longer every answer takes', integerFrom(0))
    .option('--seed <n>', 'decides what is left to chance', integerFrom(0))
    .action(calls(() => import('./commands/serve.js')))
    .addHelpText('after', examples('serve', 'serve --port 8080 --path-version v1beta1 --latency 150'))

  program
    .command('check')
    .description('is this a node of the interface? routes, paging, errors, CORS and events, a line each')
    .argument('<url>', "the node's REST address")
    .action(calls(() => import('./commands/check.js')))
    .addHelpText(
      'after',
      examples('check https://lcd.example.org', 'check https://lcd.example.org --rpc https://rpc.example.org --json'),
    )

  return program
}

function examples(...commands: string[]): string {
  return `\nExamples:\n${commands.map(command => `  flow-query ${command}`).join('\n')}`
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}
