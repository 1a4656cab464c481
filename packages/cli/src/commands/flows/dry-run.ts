import { flowStatus } from '@flow-query/core'
import { explainDryRun, formatNumber } from '@flow-query/format'
import { dryRunFlow } from '@flow-query/insights/forecast'
import { type Define, examples, flowId } from '../../definition.js'
import { printTitle } from '../../flows.js'
import { accessOf, readTime } from '../../node/client.js'
import { CommandError, type Context, ExitStatus, UsageError } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { printWrapped } from '../../terminal/details.js'
import { createOutput, dim, type Part } from '../../terminal/output.js'

/** The exit code if a message would fail. It is the same as for a certain failure in `forecast`. */
const wouldFail = 3

export const define: Define = (command, context) =>
  command
    .argument('<id>', 'flow ID', flowId)
    .addHelpText('after', examples('dry-run 14 --embedded', 'dry-run 14 --json --embedded'))
    .action(id => run(context(), id))

async function run(context: Context, id: string): Promise<void> {
  if (context.settings.height !== undefined)
    throw new UsageError('dry-run always uses the newest block.', 'Remove --height.')
  const output = createOutput(context)
  const access = await accessOf(context)
  const { client, options } = access
  const time = await readTime(access)
  const flow = await client.flow({ id }, options)
  const dryRun = await dryRunFlow(client, { flow }, options)
  const status = flowStatus(flow, time)
  const isOver = status === 'completed' || status === 'stopped'
  const words = explainDryRun(dryRun, flow, { status })
  if (context.settings.json) await output.json({ flow, dryRun, words })
  if (dryRun.result === 'notLocal') throw new CommandError(`${words.title}.`, words.help)
  if (!context.settings.json) {
    const { title, help, chainSaid } = words
    const gas = dryRun.result === 'succeeded' ? ` They use ${formatNumber(dryRun.gasUsed)} gas.` : ''
    const lines: Part[] = [{ text: `${title}.${gas}`, look: dryRun.result === 'failed' ? 'red' : 'green' }]
    if (help) lines.push(help)
    if (chainSaid !== null) lines.push(dim(`The chain said: ${chainSaid}`))
    await printTitle(output, flow, false)
    for (const line of lines) await printWrapped(output, line, 2)
    if (isOver) suggest(context, output, 'find out why it ended', `explain ${id}`)
    else suggest(context, output, 'find out whether its next runs can be paid', `forecast ${id}`)
  }
  if (dryRun.result === 'failed') throw new ExitStatus(wouldFail)
}
