import { Option } from '@commander-js/extra-typings'
import { WebSocket } from 'ws'
import { accountAddress, type Define, duration, examples, flowId, integerFrom } from '../../definition.js'
import { chainOf } from '../../node/client.js'
import { CommandError, type Context, ExitStatus, UsageError } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, painterOf } from '../../terminal/output.js'

interface SyncOptions {
  owner?: string
  from?: string
  chainId?: string
  follow?: true
  /** Milliseconds. */
  forecast?: number
  check?: true | number
}

export const define: Define = (command, context) =>
  command
    .argument('<database>', 'a DuckDB file, postgres://… or clickhouse+http://…')
    .option('--follow', 'keep the database up to date until Ctrl-C')
    .option('--owner <address>', 'copy only flows of this owner', accountAddress)
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
    .addHelpText(
      'after',
      examples(
        'sync flows.duckdb --lcd http://127.0.0.1:1317',
        'sync flows.duckdb --forecast 7d --lcd http://127.0.0.1:1317',
        'sync flows.duckdb --check 100 --lcd http://127.0.0.1:1317',
      ),
    )
    .action((database, options) => run(context(), database, options))

async function run(context: Context, database: string, options: SyncOptions): Promise<void> {
  const { settings, signal } = context
  const { stderr } = context.terminal
  const { chainId } = options
  if (settings.height !== undefined) throw new UsageError('sync always reads the newest block.', 'Remove --height.')
  if (settings.lcd.length > 1 && !settings.embedded && chainId === undefined)
    throw new UsageError(
      'With several nodes, sync requires a name for the chain.',
      'Pass --chain-id, for example --chain-id intento-1.',
    )
  const chain = await chainOf(context)
  const { runSync } = await import('@flow-query/sync/command').catch(notInstalled)
  const output = createOutput(context)
  const plain = painterOf(false)
  const isSuccessful = await runSync(
    // Node 20 has no global WebSocket.
    { WebSocket, ...chain, chainId },
    { ...options, database, json: settings.json },
    {
      note: text => output.note(text),
      status(text) {
        if (stderr.isTTY) stderr.write(`\r\u001b[K${plain(text)}`)
      },
      json: value => void output.jsonLine(value),
    },
    signal,
  )
  if (!isSuccessful) throw new ExitStatus(1)
  if (!options.check) suggest(context, output, 'compare the copy with the node', `sync ${database} --check 100`)
}

function notInstalled(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new CommandError(
    'sync requires the package @flow-query/sync, which is not installed.',
    'Install it and a database driver: npm install --global @flow-query/cli @flow-query/sync @duckdb/node-api',
  )
}
