import { Option } from '@commander-js/extra-typings'
import { type Define, examples, integerFrom, port } from '../../definition.js'
import { chainOf } from '../../node/client.js'
import { endOfServer, notInstalled, notListening } from '../../node/serving.js'
import type { Context } from '../../settings.js'
import { createOutput } from '../../terminal/output.js'

interface McpOptions {
  http?: true
  port?: number
  maxFlows?: number
}

export const define: Define = (command, context) =>
  command
    .option('--http', 'serve HTTP on 127.0.0.1 instead of standard input and output')
    .addOption(
      new Option('--port <n>', 'port (default: 7464). 0 uses any free port. Implies --http')
        .argParser(port)
        .implies({ http: true as const }),
    )
    .option('--max-flows <n>', 'maximum number of flows that an answer reads (default: 5000)', integerFrom(1))
    .addHelpText('after', examples('mcp --embedded', 'mcp --http --embedded'))
    .action(options => run(context(), options))

async function run(context: Context, { http, port = 7464, maxFlows }: McpOptions): Promise<void> {
  const { settings, signal, terminal } = context
  const chain = await chainOf(context)
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
