/** The part of TanStack Query's query function context that {@link trackFetchProgress} uses. */
export interface FetchContext {
  queryKey: readonly unknown[]
  client: {
    getQueryCache: () => { getAll: () => FetchedQuery[] }
  }
}

interface FetchedQuery {
  queryKey: readonly unknown[]
  setState(state: { fetchMeta: object | null }): void
}

/** The progress of a fetch that consists of many requests, or that hasn't started yet. */
interface FetchProgress {
  /** The highest ID of a flow that may have been requested so far, or 0 if no request has been sent. Null if all have been sent. */
  requestedUpTo: number | null
  /** The lowest ID of a flow that the fetch reads. Flows with lower IDs keep their data. */
  requestedFrom: number
}

/**
 * Stores the progress of a running fetch in the `fetchMeta` of its query, which TanStack Query resets with each fetch.
 * A live cache reads it to know which flows were requested before it connected. `null` means that all requests have been sent.
 */
export function trackFetchProgress(
  { queryKey, client }: FetchContext,
  requestedUpTo: number | null,
  requestedFrom = 1,
): void {
  // `find` would hash the keys of all queries, which takes seconds if a page starts hundreds of them.
  client
    .getQueryCache()
    .getAll()
    .find(query => query.queryKey === queryKey)
    ?.setState({ fetchMeta: { requestedUpTo, requestedFrom } satisfies FetchProgress })
}

/** Call it before a running fetch sends its requests again, or sends them later than it began. Earlier changes are then in its responses. */
export function trackFetchRestart(context: FetchContext): void {
  trackFetchProgress(context, 0)
  trackFetchProgress(context, null)
}

/** Returns the progress of a running fetch, or undefined if all its requests have been sent. */
export function fetchProgress({
  fetchStatus,
  fetchMeta,
}: {
  fetchStatus: string
  fetchMeta: unknown
}): number | undefined {
  if (fetchStatus === 'idle') return undefined
  return (fetchMeta as Partial<FetchProgress> | null)?.requestedUpTo ?? undefined
}

/** Returns the lowest ID of a flow that the last fetch has read. */
export function fetchedFrom({ fetchMeta }: { fetchMeta: unknown }): number {
  return (fetchMeta as Partial<FetchProgress> | null)?.requestedFrom ?? 1
}
