import { type Flow, isFlowQueryError } from '@flow-query/core'
import { fieldsOf } from '../fields.js'
import type { Access } from '../node/client.js'
import { UsageError } from '../settings.js'
import { jsonText } from '../terminal/json.js'
import type { LineFile } from './file.js'

/** A flow's line. It begins with what never changes of a flow, by which one that was cut off is known again. */
export function lineOf({ id, owner, ...flow }: Flow): string {
  return `${jsonText({ id, owner, ...flow })}\n`
}

/**
 * The flow with which an export goes on: the one after the last whole line of its file.
 *
 * @throws {UsageError} where the file is no export of this chain, or would get a gap
 */
export async function nextFlow(file: LineFile, path: string, from: bigint, access: Access): Promise<bigint> {
  const reject = (why: string): never => {
    throw new UsageError(`${path} ${why}`, 'Nothing of it was changed. Choose another file: -o')
  }
  const next = file.first === null || file.last === null ? from : await afterLines(file.first, file.last)
  if (file.rest && !(await beginsLine(file.rest, next, access)))
    reject('ends with something that is no flow of this chain.')
  return next

  async function afterLines(firstLine: string, lastLine: string): Promise<bigint> {
    const first = parsed(firstLine) ?? reject('holds something else than flows: its first line is none.')
    const last = parsed(lastLine) ?? reject('holds something else than flows: its last line is none.')
    const [begin, end] = [BigInt(first.id), BigInt(last.id)]
    if (end - begin + 1n !== BigInt(file.count))
      reject(`has ${file.count} lines, which cannot be the flows ${begin} to ${end}.`)
    if (begin > from) reject(`begins with flow ${begin}, and lacks those from ${from}.`)
    if (end + 1n < from) reject(`ends with flow ${end}, and would have a gap up to ${from}.`)
    for (const exported of [first, last])
      if (!(await isOfChain(exported, access)))
        reject(`is an export of another chain: its flow ${exported.id} is not the one that this node has.`)
    return end + 1n
  }
}

/** What tells a flow from those of other chains with the same id. */
type Exported = Pick<Flow, 'id' | 'owner' | 'startTime' | 'updateHistory'>

function parsed(line: string): Exported | null {
  try {
    const { id, owner, startTime, updateHistory } = fieldsOf(JSON.parse(line))
    if (typeof id !== 'string' || !/^\d+$/.test(id) || typeof owner !== 'string') return null
    if (typeof startTime !== 'string' || !Array.isArray(updateHistory)) return null
    return { id, owner, startTime, updateHistory }
  } catch {
    return null
  }
}

/** A flow keeps its owner, and its start until it is changed. */
async function isOfChain({ id, owner, startTime, updateHistory }: Exported, access: Access): Promise<boolean> {
  const flow = await flowOf(BigInt(id), access)
  if (flow?.owner !== owner) return false
  return flow.startTime === startTime || flow.updateHistory.length > updateHistory.length
}

async function beginsLine(rest: string, id: bigint, access: Access): Promise<boolean> {
  const flow = await flowOf(id, access)
  if (!flow) return false
  const head = jsonText({ id: flow.id, owner: flow.owner }).slice(0, -1)
  return rest.startsWith(head) || head.startsWith(rest)
}

async function flowOf(id: bigint, { client, height, options }: Access): Promise<Flow | null> {
  try {
    return await client.flow({ id, height }, options)
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return null
    throw error
  }
}
