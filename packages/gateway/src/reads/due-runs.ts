import type { Change } from '@flow-query/core/live'
import { type DueRuns, mayHaveRun, readAgainAt } from '@flow-query/core/parts/runs'
import { LRUCache } from 'lru-cache'
import type { Row } from './dependencies.js'
import type { CachedRead } from './entries.js'

/** A history expires after this many milliseconds if the next run of its flow is unknown. */
const unknownDueTime = 15_000
const mostFlows = 20_000

/** Remembers when cached flows run next, because not every run emits an event, and which accounts they use. */
export function createCachedDueRuns(dueRuns: DueRuns) {
  const accounts = new LRUCache<string, readonly string[]>({
    max: mostFlows,
    noDisposeOnSet: true,
    dispose: (_, id) => dueRuns.forget(id),
  })

  return {
    setEventsSince: dueRuns.setEventsSince,

    accountsOf: (id: string): readonly string[] | undefined => accounts.get(id),

    apply(changes: readonly Change[]): void {
      const flows = changes.filter(change => change.kind === 'flow')
      for (const { id, certainty } of flows) if (certainty === 'certain') accounts.delete(id)
      const executed = flows.filter(({ certainty }) => certainty === 'unlessLastRun')
      dueRuns.eventsArrived(
        executed.map(({ id }) => id),
        Date.now(),
      )
    },

    /** Returns the histories of updated flows that were due. Their new `execTime` hides whether they ran before the update. */
    updatedWhileDue(changes: readonly Change[]): Change[] {
      const now = Date.now()
      return changes.flatMap((change): Change[] => {
        const run = change.kind === 'flow' && change.certainty === 'certain' ? dueRuns.expected(change.id) : undefined
        return run && mayHaveRun(run, now) ? [changedHistory(run.id)] : []
      })
    },

    /** Returns the histories of flows that have run without an event. */
    remember(rows: readonly Row[]): Change[] {
      const now = Date.now()
      return rows.flatMap(row => {
        accounts.set(row.run.id, row.accounts)
        const expected = dueRuns.expected(row.run.id)
        const hasRun = dueRuns.flowRead(row.run, now) === 'ran'
        return hasRun && expected && expected.dueAt <= now ? [changedHistory(row.run.id)] : []
      })
    },

    dueAt({ query, args, height }: CachedRead, rows: readonly Row[], readAt: number): number {
      if (height !== undefined) return Infinity
      if (query !== 'flowHistory')
        return rows.reduce((first, { run }) => Math.min(first, readAgainAt(run, readAt)), Infinity)
      const run = dueRuns.expected(args.id ?? '')
      return run ? readAgainAt(run, readAt) : readAt + unknownDueTime
    },
  }
}

function changedHistory(id: string): Change {
  return { kind: 'newest', query: { name: 'flowHistory', id }, certainty: 'possible' }
}
