import type { FlowClient } from '../client.js'
import { defaultGrace } from '../status.js'
import type { ChainQuery } from './cache.js'
import { emitsEvent } from './emits-event.js'
import { rowsOf } from './rows.js'

/** The number of missing events after which a node counts as silent. */
const silentAfter = 3

/**
 * Detects a node that sends no events although flows run.
 *
 * Not every run emits an event (see `emitsEvent`). So a missing event only counts after the history of the run was read.
 */
export interface SilenceDetector {
  /** Call this when events arrive, with the ids of the flows that ran. */
  readonly eventsArrived: (ids: Iterable<string>) => void
  /** Call this with the flows that were due but had no event, and with their due times. */
  readonly flowsDue: (due: ReadonlyMap<string, string>) => void
  /** Returns whether the node is silent, according to the cached data. May read a few histories. */
  readonly check: (queries: readonly ChainQuery[], signal: AbortSignal) => Promise<boolean>
  /** Call this when a connection opens. */
  readonly reset: () => void
}

export function createSilenceDetector(client: FlowClient): SilenceDetector {
  /** The due times of flows, by id. */
  const expectedRuns = new Map<string, string>()
  /** The flows that ran without an event, and whether their history was read. */
  const silentRuns = new Map<string, 'unread' | 'mustEmit'>()
  /** When the connection opened. Events of earlier runs were missed. */
  let since = ''

  /** Finds the expected flows that have run. A run changes the `execTime` of its flow. */
  function findRuns(queries: readonly ChainQuery[]): void {
    for (const query of queries) {
      for (const { id, execTime } of rowsOf(query, expectedRuns)) {
        if (execTime === expectedRuns.get(id)) continue
        expectedRuns.delete(id)
        if (!silentRuns.has(id)) silentRuns.set(id, 'unread')
      }
    }
    const earliest = new Date(Date.now() - defaultGrace).toISOString()
    for (const [id, execTime] of expectedRuns) if (execTime < earliest) expectedRuns.delete(id)
  }

  async function readUnread(signal: AbortSignal): Promise<void> {
    const unread = [...silentRuns].flatMap(([id, state]) => (state === 'unread' ? [id] : []))
    const read = async (id: string) => {
      const { history } = await client.flowHistory({ id, limit: 1, reverse: true }, { signal })
      // An event may have arrived meanwhile.
      if (!silentRuns.has(id)) return
      if (history.some(emitsEvent)) silentRuns.set(id, 'mustEmit')
      else silentRuns.delete(id)
    }
    await Promise.all(unread.slice(0, silentAfter).map(read))
  }

  return {
    eventsArrived(ids) {
      silentRuns.clear()
      for (const id of ids) expectedRuns.delete(id)
    },
    flowsDue(due) {
      for (const [id, execTime] of due) if (execTime > since) expectedRuns.set(id, execTime)
    },
    async check(queries, signal) {
      findRuns(queries)
      if (silentRuns.size < silentAfter) return false
      await readUnread(signal).catch(() => {})
      return [...silentRuns.values()].filter(state => state === 'mustEmit').length >= silentAfter
    },
    reset() {
      since = new Date().toISOString()
      expectedRuns.clear()
      silentRuns.clear()
    },
  }
}
