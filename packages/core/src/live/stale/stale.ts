import { fetchProgress, isRestart } from '../../cache/fetch-progress.js'
import type { FlowClient } from '../../client.js'
import { isSame } from '../../same.js'
import { statusOnceOver } from '../../status.js'
import type { Flow } from '../../types.js'
import {
  type CachedQuery,
  type CacheEvent,
  type ChainQuery,
  chainQuery,
  holdsAccounts,
  holdsFlows,
  isAnnounced,
  isObservedAndIdle,
} from '../cache.js'
import type { Certainty, Change } from '../changes.js'
import { rowsOf } from '../rows.js'
import { affectedAccounts } from './accounts.js'
import type { AcceptedRows, StaleAction } from './actions.js'
import { isDueMark, type Mark, newMark, nextAttempt } from './marks.js'
import { matches } from './matches.js'
import {
  afterRead,
  endFetch,
  forgetMissingRows,
  marksOf,
  missingFlow,
  newState,
  type QueryState,
  setRow,
} from './query-state.js'

/**
 * Records which parts of a chain's queries are stale, since when and why. It sends no requests.
 *
 * A request that was sent before a change never clears its mark. A failed fetch clears marks, because the query has the error.
 * Data that must change but did not is read again with backoff, which a new change resets.
 */
export class Stale {
  readonly #client: FlowClient
  readonly #cached: () => ChainQuery[]
  readonly #states = new Map<CachedQuery, QueryState>()
  #lastRequest = 0
  #isConnected = false
  #hasConnected = false

  constructor(client: FlowClient, cached: () => ChainQuery[]) {
    this.#client = client
    this.#cached = cached
  }

  /** Marks or clears parts of queries. It changes marks in place, because a collection can have tens of thousands of them. */
  dispatch(action: StaleAction): void {
    switch (action.type) {
      case 'changed':
        this.#applyChanges(action.changes, this.#cached())
        break
      case 'statusChanged':
        this.#isConnected = action.state === 'connected'
        if (this.#isConnected) this.#applyConnection()
        break
      case 'eventsMissed':
        for (const query of this.#cached()) this.#markWhole(query)
        break
      case 'polled':
        for (const query of action.queries.filter(isObservedAndIdle))
          this.#stateOf(query)[query.name === 'flowCollection' ? 'newest' : 'whole'] = this.#mark()
        break
      case 'retried':
        for (const query of action.queries.filter(isObservedAndIdle)) this.#markWhole(query)
        break
      case 'rowsRead':
        this.#clearRows(action.rows)
        break
      case 'rowsMissing':
        for (const id of action.ids) this.#retryMissingRow(id)
        break
      case 'cacheEvent':
        this.#applyCacheEvent(action.query, action.event)
        break
      case 'readPlanned':
        forgetMissingRows(this.#stateOf(action.query), action.query)
        break
      case 'newestReading':
        this.#stateOf(action.query).isReadingNewest = action.isReading
        break
      case 'newestRead':
        this.#endNewestRead(action.query, action.mark, action.data)
        break
      case 'newestUnreadable': {
        const state = this.#stateOf(action.query)
        if (action.request === 'whole') state.whole = state.newest
        state.newest = undefined
      }
    }
  }

  #endNewestRead(query: ChainQuery, mark: Mark, data: unknown): void {
    const state = this.#stateOf(query)
    if (state.newest === mark) state.newest = afterRead(query, mark, data, this.#lastRequest)
    // Items are missing before the newest ones.
    if (data === undefined) state.whole = this.#mark()
  }

  #clearRows(accepted: AcceptedRows): void {
    const unchanged = new Map<string, Mark>()
    for (const [query, rows] of accepted) {
      for (const row of rowsOf(query, rows)) {
        const mark = this.#stateOf(query).flows.get(row.id)
        if (mark?.isCertain && isSame(mark.before ?? row, rows.get(row.id))) unchanged.set(row.id, mark)
      }
    }
    for (const [query, rows] of accepted) {
      const state = this.#stateOf(query)
      for (const id of rows.keys()) state.flows.delete(id)
      for (const { id } of rowsOf(query, unchanged))
        setRow(state, id, nextAttempt(unchanged.get(id), this.#lastRequest))
    }
  }

  #retryMissingRow(id: string): void {
    const marked = [...this.#states.values()].filter(({ flows }) => flows.has(id))
    const certain = marked.map(({ flows }) => flows.get(id)).find(mark => mark?.isCertain)
    for (const state of marked) setRow(state, id, nextAttempt(certain, this.#lastRequest))
  }

  #hydrate(query: ChainQuery): void {
    if (this.#isConnected && isAnnounced(query)) this.#markWhole(query)
  }

  #applyChanges(changes: readonly Change[], queries: readonly ChainQuery[]): void {
    const flows = new Map<string, Certainty>()
    for (const change of changes) if (change.kind === 'flow') flows.set(change.id, change.certainty)
    if (flows.size > 0) for (const query of queries) this.#applyToRows(query, flows)
    const affectsAccounts = affectedAccounts(changes, queries)
    for (const query of queries) if (holdsAccounts(query) && affectsAccounts(query)) this.#markWhole(query)
    for (const change of changes) {
      if (change.kind === 'flow' || change.kind === 'accounts') continue
      const part = change.kind === 'all' ? 'whole' : 'newest'
      for (const query of queries)
        if (matches(query, change.query, queries))
          this.#stateOf(query)[part] = this.#mark(change.certainty === 'certain', query.cached.state.data)
    }
  }

  #applyCacheEvent(query: ChainQuery, { type, action }: Pick<CacheEvent, 'type' | 'action'>): void {
    const state = this.#stateOf(query)
    if (type === 'removed') this.#states.delete(query.cached)
    if (type === 'added' && query.cached.state.data !== undefined) this.#hydrate(query)
    switch (action?.type) {
      case 'fetch':
        if (action.meta && 'fetchMore' in action.meta) {
          // A successful next page clears the error, although the refetch that failed was not repeated.
          if (!state.isAddingPage && query.cached.state.error) state.whole ??= this.#mark()
          state.isAddingPage = true
        } else this.#startFetch(state)
        break
      case 'setState':
        // A persister for single queries returns the data from the query function, and then sets its age.
        if (action.state?.dataUpdatedAt) this.#hydrate(query)
        if (isRestart(action.state)) this.#startFetch(state)
        break
      case 'error':
      case 'success':
        if (!action.manual) endFetch(state, query, this.#lastRequest)
    }
  }

  #applyConnection(): void {
    for (const query of this.#cached()) {
      if (this.#hasConnected) this.#markWhole(query)
      else if (isAnnounced(query)) this.#markRequested(query)
    }
    this.#hasConnected = true
  }

  #applyToRows(query: ChainQuery, changes: ReadonlyMap<string, Certainty>): void {
    const { flows } = this.#stateOf(query)
    const isObserved = query.cached.isActive()
    const apply = (id: string, row?: Flow) =>
      flows.set(id, this.#mark(isObserved && mustChange(row, changes.get(id)), row))
    // The response to a running request may contain these flows without the change.
    if (this.isBusy(query) && holdsFlows(query)) for (const id of changes.keys()) apply(id)
    const missing = missingFlow(query)
    if (changes.has(missing)) apply(missing)
    for (const row of rowsOf(query, changes)) apply(row.id, row)
  }

  #startFetch(state: QueryState): void {
    state.isAddingPage = false
    state.requestedAt = ++this.#lastRequest
  }

  /** Marks only the data that was requested before the first connection. */
  #markRequested(query: ChainQuery): void {
    const state = this.#stateOf(query)
    const requestedUpTo = fetchProgress(query.cached.state)
    if (requestedUpTo === undefined) {
      this.#markWhole(query)
      return
    }
    if (requestedUpTo > 0) state.newest = this.#mark()
    for (let id = 1; id <= requestedUpTo; id++) state.flows.set(`${id}`, this.#mark())
  }

  #stateOf({ cached }: ChainQuery): QueryState {
    const state = this.#states.get(cached) ?? newState()
    this.#states.set(cached, state)
    return state
  }

  #markWhole(query: ChainQuery): void {
    this.#stateOf(query).whole = this.#mark()
  }

  #mark(isCertain = false, before?: unknown): Mark {
    return newMark(this.#lastRequest, isCertain, before)
  }

  isOvertaken(query: ChainQuery, request: number): boolean {
    return query.cached.state.fetchStatus !== 'idle' || this.#stateOf(query).requestedAt > request
  }

  nextAttemptAt(): number {
    let next = Number.POSITIVE_INFINITY
    for (const state of this.#states.values())
      for (const { notBefore } of marksOf(state))
        if (notBefore > performance.now() && notBefore < next) next = notBefore
    return next
  }

  isDue({ cached }: ChainQuery): boolean {
    return marksOf(this.#states.get(cached)).some(isDueMark)
  }

  queries(): ChainQuery[] {
    return [...this.#states].flatMap(([cached, state]) =>
      marksOf(state).length > 0 ? (chainQuery(this.#client, cached) ?? []) : [],
    )
  }

  nextRequest(): number {
    return ++this.#lastRequest
  }

  partsOf(query: ChainQuery): Readonly<QueryState> {
    return this.#stateOf(query)
  }

  isBusy({ cached }: ChainQuery): boolean {
    return cached.state.fetchStatus !== 'idle' || this.#states.get(cached)?.isReadingNewest === true
  }

  /** Returns the rows that have not changed since the request with the sequence number `began`. */
  acceptedRows(fresh: ReadonlyMap<string, Flow>, began: number): AcceptedRows {
    const accepted = new Map<ChainQuery, Map<string, Flow>>()
    for (const query of this.#cached()) {
      const { flows, requestedAt } = this.#stateOf(query)
      if (requestedAt <= began && !this.isBusy(query))
        accepted.set(query, new Map([...fresh].filter(([id]) => (flows.get(id)?.since ?? 0) < began)))
    }
    return accepted
  }
}

function mustChange(row: Flow | undefined, certainty: Certainty | undefined): boolean {
  // The last run changes no row, because the flow keeps its `execTime`.
  const isLastRun = row !== undefined && statusOnceOver(row) === 'completed'
  return certainty === 'certain' || (certainty === 'unlessLastRun' && !isLastRun)
}
