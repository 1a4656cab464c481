import type { Change } from '@flow-query/core/live'
import { LRUCache } from 'lru-cache'
import type { Row } from './dependencies.js'
import type { CachedRead } from './entries.js'
import type { Run } from './silence.js'

/** How long a run and its event may take after the due time, in milliseconds. */
export const graceOfRuns = 5_000
/** A flow that is overdue for longer than this counts as ended, in milliseconds. */
const longestDelay = 60_000
/** How long a history stays fresh if the next run of its flow is unknown, in milliseconds. */
const unknownSchedule = 15_000
/** The maximum number of flows in memory. */
const mostFlows = 20_000

/** Remembers when flows run next, because not every run emits an event, and which accounts they use. */
export function createSchedules(onMissingEvent: (run: Run) => void) {
  const flows = new LRUCache<string, Omit<Row, 'id'>>({ max: mostFlows })

  /**
   * Returns when to read a response again because of a run, in milliseconds since 1970. A run can be late, and most overdue flows have
   * ended. So an overdue flow is read 5, 10, 20 and 40 seconds after its due time.
   */
  function afterRun(execTime: number, now: number): number {
    const delay = now - execTime
    if (delay < graceOfRuns) return execTime + graceOfRuns
    return delay < longestDelay ? now + delay : Infinity
  }

  return {
    clear: () => flows.clear(),

    accountsOf: (id: string): readonly string[] | undefined => flows.get(id)?.accounts,

    /** Forgets what an event makes outdated. An update can change the accounts of a flow, and each run changes its schedule. */
    apply(change: Change): void {
      if (change.kind !== 'flow') return
      const flow = flows.get(change.id)
      if (change.certainty === 'certain') flows.delete(change.id)
      else if (flow) flows.set(change.id, { ...flow, execTime: Number.NaN })
    },

    /** Remembers the flows of a response. `eventsSince` is when events began to arrive, or undefined while none arrive. */
    remember(rows: readonly Row[], eventsSince: number | undefined): void {
      for (const { id, ...flow } of rows) {
        const dueAt = flows.get(id)?.execTime ?? Number.NaN
        const hasRun = eventsSince !== undefined && dueAt > eventsSince && flow.execTime > dueAt
        if (hasRun && Date.now() >= dueAt + graceOfRuns) onMissingEvent({ id, dueAt })
        flows.set(id, flow)
      }
    },

    /** Returns when a run without an event would have changed a response, in milliseconds since 1970. */
    dueAt({ query, args, height }: CachedRead, rows: readonly Row[], now: number): number {
      if (height !== undefined) return Infinity
      if (query !== 'flowHistory')
        return rows.reduce((first, { execTime }) => Math.min(first, afterRun(execTime, now)), Infinity)
      const execTime = flows.get(args.id ?? '')?.execTime ?? Number.NaN
      return Number.isNaN(execTime) ? now + unknownSchedule : afterRun(execTime, now)
    },
  }
}
