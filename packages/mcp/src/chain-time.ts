import { type ChainTime, chainTime, toDate } from '@flow-query/core'
import type { Place } from './cursor.js'
import type { Call } from './tool.js'

/**
 * Reads the time of the newest block, or of the block at the server's height. Read it before any flow. Later parts of an answer use the
 * time of the first part, so that their lists don't move.
 *
 * `readAt` is the reader's time, or the time of the block if the reader's clock is behind it. For a past block, `readAt` is the time of
 * the block, because the user asks about that time.
 */
export async function readTime({
  chain: { client, height },
  options,
  now,
  place,
}: Pick<Call, 'chain' | 'options' | 'now' | 'place'>): Promise<ChainTime> {
  const time = place.time ?? (await chainTime(client, { height }, options))
  const block = toDate(time.block)?.getTime() ?? now
  return { ...time, readAt: height === undefined ? Math.max(now, block) : block }
}

export function blockOf({ block, height }: ChainTime): NonNullable<Place['time']> {
  return { block, height }
}
