import { WebSocket } from 'ws'
import { chainOf } from '../node/client.js'
import { CommandError, type Context, ExitStatus, UsageError } from '../settings.js'
import { createOutput, painterOf } from '../terminal/output.js'

export interface SyncOptions {
  owner?: string
  from?: string
  chainId?: string
  follow?: true
  check?: true | number
}

/** Its work is a package of its own, so that who doesn't sync need not install it. */
export async function run(context: Context, database: string, options: SyncOptions): Promise<void> {
  const { settings, signal } = context
  const { stderr } = context.terminal
  const { chainId } = options
  if (settings.height !== undefined)
    throw new UsageError('A sync reads the newest block, and none that is named.', 'Leave --height out.')
  if (settings.lcd.length > 1 && !settings.embedded && chainId === undefined)
    throw new UsageError('Several nodes are of one chain, which needs a name.', 'Name it: --chain-id intento-1')
  const chain = await chainOf(settings)
  const { runSync } = await import('@flow-query/sync/command').catch(notInstalled)
  const output = createOutput(context)
  const plain = painterOf(false)
  const isWell = await runSync(
    // Node has its own from 22 on.
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
  if (!isWell) throw new ExitStatus(1)
}

function notInstalled(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new CommandError(
    'What writes into databases is a package of its own, which is not installed.',
    'Install it beside this command, with a database: npm install --global @flow-query/cli @flow-query/sync @duckdb/node-api',
  )
}
