import type { CollectionCache } from './types.js'

interface Observers {
  readonly signal: AbortSignal
  /** False if the fetch was cancelled. */
  readonly areGone: () => boolean
  readonly haveReturned: () => boolean
  readonly stop: () => void
}

/** A query that starts without observers is a prefetch, so it is loaded completely. */
export function watchObservers(cache: CollectionCache, queryKey: readonly unknown[], loadsAll: boolean): Observers {
  const controller = new AbortController()
  let leaving: ReturnType<typeof setTimeout> | undefined
  let hasBeenObserved = false

  const query = () => cache.getQueryCache().find({ queryKey })
  const isObserved = () => (query()?.getObserversCount() ?? 0) > 0
  const isFetching = () => query() !== undefined && query()?.state.fetchStatus !== 'idle'

  function check(): void {
    if (!isFetching()) controller.abort()
    if (isObserved()) {
      hasBeenObserved = true
      clearTimeout(leaving)
      leaving = undefined
    } else if (hasBeenObserved && !loadsAll) {
      // When one page replaces another, the last observer unmounts just before the next one mounts.
      leaving ??= setTimeout(() => controller.abort(), 0)
    }
  }

  const unsubscribe = cache.getQueryCache().subscribe(event => {
    if (event.query.queryKey === queryKey) check()
  })
  check()
  return {
    signal: controller.signal,
    areGone: () => isFetching() && !isObserved(),
    haveReturned: () => isFetching() && isObserved(),
    stop() {
      clearTimeout(leaving)
      unsubscribe()
    },
  }
}
