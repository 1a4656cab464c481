import { Argument, Command, type CommandUnknownOpts, Help, Option } from '@commander-js/extra-typings'
import { address, addresses, chains, type Define, examples, integerFrom } from './definition.js'
import { asTyped } from './invocation.js'
import { redacted } from './node/address.js'
import { version } from './package.js'
import { type Context, type Settings, UsageError } from './settings.js'
import { columnsOf, type OutputStream } from './terminal/terminal.js'

export type Surroundings = Pick<Context, 'signal' | 'terminal' | 'network' | 'shutdown'>

interface CommandEntry {
  name: string
  description: string
  load: () => Promise<{ define: Define }>
}

/** The commands by the heading of `--help`. A file is only loaded when its command is used, so that `--help` is fast. */
const groups: Readonly<Record<string, readonly CommandEntry[]>> = {
  'Read flows': [
    {
      name: 'flow',
      description: 'show a flow: its messages, schedule, conditions and latest executions',
      load: () => import('./commands/flows/flow.js'),
    },
    { name: 'flows', description: 'list flows, oldest first', load: () => import('./commands/flows/flows.js') },
    {
      name: 'history',
      description: "list a flow's executions with outcome, fee and error, newest first",
      load: () => import('./commands/flows/history.js'),
    },
    { name: 'next', description: 'list upcoming runs', load: () => import('./commands/flows/next.js') },
    {
      name: 'stats',
      description: 'count flows by status, message type and owner',
      load: () => import('./commands/flows/stats.js'),
    },
    {
      name: 'watch',
      description: 'print executions and changes of flows as they happen',
      load: () => import('./commands/flows/watch.js'),
    },
  ],
  'Explain and predict': [
    {
      name: 'failing',
      description:
        'list flows that need attention, with the error and a fix: first those that will stop, then those that fail, will fail, or ended with a failure',
      load: () => import('./commands/flows/failing.js'),
    },
    {
      name: 'explain',
      description: "explain a flow's health: the last error, a fix, a summary of its runs and its next runs",
      load: () => import('./commands/flows/explain.js'),
    },
    {
      name: 'forecast',
      description: 'predict whether the next runs will work, and how long the money lasts',
      load: () => import('./commands/flows/forecast.js'),
    },
    {
      name: 'dry-run',
      description:
        "execute a flow's messages on the newest state without keys or changes. The exit code is 3 if a message would fail",
      load: () => import('./commands/flows/dry-run.js'),
    },
  ],
  'Check new flows': [
    {
      name: 'draft',
      description: 'print a copy of a flow as JSON, which you can change, check and sign',
      load: () => import('./commands/drafts/draft.js'),
    },
    {
      name: 'check-flow',
      description:
        'check a flow before it is signed: problems, cost and first runs. The exit code is 3 if it would be refused or fail',
      load: () => import('./commands/drafts/check-flow.js'),
    },
  ],
  'Read the chain': [
    {
      name: 'params',
      description: 'show the parameters of the chain, with units and explanations',
      load: () => import('./commands/chain/params.js'),
    },
    {
      name: 'ica',
      description: "print the address of an owner's interchain account",
      load: () => import('./commands/chain/ica.js'),
    },
    {
      name: 'agents',
      description: 'list trustless agents with their fees and connections',
      load: () => import('./commands/chain/agents.js'),
    },
    {
      name: 'agent',
      description: 'show a trustless agent: its fee, fee admin and interchain account',
      load: () => import('./commands/chain/agent.js'),
    },
    {
      name: 'burnt',
      description: 'print the total amount that executions have burned',
      load: () => import('./commands/chain/burnt.js'),
    },
  ],
  'Copy data': [
    {
      name: 'export',
      description: 'write all flows to standard output, one line of JSON per flow (NDJSON)',
      load: () => import('./commands/data/export.js'),
    },
    {
      name: 'sync',
      description: 'copy flows and executions to a database. Run it again to update the copy',
      load: () => import('./commands/data/sync.js'),
    },
  ],
  'Run services': [
    {
      name: 'monitor',
      description: 'send alerts to a webhook before and after flows fail, until Ctrl-C',
      load: () => import('./commands/flows/monitor.js'),
    },
    {
      name: 'metrics',
      description: 'serve metrics of flows, runs and nodes for Prometheus',
      load: () => import('./commands/nodes/metrics.js'),
    },
    {
      name: 'gateway',
      description: 'cache nodes for many visitors, and forward live events to them',
      load: () => import('./commands/nodes/gateway.js'),
    },
    {
      name: 'mcp',
      description: 'answer questions of AI assistants about flows, over the Model Context Protocol',
      load: () => import('./commands/nodes/mcp.js'),
    },
    {
      name: 'serve',
      description: 'run an in-memory node with REST, WebSocket events and Swagger UI',
      load: () => import('./commands/nodes/serve.js'),
    },
  ],
  'Set up': [
    {
      name: 'init',
      description: "create a small app that shows an owner's flows live",
      load: () => import('./commands/init.js'),
    },
    {
      name: 'check-node',
      description: 'check whether a node works with flow-query: routes, paging, errors, CORS, forecasts and events',
      load: () => import('./commands/nodes/check-node.js'),
    },
    {
      name: 'completion',
      description: 'print a script that completes commands and options in your shell',
      load: () => import('./commands/completion.js'),
    },
  ],
}
const commands = Object.values(groups).flat()

export function createProgram(surroundings: Surroundings) {
  const { stdout, stderr, env } = surroundings.terminal
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
    .addOption(
      new Option(
        '--chain-name <name>',
        'use the first working node of this chain in the chain registry, such as intento',
      ).env('FLOW_QUERY_CHAIN_NAME'),
    )
    .addOption(
      new Option(
        '--chain-registry <place>',
        'folder, chain.json file or URL of the chain registry (default: cosmos/chain-registry on GitHub)',
      ).env('FLOW_QUERY_CHAIN_REGISTRY'),
    )
    .addOption(
      new Option('--rpc <url>', 'CometBFT RPC endpoint of the node, for live events')
        .env('FLOW_QUERY_RPC')
        .argParser(address),
    )
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
    .configureHelp({ showGlobalOptions: true, subcommandTerm: command => command.name() })
    .showHelpAfterError('For help, run: flow-query --help')
    .configureOutput({
      writeOut: text => stdout.write(asTyped(text, env)),
      writeErr: text => stderr.write(asTyped(redacted(text), env)),
      outputError: (text, write) => write(plainError(text)),
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
        'failing --embedded',
        'explain 14 --embedded',
        'flows --reverse --limit 5 --lcd http://127.0.0.1:1317',
        'serve',
      ) + listExitCodes(),
    )
  const context = (): Context => ({ settings: withOneNode(program), ...surroundings })
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(`${heading}:`)
    for (const { name, description } of commands)
      program.command(name).description(description).showHelpAfterError(`For help, run: flow-query ${name} --help`)
  }
  program.hook('preSubcommand', async (_, command) => {
    // The completion of a shell contains the options of all commands.
    const wanted = command.name() === 'completion' ? program.commands : [command]
    await Promise.all(wanted.map(one => loadDefinition(one, context)))
  })

  // Commander's own help command would not load the definition.
  program
    .helpCommand(false)
    .command('help')
    .addArgument(new Argument('[command]').choices(commands.map(({ name }) => name)))
    .description('display help for a command')
    .addHelpText('after', examples('help', 'help flows'))
    .action(async name => {
      await program.parseAsync([name ?? [], '--help'].flat(), { from: 'user' })
    })
  return program
}

/** Returns the settings with either `lcd` or `chainName`. The command line has precedence over environment variables. */
function withOneNode(program: GlobalOptions): Settings {
  const { chainName, ...settings } = program.opts()
  if (chainName === undefined) return settings
  const [name, lcd] = ['chainName', 'lcd'].map(option => program.getOptionValueSource(option))
  if (name === 'cli' && lcd === 'cli')
    throw new UsageError('--chain-name and --lcd both select nodes.', 'Remove one of them.')
  const usesLcd = lcd !== 'default' && name !== 'cli'
  return usesLcd ? settings : { ...settings, chainName, lcd: [] }
}

interface GlobalOptions {
  opts: () => Settings
  getOptionValueSource: (option: string) => string | undefined
}

async function loadDefinition(command: CommandUnknownOpts, context: () => Context): Promise<void> {
  const entry = commands.find(({ name }) => name === command.name())
  if (entry) (await entry.load()).define(command as Command, context)
}

/** A test compares them with the guide. */
const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'Success.'],
  [1, 'The command failed, or check-node or sync --check found a problem. stderr has the reason and advice.'],
  [2, 'Invalid arguments.'],
  [
    3,
    'forecast and failing --next: a failure is certain. dry-run: a message would fail. check-flow: the flow would be refused or fail.',
  ],
  [4, "The flow, agent or interchain account doesn't exist."],
  [130, 'Interrupted with Ctrl-C.'],
  [141, 'The program that reads the output has closed it, as head does.'],
  [143, 'Stopped by SIGTERM. gateway, metrics, monitor and mcp end with exit code 0 instead.'],
]

function listExitCodes(): string {
  const help = new Help()
  const lines = exitCodes.map(([code, meaning]) => {
    const wrapped = help.boxWrap(meaning, 73).replaceAll('\n', `\n${' '.repeat(7)}`)
    return `  ${`${code}`.padEnd(5)}${wrapped}`
  })
  return `\n\nExit codes:\n${lines.join('\n')}`
}

/** Returns an error of Commander in the form of all other errors. */
function plainError(text: string): string {
  return text
    .replace(/^error: /, 'flow-query: ')
    .replace(/command-argument value '(.*)' is invalid for argument '(.*?)'\./s, 'Invalid $2: $1.')
    .replace(/option '(?:-\w, )?(--[\w-]+).*?' argument '(.*?)' is invalid\./s, 'Invalid $1: $2.')
}

/** The output of `flow-query` without arguments. */
export const shortHelp = [
  'flow-query reads flows of an Intento chain.',
  '',
  'Try it with an in-memory demo chain:',
  '  flow-query failing --embedded       which flows fail, why, and how to fix them',
  '  flow-query explain 14 --embedded    one flow: health, history and next runs',
  '  flow-query flows --embedded         list flows',
  '',
  'To read a real chain, pass --lcd <url> or --chain-name intento.',
  'For all commands and options, run: flow-query --help',
  '',
].join('\n')

/** The width of help texts: 80 columns if the output is not a terminal. */
function widthOf(stream: OutputStream): number {
  return stream.isTTY ? columnsOf(stream) : 80
}
