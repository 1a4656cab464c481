import { scanFlows } from '@flow-query/core/scan'
import { type Define, examples, flowId } from '../../definition.js'
import { accessOf } from '../../node/client.js'
import { type Context, UsageError } from '../../settings.js'
import { createOutput } from '../../terminal/output.js'
import { takeEach } from '../../terminal/progress.js'

interface ExportOptions {
  from?: string
  to?: string
}

export const define: Define = (command, context) =>
  command
    .option('--from <id>', 'ID of the first flow', flowId)
    .option('--to <id>', 'ID of the last flow', flowId)
    .addHelpText('after', examples('export --embedded > flows.ndjson', 'export --from 100 --to 199 --embedded'))
    .action(options => run(context(), options))

async function run(context: Context, { from = '1', to }: ExportOptions): Promise<void> {
  const output = createOutput(context)
  const { client, height, options } = await accessOf(context)
  if (to !== undefined && BigInt(from) > BigInt(to))
    throw new UsageError(`There are no flows from ${from} to ${to}.`, 'Swap --from and --to.')
  // Flow IDs start at 1.
  const range = { from: BigInt(from) || 1n, to, height, ...options }
  await takeEach(output, 'flows', onProgress => scanFlows(client, { ...range, onProgress }), output.jsonLine)
}
