import type { FlowClient } from '../client.js'
import { isFlowQueryError } from '../errors.js'
import { isSame } from '../same.js'
import type { Flow } from '../types.js'
import type { ChainQuery } from './cache.js'
import { type FlowRequest, flowRequest, flowRequests } from './flow-requests.js'
import type { Outdated } from './outdated.js'
import { replaceFlows, rowsOf } from './rows.js'

/** Requests that are under way at once. */
const mostRequests = 6

export interface RowReaderListener {
  /** The queries that can be written to. */
  queries: () => ChainQuery[]
  write: (query: ChainQuery, data: unknown) => void
  /** An answer does not show what events have told of these flows. */
  onUnchanged: (ids: readonly string[]) => void
  /** A flow that was due has changed, and no event said so. */
  onMissedEvent: (id: string) => void
  onFailure: (error: unknown) => void
  onDone: () => void
}

/** Asks for flows, each once at a time, and writes them into every query that holds them. */
export interface RowReader {
  readonly read: (ids: ReadonlySet<string>) => void
  /** What is being asked for may be answered as it was. */
  readonly haveChanged: (ids: Iterable<string>) => void
}

export function createRowReader(
  client: FlowClient,
  outdated: Outdated,
  signal: AbortSignal,
  listener: RowReaderListener,
): RowReader {
  /** Flows that are being asked for, or wait for their turn, and whether they have changed since. */
  const asking = new Map<string, { hasChanged: boolean }>()
  /** Flows that an answer for several lacked. */
  const askedAlone = new Set<string>()
  const waiting: FlowRequest[] = []
  let underWay = 0

  function read(ids: ReadonlySet<string>): void {
    const fresh = [...ids].filter(id => !asking.has(id))
    const alone = fresh.filter(id => askedAlone.has(id))
    const together = new Set(fresh.filter(id => !askedAlone.has(id)))
    const lists = listener.queries().filter(({ cached }) => cached.isActive())
    for (const request of [...alone.map(id => flowRequest(client, id)), ...flowRequests(client, together, lists)]) {
      for (const id of request.ids) asking.set(id, { hasChanged: false })
      waiting.push(request)
    }
    sendWaiting()
  }

  function sendWaiting(): void {
    while (underWay < mostRequests) {
      const request = waiting.shift()
      if (!request) return
      underWay++
      void ask(request).finally(() => {
        underWay--
        sendWaiting()
        listener.onDone()
      })
    }
  }

  async function ask({ ids, send }: FlowRequest): Promise<void> {
    const began = outdated.nextMoment()
    try {
      const answer = await send(signal)
      const found = new Map(answer.map(flow => [flow.id, flow]))
      for (const id of ids) if (!found.has(id)) askedAlone.add(id)
      // An event that came meanwhile is newer than this answer may be.
      const isCurrent = (id: string) => found.has(id) && !asking.get(id)?.hasChanged
      write(new Map(ids.filter(isCurrent).map(id => [id, found.get(id) as Flow])), began)
    } catch (error) {
      if (isFlowQueryError(error, 'notFound')) forgetMissing(ids)
      else {
        forgetWaiting()
        listener.onFailure(error)
      }
    } finally {
      for (const id of ids) asking.delete(id)
    }
  }

  function write(fresh: ReadonlyMap<string, Flow>, began: number): void {
    for (const id of fresh.keys()) askedAlone.delete(id)
    const unchanged = new Set<string>()
    const missed = new Set<string>()
    for (const query of listener.queries()) {
      if (outdated.wasAskedAfter(query, began)) continue
      const { flows } = outdated.partsOf(query)
      const rows = rowsOf(query, fresh)
      for (const row of rows) {
        const reason = flows.get(row.id)?.reason
        const isUnchanged = isSame(row, fresh.get(row.id))
        if (reason === 'event' && isUnchanged) unchanged.add(row.id)
        if (reason === 'due' && !isUnchanged) missed.add(row.id)
      }
      for (const id of fresh.keys()) flows.delete(id)
      if (rows.length > 0) listener.write(query, replaceFlows(query, fresh))
    }
    if (unchanged.size > 0) listener.onUnchanged([...unchanged])
    for (const id of missed) listener.onMissedEvent(id)
  }

  /** A node that has no such flow, although an event tells of it, lags behind. */
  function forgetMissing(ids: readonly string[]): void {
    const byEvent = new Set<string>()
    for (const query of outdated.queries()) {
      const { flows } = outdated.partsOf(query)
      for (const id of ids) {
        if (flows.get(id)?.reason === 'event') byEvent.add(id)
        flows.delete(id)
      }
    }
    if (byEvent.size > 0) listener.onUnchanged([...byEvent])
  }

  /** They are still outdated, and planned anew. */
  function forgetWaiting(): void {
    for (const { ids } of waiting.splice(0)) for (const id of ids) asking.delete(id)
  }

  return {
    read,
    haveChanged(ids) {
      for (const id of ids) {
        const asked = asking.get(id)
        if (asked) asked.hasChanged = true
      }
    },
  }
}
