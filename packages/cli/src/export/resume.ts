import { type Flow, isFlowQueryError } from '@flow-query/core'
import { fieldsOf } from '../fields.js'
import type { Access } from '../node/client.js'
import { UsageError } from '../settings.js'
import { jsonText } from '../terminal/json.js'
import type { Lines } from './file.js'

/** Returns the line of a flow. It starts with the fields that never change, so an incomplete line can be recognized. */
export function lineOf({ id, owner, ...flow }: Flow): string {
  return `${jsonText({ id, owner, ...flow })}\n`
}

/**
 * Returns the ID of the flow after the last complete line of a file.
 *
 * @throws {UsageError} if the file isn't an export of this chain, or if appending would leave a gap
 */
export async function nextFlow(lines: Lines, path: string, from: bigint, access: Access): Promise<bigint> {
  const reject = (why: string): never => {
    throw new UsageError(`${path} ${why}`, 'The file was not changed. Choose another file with -o.')
  }
  let next = from
  if (lines.count > 0) {
    const first = parse(lines.first) ?? reject('is not an export, because its first line is not a flow.')
    const last = parse(lines.last) ?? reject('is not an export, because its last line is not a flow.')
    const [begin, end] = [BigInt(first.id), BigInt(last.id)]
    if (end - begin + 1n !== BigInt(lines.count))
      reject(`has ${lines.count} lines, which cannot be the flows ${begin} to ${end}.`)
    if (begin > from) reject(`starts with flow ${begin}, so flows from ${from} on are missing.`)
    if (end + 1n < from) reject(`ends with flow ${end}, so there would be a gap before flow ${from}.`)
    for (const exported of [first, last])
      if (!isSame(exported, await flowOf(BigInt(exported.id), access)))
        reject(`is an export of another chain, because the node has another flow ${exported.id}.`)
    next = end + 1n
  }
  if (lines.incomplete && !isStartOf(lines.incomplete, await flowOf(next, access)))
    reject('ends with something that is not a flow of this chain.')
  return next
}

interface ExportedFlow {
  id: string
  owner: unknown
  startTime: unknown
  updateHistory: unknown[]
}

function parse(line = ''): ExportedFlow | null {
  try {
    const { id, owner, startTime, updateHistory } = fieldsOf(JSON.parse(line))
    if (typeof id !== 'string' || !/^\d+$/.test(id) || !Array.isArray(updateHistory)) return null
    return { id, owner, startTime, updateHistory }
  } catch {
    return null
  }
}

/** The owner of a flow never changes. Its start time changes only with an update. */
function isSame({ owner, startTime, updateHistory }: ExportedFlow, flow: Flow | null): boolean {
  if (!flow || flow.owner !== owner) return false
  return flow.startTime === startTime || flow.updateHistory.length > updateHistory.length
}

function isStartOf(text: string, flow: Flow | null): boolean {
  if (!flow) return false
  const start = jsonText({ id: flow.id, owner: flow.owner }).slice(0, -1)
  return text.startsWith(start) || start.startsWith(text)
}

async function flowOf(id: bigint, { client, height, options }: Access): Promise<Flow | null> {
  try {
    return await client.flow({ id, height }, options)
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return null
    throw error
  }
}
