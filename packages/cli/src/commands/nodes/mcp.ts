import { chainOf } from '../../node/client.js'
import { endOfServer, notInstalled, notListening } from '../../node/serving.js'
import type { Context } from '../../settings.js'
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
  const { runMcp } = await import('@flow-query/mcp/command').catch(notInstalled('mcp', '@flow-query/mcp'))
  const output = createOutput(context)
  const { stdin, stdout } = terminal
  await runMcp(
    chain,
    { height: settings.height, maxFlows, ...(http && { port }) },
    { stdin, stdout, note: text => output.note(text) },
    signal,
  ).catch(error => {
    if (signal.aborted) return endOfServer(signal)
    return notListening(port, '127.0.0.1')(error)
  })
}
