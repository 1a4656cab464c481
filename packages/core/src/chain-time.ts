import { checkHeight } from './arguments.js'
import type { QueryArgs } from './cache/keys.js'
import { createQuery } from './cache/query.js'
import type { FlowClient, RequestOptions } from './client.js'
import { type Body, child, requiredString, requiredTime } from './decode.js'
import { isFlowQueryError } from './errors.js'
import type { Block, ChainTime, ChainTimeArgs } from './types.js'

/**
 * Returns the time and the height of the node's newest block, or of the block at `height`.
 *
 * Read the time before the flows. Otherwise, a flow that runs between the two requests looks as if it were over.
 *
 * @example
 * const time = await chainTime(client)
 * const { flows } = await client.flows({ reverse: true })
 * for (const flow of flows) console.log(flow.label, flowStatus(flow, time))
 *
 * @throws {FlowQueryError} if the request fails
 */
export async function chainTime(
  client: FlowClient,
  { height }: ChainTimeArgs = {},
  { signal, onHeight }: RequestOptions = {},
): Promise<ChainTime> {
  if (height != null) checkHeight(height, client.settings.allowHeight)
  const options = { query: 'chainTime', height, signal, onHeight } as const
  const get = (path: string, mapper: (body: Body) => Block) =>
    client.settings.read(client.settings, path, body => chainTimeOf(mapper(body)), options)
  try {
    return await get('/cosmos/base/node/v1beta1/status', statusOf)
  } catch (error) {
    // Older nodes have no status, or a status without a time. All nodes return blocks, but blocks are larger.
    const isOld = isFlowQueryError(error, 'unsupported') || isFlowQueryError(error, 'notFound')
    if (!isOld && !isFlowQueryError(error, 'decode')) throw error
    return get(`/cosmos/base/tendermint/v1beta1/blocks/${height ?? 'latest'}`, blockOf)
  }
}

function chainTimeOf({ height, time }: Block): ChainTime {
  return { block: time, height, readAt: Date.now() }
}

function statusOf(body: Body): Block {
  return { height: requiredString(body.height, 'height'), time: requiredTime(body.timestamp, 'timestamp') }
}

export function blockOf(body: Body): Block {
  return child(body.block, 'block', block =>
    child(block.header, 'header', header => ({
      height: requiredString(header.height, 'height'),
      time: requiredTime(header.time, 'time'),
    })),
  )
}

export function chainTimeQuery(client: FlowClient, args: QueryArgs<ChainTimeArgs> = {}) {
  return createQuery(client, { name: 'chainTime', required: [], read: chainTime }, args)
}
