import type { FlowClient } from '../../client.js'
import type { FlowEvent } from '../../events.js'
import { queryGrace } from '../../status.js'
import type { Flow } from '../../types.js'
import type { CachedQuery, ChainQuery } from '../cache.js'
import { type FlowIds, flowsOf, rowsOf } from '../rows.js'
import { createDueRuns, type DueRun, dueRun, eventGrace, mayHaveRun } from './due-runs.js'
import { checkSilence } from './silence.js'

/** @param chainNow returns the time of the chain, in milliseconds since 1970 */
export function createObservedDueRuns(client: FlowClient, queries: () => ChainQuery[], chainNow: () => number) {
  const dueRuns = createDueRuns()
  const readTimes = new WeakMap<CachedQuery, { readonly updatedAt: number; readonly readAt: number }>()
  let connectedAt: number | undefined

  /** Returns the time of the chain when a query was read. It is remembered, because the clock of the device can change. */
  function readAtOf({ cached }: ChainQuery): number {
    const updatedAt = cached.state.dataUpdatedAt
    const known = readTimes.get(cached)
    if (known?.updatedAt === updatedAt) return known.readAt
    const readAt = chainNow() - Math.max(0, Date.now() - updatedAt)
    readTimes.set(cached, { updatedAt, readAt })
    return readAt
  }

  function runsOf(queries: readonly ChainQuery[], ids: FlowIds): [run: DueRun, readAt: number][] {
    return queries.flatMap(query => rowsOf(query, ids).map((flow): [DueRun, number] => [dueRun(flow), readAtOf(query)]))
  }

  return {
    connected() {
      connectedAt = performance.now()
      dueRuns.setEventsSince(Number.POSITIVE_INFINITY)
    },

    eventsArrived(events: readonly FlowEvent[]): void {
      const executed = new Set(events.flatMap(({ type, id }) => (type === 'executed' && id !== null ? [id] : [])))
      const now = chainNow()
      // After its last run, a flow keeps its `execTime`, which must not count as due again.
      for (const [run, readAt] of runsOf(queries(), executed)) if (run.dueAt <= now) dueRuns.flowRead(run, readAt)
      dueRuns.eventsArrived(executed, now)
    },

    /** The new `execTime` hides whether a flow ran before the update. */
    updatedWhileDue(events: readonly FlowEvent[]): ReadonlySet<string> {
      const updated = new Set(events.flatMap(({ type, id }) => (type === 'updated' && id !== null ? [id] : [])))
      const now = chainNow()
      return new Set(runsOf(queries(), updated).flatMap(([run]) => (mayHaveRun(run, now) ? [run.id] : [])))
    },

    takeDue(): string[] {
      const now = chainNow()
      if (connectedAt !== undefined) dueRuns.setEventsSince(now - (performance.now() - connectedAt))
      connectedAt = undefined
      const observed = queries().filter(({ cached }) => cached.isActive())
      for (const [run] of runsOf(observed, new Set(dueRuns.ids))) {
        const hasChanged = dueRuns.expected(run.id)?.dueAt !== run.dueAt
        // Only due flows are remembered, because a collection can contain many flows.
        if (hasChanged && dueRuns.flowRead(run, now) === 'ran') dueRuns.forget(run.id)
      }
      for (const query of observed)
        for (const flow of flowsDueBetween(query, now - queryGrace, now - eventGrace)) {
          const run = dueRun(flow)
          if (now < run.overAt) dueRuns.flowRead(run, readAtOf(query))
        }
      return dueRuns.takeDue(now).map(({ id }) => id)
    },

    isNodeSilent: (signal: AbortSignal) => checkSilence(client, dueRuns, signal),
  }
}

export function flowsDueBetween(query: ChainQuery, from: number, to: number): Flow[] {
  // All times are in UTC, so they can be compared as text. The number of decimals differs, so the result is accurate to one second.
  const [earliest, latest] = [new Date(from).toISOString(), new Date(to).toISOString()]
  return flowsOf(query).flatMap(flows => flows.filter(({ execTime }) => execTime > earliest && execTime <= latest))
}
