import { safely } from '../callbacks.js'
import type { FlowClient } from '../client.js'
import { type FlowQueryError, isFlowQueryError } from '../errors.js'
import type { Flow } from '../types.js'
import { type ChainQuery, chainQueries, type LiveQueryClient } from './cache.js'
import { createNewestReader } from './newest-reader.js'
import { createOutdated, type Reason } from './outdated.js'
import { createRowReader } from './row-reader.js'
import { rowsOf } from './rows.js'

/** Milliseconds until a node that lags behind has the next block. */
const blockTime = 5_000
/** Milliseconds until a node that failed is asked again. */
const restAfterFailure = 10_000

/** Why a row is outdated; undefined is that of a flow that is looked at and was not found. */
export type ReasonFor = (row: Flow | undefined) => Reason

/** Brings queries up to date: what is outdated is asked for once somebody looks at it, and in few requests. */
export interface Refresher {
  /** The rows of these flows, wherever they stand. */
  readonly flowsChanged: (reasons: ReadonlyMap<string, ReasonFor>) => void
  /** The end of a query, where new flows or the newest execution appear. */
  readonly newestChanged: (query: ChainQuery, reason: Reason) => void
  /** All of a query. */
  readonly allChanged: (query: ChainQuery, reason: Reason) => void
  /** Until now events have told what changes: what is shown is as new as if it had just been asked for. */
  readonly wasLive: () => void
  /** From now on nothing is asked; what is still outdated is marked as stale. */
  readonly stop: () => void
}

export interface RefreshListener {
  /** A flow was due, and turns out to have changed although no event said so. */
  onMissedEvent: (id: string) => void
  /** A query got data that was not asked for here: a server's, or what was kept of an earlier visit. */
  onGiven: (query: ChainQuery) => void
}

export function createRefresher(
  client: FlowClient,
  queryClient: LiveQueryClient,
  { onMissedEvent, onGiven }: RefreshListener,
): Refresher {
  const controller = new AbortController()
  const { signal } = controller
  const outdated = createOutdated(client, queryClient, {
    onGiven,
    onReady: refreshSoon,
    onUnchanged: query => later(blockTime, () => allChanged(query, 'perhaps')),
  })
  const newest = createNewestReader(client, outdated, signal, {
    write,
    onGap: query => allChanged(query, 'perhaps'),
    onUnchanged: query => later(blockTime, () => newestChanged(query, 'perhaps')),
    onFailure: rest,
    onDone: refreshSoon,
  })
  const rows = createRowReader(client, outdated, signal, {
    queries: () => chainQueries(client, queryClient).filter(query => !isBusy(query)),
    write,
    onUnchanged: ids => later(blockTime, () => flowsChanged(new Map(ids.map(id => [id, () => 'perhaps'])))),
    onMissedEvent,
    onFailure: rest,
    onDone: refreshSoon,
  })
  /** Queries that show a failure, or are marked as stale by it, until what is outdated of them is asked for again. */
  const staleByFailure = new WeakSet<ChainQuery['cached']>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isPlanned = false
  let isResting = false

  function later(milliseconds: number, then: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, milliseconds)
    timers.add(timer)
  }

  /** Once, when all is done that happens now. */
  function refreshSoon(): void {
    if (isPlanned) return
    isPlanned = true
    queueMicrotask(() => {
      isPlanned = false
      if (!signal.aborted && !isResting) refresh()
    })
  }

  function refresh(): void {
    const wanted = new Set<string>()
    for (const query of outdated.queries()) {
      if (!query.cached.isActive() || isBusy(query)) continue
      const parts = outdated.partsOf(query)
      const missing = missingFlow(query)
      const mark = parts.flows.get(missing)
      // It has no row that could be replaced.
      if (mark) {
        parts.flows.delete(missing)
        parts.whole ??= mark
      }
      if (parts.whole) {
        // An error is the query's own, and shows there.
        query.cached.fetch().catch(() => {})
        continue
      }
      if (parts.newest) newest.read(query, parts.newest)
      const held = new Set(rowsOf(query, parts.flows).map(({ id }) => id))
      for (const id of parts.flows.keys()) {
        if (held.has(id)) wanted.add(id)
        else parts.flows.delete(id)
      }
    }
    rows.read(wanted)
  }

  /** Its data is about to be replaced by what was asked for before. */
  function isBusy(query: ChainQuery): boolean {
    return query.cached.state.fetchStatus !== 'idle' || newest.isReading(query)
  }

  function write(query: ChainQuery, data: unknown): void {
    const { cached } = query
    const { dataUpdatedAt, isInvalidated, error } = cached.state
    const isMended = staleByFailure.has(cached) && !outdated.has(query)
    if (data === cached.state.data && !isMended) return
    // The rest of it is as old as it was.
    queryClient.setQueryData(cached.queryKey, data, { updatedAt: dataUpdatedAt })
    if (isMended) staleByFailure.delete(cached)
    else if (staleByFailure.has(cached) && isFlowQueryError(error)) showFailure(cached, error)
    else if (isInvalidated) markStale([cached])
  }

  /** Beside its data, as after a fetch that failed. */
  function showFailure(cached: ChainQuery['cached'], error: FlowQueryError): void {
    const errorUpdateCount = cached.state.errorUpdateCount + 1
    cached.setState({ status: 'error', error, errorUpdateCount, errorUpdatedAt: Date.now(), isInvalidated: true })
  }

  function markStale(stale: readonly ChainQuery['cached'][]): void {
    void queryClient.invalidateQueries({ predicate: cached => stale.includes(cached), refetchType: 'none' })
  }

  /** Leaves a node alone that failed; what was asked of it is asked again after that. */
  function rest(error: unknown): void {
    if (signal.aborted) return
    if (!isFlowQueryError(error))
      safely(() => {
        throw error
      })
    const stale = outdated.queries().map(({ cached }) => cached)
    for (const cached of stale) {
      if (!cached.state.isInvalidated) staleByFailure.add(cached)
      const isShown = cached.isActive() && cached.state.data !== undefined && cached.state.fetchStatus === 'idle'
      if (isShown && isFlowQueryError(error)) showFailure(cached, error)
    }
    markStale(stale)
    if (isResting) return
    isResting = true
    later(restAfterFailure, () => {
      isResting = false
      refreshSoon()
    })
  }

  function flowsChanged(reasons: ReadonlyMap<string, ReasonFor>): void {
    const since = outdated.nextMoment()
    rows.haveChanged(reasons.keys())
    for (const query of chainQueries(client, queryClient)) {
      const { flows } = outdated.partsOf(query)
      const mark = (id: string, row?: Flow) => {
        const reason = query.cached.isActive() ? reasons.get(id)?.(row) : undefined
        flows.set(id, { since, reason: reason ?? 'perhaps' })
      }
      // An answer under way may hold them, as they were.
      if (isBusy(query) && mayHoldFlows(query)) for (const id of reasons.keys()) mark(id)
      const missing = missingFlow(query)
      if (reasons.has(missing)) mark(missing)
      for (const row of rowsOf(query, reasons)) mark(row.id, row)
    }
    refreshSoon()
  }

  function newestChanged(query: ChainQuery, reason: Reason): void {
    outdated.partsOf(query).newest = { since: outdated.nextMoment(), reason }
    refreshSoon()
  }

  function allChanged(query: ChainQuery, reason: Reason): void {
    markStale([query.cached])
    outdated.partsOf(query).whole = { since: outdated.nextMoment(), reason }
    refreshSoon()
  }

  function wasLive(): void {
    for (const query of chainQueries(client, queryClient)) {
      const { queryKey, state } = query.cached
      const isFollowed = query.name.startsWith('flow') && query.cached.isActive() && state.data !== undefined
      if (isFollowed && !state.isInvalidated && !isBusy(query) && !outdated.has(query))
        queryClient.setQueryData(queryKey, state.data, { updatedAt: Date.now() })
    }
  }

  return {
    flowsChanged,
    newestChanged,
    allChanged,
    wasLive,
    stop() {
      controller.abort()
      outdated.stop()
      for (const timer of timers) clearTimeout(timer)
      markStale(outdated.queries().map(({ cached }) => cached))
    },
  }
}

/** The id of a flow that somebody looks for, and that was not found; '' for any other query. */
function missingFlow({ name, args, cached }: ChainQuery): string {
  return name === 'flow' && cached.state.data === undefined ? (args.id ?? '') : ''
}

function mayHoldFlows({ name }: ChainQuery): boolean {
  return name === 'flow' || name === 'flows' || name === 'flowsForOwner' || name === 'flowCollection'
}
