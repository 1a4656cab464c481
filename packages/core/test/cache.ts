import { dehydrate, hydrate, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core'

/** The options of any flow-query query. */
export interface AnyOptions {
  queryKey: readonly ['flow-query', string, string, object]
}

/** A query that a component has mounted. */
export interface Mounted {
  unmount: () => void
  /** Fetches the next page of an infinite query, if there is one. */
  fetchNextPage?: () => void
}

/** Observes a query like a framework's binding does for a mounted component. */
export function mount(cache: QueryClient, options: AnyOptions): Mounted {
  if (!('infinite' in options.queryKey[3])) {
    return { unmount: new QueryObserver(cache, options as never).subscribe(() => {}) }
  }
  const observer = new InfiniteQueryObserver(cache, options as never)
  return {
    unmount: observer.subscribe(() => {}),
    fetchNextPage() {
      const { hasNextPage, isFetchingNextPage } = observer.getCurrentResult()
      if (hasNextPage && !isFetchingNextPage) observer.fetchNextPage().catch(() => {})
    },
  }
}

export { dehydrate, hydrate, QueryClient }
