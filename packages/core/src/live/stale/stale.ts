import { fetchProgress } from '../../cache/fetch-progress.js'
import type { FlowClient } from '../../client.js'
import { isSame } from '../../same.js'
import { statusOnceOver } from '../../status.js'
import type { Flow } from '../../types.js'
import { type CachedQuery, type ChainQuery, chainQuery, holdsAccounts, holdsFlows, isAnnounced } from '../cache.js'
import type { Certainty, Change } from '../changes.js'
import { rowsOf } from '../rows.js'
import { affectedAccounts, longestUnread } from './accounts.js'
import { isDueMark, type Mark, newMark, nextAttempt } from './marks.js'
import { matches } from './matches.js'
import {
  type DueParts,
  endFetch,
  endNewestRead,
  marksOf,
  missingFlow,
  newState,
  type QueryState,
  type StaleParts,
  setRow,
  takeDueParts,
} from './query-state.js'

/**
 * Records which parts of a chain's queries are stale, since when and why. It sends no requests. Its transitions mark or clear parts:
 *
 * - `connected` marks all queries. At the first connection, it only marks the data that was already requested, and only in queries
 *   whose changes events announce.
 * - `polled` marks all observed queries, but only the newest items of collections
 * - `takeDue` deletes marks of rows that the query doesn't contain. It marks the whole query if its flow was not found.
 * - `fetchStarted` marks the whole query if a next page is fetched after a failed refetch
 * - `fetchEnded` clears older marks. It keeps the marks of rows and newest items whose expected change is still missing, and of rows
 *   that the fetch didn't read.
 * - `rowsRead` clears older marks of rows. A row that must change but did not is read again later.
 * - `rowsMissing` clears older marks of flows that the node doesn't have
 * - `newestRead` clears older marks of the newest items. It marks the whole query if items are missing before them.
 *
 * A request that was sent before a change never clears its mark. A failed fetch clears marks, because the query has the error.
 * Data that must change but did not is read again with backoff, which a new change resets.
 */
export class Stale {
  readonly #client: FlowClient
  readonly #states = new Map<CachedQuery, QueryState>()
  #lastRequest = 0
  #isConnected = false

  constructor(client: FlowClient) {
    this.#client = client
  }

  nextRequest(): number {
    return ++this.#lastRequest
  }

  partsOf(query: ChainQuery): StaleParts {
    return this.#stateOf(query)
  }

  queries(): ChainQuery[] {
    return [...this.#states].flatMap(([cached, state]) =>
      marksOf(state).length > 0 ? (chainQuery(this.#client, cached) ?? []) : [],
    )
  }

  isBusy({ cached }: ChainQuery): boolean {
    return cached.state.fetchStatus !== 'idle' || this.#states.get(cached)?.isReadingNewest === true
  }

  isWholeDue({ cached }: ChainQuery): boolean {
    return isDueMark(this.#states.get(cached)?.whole)
  }

  isDue({ cached }: ChainQuery): boolean {
    return marksOf(this.#states.get(cached)).some(isDueMark)
  }

  isOvertaken(query: ChainQuery, request: number): boolean {
    return query.cached.state.fetchStatus !== 'idle' || this.#stateOf(query).requestedAt > request
  }

  nextAttemptAt(): number {
    const times = [...this.#states.values()].flatMap(state => marksOf(state).map(({ notBefore }) => notBefore))
    return times.reduce((next, time) => (time > Date.now() ? Math.min(next, time) : next), Number.POSITIVE_INFINITY)
  }

  apply(changes: readonly Change[], queries: readonly ChainQuery[]): void {
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

  connected(queries: readonly ChainQuery[], isFirst: boolean): void {
    this.#isConnected = true
    for (const query of queries) {
      if (isFirst && !isAnnounced(query)) continue
      const state = this.#stateOf(query)
      const requestedUpTo = isFirst ? fetchProgress(query.cached.state) : undefined
      if (requestedUpTo === undefined) state.whole = this.#mark()
      else if (requestedUpTo > 0) state.newest = this.#mark()
      for (let id = 1; id <= (requestedUpTo ?? 0); id++) state.flows.set(`${id}`, this.#mark())
    }
  }

  disconnected(): void {
    this.#isConnected = false
  }

  polled(queries: readonly ChainQuery[]): void {
    for (const query of queries) {
      if (!query.cached.isActive() || query.cached.state.fetchStatus !== 'idle') continue
      this.#stateOf(query)[query.name === 'flowCollection' ? 'newest' : 'whole'] = this.#mark()
    }
  }

  accountsPolled(queries: readonly ChainQuery[]): void {
    for (const query of longestUnread(queries)) this.#markWhole(query)
  }

  hydrated(query: ChainQuery): void {
    if (this.#isConnected && isAnnounced(query)) this.#markWhole(query)
  }

  takeDue(query: ChainQuery): DueParts {
    return takeDueParts(this.#stateOf(query), query)
  }

  fetchStarted(query: ChainQuery, isNextPage: boolean): void {
    const state = this.#stateOf(query)
    // A successful next page clears the error, although the refetch that failed was not repeated.
    if (isNextPage && !state.isAddingPage && query.cached.state.error) state.whole ??= this.#mark()
    state.isAddingPage = isNextPage
    if (!isNextPage) state.requestedAt = this.nextRequest()
  }

  fetchEnded(query: ChainQuery): void {
    endFetch(this.#stateOf(query), query, this.#lastRequest)
  }

  newestReadStarted(query: ChainQuery): number {
    this.#stateOf(query).isReadingNewest = true
    return this.nextRequest()
  }

  newestRead(query: ChainQuery, read: Mark, data: unknown): void {
    endNewestRead(this.#stateOf(query), query, read, data, this.#lastRequest)
  }

  newestReadEnded({ cached }: ChainQuery): void {
    const state = this.#states.get(cached)
    if (state) state.isReadingNewest = false
  }

  newestUnreadable(query: ChainQuery, request: 'whole' | 'nothing'): void {
    const state = this.#stateOf(query)
    if (request === 'whole') state.whole = state.newest
    state.newest = undefined
  }

  /** Omits rows that changed after the request with the sequence number `began`. */
  rowsRead(
    fresh: ReadonlyMap<string, Flow>,
    queries: readonly ChainQuery[],
    began: number,
  ): Map<ChainQuery, Map<string, Flow>> {
    const accepted = new Map<ChainQuery, Map<string, Flow>>()
    const unchanged = new Map<string, Mark>()
    for (const query of queries) {
      const { flows, requestedAt } = this.#stateOf(query)
      if (requestedAt > began) continue
      const rows = new Map([...fresh].filter(([id]) => (flows.get(id)?.since ?? 0) < began))
      for (const row of rowsOf(query, rows)) {
        const mark = flows.get(row.id)
        if (mark?.isCertain && isSame(mark.before ?? row, rows.get(row.id))) unchanged.set(row.id, mark)
      }
      accepted.set(query, rows)
    }
    for (const [query, rows] of accepted) {
      const state = this.#stateOf(query)
      for (const id of rows.keys()) state.flows.delete(id)
      for (const { id } of rowsOf(query, unchanged))
        setRow(state, id, nextAttempt(unchanged.get(id), this.#lastRequest))
    }
    return accepted
  }

  rowsMissing(ids: readonly string[]): void {
    const marked = [...this.#states.values()]
    for (const id of ids) {
      const certain = marked.map(({ flows }) => flows.get(id)).find(mark => mark?.isCertain)
      for (const state of marked) if (state.flows.has(id)) setRow(state, id, nextAttempt(certain, this.#lastRequest))
    }
  }

  removed({ cached }: ChainQuery): void {
    this.#states.delete(cached)
  }

  #stateOf({ cached }: ChainQuery): QueryState {
    const state = this.#states.get(cached) ?? newState()
    this.#states.set(cached, state)
    return state
  }

  #mark(isCertain = false, before?: unknown): Mark {
    return newMark(this.#lastRequest, isCertain, before)
  }

  #markWhole(query: ChainQuery): void {
    this.#stateOf(query).whole = this.#mark()
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
}

function mustChange(row: Flow | undefined, certainty: Certainty | undefined): boolean {
  // The last run changes no row, because the flow keeps its `execTime`.
  const isLastRun = row !== undefined && statusOnceOver(row) === 'completed'
  return certainty === 'certain' || (certainty === 'unlessLastRun' && !isLastRun)
}
