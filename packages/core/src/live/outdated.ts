import type { FlowClient } from '../client.js'
import { type CachedQuery, type ChainQuery, chainQuery, type LiveQueryClient } from './cache.js'

/**
 * Why something may not be as it is on the chain any more:
 *
 * - `event`: an event says so. An answer that is still the old one comes from a node that lags behind
 * - `due`: it should have run by now, and nothing was told
 * - `perhaps`: it may have changed
 */
export type Reason = 'event' | 'due' | 'perhaps'

/** Since when something is outdated, and why. */
export interface Mark {
  readonly since: number
  readonly reason: Reason
}

/** What of a query has to be asked for again. */
interface OutdatedParts {
  /** The rows of these flows. */
  readonly flows: Map<string, Mark>
  /** The end, where new flows or the newest execution appear. */
  newest: Mark | undefined
  whole: Mark | undefined
}

/** Which parts of which queries are outdated. */
export interface Outdated {
  /** Counts all that happens: what comes later is greater. */
  readonly nextMoment: () => number
  readonly partsOf: (query: ChainQuery) => OutdatedParts
  readonly has: (query: ChainQuery) => boolean
  /** The queries with outdated parts. */
  readonly queries: () => ChainQuery[]
  /** Whether all of a query was asked for after a moment. */
  readonly wasAskedAfter: (query: ChainQuery, moment: number) => boolean
  readonly stop: () => void
}

export interface OutdatedListener {
  /** A query got data that was not asked for here: a server's, or what was kept of an earlier visit. */
  onGiven: (query: ChainQuery) => void
  /** Something that is outdated may be asked for now: a query was answered, or somebody looks at it. */
  onReady: () => void
  /** An answer does not show what an event has told. */
  onUnchanged: (query: ChainQuery) => void
}

export function createOutdated(client: FlowClient, queryClient: LiveQueryClient, listener: OutdatedListener): Outdated {
  const parts = new Map<CachedQuery, OutdatedParts>()
  /** When all of a query was asked for last, and what it held then. */
  const asked = new WeakMap<CachedQuery, { moment: number; data: unknown }>()
  /** Of the fetches under way, those that only add a page to what is there. */
  const addingPage = new WeakSet<CachedQuery>()
  let moment = 0

  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query: cached, action }) => {
    const query = chainQuery(client, cached)
    if (!query) return
    if (type === 'removed') parts.delete(cached)
    if (type === 'added' && cached.state.data !== undefined) listener.onGiven(query)
    if (type === 'observerAdded' || type === 'observerOptionsUpdated') listener.onReady()
    if (type !== 'updated' || !action) return
    if (action.type === 'setState' && action.state?.data !== undefined) listener.onGiven(query)
    if (action.type === 'fetch') onFetch(cached, action.meta)
    if (action.type === 'success' && !action.manual) onAnswer(query, cached.state.data)
    if (action.type === 'error') onAnswer(query, asked.get(cached)?.data)
  })

  function onFetch(cached: CachedQuery, meta: object | undefined): void {
    if (meta && 'fetchMore' in meta) {
      addingPage.add(cached)
      return
    }
    addingPage.delete(cached)
    asked.set(cached, { moment: ++moment, data: cached.state.data })
  }

  function onAnswer(query: ChainQuery, data: unknown): void {
    const outdated = parts.get(query.cached)
    const last = asked.get(query.cached)
    if (outdated && last && !addingPage.has(query.cached)) {
      const isAnswered = (mark: Mark | undefined) => mark !== undefined && mark.since < last.moment
      // What an event has told is looked for row by row: a node that lags behind does not show it.
      const isDone = (mark: Mark | undefined) => isAnswered(mark) && mark?.reason !== 'event'
      for (const [id, mark] of outdated.flows) if (isDone(mark)) outdated.flows.delete(id)
      if (isDone(outdated.newest)) outdated.newest = undefined
      if (isAnswered(outdated.whole)) {
        if (outdated.whole?.reason === 'event' && data === last.data) listener.onUnchanged(query)
        outdated.whole = undefined
      }
    }
    listener.onReady()
  }

  return {
    nextMoment: () => ++moment,
    partsOf({ cached }) {
      const known = parts.get(cached) ?? { flows: new Map(), newest: undefined, whole: undefined }
      parts.set(cached, known)
      return known
    },
    has: ({ cached }) => isOutdated(parts.get(cached)),
    queries() {
      for (const [cached, known] of parts) if (!isOutdated(known)) parts.delete(cached)
      return [...parts.keys()].flatMap(cached => chainQuery(client, cached) ?? [])
    },
    wasAskedAfter: ({ cached }, moment) => (asked.get(cached)?.moment ?? 0) > moment,
    stop: unsubscribe,
  }
}

function isOutdated(parts: OutdatedParts | undefined): boolean {
  return parts !== undefined && (parts.flows.size > 0 || parts.newest !== undefined || parts.whole !== undefined)
}
