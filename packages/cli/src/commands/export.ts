import { scanFlows } from '@flow-query/core'
import { plural } from '@flow-query/explorer-kit'
import { accessOf } from '../client.js'
import { type Lines, openLines } from '../lines.js'
import { createOutput } from '../output.js'
import { takeEach } from '../progress.js'
import { type Context, UsageError } from '../settings.js'

export interface ExportOptions {
  from?: string
  to?: string
  output?: string
}

export async function run(context: Context, _: string[], { from, to, output: file }: ExportOptions): Promise<void> {
  const output = createOutput(context.settings)
  const { client, options } = await accessOf(context)
  if (from !== undefined && to !== undefined && BigInt(from) > BigInt(to))
    throw new UsageError(`There is nothing from ${from} to ${to}.`, 'Exchange the two.')
  if (file === undefined) return read(from, text => output.write(text))

  const lines = await openLines(file)
  try {
    const start = startOf(lines, file, from)
    if (to !== undefined && BigInt(start) > BigInt(to)) return output.note(`${file} has them all already.`)
    if (lines.last !== null) output.note(`${file} goes on with flow ${start}.`)
    let added = 0
    await read(start, async text => {
      await lines.add(text)
      added += 1
    })
    output.note(added ? `${plural(added, 'flow')} written to ${file}.` : `${file} has them all already.`)
  } finally {
    await lines.close()
  }

  function read(from: string | undefined, take: (line: string) => Promise<void>): Promise<void> {
    return takeEach(
      'flows',
      onProgress => scanFlows(client, { ...options, from, to, onProgress }),
      flow => take(`${JSON.stringify(flow)}\n`),
    )
  }
}

/** After the last flow that is whole in the file. */
function startOf({ last }: Lines, file: string, from = '1'): string {
  if (last === null) return from
  const { id } = parsed(last) ?? {}
  if (typeof id !== 'string' || !/^\d+$/.test(id))
    throw new UsageError(`${file} holds something else: its last line is no flow.`, 'Choose another file: -o')
  if (BigInt(id) + 1n < BigInt(from))
    throw new UsageError(`${file} ends with flow ${id}, and would have a gap up to ${from}.`, 'Choose another file: -o')
  return `${BigInt(id) + 1n}`
}

function parsed(line: string): { id?: unknown } | null {
  try {
    return Object(JSON.parse(line))
  } catch {
    return null
  }
}
