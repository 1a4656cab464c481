import { dehydrate, hydrate, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core'

/** Options of a query of ours, of any kind. */
export interface AnyOptions {
  queryKey: readonly ['flow-query', string, string, object]
}

/** Somebody who looks at a query. */
export interface Looking {
  leave: () => void
  /** Of a list that is read page after page, where it has one more. */
  fetchNextPage?: () => void
}

/** What a framework's binding does for a mounted query. */
export function look(cache: QueryClient, options: AnyOptions): Looking {
  if (!('infinite' in options.queryKey[3])) {
    return { leave: new QueryObserver(cache, options as never).subscribe(() => {}) }
  }
  const observer = new InfiniteQueryObserver(cache, options as never)
  return {
    leave: observer.subscribe(() => {}),
    fetchNextPage() {
      const { hasNextPage, isFetchingNextPage } = observer.getCurrentResult()
      if (hasNextPage && !isFetchingNextPage) observer.fetchNextPage().catch(() => {})
    },
  }
}

export { dehydrate, hydrate, QueryClient }
