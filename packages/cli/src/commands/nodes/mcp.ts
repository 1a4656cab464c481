import { chainOf } from '../../node/client.js'
import { CommandError, type Context } from '../../settings.js'
import { createOutput } from '../../terminal/output.js'

export interface McpOptions {
  http?: true
  port?: number
  maxFlows?: number
}

/** Loads `@flow-query/mcp` on demand, because it is an optional dependency. */
export async function run(context: Context, { http, port = 7464, maxFlows }: McpOptions): Promise<void> {
  const { settings, signal, terminal } = context
  const chain = await chainOf(settings)
  const { runMcp } = await import('@flow-query/mcp/command').catch(notInstalled)
  const output = createOutput(context)
  const { stdin, stdout } = terminal
  await runMcp(
    chain,
    { height: settings.height, maxFlows, ...(http && { port }) },
    { stdin, stdout, note: text => output.note(text) },
    signal,
  )
}

function notInstalled(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new CommandError(
    'mcp requires the package @flow-query/mcp, which is not installed.',
    'Install it: npm install --global @flow-query/cli @flow-query/mcp',
  )
}
