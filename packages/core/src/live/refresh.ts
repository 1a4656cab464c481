import { safely } from '../callbacks.js'
import type { FlowClient } from '../client.js'
import { isFlowQueryError } from '../errors.js'
import { isSame } from '../same.js'
import type { Flow } from '../types.js'
import { type ChainQuery, chainQueries, type LiveQueryClient } from './cache.js'
import { type FlowRequest, flowRequest, flowRequests } from './flow-requests.js'
import { mergeNewest, newestRequest, readNewest } from './newest.js'
import { createOutdated, type Mark, type Reason } from './outdated.js'
import { replaceFlows, rowsOf } from './rows.js'

/** Milliseconds until a node that lags behind has the next block. */
const blockTime = 5_000
/** Milliseconds until a node that failed is asked again. */
const restAfterFailure = 10_000
/** Requests for flows that are under way at once. */
const mostRequests = 6

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
  /** From now on nothing is asked; what is still outdated is marked as stale. */
  readonly stop: () => void
}

/** @param onUntold called for a flow that was due, and turns out to have changed although no event said so */
export function createRefresher(
  client: FlowClient,
  queryClient: LiveQueryClient,
  onUntold: (id: string) => void,
): Refresher {
  const outdated = createOutdated(client, queryClient, { onReady: refreshSoon, onUnchanged: checkAllAgain })
  const controller = new AbortController()
  const { signal } = controller
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** Flows that are being asked for, or wait for their turn, and whether they have changed since. */
  const asking = new Map<string, { hasChanged: boolean }>()
  /** Flows that an answer for several lacked. */
  const askedAlone = new Set<string>()
  const waiting: FlowRequest[] = []
  let underWay = 0
  const askingNewest = new Set<ChainQuery['cached']>()
  let isPlanned = false
  let isResting = false

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
    const ids = new Set<string>()
    for (const query of outdated.queries()) {
      if (!query.cached.isActive() || isBusy(query)) continue
      const parts = outdated.partsOf(query)
      if (parts.whole) {
        // An error is the query's own, and shows there.
        query.cached.fetch().catch(() => {})
        continue
      }
      if (parts.newest) void askNewest(query, parts.newest)
      const held = new Set(rowsOf(query, parts.flows).map(({ id }) => id))
      for (const id of parts.flows.keys()) {
        if (!held.has(id)) parts.flows.delete(id)
        else if (!asking.has(id)) ids.add(id)
      }
    }
    const alone = [...ids].filter(id => askedAlone.has(id))
    const together = new Set([...ids].filter(id => !askedAlone.has(id)))
    const lists = chainQueries(client, queryClient).filter(({ cached }) => cached.isActive())
    for (const request of [...alone.map(id => flowRequest(client, id)), ...flowRequests(client, together, lists)]) {
      for (const id of request.ids) asking.set(id, { hasChanged: false })
      waiting.push(request)
    }
    sendWaiting()
  }

  /** Its data is about to be replaced by what was asked for before. */
  function isBusy({ cached }: ChainQuery): boolean {
    return cached.state.fetchStatus !== 'idle' || askingNewest.has(cached)
  }

  function sendWaiting(): void {
    while (underWay < mostRequests) {
      const request = waiting.shift()
      if (!request) return
      underWay++
      void ask(request).finally(() => {
        underWay--
        sendWaiting()
        refreshSoon()
      })
    }
  }

  async function ask({ ids, send }: FlowRequest): Promise<void> {
    const began = outdated.nextMoment()
    try {
      const answer = await send(signal)
      const found = new Map(answer.map(flow => [flow.id, flow]))
      const fresh = new Map<string, Flow>()
      for (const id of ids) {
        const flow = found.get(id)
        if (!flow) askedAlone.add(id)
        // An event that came meanwhile is newer than this answer may be.
        else if (!asking.get(id)?.hasChanged) fresh.set(id, flow)
      }
      writeFlows(fresh, began)
    } catch (error) {
      const [id] = ids
      if (isFlowQueryError(error, 'notFound') && id) writeMissing(id)
      else rest(error)
    } finally {
      for (const id of ids) asking.delete(id)
    }
  }

  function writeFlows(fresh: ReadonlyMap<string, Flow>, began: number): void {
    for (const id of fresh.keys()) askedAlone.delete(id)
    const unchanged = new Set<string>()
    const untold = new Set<string>()
    for (const query of chainQueries(client, queryClient)) {
      if (isBusy(query) || outdated.wasAskedAfter(query, began)) continue
      const { flows } = outdated.partsOf(query)
      const rows = rowsOf(query, fresh)
      for (const row of rows) {
        const reason = flows.get(row.id)?.reason
        const isUnchanged = isSame(row, fresh.get(row.id))
        if (reason === 'told' && isUnchanged) unchanged.add(row.id)
        if (reason === 'due' && !isUnchanged) untold.add(row.id)
      }
      for (const id of fresh.keys()) flows.delete(id)
      if (rows.length > 0) write(query, replaceFlows(query, fresh))
    }
    if (unchanged.size > 0) checkAgain(unchanged)
    for (const id of untold) onUntold(id)
  }

  /** A node that has no such flow, although an event tells of it, lags behind. */
  function writeMissing(id: string): void {
    askedAlone.delete(id)
    let wasTold = false
    for (const query of outdated.queries()) {
      const { flows } = outdated.partsOf(query)
      if (flows.get(id)?.reason === 'told') wasTold = true
      flows.delete(id)
    }
    if (wasTold) checkAgain([id])
  }

  function checkAgain(ids: Iterable<string>): void {
    aBlockLater(() => flowsChanged(new Map(Array.from(ids, id => [id, () => 'perhaps']))))
  }

  async function askNewest(query: ChainQuery, mark: Mark): Promise<void> {
    const parts = outdated.partsOf(query)
    const request = newestRequest(query)
    if (request === 'nothing' || request === 'whole') {
      parts.newest = undefined
      if (request === 'whole') allChanged(query, mark.reason)
      return
    }
    const { cached } = query
    askingNewest.add(cached)
    const began = outdated.nextMoment()
    try {
      const page = await readNewest(client, query, request.key, signal)
      askingNewest.delete(cached)
      // What was asked for meanwhile is newer, and its end is another.
      if (isBusy(query) || outdated.wasAskedAfter(query, began) || !isSame(newestRequest(query), request)) return
      const data = mergeNewest(query, page)
      if (data === undefined) allChanged(query, 'perhaps')
      else if (data !== cached.state.data) write(query, data)
      else if (mark.reason === 'told') aBlockLater(() => newestChanged(query, 'perhaps'))
      if (parts.newest === mark) parts.newest = undefined
    } catch (error) {
      rest(error)
    } finally {
      askingNewest.delete(cached)
      refreshSoon()
    }
  }

  function write({ cached }: ChainQuery, data: unknown): void {
    const { dataUpdatedAt, isInvalidated } = cached.state
    if (data === cached.state.data) return
    // The rest of it is as old as it was.
    queryClient.setQueryData(cached.queryKey, data, { updatedAt: dataUpdatedAt })
    if (isInvalidated) markStale([cached])
  }

  function flowsChanged(reasons: ReadonlyMap<string, ReasonFor>): void {
    const since = outdated.nextMoment()
    for (const id of reasons.keys()) {
      const asked = asking.get(id)
      if (asked) asked.hasChanged = true
    }
    for (const query of chainQueries(client, queryClient)) {
      const { flows } = outdated.partsOf(query)
      const mark = (id: string, row?: Flow) => {
        const reason = query.cached.isActive() ? reasons.get(id)?.(row) : undefined
        flows.set(id, { since, reason: reason ?? 'perhaps' })
      }
      // An answer under way may hold them, as they were.
      if (isBusy(query) && mayHoldFlows(query)) for (const id of reasons.keys()) mark(id)
      const rows = rowsOf(query, reasons)
      for (const row of rows) mark(row.id, row)
      const reasonForMissing = query.name === 'flow' && rows.length === 0 && reasons.get(query.args.id ?? '')
      if (reasonForMissing && !isBusy(query)) allChanged(query, reasonForMissing(undefined))
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

  function checkAllAgain(query: ChainQuery): void {
    aBlockLater(() => allChanged(query, 'perhaps'))
  }

  function markStale(stale: readonly ChainQuery['cached'][]): void {
    void queryClient.invalidateQueries({ predicate: cached => stale.includes(cached), refetchType: 'none' })
  }

  function aBlockLater(then: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, blockTime)
    timers.add(timer)
  }

  /** Leaves a node alone that failed; what was asked of it is asked again after that. */
  function rest(error: unknown): void {
    if (signal.aborted) return
    if (!isFlowQueryError(error))
      safely(() => {
        throw error
      })
    markStale(outdated.queries().map(({ cached }) => cached))
    if (isResting) return
    isResting = true
    const timer = setTimeout(() => {
      timers.delete(timer)
      isResting = false
      refreshSoon()
    }, restAfterFailure)
    timers.add(timer)
  }

  return {
    flowsChanged,
    newestChanged,
    allChanged,
    stop() {
      controller.abort()
      outdated.stop()
      for (const timer of timers) clearTimeout(timer)
      markStale(outdated.queries().map(({ cached }) => cached))
    },
  }
}

function mayHoldFlows({ name }: ChainQuery): boolean {
  return name === 'flow' || name === 'flows' || name === 'flowsForOwner' || name === 'flowCollection'
}
