import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core'

/** What a framework's binding does for a mounted query, until the returned function is called. */
export function look(cache: QueryClient, options: object): () => void {
  const { queryKey } = options as { queryKey: readonly [string, string, string, object] }
  return 'infinite' in queryKey[3]
    ? new InfiniteQueryObserver(cache, options as never).subscribe(() => {})
    : new QueryObserver(cache, options as never).subscribe(() => {})
}

/** `flowHistory {"id":"1"}` for each fetch that has begun, sorted. */
export function recordFetches(cache: QueryClient): { take: () => string[] } {
  let fetches: string[] = []
  cache.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return
    const [, , name, args] = event.query.queryKey
    fetches.push(`${name} ${JSON.stringify(args)}`)
  })
  return {
    take() {
      const taken = fetches.sort()
      fetches = []
      return taken
    },
  }
}

export { QueryClient }
