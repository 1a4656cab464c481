import type { FlowClient } from '../client.js'
import { flowQueryKeys } from '../queries.js'
import type { CachedQuery, Touches } from './touched.js'

/** What is needed of TanStack's QueryClient. */
export interface LiveQueryClient {
  getQueryCache: () => { findAll: (filters: { queryKey: readonly unknown[] }) => CachedQuery[] }
  invalidateQueries: (filters: { predicate: (query: CachedQuery) => boolean; refetchType: 'none' }) => Promise<void>
}

/**
 * Marks queries of a chain as stale, and asks those again that somebody looks at. Those that read the past are left alone.
 *
 * A fetch in flight may bring what was there before: it is left to finish, as one that is cancelled again and again never
 * arrives, and asked once more.
 */
export function createRefetching(client: FlowClient, cache: LiveQueryClient) {
  /** What has come to pass while a query was being fetched. */
  const waiting = new Map<CachedQuery, Touches[]>()
  /** The newest block when a query was asked: the answer holds all of it, however late the rest of it is told. */
  let asked = new WeakMap<CachedQuery, number>()
  let newest = 0
  let stopped = false

  const queries = () =>
    cache
      .getQueryCache()
      .findAll({ queryKey: flowQueryKeys.all(client) })
      .filter(({ queryKey }) => !('height' in Object(queryKey[3])))

  function refetch(touched: ReadonlySet<CachedQuery>): void {
    if (!touched.size) return
    void cache.invalidateQueries({ predicate: query => touched.has(query), refetchType: 'none' })
    for (const query of touched) {
      if (stopped || !query.isActive() || query.isStatic()) continue
      asked.set(query, newest)
      // An error is the query's own, and shows there.
      query.fetch().catch(() => {})
      // Whoever asks for one more page meanwhile cancels this.
      if ('infinite' in Object(query.queryKey[3])) void afterwards(query, ({ state }) => !!state.fetchMeta?.fetchMore)
    }
  }

  async function afterwards(query: CachedQuery, touches: Touches): Promise<void> {
    const since = [touches]
    waiting.set(query, since)
    while (query.state.fetchStatus === 'fetching' && query.promise) await query.promise.catch(() => {})
    waiting.delete(query)
    // Or it was removed meanwhile.
    if (queries().includes(query) && since.some(touches => touches(query))) refetch(new Set([query]))
  }

  return {
    /** Something happened in this block: what is asked from now on holds it. */
    saw(height: number): void {
      newest = Math.max(newest, height)
    },
    /** One round for what happened up to a block. */
    touch(touches: Touches, height: number): void {
      const touched = queries().filter(query => {
        if ((asked.get(query) ?? -1) >= height) return false
        if (waiting.get(query)?.push(touches)) return false
        if (query.state.fetchStatus !== 'fetching') return touches(query)
        void afterwards(query, touches)
        return false
      })
      refetch(new Set(touched))
    },
    /** Asks what is looked at and not being asked. */
    poll(): void {
      refetch(new Set(queries().filter(query => query.state.fetchStatus === 'idle' && query.isActive())))
    },
    /** The node may have been set back: blocks are counted anew. */
    restart(): void {
      newest = 0
      asked = new WeakMap()
    },
    /** From now on, queries are marked only. */
    stop(): void {
      stopped = true
    },
  }
}
