import { chainTime } from '../chain-time.js'
import type { FlowClient } from '../client.js'
import { isFlowQueryError } from '../errors.js'
import { blockMilliseconds, defaultGrace } from '../status.js'
import type { ChainTime } from '../types.js'
import type { CachedQuery, LiveQueryClient } from './cache.js'

const readInterval = 15_000

export interface LiveData {
  areFlowsStale: () => boolean
  markDue: (from: number, to: number) => void
  signal: AbortSignal
}

/**
 * If the cached block were newer than a flow, the flow would look as if it were over. So the block is read first, and written to the
 * cache once no observed flow is stale. After a gap between two blocks, all flows that were due in between are read first.
 */
export function createChainClock(
  client: FlowClient,
  queryClient: LiveQueryClient,
  { areFlowsStale, markDue, signal }: LiveData,
): () => Promise<void> {
  let read: ChainTime | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let isReading = false

  const observed = (): CachedQuery | undefined =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['flow-query', client.scope, 'chainTime'] })
      .find(query => isNewest(query) && query.isActive())

  return async () => {
    const query = observed()
    if (!query || isReading) return
    const shown = query.state.data as ChainTime | undefined
    if (read && !areFlowsStale()) {
      if (!shown || blockMilliseconds(read) > blockMilliseconds(shown) || read.readAt > shown.readAt)
        queryClient.setQueryData(query.queryKey, read, { updatedAt: read.readAt })
      read = undefined
    }
    if (read || areFlowsStale() || performance.now() - readAt < readInterval) return
    isReading = true
    readAt = performance.now()
    try {
      const newest = await chainTime(client, {}, { signal })
      const before = shown ? blockMilliseconds(shown) : Number.POSITIVE_INFINITY
      if (blockMilliseconds(newest) - before > defaultGrace) markDue(before - defaultGrace, blockMilliseconds(newest))
      read = newest
    } catch (error) {
      if (!signal.aborted && !isFlowQueryError(error)) throw error
    } finally {
      isReading = false
    }
  }
}

/** Filters queries here, because the cache of a mirror ignores filters. */
function isNewest({ queryKey: [, , name, args] }: CachedQuery): boolean {
  return name === 'chainTime' && typeof args === 'object' && args !== null && !('height' in args)
}
