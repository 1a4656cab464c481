import { type Flow, scanFlows } from '@flow-query/core'
import { formatCount } from '@flow-query/format'
import { appendLine, flush, openLocked, readLines } from '../../export/file.js'
import { lineOf, nextFlow } from '../../export/resume.js'
import { accessOf } from '../../node/client.js'
import { type Context, UsageError } from '../../settings.js'
import { createOutput } from '../../terminal/output.js'
import { takeEach } from '../../terminal/progress.js'
import { suggest } from '../../terminal/suggestion.js'

export interface ExportOptions {
  from?: string
  to?: string
  output?: string
}

export async function run(context: Context, { from = '1', to, output: path }: ExportOptions): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  if (to !== undefined && BigInt(from) > BigInt(to))
    throw new UsageError(`There are no flows from ${from} to ${to}.`, 'Swap --from and --to.')
  // Flow IDs start at 1.
  const first = BigInt(from) || 1n
  if (path === undefined) return read(first, flow => output.write(lineOf(flow)))

  const added = await appendTo(path)
  output.note(added ? `${formatCount(added, 'flow')} written to ${path}.` : `${path} is already complete.`)
  suggest(context, output, 'keep a database of flows and executions', 'sync flows.duckdb')

  async function appendTo(path: string): Promise<number> {
    const handle = await openLocked(path)
    let added = 0
    try {
      const lines = await readLines(handle)
      const start = await nextFlow(lines, path, first, access)
      await handle.truncate(lines.size)
      if (to !== undefined && start > BigInt(to)) return 0
      if (lines.count) output.note(`Continuing ${path} with flow ${start}.`)
      await read(start, async flow => {
        await appendLine(handle, path, lineOf(flow))
        added += 1
      })
      await flush(handle, path)
    } finally {
      await handle.close()
    }
    return added
  }

  function read(start: bigint, take: (flow: Flow) => Promise<void>): Promise<void> {
    const { client, height, options } = access
    const range = { from: start, to, height, ...options }
    return takeEach(output, 'flows', onProgress => scanFlows(client, { ...range, onProgress }), take)
  }
}
