import { liveStarts } from '../cache/live-start.js'
import type { FlowClient } from '../client.js'
import type { FlowQueryError } from '../errors.js'
import type { FlowEvent, LiveStatus } from '../events.js'
import {
  type ChainQuery,
  chainQueries,
  holdsFlows,
  type LiveQueryClient,
  mayRecover,
  otherFailedQueries,
} from './cache.js'
import { ChainClock } from './chain-clock.js'
import { changesFrom } from './changes.js'
import { EventBatch } from './event-batch.js'
import { initialLiveStatus, type LiveFlowsOptions, LiveUsers } from './live-users.js'
import { createPolling } from './polling.js'
import { createRefetch, type Refetch } from './refetch/refetch.js'
import { eventsOf } from './rpc-events.js'
import { createObservedDueRuns, flowsDueBetween } from './runs/observed-due-runs.js'
import { longestUnread, unannouncedInterval } from './stale/accounts.js'
import type { StaleAction } from './stale/actions.js'
import { Stale } from './stale/stale.js'

/** If more flows than this were due while the chain had stopped, all data is refetched. */
const mostDueReads = 100
const dueInterval = 5_000

export class LiveCache {
  readonly #client: FlowClient
  readonly #queryClient: LiveQueryClient
  readonly #onStop: () => void
  readonly #users = new LiveUsers()
  readonly #listening = new AbortController()
  readonly #events = new EventBatch(events => this.#apply(events))
  readonly #polling = createPolling(() => this.#poll())
  readonly #dueChecks = createPolling(() => void this.#checkDueFlows())
  readonly #unannouncedChecks = createPolling(() => this.#pollUnannounced())
  readonly #stale: Stale
  readonly #refetch: Refetch
  readonly #dueRuns: ReturnType<typeof createObservedDueRuns>
  readonly #clock: ChainClock
  #connection = initialLiveStatus
  #endWaiting = () => {}

  constructor(client: FlowClient, queryClient: LiveQueryClient, onStop: () => void) {
    this.#client = client
    this.#queryClient = queryClient
    this.#onStop = onStop
    this.#stale = new Stale(client, () => this.#queries())
    this.#refetch = createRefetch(client, queryClient, this.#stale, update => this.#users.batch(update))
    this.#clock = new ChainClock(client, queryClient, {
      areFlowsStale: () => this.#isAnyStale(query => query.cached.isActive() && holdsFlows(query)),
      markDue: (from, to) => this.#markDue(from, to),
      signal: this.#listening.signal,
    })
    this.#dueRuns = createObservedDueRuns(
      client,
      () => this.#queries(),
      () => this.#clock.now(),
    )
    this.#listen()
  }

  get isStale(): boolean {
    return this.#isAnyStale(() => true)
  }

  /** Returns false while data that was read without its expected change waits for the next attempt. */
  get mustRead(): boolean {
    return this.#isAnyStale(query => this.#stale.isDue(query) || this.#stale.isBusy(query))
  }

  join(user: LiveFlowsOptions): void {
    this.#users.add(user)
    user.signal.addEventListener('abort', () => this.#leave(user), { once: true })
    this.#update(user)
  }

  #leave(user: LiveFlowsOptions): void {
    this.#users.remove(user)
    if (!this.#users.isEmpty) this.#update()
    // When one page replaces another, the last user leaves just before the user of the new page arrives.
    else queueMicrotask(() => !this.#users.isEmpty || this.#stop())
  }

  #listen(): void {
    try {
      const events = eventsOf(this.#client)
      if (!events) return
      this.#endWaiting = liveStarts(this.#queryClient, this.#client.scope)
      events.listen(
        { onEvents: events => this.#onEvents(events), onStatus: status => this.#onStatus(status) },
        this.#listening.signal,
      )
    } catch (error) {
      this.#endWaiting()
      this.#connection = { state: 'stopped', error: error as FlowQueryError }
    }
  }

  #stop(): void {
    this.#listening.abort()
    this.#endWaiting()
    for (const checks of [this.#polling, this.#dueChecks, this.#unannouncedChecks]) checks.every(undefined)
    this.#refetch.stop()
    this.#events.take()
    this.#onStop()
  }

  #onStatus(status: LiveStatus): void {
    if (status.state !== 'connecting') this.#endWaiting()
    this.#dispatch({ type: 'statusChanged', state: status.state })
    if (status.state === 'connected') {
      this.#events.take()
      this.#dueRuns.connected()
    } else if (this.#connection.state === 'connected') this.#refetch.confirmFresh()
    this.#setConnection(status)
  }

  #setConnection(status: LiveStatus): void {
    this.#connection = status
    this.#update()
  }

  #update(newcomer?: LiveFlowsOptions): void {
    const { state } = this.#connection
    const interval = this.#users.shortestInterval
    this.#polling.every(state === 'connected' ? undefined : interval)
    this.#dueChecks.every(isOpen(this.#connection) ? dueInterval : undefined)
    this.#unannouncedChecks.every(unannouncedInterval)
    const isPolling = state === 'stopped' && interval !== undefined
    this.#users.show(isPolling ? { ...this.#connection, state: 'polling' } : this.#connection, newcomer)
  }

  #onEvents(events: readonly FlowEvent[]): void {
    if (this.#connection.state === 'silent') this.#setConnection({ state: 'connected', error: null })
    this.#events.add(events)
  }

  #apply(events: readonly FlowEvent[]): void {
    this.#dueRuns.eventsArrived(events)
    this.#markRuns(this.#dueRuns.updatedWhileDue(events))
    this.#dispatch({ type: 'changed', changes: changesFrom(events) })
  }

  #poll(): void {
    void this.#clock.update()
    this.#dispatch({ type: 'polled', queries: this.#queries() })
    this.#markRuns(this.#dueRuns.takeDue())
  }

  /** No event announces changes of accounts, or that the node responds again. */
  #pollUnannounced(): void {
    const queries = this.#queries()
    this.#dispatch({ type: 'retried', queries: queries.filter(query => hasFailed(query) && !this.#stale.isDue(query)) })
    for (const cached of otherFailedQueries(this.#client, this.#queryClient)) cached.fetch().catch(() => {})
    if (isOpen(this.#connection)) this.#dispatch({ type: 'polled', queries: longestUnread(queries) })
  }

  async #checkDueFlows(): Promise<void> {
    void this.#clock.update()
    if (this.#queries().some(query => query.cached.isActive() && holdsFlows(query))) await this.#clock.synchronize()
    if (this.#listening.signal.aborted) return
    this.#markRuns(this.#dueRuns.takeDue())
    if (this.#connection.state !== 'connected') return
    const isSilent = await this.#dueRuns.isNodeSilent(this.#listening.signal)
    if (isSilent && this.#connection.state === 'connected') this.#setConnection({ state: 'silent', error: null })
  }

  #markDue(from: number, to: number): void {
    const due = new Set(this.#queries().flatMap(query => flowsDueBetween(query, from, to).map(({ id }) => id)))
    if (due.size > mostDueReads) this.#dispatch({ type: 'eventsMissed' })
    else this.#markRuns(due)
  }

  #markRuns(ids: Iterable<string>): void {
    const changes = Array.from(ids).flatMap(id => [
      { kind: 'flow', id, certainty: 'possible' } as const,
      { kind: 'newest', query: { name: 'flowHistory', id }, certainty: 'possible' } as const,
      { kind: 'accounts', id, owner: null, certainty: 'possible' } as const,
    ])
    this.#dispatch({ type: 'changed', changes })
  }

  #dispatch(action: StaleAction): void {
    this.#stale.dispatch(action)
    this.#refetch.schedule()
  }

  #queries(): ChainQuery[] {
    return chainQueries(this.#client, this.#queryClient)
  }

  #isAnyStale(isIncluded: (query: ChainQuery) => boolean): boolean {
    const busy = this.#queries().filter(query => this.#stale.isBusy(query))
    return !this.#events.isEmpty || [...this.#stale.queries(), ...busy].some(isIncluded)
  }
}

function isOpen({ state }: LiveStatus): boolean {
  return state === 'connected' || state === 'silent'
}

/** After a failed refetch, a changed row clears the error of a query, but the data stays invalid. */
function hasFailed({ cached: { state } }: ChainQuery): boolean {
  return (state.isInvalidated && state.data !== undefined) || mayRecover(state.error)
}
