/** The part of TanStack Query's query function context that {@link trackFetchProgress} uses. */
export interface FetchContext {
  queryKey: readonly unknown[]
  client: {
    getQueryCache: () => { find: (filters: { queryKey: readonly unknown[] }) => FetchedQuery | undefined }
  }
}

interface FetchedQuery {
  setState(state: { fetchMeta: object | null }): void
}

/** The progress of a fetch that consists of many requests, or that hasn't started yet. */
interface FetchProgress {
  /** The highest ID of a flow that may have been requested so far, or 0 if no request has been sent. */
  requestedUpTo: number
}

/**
 * Stores the progress of a running fetch in the `fetchMeta` of its query, which TanStack Query resets with each fetch.
 * A live cache reads it to know which flows were requested before it connected. `null` means that all requests have been sent.
 */
export function trackFetchProgress({ queryKey, client }: FetchContext, requestedUpTo: number | null): void {
  client
    .getQueryCache()
    .find({ queryKey })
    ?.setState({ fetchMeta: requestedUpTo === null ? null : { requestedUpTo } })
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
  return (fetchMeta as Partial<FetchProgress> | null)?.requestedUpTo
}
