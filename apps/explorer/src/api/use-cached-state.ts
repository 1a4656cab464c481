import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { watchCache } from '../node/live'

/** Returns the cached state of a query without fetching it. */
export function useCachedState(queryKey: readonly unknown[] | undefined) {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => watchCache(cache, listener), [cache])
  return useSyncExternalStore(subscribe, () => (queryKey ? cache.find({ queryKey })?.state : undefined))
}
