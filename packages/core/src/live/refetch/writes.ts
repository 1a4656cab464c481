import { type FlowQueryError, isFlowQueryError } from '../../errors.js'
import type { CachedQuery, ChainQuery, LiveQueryClient } from '../cache.js'

export function createWrites(queryClient: LiveQueryClient) {
  const failed = new WeakSet<CachedQuery>()

  function invalidate(queries: readonly ChainQuery[]): void {
    const invalid = new Set(queries.map(({ cached }) => cached).filter(({ state }) => !state.isInvalidated))
    if (invalid.size === 0) return
    void queryClient.invalidateQueries({ predicate: cached => invalid.has(cached), refetchType: 'none' })
  }

  return {
    invalidate,

    write(query: ChainQuery, data: unknown, isStale: boolean): void {
      const { cached } = query
      const { dataUpdatedAt, isInvalidated, error } = cached.state
      const showsFailure = failed.has(cached)
      const hasRecovered = showsFailure && !isStale
      if (data === cached.state.data && !hasRecovered) return
      // The other parts were not read, so `dataUpdatedAt` stays the same.
      queryClient.setQueryData(cached.queryKey, data, { updatedAt: dataUpdatedAt })
      if (hasRecovered) failed.delete(cached)
      else if (showsFailure && isFlowQueryError(error)) showFailure(cached, error)
      else if (isInvalidated) invalidate([query])
    },

    fail(queries: readonly ChainQuery[], error: unknown): void {
      for (const { cached } of queries) {
        const { isInvalidated, data, fetchStatus } = cached.state
        if (!isInvalidated) failed.add(cached)
        const isShown = cached.isActive() && data !== undefined && fetchStatus === 'idle'
        if (isShown && isFlowQueryError(error)) showFailure(cached, error)
      }
      invalidate(queries)
    },
  }
}

function showFailure(cached: CachedQuery, error: FlowQueryError): void {
  const errorUpdateCount = cached.state.errorUpdateCount + 1
  cached.setState({ status: 'error', error, errorUpdateCount, errorUpdatedAt: Date.now(), isInvalidated: true })
}
