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

/** The `fetchMeta` of a query, which TanStack Query resets with each fetch. It shows which flows were requested before an event. */
interface FetchProgress {
  /** Flows up to this ID may have been requested. 0 before the first request, and null after the last one. */
  requestedUpTo: number | null
  /** Flows with lower IDs are not read again. */
  requestedFrom: number
  isRestart: boolean
  /** Set after the last response. */
  blocks?: ReadBlocks | undefined
}

/** The heights of the blocks that data comes from, and when it was read, in milliseconds since 1970. */
export interface ReadBlocks {
  lowest: number
  highest: number
  startedAt: number
  endedAt: number
}

export function fetchWaits(context: FetchContext): void {
  track(context, { requestedUpTo: 0, requestedFrom: 1, isRestart: false })
}

export function fetchRestarts(context: FetchContext): void {
  track(context, { requestedUpTo: null, requestedFrom: 1, isRestart: true })
}

export function fetchAdvances(context: FetchContext, requestedUpTo: number | null, requestedFrom: number): void {
  track(context, { requestedUpTo, requestedFrom, isRestart: false })
}

export function fetchEnds(context: FetchContext, blocks: ReadBlocks): void {
  track(context, { requestedUpTo: null, requestedFrom: 1, isRestart: false, blocks })
}

function track({ queryKey, client }: FetchContext, fetchMeta: FetchProgress): void {
  // `find` would hash the keys of all queries, which takes seconds if a page starts hundreds of them.
  client
    .getQueryCache()
    .getAll()
    .find(query => query.queryKey === queryKey)
    ?.setState({ fetchMeta })
}

export function isRestart(state: { fetchMeta?: unknown } | undefined): boolean {
  return (state?.fetchMeta as Partial<FetchProgress> | null | undefined)?.isRestart === true
}

export function blocksOf(state: { fetchMeta?: unknown } | undefined): ReadBlocks | undefined {
  return (state?.fetchMeta as Partial<FetchProgress> | null | undefined)?.blocks
}

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

export function fetchedFrom({ fetchMeta }: { fetchMeta: unknown }): number {
  return (fetchMeta as Partial<FetchProgress> | null)?.requestedFrom ?? 1
}
