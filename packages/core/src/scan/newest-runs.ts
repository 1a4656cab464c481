import { type FetchContext, fetchEnds, fetchRestarts, fetchWaits, type ReadBlocks } from '../cache/fetch-progress.js'
import { type CacheQuery, methodQuery, type QueryContext } from '../cache/query.js'
import type { FlowClient, RequestOptions } from '../client.js'
import type { FlowHistoryPage, FlowId } from '../types.js'
import { createLimiter, type Limiter } from './limiter.js'

export const runsPerFlow = 20
const concurrentRequests = 6

const limiters = new WeakMap<FlowClient, Limiter>()

export function newestRunsQuery(
  client: FlowClient,
  { id }: { id: FlowId },
): CacheQuery<'flowHistory', FlowHistoryPage> {
  return limited(client, methodQuery(client, 'flowHistory', { id, limit: runsPerFlow, reverse: true }))
}

/**
 * Returns a flow's newest 20 runs, newest first. Unlike `client.flowHistory`, it is suitable for many flows, because a client sends at
 * most six of these requests at the same time.
 */
export function readNewestRuns(
  client: FlowClient,
  flow: { id: FlowId },
  { signal = new AbortController().signal }: RequestOptions = {},
): Promise<FlowHistoryPage> {
  return newestRunsQuery(client, flow).queryFn({ signal })
}

interface Limited<Data> {
  queryKey: readonly unknown[]
  queryFn: (context: QueryContext) => Promise<Data>
}

/** Called with the blocks of the responses, unless their heights are hidden. The cache has the same blocks in `fetchMeta`. */
interface BlocksContext {
  onBlocks: (blocks: ReadBlocks) => void
}

export function limited<Data, Query extends Limited<Data>>(client: FlowClient, query: Query & Limited<Data>): Query {
  return {
    ...query,
    queryFn: (context: { signal: AbortSignal } & Partial<FetchContext & BlocksContext>) => {
      const { signal, queryKey = query.queryKey, client: cache, onBlocks } = context
      const limiter = limiters.get(client) ?? createLimiter(concurrentRequests)
      limiters.set(client, limiter)
      // The limiter may delay the request, so nothing has been requested yet.
      if (cache) fetchWaits({ queryKey, client: cache })
      return limiter.run(signal, async () => {
        if (cache) fetchRestarts({ queryKey, client: cache })
        const startedAt = Date.now()
        const heights: number[] = []
        try {
          return await query.queryFn({ signal, onHeight: height => heights.push(height) })
        } finally {
          if (heights.length > 0) {
            const [lowest, highest] = [Math.min(...heights), Math.max(...heights)]
            const blocks = { lowest, highest, startedAt, endedAt: Date.now() }
            onBlocks?.(blocks)
            if (cache && !signal.aborted) fetchEnds({ queryKey, client: cache }, blocks)
          }
        }
      })
    },
  }
}
