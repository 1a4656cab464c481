import { safely } from '../callbacks.js'
import type { FlowClient } from '../client.js'
import { type FlowQueryError, isFlowQueryError } from '../errors.js'
import { isRestart } from '../queries/fetch-progress.js'
import { isSame } from '../same.js'
import type { Flow } from '../types.js'
import {
  type CacheEvent,
  type ChainQuery,
  chainQueries,
  chainQuery,
  isAnnounced,
  type LiveQueryClient,
} from './cache.js'
import { type FlowRequest, flowRequest, flowRequests } from './flow-requests.js'
import { mergeNewest, newestRequest, readNewest } from './newest.js'
import { replaceFlows, rowsOf } from './rows.js'
import { isDueMark, type Mark, marksOf, missingFlow, type Stale } from './stale.js'

/** The maximum number of parallel requests for flows. */
const mostRequests = 6
/** Milliseconds until requests are sent again after a failure. */
const backOffTime = 10_000

/** Reads the stale parts of observed queries with few requests, and writes each response into all queries that contain the data. */
export interface Refetch {
  /** Reads stale parts at the end of the current task, so that all changes of the task are handled together. */
  readonly schedule: () => void
  /** Sets `dataUpdatedAt` of fresh, observed queries to now, because events have announced all changes until now. */
  readonly confirmFresh: () => void
  /** Aborts all requests and invalidates the queries that are still stale. */
  readonly stop: () => void
}

export function createRefetch(client: FlowClient, queryClient: LiveQueryClient, stale: Stale): Refetch {
  const controller = new AbortController()
  const { signal } = controller
  /** The flows whose requests are running or waiting. */
  const reading = new Set<string>()
  /** The flows that were missing in a response for several flows. */
  const readAlone = new Set<string>()
  const waiting: FlowRequest[] = []
  let requests = 0
  let isScheduled = false
  let isBackingOff = false
  /** Runs when the next mark is due. */
  let nextAttempt: ReturnType<typeof setTimeout> | undefined
  let backOffEnd: ReturnType<typeof setTimeout> | undefined
  /** The queries that show the error of a failed read. They show it until their stale parts have been read. */
  const failed = new WeakSet<ChainQuery['cached']>()

  const unsubscribe = queryClient.getQueryCache().subscribe(onCacheEvent)

  function onCacheEvent({ type, query: cached, action }: CacheEvent): void {
    const query = chainQuery(client, cached)
    if (!query) return
    if (type === 'removed') stale.removed(query)
    if (type === 'added' && cached.state.data !== undefined) stale.hydrated(query)
    switch (action?.type) {
      case 'fetch':
        stale.fetchStarted(query, action.meta !== undefined && 'fetchMore' in action.meta)
        break
      case 'setState':
        if (action.state?.data !== undefined) stale.hydrated(query)
        if (isRestart(action.state)) stale.fetchStarted(query, false)
        break
      case 'error':
        stale.fetchEnded(query)
        break
      case 'success':
        if (!action.manual) stale.fetchEnded(query)
    }
    schedule()
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      if (signal.aborted) return
      invalidate(stale.queries().filter(query => isDuePart(stale.partsOf(query).whole)))
      if (!isBackingOff) refetch()
      scheduleNextAttempt()
    })
  }

  function scheduleNextAttempt(): void {
    let next = Number.POSITIVE_INFINITY
    for (const query of stale.queries())
      for (const mark of marksOf(stale.partsOf(query))) if (!isDueMark(mark)) next = Math.min(next, mark.notBefore)
    clearTimeout(nextAttempt)
    if (Number.isFinite(next)) nextAttempt = setTimeout(schedule, next - Date.now())
  }

  function refetch(): void {
    const wanted = new Set<string>()
    for (const query of stale.queries()) {
      if (!query.cached.isActive() || stale.isBusy(query)) continue
      const parts = stale.partsOf(query)
      const missing = missingFlow(query)
      const mark = parts.flows.get(missing)
      // A flow that was not found has no row to replace, so the whole query is fetched.
      if (mark) {
        parts.flows.delete(missing)
        parts.whole ??= mark
      }
      if (isDuePart(parts.whole)) {
        // The error is in the query's state.
        query.cached.fetch().catch(() => {})
        continue
      }
      if (isDuePart(parts.newest)) refetchNewest(query, parts.newest)
      const contained = new Set(rowsOf(query, parts.flows).map(({ id }) => id))
      for (const [id, mark] of parts.flows) {
        if (!contained.has(id)) parts.flows.delete(id)
        else if (isDueMark(mark)) wanted.add(id)
      }
    }
    readRows(wanted)
  }

  function refetchNewest(query: ChainQuery, mark: Mark): void {
    const parts = stale.partsOf(query)
    const request = newestRequest(query)
    if (request === 'nothing' || request === 'whole') {
      parts.newest = undefined
      if (request === 'whole') parts.whole = mark
      schedule()
      return
    }
    void readNewestPage(query, mark, request.key)
  }

  async function readNewestPage(query: ChainQuery, mark: Mark, key: string | null): Promise<void> {
    const { cached } = query
    const began = stale.nextMoment()
    stale.newestReadStarted(query)
    try {
      const page = await readNewest(client, query, key, signal)
      const isOvertaken = cached.state.fetchStatus !== 'idle' || stale.wasRequestedAfter(query, began)
      // This response is ignored, because a later request has newer data.
      if (isOvertaken || !isSame(newestRequest(query), { key })) return
      const data = mergeNewest(query, page)
      stale.newestRead(query, mark, data)
      if (data !== undefined) write(query, data)
    } catch (error) {
      backOff(error)
    } finally {
      stale.newestReadEnded(query)
      schedule()
    }
  }

  function readRows(ids: ReadonlySet<string>): void {
    const fresh = [...ids].filter(id => !reading.has(id))
    const alone = fresh.filter(id => readAlone.has(id))
    const together = new Set(fresh.filter(id => !readAlone.has(id)))
    const lists = chainQueries(client, queryClient).filter(query => query.cached.isActive() && !stale.isBusy(query))
    for (const request of [...alone.map(id => flowRequest(client, id)), ...flowRequests(client, together, lists)]) {
      for (const id of request.ids) reading.add(id)
      waiting.push(request)
    }
    sendWaiting()
  }

  function sendWaiting(): void {
    while (requests < mostRequests) {
      const request = waiting.shift()
      if (!request) return
      requests++
      void send(request).finally(() => {
        requests--
        sendWaiting()
        schedule()
      })
    }
  }

  async function send({ ids, send }: FlowRequest): Promise<void> {
    const began = stale.nextMoment()
    try {
      const response = await send(signal)
      const found = new Map(response.map(flow => [flow.id, flow]))
      for (const id of ids) {
        if (found.has(id)) readAlone.delete(id)
        else readAlone.add(id)
      }
      writeRows(new Map(response.flatMap(flow => (ids.includes(flow.id) ? [[flow.id, flow]] : []))), began)
    } catch (error) {
      if (isFlowQueryError(error, 'notFound')) stale.rowsMissing(ids)
      else {
        // The waiting flows are still stale, so they are requested again after the backoff.
        for (const { ids } of waiting.splice(0)) for (const id of ids) reading.delete(id)
        backOff(error)
      }
    } finally {
      for (const id of ids) reading.delete(id)
    }
  }

  function writeRows(fresh: ReadonlyMap<string, Flow>, began: number): void {
    const queries = chainQueries(client, queryClient).filter(query => !stale.isBusy(query))
    for (const [query, rows] of stale.rowsRead(fresh, queries, began))
      if (rowsOf(query, rows).length > 0) write(query, replaceFlows(query, rows))
  }

  function write(query: ChainQuery, data: unknown): void {
    const { cached } = query
    const { dataUpdatedAt, isInvalidated, error } = cached.state
    const showsFailure = failed.has(cached)
    const hasRecovered = showsFailure && !stale.isDue(query)
    if (data === cached.state.data && !hasRecovered) return
    // The other parts of the data were not read, so `dataUpdatedAt` stays the same.
    queryClient.setQueryData(cached.queryKey, data, { updatedAt: dataUpdatedAt })
    if (hasRecovered) failed.delete(cached)
    else if (showsFailure && isFlowQueryError(error)) showFailure(query, error)
    else if (isInvalidated) invalidate([query])
  }

  /** Sets the query's `error` and keeps its data, like a failed fetch does. */
  function showFailure({ cached }: ChainQuery, error: FlowQueryError): void {
    const errorUpdateCount = cached.state.errorUpdateCount + 1
    cached.setState({ status: 'error', error, errorUpdateCount, errorUpdatedAt: Date.now(), isInvalidated: true })
  }

  function invalidate(queries: readonly ChainQuery[]): void {
    const invalid = new Set(queries.map(({ cached }) => cached).filter(({ state }) => !state.isInvalidated))
    if (invalid.size === 0) return
    void queryClient.invalidateQueries({ predicate: cached => invalid.has(cached), refetchType: 'none' })
  }

  /** Sends no new requests for a while. Then, everything that is still stale is requested again. */
  function backOff(error: unknown): void {
    if (signal.aborted) return
    if (!isFlowQueryError(error))
      safely(() => {
        throw error
      })
    const queries = stale.queries().filter(query => stale.isDue(query))
    for (const query of queries) {
      const { cached } = query
      const { state } = cached
      if (!state.isInvalidated) failed.add(cached)
      const isShown = cached.isActive() && state.data !== undefined && state.fetchStatus === 'idle'
      if (isShown && isFlowQueryError(error)) showFailure(query, error)
    }
    invalidate(queries)
    if (isBackingOff) return
    isBackingOff = true
    backOffEnd = setTimeout(() => {
      isBackingOff = false
      schedule()
    }, backOffTime)
  }

  return {
    schedule,
    confirmFresh() {
      for (const query of chainQueries(client, queryClient)) {
        const { queryKey, state } = query.cached
        const isFollowed = isAnnounced(query) && query.cached.isActive() && state.data !== undefined
        if (isFollowed && !state.isInvalidated && !stale.isBusy(query) && !stale.isDue(query))
          queryClient.setQueryData(queryKey, state.data, { updatedAt: Date.now() })
      }
    },
    stop() {
      controller.abort()
      unsubscribe()
      clearTimeout(nextAttempt)
      clearTimeout(backOffEnd)
      invalidate(stale.queries())
    },
  }
}

function isDuePart(mark: Mark | undefined): mark is Mark {
  return mark !== undefined && isDueMark(mark)
}
