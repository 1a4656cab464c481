import { type Flow, scanFlows } from '@flow-query/core'
import { formatCount } from '@flow-query/words'
import { openLines } from '../export/file.js'
import { lineOf, nextFlow } from '../export/resume.js'
import { accessOf } from '../node/client.js'
import { type Context, UsageError } from '../settings.js'
import { createOutput } from '../terminal/output.js'
import { takeEach } from '../terminal/progress.js'

export interface ExportOptions {
  from?: string
  to?: string
  output?: string
}

export async function run(context: Context, { from = '1', to, output: path }: ExportOptions): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  if (to !== undefined && BigInt(from) > BigInt(to))
    throw new UsageError(`There is nothing from ${from} to ${to}.`, 'Exchange the two.')
  // Flows are numbered from 1.
  const first = BigInt(from) || 1n
  if (path === undefined) return read(first, flow => output.write(lineOf(flow)))

  const added = await appendTo(path)
  output.note(added ? `${formatCount(added, 'flow')} written to ${path}.` : `${path} has them all already.`)

  async function appendTo(path: string): Promise<number> {
    const file = await openLines(path)
    let added = 0
    try {
      const start = await nextFlow(file, path, first, access)
      await file.cut()
      if (to !== undefined && start > BigInt(to)) return 0
      if (file.count) output.note(`${path} goes on with flow ${start}.`)
      await read(start, async flow => {
        await file.add(lineOf(flow))
        added += 1
      })
    } finally {
      await file.close()
    }
    return added
  }

  function read(start: bigint, take: (flow: Flow) => Promise<void>): Promise<void> {
    const { client, height, options } = access
    const range = { from: start, to, height, ...options }
    return takeEach(output, 'flows', onProgress => scanFlows(client, { ...range, onProgress }), take)
  }
}
