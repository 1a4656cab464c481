import { executionOutcome, type Flow, type FlowHistoryEntry, scanFlowHistory } from '@flow-query/core'
import { type Execution, executions, noExecutions, plural } from '@flow-query/explorer-kit'
import { type Access, accessOf } from '../client.js'
import { executionColumns } from '../executions.js'
import { createOutput } from '../output.js'
import { createProgress } from '../progress.js'
import type { Context } from '../settings.js'
import { ndjson, tableOf } from '../stream.js'
import { printTable } from '../table.js'

export interface HistoryOptions {
  failed?: true
  limit?: number
  all?: true
}

export async function run(context: Context, [id = '']: string[], options: HistoryOptions): Promise<void> {
  const output = createOutput(context.settings)
  const access = await accessOf(context)
  const { json } = context.settings
  // An unknown flow has an empty history too: asking for the flow tells them apart.
  const flow = await access.client.flow({ id }, access.options)
  const now = Date.now()
  const wanted = (entry: FlowHistoryEntry) => !options.failed || wentWrong(entry, flow, now)
  if (options.all) {
    const table = tableOf(output, executionColumns(output, flow, now))
    const lines = ndjson<FlowHistoryEntry>(output)
    let [read, shown] = [0, 0]
    await streamAll(access, id, async execution => {
      read += 1
      if (!wanted(execution.entry)) return
      shown += 1
      await (json ? lines.take(execution.entry) : table.take(execution))
    })
    if (json) return
    await table.end()
    if (options.failed) output.note(countOf(shown, read))
    return
  }

  const { limit = 20 } = options
  const page = await access.client.flowHistory({ id, limit, reverse: true, countTotal: true }, access.options)
  if (json) return output.json({ ...page, history: page.history.filter(wanted) })
  const all = executions([page])
  const shown = all.filter(({ entry }) => wanted(entry))
  if (shown.length) await printTable(output, executionColumns(output, flow, now), shown)
  else if (!all.length) output.note(noExecutions(flow, now))
  if (options.failed && all.length) output.note(countOf(shown.length, all.length))
  if (page.total !== null && all.length < page.total)
    output.note(`${all.length} of ${page.total} executions. All of them: --all`)
}

/** Failed, timed out, or never answered. What was skipped did as it was told. */
function wentWrong(entry: FlowHistoryEntry, flow: Flow, now: number): boolean {
  return /failed|timedOut|unanswered/.test(executionOutcome(entry, flow, now))
}

function countOf(shown: number, read: number): string {
  return `${shown} of ${plural(read, 'execution')} went wrong.`
}

async function streamAll(
  { client, options }: Access,
  id: string,
  take: (execution: Execution) => Promise<void>,
): Promise<void> {
  const progress = await createProgress('executions')
  let number = 0
  try {
    for await (const entry of scanFlowHistory(client, { id, ...options, onProgress: progress.update })) {
      number += 1
      await progress.around(() => take({ number, entry }))
    }
  } finally {
    progress.end()
  }
}
