import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { watchChanges } from '../steps/watch-changes'

/** Returns the cached state of a query without fetching it. */
export function useCachedState(queryKey: readonly unknown[] | undefined) {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => watchChanges(cache, listener), [cache])
  return useSyncExternalStore(subscribe, () => (queryKey ? cache.find({ queryKey })?.state : undefined))
}
