import type { FlowClient } from '../client.js'
import { fetchedFrom, fetchProgress } from '../queries/fetch-progress.js'
import { isSame } from '../same.js'
import { statusOnceOver } from '../status.js'
import type { Flow } from '../types.js'
import { affectedAccounts, longestUnread } from './accounts.js'
import { type CachedQuery, type ChainQuery, chainQuery, holdsAccounts, holdsFlows, isAnnounced } from './cache.js'
import type { Certainty, Change } from './changes.js'
import { matches } from './matches.js'
import { rowsOf } from './rows.js'

/** Marks a part of a query as stale. */
export interface Mark {
  /** The number of the last request before the change. A response to a later request contains the change. */
  readonly since: number
  /** Whether the data must change. An unchanged response then comes from a node that lags behind, and the part is read again. */
  readonly isCertain: boolean
  /** The row, or the data of the query, before the change. */
  readonly before: unknown
  /** How often the part was read without a change. */
  readonly attempts: number
  /** The earliest time of the next read, in milliseconds since 1970. */
  readonly notBefore: number
}

/** The stale parts of a query, and the state of its requests. */
interface QueryState {
  /** Stale rows, by flow id. */
  readonly flows: Map<string, Mark>
  /** Set if newer items may be missing. */
  newest: Mark | undefined
  /** Set if the whole query is stale. */
  whole: Mark | undefined
  /** The sequence number of the last request that fetched the whole query. */
  requestedAt: number
  /** Whether the current fetch only adds a page. */
  isAddingPage: boolean
  isReadingNewest: boolean
}

/** Milliseconds until a node that lags behind is read again. The delay doubles with each attempt. */
const blockTime = 5_000
/** The maximum number of repeated reads if the data must change but does not. */
const mostAttempts = 4

export type Stale = ReturnType<typeof createStale>

/**
 * Records which parts of a chain's queries are stale, since when and why. It sends no requests.
 *
 * - `apply` marks the rows, newest items and queries that changes affect.
 * - `connected` marks all queries. At the first connection, it only marks the data that was already requested, and only in queries
 *   whose changes events announce.
 * - `polled` marks all observed queries, but only the newest items of collections.
 * - `accountsPolled` marks the observed queries about accounts that were not read for the longest time.
 * - `hydrated` marks the query if events announce its changes.
 * - `fetchStarted` numbers the request, unless it only adds a page.
 * - `fetchEnded` clears older marks. It keeps the marks of rows and newest items whose expected change is still missing, and of rows
 *   that the fetch didn't read.
 * - `rowsRead` clears older marks of rows. A row that must change but did not is read again later.
 * - `rowsMissing` does the same for flows that the node doesn't have.
 * - `newestRead` does the same for the newest items. It marks the whole query if items are missing before them.
 * - `removed` deletes the marks of the query.
 *
 * A request that was sent before a change never clears its mark. A failed fetch clears marks, because the query has the error.
 * After any other failed read, everything stays stale.
 *
 * Data that must change but did not is read again with backoff. A new change resets the backoff. Stale data is only read while
 * the query has observers.
 */
export function createStale(client: FlowClient) {
  const states = new Map<CachedQuery, QueryState>()
  let moment = 0
  let isConnected = false

  function stateOf({ cached }: ChainQuery): QueryState {
    const state = states.get(cached) ?? {
      flows: new Map(),
      newest: undefined,
      whole: undefined,
      requestedAt: 0,
      isAddingPage: false,
      isReadingNewest: false,
    }
    states.set(cached, state)
    return state
  }

  /** Returns the number of a new request. Later marks belong to changes after this request. */
  function nextMoment(): number {
    return ++moment
  }

  function mark(isCertain = false, before?: unknown): Mark {
    return { since: moment, isCertain, before, attempts: 0, notBefore: 0 }
  }

  /** Returns the mark for reading unchanged data again, or undefined after the last attempt. */
  function nextAttempt(mark: Mark): Mark | undefined {
    if (mark.attempts >= mostAttempts) return undefined
    const notBefore = Date.now() + blockTime * 2 ** mark.attempts
    return { ...mark, since: moment, attempts: mark.attempts + 1, notBefore }
  }

  function afterRead(mark: Mark, data: unknown): Mark | undefined {
    return mark.isCertain && data === mark.before ? nextAttempt(mark) : undefined
  }

  /** Returns whether a running request is about to replace the data. */
  function isBusy({ cached }: ChainQuery): boolean {
    return cached.state.fetchStatus !== 'idle' || states.get(cached)?.isReadingNewest === true
  }

  /** Returns the queries with stale parts. */
  function queries(): ChainQuery[] {
    return [...states].flatMap(([cached, state]) =>
      marksOf(state).length > 0 ? (chainQuery(client, cached) ?? []) : [],
    )
  }

  function apply(changes: readonly Change[], queries: readonly ChainQuery[]): void {
    const flows = new Map<string, Certainty>()
    for (const change of changes) if (change.kind === 'flow') flows.set(change.id, change.certainty)
    if (flows.size > 0) for (const query of queries) applyToRows(query, flows)
    const affectsAccounts = affectedAccounts(changes, queries)
    for (const query of queries) if (holdsAccounts(query) && affectsAccounts(query)) stateOf(query).whole = mark()
    for (const change of changes) {
      if (change.kind === 'flow' || change.kind === 'accounts') continue
      const part = change.kind === 'all' ? 'whole' : 'newest'
      for (const query of queries)
        if (matches(query, change.query, queries))
          stateOf(query)[part] = mark(change.certainty === 'certain', query.cached.state.data)
    }
  }

  function applyToRows(query: ChainQuery, changes: ReadonlyMap<string, Certainty>): void {
    const { flows } = stateOf(query)
    const isObserved = query.cached.isActive()
    const apply = (id: string, row?: Flow) => flows.set(id, mark(isObserved && mustChange(row, changes.get(id)), row))
    // The response to a running request may contain these flows without the change.
    if (isBusy(query) && holdsFlows(query)) for (const id of changes.keys()) apply(id)
    const missing = missingFlow(query)
    if (changes.has(missing)) apply(missing)
    for (const row of rowsOf(query, changes)) apply(row.id, row)
  }

  return {
    nextMoment,
    isBusy,
    queries,
    apply,
    /** Returns the stale parts of a query. */
    partsOf: stateOf,
    /** Returns whether a part of a query must be read now. */
    isDue: ({ cached }: ChainQuery) => marksOf(states.get(cached)).some(isDueMark),
    wasRequestedAfter: (query: ChainQuery, moment: number) => stateOf(query).requestedAt > moment,

    connected(queries: readonly ChainQuery[], isFirst: boolean): void {
      isConnected = true
      for (const query of queries) {
        if (isFirst && !isAnnounced(query)) continue
        const state = stateOf(query)
        const requestedUpTo = isFirst ? fetchProgress(query.cached.state) : undefined
        if (requestedUpTo === undefined) state.whole = mark()
        else if (requestedUpTo > 0) state.newest = mark()
        for (let id = 1; id <= (requestedUpTo ?? 0); id++) state.flows.set(`${id}`, mark())
      }
    },

    disconnected(): void {
      isConnected = false
    },

    polled(queries: readonly ChainQuery[]): void {
      for (const query of queries) {
        if (!query.cached.isActive() || query.cached.state.fetchStatus !== 'idle') continue
        // Reading all flows of a chain for each poll would be too many requests.
        stateOf(query)[query.name === 'flowCollection' ? 'newest' : 'whole'] = mark()
      }
    },

    accountsPolled(queries: readonly ChainQuery[]): void {
      for (const query of longestUnread(queries)) stateOf(query).whole = mark()
    },

    hydrated(query: ChainQuery): void {
      if (isConnected && isAnnounced(query)) stateOf(query).whole = mark()
    },

    fetchStarted(query: ChainQuery, isNextPage: boolean): void {
      const state = stateOf(query)
      state.isAddingPage = isNextPage
      if (!isNextPage) state.requestedAt = nextMoment()
    },

    fetchEnded(query: ChainQuery): void {
      const state = stateOf(query)
      const { flows, newest, whole, requestedAt } = state
      if (state.isAddingPage) return
      const isFresh = (mark: Mark) => mark.since < requestedAt && !mark.isCertain
      const from = fetchedFrom(query.cached.state)
      for (const [id, mark] of flows) if (isFresh(mark) && Number(id) >= from) flows.delete(id)
      if (newest && isFresh(newest)) state.newest = undefined
      if (whole && whole.since < requestedAt) state.whole = afterRead(whole, query.cached.state.data)
    },

    newestReadStarted(query: ChainQuery): void {
      stateOf(query).isReadingNewest = true
    },

    newestReadEnded({ cached }: ChainQuery): void {
      const state = states.get(cached)
      if (state) state.isReadingNewest = false
    },

    /** `data` is the query's data with the newest items, or undefined if items between them are missing. */
    newestRead(query: ChainQuery, read: Mark, data: unknown): void {
      const state = stateOf(query)
      if (state.newest === read) state.newest = afterRead(read, data)
      if (data === undefined) state.whole = mark()
    },

    /** Returns the rows to write into each query. Omits rows that changed after the request with the sequence number `began`. */
    rowsRead(fresh: ReadonlyMap<string, Flow>, queries: readonly ChainQuery[], began: number) {
      const accepted = new Map<ChainQuery, Map<string, Flow>>()
      const unchanged = new Map<string, Mark>()
      for (const query of queries) {
        const { flows, requestedAt } = stateOf(query)
        if (requestedAt > began) continue
        const rows = new Map([...fresh].filter(([id]) => (flows.get(id)?.since ?? 0) < began))
        for (const row of rowsOf(query, rows)) {
          const mark = flows.get(row.id)
          if (mark?.isCertain && isSame(mark.before ?? row, rows.get(row.id))) unchanged.set(row.id, mark)
        }
        accepted.set(query, rows)
      }
      for (const [query, rows] of accepted) {
        const { flows } = stateOf(query)
        for (const id of rows.keys()) flows.delete(id)
        for (const { id } of rowsOf(query, unchanged)) setMark(flows, id, nextAttempt(unchanged.get(id) as Mark))
      }
      return accepted
    },

    rowsMissing(ids: readonly string[]): void {
      const all = queries().map(query => stateOf(query).flows)
      for (const id of ids) {
        const mark = all.flatMap(flows => flows.get(id) ?? []).find(mark => mark.isCertain)
        for (const flows of all) if (flows.delete(id)) setMark(flows, id, mark && nextAttempt(mark))
      }
    },

    removed({ cached }: ChainQuery): void {
      states.delete(cached)
    },
  }
}

/** Returns whether the marked part may be read now. */
export function isDueMark(mark: Mark): boolean {
  return mark.notBefore <= Date.now()
}

export function marksOf(state: QueryState | undefined): Mark[] {
  return state ? [...state.flows.values(), state.newest, state.whole].filter(mark => mark !== undefined) : []
}

function setMark(flows: Map<string, Mark>, id: string, mark: Mark | undefined): void {
  if (mark) flows.set(id, mark)
}

/** Returns whether a row must change. If it doesn't, the response comes from a node that lags behind. */
function mustChange(row: Flow | undefined, certainty: Certainty | undefined): boolean {
  // After its last run, a flow keeps its `execTime`.
  const isLastRun = row !== undefined && statusOnceOver(row) === 'completed'
  return certainty === 'certain' || (certainty === 'unlessLastRun' && !isLastRun)
}

/** Returns the id of a `flow` query that has no data because the flow was not found. Returns '' for any other query. */
export function missingFlow({ name, args, cached }: ChainQuery): string {
  return name === 'flow' && cached.state.data === undefined ? (args.id ?? '') : ''
}
