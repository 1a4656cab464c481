import {
  executionOutcome,
  type Flow,
  type FlowClient,
  type FlowHistoryPage,
  flowStatus,
  isFlowQueryError,
  toDate,
} from '@flow-query/core'
import { type FlowHealth, flowHealth, newestRunsQueryOptions } from '@flow-query/core/insights'
import type { FlowEvent } from '@flow-query/core/live'

/** The newest runs of flows. They are read once, and then only after they may have changed. */
export interface Histories {
  /** The newest runs by flow ID, newest first. Without those of flows that are over. */
  readonly pages: ReadonlyMap<string, FlowHistoryPage>
  /** The health of flows that are over, by flow ID. Their runs are not kept, because a chain has many of them. */
  readonly endedHealth: ReadonlyMap<string, FlowHealth>
  /** Call it with the events of each block, because not every run changes its flow. */
  readonly applyEvents: (events: readonly FlowEvent[]) => void
  /** Returns the row that belongs to the runs. It can be newer than `flow`. */
  readonly rowOf: (flow: Flow) => Flow
  /** Returns whether the runs of a flow must be read. */
  readonly mustRead: (flow: Flow, now: number) => boolean
  /** Returns whether the runs of a flow have been read, or never have to be. */
  readonly isRead: (flow: Flow, now: number) => boolean
  /** Reads the runs of these flows until the signal aborts. Returns the flows whose runs were read. */
  readonly read: (flows: readonly Flow[], now: number, signal: AbortSignal) => Promise<Flow[]>
  /** Forgets flows that no longer exist. */
  readonly keepOnly: (flows: ReadonlyMap<string, unknown>) => void
}

/** How long after its due time a run is read, in milliseconds. It happens in the first block after that time. */
const longestBlock = 3_000
/** How long after its due time a flow is read until it counts as over, in milliseconds. */
const latestRun = 120_000
/** How often a run that waits for another chain is read again, in milliseconds. `v1` announces the answer, but events get lost. */
const pendingInterval = 60_000
/** How long after a run its flow counts as over at the earliest, in milliseconds. Before, the row may come from a node that lags behind. */
const confirmation = 20_000

interface Known {
  /** The row for which the runs were read. */
  given: Flow
  /** The same row, or a newer one. */
  row: Flow
  /** The time of the evaluation that read the runs, in milliseconds since 1970. */
  at: number
  isPending: boolean
  isOver: boolean
}

/**
 * Creates an empty set of histories.
 *
 * @param isRelevant whether the runs of an ended flow are read at all
 */
export function createHistories(client: FlowClient, isRelevant: (flow: Flow, now: number) => boolean): Histories {
  const pages = new Map<string, FlowHistoryPage>()
  const endedHealth = new Map<string, FlowHealth>()
  const known = new Map<string, Known>()
  const announced = new Set<string>()
  let isAnswerAnnounced = false

  function mustRead(flow: Flow, now: number): boolean {
    const { given, row, at, isPending, isOver } = known.get(flow.id) ?? {}
    if (!given || !row || at === undefined) {
      const status = flowStatus(flow, now)
      return status === 'active' || (status !== 'scheduled' && isRelevant(flow, now))
    }
    if (announced.has(flow.id)) return true
    if (given !== flow && !isEqual(row, flow)) return true
    if (isPending && (isAnswerAnnounced || now - at >= pendingInterval)) return true
    const due = timeOf(row.execTime)
    return !isOver && now >= due + longestBlock && at < due + latestRun
  }

  async function readOne(flow: Flow, now: number, signal: AbortSignal): Promise<void> {
    const page = await newestRunsQueryOptions(client, flow).queryFn({ signal })
    const [newest] = page.history
    const isOver = (row: Flow) => /completed|stopped/.test(flowStatus(row, now, { newest }))
    const isRecent = now - timeOf(flow.execTime) < 5 * latestRun
    // The runs can be newer than the row. Then the newest run looks like the last one.
    const row = isOver(flow) && isRecent ? await client.flow({ id: flow.id }, { signal }) : flow
    if (isOver(row) && now - Math.max(timeOf(row.execTime), timeOf(newest?.actualExecTime)) < confirmation) return
    const isPending = newest !== undefined && executionOutcome(newest, row, now) === 'pending'
    known.set(flow.id, { given: flow, row, at: now, isPending, isOver: isOver(row) })
    if (isOver(row) && !isPending) {
      endedHealth.set(flow.id, flowHealth(row, page, now))
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
    isRead: (flow, now) => known.has(flow.id) || !mustRead(flow, now),
    applyEvents(events) {
      for (const { type, id } of events) {
        if (id !== null) announced.add(id)
        else if (type === 'acknowledged' || type === 'timedOut') isAnswerAnnounced = true
      }
    },
    rowOf(flow) {
      const { given, row } = known.get(flow.id) ?? {}
      return given === flow && row ? row : flow
    },
    async read(flows, now, signal) {
      const done: Flow[] = []
      isAnswerAnnounced = false
      await Promise.all(
        flows.map(async flow => {
          // An event that arrives during the request can announce a newer run.
          const wasAnnounced = announced.delete(flow.id)
          try {
            await readOne(flow, now, signal)
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
      for (const id of announced) if (!flows.has(id)) announced.delete(id)
    },
  }
}

/** Rows are refetched and compared by value, so that an equal row doesn't cause another request for its runs. */
function isEqual(one: Flow, other: Flow): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function timeOf(time: string | undefined): number {
  return toDate(time ?? '')?.getTime() ?? 0
}
