import type { FlowClient } from '@flow-query/core'
import { emitsEvent } from '@flow-query/core/live'

/** A run of a flow. */
export interface Run {
  readonly id: string
  /** When the run was due, in milliseconds since 1970. */
  readonly dueAt: number
}

/** The number of missing events after which a node counts as silent. */
const silentAfter = 3

/**
 * Detects a node that confirms subscriptions but sends no events. Releases before 0.9.3 never send any.
 *
 * Not every run emits an event, so the histories show which ones are missing.
 */
export function createSilenceDetector(client: Pick<FlowClient, 'flowHistory'>, onSilent: () => void) {
  let runs: Run[] = []
  let isChecking = false

  /** Returns the runs that must have emitted an event. */
  async function withEvent(candidates: readonly Run[]): Promise<Run[]> {
    const ids = [...new Set(candidates.map(({ id }) => id))]
    const histories = await Promise.all(ids.map(id => client.flowHistory({ id, limit: 10, reverse: true })))
    const times = new Map(
      ids.map((id, index) => [
        id,
        histories[index]?.history.filter(emitsEvent).map(entry => Date.parse(entry.scheduledExecTime)),
      ]),
    )
    return candidates.filter(({ id, dueAt }) => times.get(id)?.includes(dueAt))
  }

  async function check(): Promise<void> {
    const candidates = runs
    const missing = await withEvent(candidates)
    // An event has arrived meanwhile.
    if (runs !== candidates) return
    runs = missing
    if (missing.length >= silentAfter) onSilent()
  }

  return {
    /** Call this when an event arrives, and when the connection changes. */
    reset(): void {
      runs = []
    },
    /** Call this if a flow has run and no event has named it. */
    eventIsMissing(run: Run): void {
      if (isChecking) return
      runs = [...runs, run]
      if (runs.length < silentAfter) return
      isChecking = true
      // If the node fails, the next run causes another check.
      check()
        .catch(() => {})
        .finally(() => {
          isChecking = false
        })
    },
  }
}
