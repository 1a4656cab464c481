import { formatCount } from '@flow-query/format'
import {
  type Define,
  exampleOwner,
  examples,
  integerFrom,
  listedAddresses,
  listedFlowIds,
  port,
  repeatable,
} from '../../definition.js'
import { messageOf } from '../../failure.js'
import { chainOf } from '../../node/client.js'
import { endOfServer, notInstalled, notListening, untilInterrupted } from '../../node/serving.js'
import { type Context, UsageError } from '../../settings.js'
import { bold, createOutput, dim } from '../../terminal/output.js'

interface MetricsOptions {
  port: number
  host: string
  owner: readonly string[]
  flow: readonly string[]
  all?: true
  maxFlows?: number
}

export const define: Define = (command, context) =>
  command
    .option('--port <n>', 'port. 0 uses any free port', port, 9464)
    .option('--host <address>', 'address to listen on. 0.0.0.0 accepts connections from other machines', '127.0.0.1')
    .addOption(
      repeatable(
        '--owner <address>',
        'read only flows of this owner, and add metrics for each of them. Repeat it for more owners',
        listedAddresses,
      ),
    )
    .addOption(
      repeatable('--flow <id>', 'read this flow, and add metrics for it. Repeat it for more flows', listedFlowIds),
    )
    .option('--all', 'count all flows of the chain, even if owners or flows are named')
    .option('--max-flows <n>', 'maximum number of flows with their own metrics (default: 1000)', integerFrom(0))
    .option('--config <file>', 'read options from this JSON file, with the same names')
    .addHelpText('after', examples('metrics --embedded', `metrics --port 9465 --embedded --owner ${exampleOwner}`))
    .action(options => run(context(), options))

async function run(context: Context, options: MetricsOptions): Promise<void> {
  const { settings, signal } = context
  const { port, host, owner: owners, flow: flows, all, maxFlows } = options
  if (settings.height !== undefined) throw new UsageError('metrics always reads the newest block.', 'Remove --height.')
  const chain = await chainOf(context)
  const { startMetrics } = await import('@flow-query/monitor/command').catch(
    notInstalled('metrics', '@flow-query/monitor'),
  )
  const output = createOutput(context)
  let isComplete = false
  let isFailing = false
  const metrics = await startMetrics(chain, {
    ...{ port, host, owners, flows, all, maxFlows, signal },
    onListening: url => print(url),
    onEvaluation(evaluation) {
      const { error } = evaluation.node
      if (error && !isFailing) output.note(`${messageOf(error)} Retrying.`)
      if (!error && isFailing) output.note('The node responds again.')
      isFailing = error !== null
      if (evaluation.isComplete && !isComplete) {
        isComplete = true
        output.note(`Evaluated ${formatCount(evaluation.flows.length, 'flow')}.`)
      }
    },
    onError: error => output.note(messageOf(error)),
  }).catch(error => (signal.aborted ? undefined : notListening(port, host)(error)))
  if (!metrics) return endOfServer(signal)
  await untilInterrupted(signal)
  await metrics.close()
  endOfServer(signal)

  async function print(url: string): Promise<void> {
    if (settings.json) return output.json({ url })
    await output.line(bold('Metrics  '), url, dim('  add it to the scrape_configs of Prometheus'))
    await output.line('Press Ctrl-C to stop.')
  }
}
