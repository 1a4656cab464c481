import type { FlowClient } from '../../client.js'
import { isFlowQueryError, safely } from '../../errors.js'
import { isSame } from '../../same.js'
import { type ChainQuery, chainQueries, chainQuery, isAnnounced, type LiveQueryClient } from '../cache.js'
import { replaceFlows, rowsOf } from '../rows.js'
import { isDueMark, type Mark } from '../stale/marks.js'
import type { Stale } from '../stale/stale.js'
import { mergeNewest, newestRequest, requestNewest } from './newest.js'
import { createRowReads } from './row-reads.js'
import { createWrites } from './writes.js'

const backOffTime = 10_000

export interface Refetch {
  /** Reads stale parts at the end of the current task, so that all changes of the task are handled together. */
  readonly schedule: () => void
  /** Sets `dataUpdatedAt` of fresh, observed queries to now, because events have announced all changes until now. */
  readonly confirmFresh: () => void
  readonly stop: () => void
}

export function createRefetch(
  client: FlowClient,
  queryClient: LiveQueryClient,
  stale: Stale,
  batch: (update: () => void) => void,
): Refetch {
  const controller = new AbortController()
  const { signal } = controller
  const writes = createWrites(queryClient)
  const readRows = createRowReads(client, signal, stale, {
    onFailure: backOff,
    onDone: schedule,
    onRead(flows, request) {
      const accepted = stale.acceptedRows(flows, request)
      stale.dispatch({ type: 'rowsRead', rows: accepted })
      batch(() => {
        for (const [query, rows] of accepted)
          if (rowsOf(query, rows).length > 0) writes.write(query, replaceFlows(query, rows), stale.isDue(query))
      })
    },
  })
  const unsubscribe = queryClient.getQueryCache().subscribe(event => {
    const query = chainQuery(client, event.query)
    if (!query) return
    stale.dispatch({ type: 'cacheEvent', query, event })
    schedule()
  })
  let isScheduled = false
  let nextAttempt: ReturnType<typeof setTimeout> | undefined
  let backOffEnd: ReturnType<typeof setTimeout> | undefined

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      if (signal.aborted) return
      writes.invalidate(stale.queries().filter(query => isDueMark(stale.partsOf(query).whole)))
      if (backOffEnd === undefined) readDue()
      const next = stale.nextAttemptAt()
      clearTimeout(nextAttempt)
      if (Number.isFinite(next)) nextAttempt = setTimeout(schedule, next - performance.now())
    })
  }

  const isReadable = (query: ChainQuery) => query.cached.isActive() && !stale.isBusy(query)

  function readDue(): void {
    const wanted = new Set<string>()
    for (const query of stale.queries().filter(isReadable)) {
      stale.dispatch({ type: 'readPlanned', query })
      const { whole, newest, flows } = stale.partsOf(query)
      if (isDueMark(whole)) query.cached.fetch().catch(() => {})
      else {
        if (isDueMark(newest)) readNewest(query, newest)
        for (const [id, mark] of flows) if (isDueMark(mark)) wanted.add(id)
      }
    }
    if (wanted.size > 0) readRows(wanted, chainQueries(client, queryClient).filter(isReadable))
  }

  function readNewest(query: ChainQuery, mark: Mark): void {
    const request = newestRequest(query)
    if (typeof request === 'object') void readNewestPage(query, mark, request.key)
    else {
      stale.dispatch({ type: 'newestUnreadable', query, request })
      schedule()
    }
  }

  async function readNewestPage(query: ChainQuery, mark: Mark, key: string | null): Promise<void> {
    const request = stale.nextRequest()
    stale.dispatch({ type: 'newestReading', query, isReading: true })
    try {
      const page = await requestNewest(client, query, key, signal)
      if (stale.isOvertaken(query, request) || !isSame(newestRequest(query), { key })) return
      const data = mergeNewest(query, page)
      stale.dispatch({ type: 'newestRead', query, mark, data })
      if (data !== undefined) writes.write(query, data, stale.isDue(query))
    } catch (error) {
      backOff(error)
    } finally {
      stale.dispatch({ type: 'newestReading', query, isReading: false })
      schedule()
    }
  }

  function backOff(error: unknown): void {
    if (signal.aborted) return
    if (!isFlowQueryError(error))
      safely(() => {
        throw error
      })
    writes.fail(
      stale.queries().filter(query => stale.isDue(query)),
      error,
    )
    backOffEnd ??= setTimeout(() => {
      backOffEnd = undefined
      schedule()
    }, backOffTime)
  }

  return {
    schedule,
    confirmFresh() {
      for (const query of chainQueries(client, queryClient).filter(isReadable)) {
        const { queryKey, state } = query.cached
        if (isAnnounced(query) && state.data !== undefined && !state.isInvalidated && !stale.isDue(query))
          queryClient.setQueryData(queryKey, state.data, { updatedAt: Date.now() })
      }
    },
    stop() {
      controller.abort()
      unsubscribe()
      clearTimeout(nextAttempt)
      clearTimeout(backOffEnd)
      writes.invalidate(stale.queries())
    },
  }
}
