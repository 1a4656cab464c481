import { Option } from '@commander-js/extra-typings'
import type { ChainTime, Flow, FlowHistoryEntry } from '@flow-query/core'
import { type ScanOptions, scanFlowHistory } from '@flow-query/core/scan'
import { formatCount, formatNumber } from '@flow-query/format'
import { hasFailed } from '@flow-query/insights'
import { type Define, examples, flowId, integerFrom } from '../../definition.js'
import { executionColumns, noExecutions } from '../../executions.js'
import { type Access, accessOf, readTime } from '../../node/client.js'
import { find } from '../../node/pages.js'
import type { Context } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { takeEach } from '../../terminal/progress.js'
import { ndjson, tableOf } from '../../terminal/stream.js'
import { printTable } from '../../terminal/table.js'

interface HistoryOptions {
  failed?: true
  limit?: number
  all?: true
}

export const define: Define = (command, context) =>
  command
    .argument('<id>', 'flow ID', flowId)
    .option('--failed', 'list only failed executions, including timeouts and uncollected fees')
    .option('--limit <n>', 'maximum number of executions (default: 20)', integerFrom(1))
    .addOption(new Option('--all', 'list all executions, oldest first').conflicts('limit'))
    .addHelpText('after', examples('history 14', 'history 14 --all --failed'))
    .action((id, options) => run(context(), id, options))

async function run(context: Context, id: string, options: HistoryOptions): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const time = await readTime(access)
  // The node returns an empty history for an unknown flow, so this reads the flow, which throws `notFound`.
  const flow = await access.client.flow({ id, height: access.height }, access.options)
  await (options.all ? printAll : printNewest)(options, { context, output, access, flow, time })
  suggest(context, output, 'find out whether it works', `explain ${id}`)
}

interface Request {
  context: Context
  output: Output
  access: Access
  flow: Flow
  time: ChainTime
}

async function printAll({ failed }: HistoryOptions, { context, output, access, flow, time }: Request): Promise<void> {
  const { client, height, options } = access
  const { json } = context.settings
  const table = tableOf(output, executionColumns(output, flow, time))
  const lines = ndjson<FlowHistoryEntry>(output)
  let [read, shown] = [0, 0]
  const scan = (onProgress: ScanOptions['onProgress']) =>
    scanFlowHistory(client, { id: flow.id, height, ...options, onProgress })
  await takeEach(output, 'executions', scan, async entry => {
    read += 1
    if (failed && !hasFailed(entry, flow, time)) return
    shown += 1
    await (json ? lines.take(entry) : table.take({ number: read, entry }))
  })
  if (json) return
  await table.end()
  if (failed) output.note(countOf(shown, read))
}

async function printNewest(
  { failed, limit = 20 }: HistoryOptions,
  { context, output, access, flow, time }: Request,
): Promise<void> {
  const { client, height, options } = access
  const { found, read, nextKey, total } = await find<FlowHistoryEntry>(
    output,
    async page => {
      const args = { id: flow.id, ...page, reverse: true, countTotal: !page.key, height }
      const { history: items, ...info } = await client.flowHistory(args, options)
      return { items, ...info }
    },
    { noun: 'executions', limit, filter: failed && (entry => hasFailed(entry, flow, time)) },
  )
  if (context.settings.json) return output.json({ history: found.map(({ item }) => item), nextKey, total })
  const count = total ?? read
  const executions = found.map(({ item, place }) => ({ number: count - place, entry: item }))
  if (executions.length) await printTable(output, executionColumns(output, flow, time), executions)
  else if (!read) output.note(noExecutions(flow, time))
  if (failed && read) output.note(countOf(executions.length, read))
  if (read < count)
    output.note(
      `${failed ? 'Searched' : 'Showing'} the newest ${formatNumber(read)} of ${formatCount(count, 'execution')}. Use --all for all of them.`,
    )
}

function countOf(shown: number, read: number): string {
  return `${shown} of ${formatCount(read, 'execution')} failed.`
}
