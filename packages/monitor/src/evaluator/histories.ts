import {
  executionOutcome,
  type Flow,
  type FlowClient,
  type FlowHistoryPage,
  flowStatus,
  isFlowQueryError,
  type PageArgs,
  toDate,
} from '@flow-query/core'
import type { FlowEvent } from '@flow-query/core/live'
import { dueRun, readAgainAt } from '@flow-query/core/parts/runs'
import { followPages, readNewestRuns } from '@flow-query/core/scan'
import { type FlowHealth, flowHealth } from '@flow-query/insights'
import { blockAt, type FailureSeries, failuresOf } from '../evaluate.js'

export interface Histories {
  /** The newest runs of flows that are not over, newest first. */
  readonly pages: ReadonlyMap<string, FlowHistoryPage>
  /** The health of flows that are over, whose runs are not kept to save memory. */
  readonly endedHealth: ReadonlyMap<string, FlowHealth>
  readonly applyEvents: (events: readonly FlowEvent[]) => void
  /** Call this when events no longer arrive. Until the reconnect, responses may be from before earlier events. */
  readonly disconnected: () => void
  /** Call this when events arrive again. Until then, late answers of other chains may have been missed. */
  readonly reconnected: () => void
  readonly failures: (id: string) => FailureSeries | null
  /** Returns the version of the flow that was read with its runs, which can be newer than `flow`. */
  readonly rowOf: (flow: Flow) => Flow
  readonly mustRead: (flow: Flow, now: number) => boolean
  readonly isRead: (flow: Flow, now: number) => boolean
  /** Reads until the signal aborts, and returns the flows whose runs were read. */
  readonly read: (flows: readonly Flow[], now: number, signal: AbortSignal) => Promise<Flow[]>
  readonly keepOnly: (flows: ReadonlyMap<string, unknown>) => void
}

/** A flow that ended within this many milliseconds is read again, because its row can be older than its runs. */
const recentEnd = 600_000
/** How often runs that wait for another chain are read, in milliseconds, because events can get lost. */
const pendingInterval = 60_000
/** A flow only counts as over after this many milliseconds, because until then its row may come from a node that lags behind. */
const confirmation = 20_000

interface Known {
  /** The row of the source for which the runs were read. */
  sourceRow: Flow
  row: Flow
  at: number
  isPending: boolean
  /** Whether another chain has not answered in time. Its late answer changes the run, but not the flow. */
  isUnanswered: boolean
  isOver: boolean
  newestRun: number
  failures: FailureSeries | null
}

export function createHistories(client: FlowClient, isRelevant: (flow: Flow, now: number) => boolean): Histories {
  const pages = new Map<string, FlowHistoryPage>()
  const endedHealth = new Map<string, FlowHealth>()
  const known = new Map<string, Known>()
  const announced = new Set<string>()
  /** The flows that seem to be over, which are read again until that is certain. */
  const unconfirmed = new Set<string>()
  /** Announced flows that were read without a connection, and are read again after the reconnect. */
  const doubtful = new Set<string>()
  let isAnswerAnnounced = false
  let isConnected = true
  let connections = 0

  function mustRead(flow: Flow, now: number): boolean {
    const { sourceRow, row, at, isPending, isOver } = known.get(flow.id) ?? {}
    if (!sourceRow || !row || at === undefined) {
      const status = flowStatus(flow, blockAt(now))
      return status === 'active' || (status !== 'scheduled' && isRelevant(flow, now))
    }
    if (announced.has(flow.id) || unconfirmed.has(flow.id)) return true
    if (sourceRow !== flow && !isEqual(row, flow)) return true
    if (isPending && (isAnswerAnnounced || now - at >= pendingInterval)) return true
    return !isOver && now >= readAgainAt(dueRun(row), at)
  }

  async function readOne(flow: Flow, now: number, signal: AbortSignal): Promise<void> {
    const page = await readNewestRuns(client, flow, { signal })
    const [newest] = page.history
    const newestRun = timeOf(newest?.actualExecTime)
    // A node that lags behind has not seen the newest run yet.
    if (newestRun < (known.get(flow.id)?.newestRun ?? 0)) return
    const isOver = (row: Flow) => /completed|stopped/.test(flowStatus(row, blockAt(now), { newest }))
    const isRecent = now - timeOf(flow.execTime) < recentEnd
    // Reads the flow after its runs, because otherwise the newest run could look like the last one.
    const row = isOver(flow) && isRecent ? await client.flow({ id: flow.id }, { signal }) : flow
    if (isOver(row) && now - Math.max(timeOf(row.execTime), newestRun) < confirmation) {
      unconfirmed.add(flow.id)
      return
    }
    unconfirmed.delete(flow.id)
    const outcome = newest && executionOutcome(newest, row, blockAt(now))
    const isPending = outcome === 'pending'
    const isUnanswered = outcome === 'unacknowledged' || outcome === 'timedOut'
    const failures = await readFailures(client, row, page, known.get(flow.id)?.failures, now, signal)
    const state = { isPending, isUnanswered, isOver: isOver(row) }
    known.set(flow.id, { sourceRow: flow, row, at: now, ...state, newestRun, failures })
    if (isOver(row) && !isPending) {
      endedHealth.set(flow.id, flowHealth(row, page, blockAt(now)))
      pages.delete(flow.id)
    } else {
      endedHealth.delete(flow.id)
      pages.set(flow.id, page)
    }
  }

  return {
    pages,
    endedHealth,
    mustRead,
    isRead: (flow, now) => known.has(flow.id) || unconfirmed.has(flow.id) || !mustRead(flow, now),
    applyEvents(events) {
      for (const { type, id } of events) {
        if (id !== null) announced.add(id)
        else if (type === 'acknowledged' || type === 'timedOut') isAnswerAnnounced = true
      }
    },
    disconnected() {
      isConnected = false
    },
    reconnected() {
      isConnected = true
      connections++
      for (const id of doubtful) announced.add(id)
      doubtful.clear()
      for (const [id, { isPending, isUnanswered }] of known) if (isPending || isUnanswered) announced.add(id)
    },
    failures: id => known.get(id)?.failures ?? null,
    rowOf(flow) {
      const { sourceRow, row } = known.get(flow.id) ?? {}
      return sourceRow === flow && row ? row : flow
    },
    async read(flows, now, signal) {
      const done: Flow[] = []
      isAnswerAnnounced = false
      await Promise.all(
        flows.map(async flow => {
          // An event that arrives during the request can announce a newer run.
          const wasAnnounced = announced.delete(flow.id)
          const connection = connections
          try {
            await readOne(flow, now, signal)
            if (wasAnnounced && !isConnected) doubtful.add(flow.id)
            else if (wasAnnounced && connection !== connections) announced.add(flow.id)
            done.push(flow)
          } catch (error) {
            if (wasAnnounced) announced.add(flow.id)
            if (!signal.aborted && !isFlowQueryError(error)) throw error
          }
        }),
      )
      return done
    },
    keepOnly(flows) {
      for (const map of [pages, endedHealth, known]) for (const id of map.keys()) if (!flows.has(id)) map.delete(id)
      for (const ids of [announced, doubtful, unconfirmed]) for (const id of ids) if (!flows.has(id)) ids.delete(id)
    },
  }
}

const [olderRuns, longestSeries] = [500, 10_000]

/** @param before the known series, which continues if all runs of `page` failed */
async function readFailures(
  client: FlowClient,
  flow: Flow,
  page: FlowHistoryPage,
  before: FailureSeries | null | undefined,
  now: number,
  signal: AbortSignal,
): Promise<FailureSeries | null> {
  const seriesOf = (newest: Pick<FlowHistoryPage, 'history' | 'nextKey'>) =>
    failuresOf(flowHealth(flow, newest, blockAt(now)))
  let series = seriesOf(page)
  if (!series?.orEarlier) return series
  if (before) return before
  const readPage = async (at: PageArgs) => {
    const { history: items, ...info } = await client.flowHistory({ id: flow.id, ...at }, { signal })
    return { items, ...info }
  }
  const history = [...page.history]
  for await (const { items, nextKey } of followPages(readPage, {
    key: page.nextKey,
    limit: olderRuns,
    reverse: true,
  })) {
    history.push(...items)
    series = seriesOf({ history, nextKey })
    if (!series?.orEarlier || history.length >= longestSeries) break
  }
  return series
}

/** Rows are refetched and compared by value, so that an equal row doesn't cause another request for its runs. */
function isEqual(one: Flow, other: Flow): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function timeOf(time: string | undefined): number {
  return toDate(time ?? '')?.getTime() ?? 0
}
