import {
  executionOutcome,
  type Flow,
  type FlowHistoryEntry,
  type ScanProgress,
  scanFlowHistory,
} from '@flow-query/core'
import { executions, noExecutions, plural } from '@flow-query/explorer-kit'
import { accessOf } from '../client.js'
import { executionColumns } from '../executions.js'
import { createOutput } from '../output.js'
import { takeEach } from '../progress.js'
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
  const { client, options: request } = await accessOf(context)
  const { json } = context.settings
  // An unknown flow has an empty history too: asking for the flow tells them apart.
  const flow = await client.flow({ id }, request)
  const now = Date.now()
  const wanted = (entry: FlowHistoryEntry) => !options.failed || wentWrong(entry, flow, now)
  if (options.all) {
    const table = tableOf(output, executionColumns(output, flow, now))
    const lines = ndjson<FlowHistoryEntry>(output)
    let [read, shown] = [0, 0]
    const scan = (onProgress: (progress: ScanProgress) => void) =>
      scanFlowHistory(client, { id, ...request, onProgress })
    await takeEach('executions', scan, async entry => {
      read += 1
      if (!wanted(entry)) return
      shown += 1
      await (json ? lines.take(entry) : table.take({ number: read, entry }))
    })
    if (json) return
    await table.end()
    if (options.failed) output.note(countOf(shown, read))
    return
  }

  const { limit = 20 } = options
  const page = await client.flowHistory({ id, limit, reverse: true, countTotal: true }, request)
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
