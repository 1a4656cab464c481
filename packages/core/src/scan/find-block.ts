import { blockOf, chainTime } from '../chain-time.js'
import type { FlowClient, RequestOptions } from '../client.js'
import { clockTime } from '../convert.js'
import { invalidArgument, isFlowQueryError } from '../errors.js'
import type { Block } from '../types.js'

export interface FindBlockArgs {
  /** The exact time of the block, such as the `actualExecTime` of a run. */
  time: string
}

const maxReads = 30
const firstStep = 100

/**
 * Finds the block of a run by its time, with about five requests for single blocks. A run has a block but no transaction, because the
 * chain executes flows at the start of a block.
 *
 * @returns null if no block has this time, or if the node doesn't have the block anymore
 * @example
 * const block = await findBlock(client, { time: entry.actualExecTime })
 * @throws {FlowQueryError} if a request fails
 */
export async function findBlock(
  client: FlowClient,
  { time }: FindBlockArgs,
  options: RequestOptions = {},
): Promise<Block | null> {
  const wanted = clockTime(time)
  if (Number.isNaN(wanted)) throw invalidArgument('time', time, 'a time in RFC 3339 format')
  const newest = await chainTime(client, {}, options)
  if (clockTime(newest.block) === wanted) return { height: newest.height, time: newest.block }
  const blocks: Point[] = [{ height: Number(newest.height), at: clockTime(newest.block) }]
  while (blocks.length <= maxReads) {
    const height = nextHeight(blocks, wanted)
    if (height === undefined) return null
    const block = await readBlock(client, height, options)
    const found = { height: Number(block.height), at: clockTime(block.time) }
    if (found.at === wanted) return block
    const isRemoved = found.height > height && found.at > wanted
    if (isRemoved) return null
    blocks.push(found)
  }
  return null
}

interface Point {
  height: number
  at: number
}

function nextHeight(blocks: readonly Point[], wanted: number): number | undefined {
  const [before] = blocks.filter(({ at }) => at < wanted).sort((one, other) => other.at - one.at)
  const [after, later] = blocks.filter(({ at }) => at > wanted).sort((one, other) => one.at - other.at)
  if (!after || after.height <= 1) return undefined
  if (!before) {
    const distance = later ? ((later.height - after.height) * (after.at - wanted)) / (later.at - after.at) : firstStep
    return Math.max(1, after.height - Math.ceil(distance * 1.05))
  }
  const gap = after.height - before.height
  if (gap <= 1) return undefined
  // Every third step halves the range, because interpolation is slow if the chain stopped in between.
  const share = blocks.length % 3 === 0 ? 0.5 : (wanted - before.at) / (after.at - before.at)
  return before.height + Math.min(gap - 1, Math.max(1, Math.round(gap * share)))
}

/** Returns the oldest block of the node if the node has removed the wanted one. */
async function readBlock(client: FlowClient, height: number, options: RequestOptions): Promise<Block> {
  const { settings } = client
  const { signal } = options
  const path = `/cosmos/base/tendermint/v1beta1/blocks/${height}`
  try {
    return await settings.read(settings, path, blockOf, { query: 'chainTime', height: undefined, signal })
  } catch (error) {
    const [, lowest = 0] = (isFlowQueryError(error) && /lowest height is (\d+)/.exec(error.shortMessage)) || []
    if (Number(lowest) > height) return readBlock(client, Number(lowest), options)
    throw error
  }
}
