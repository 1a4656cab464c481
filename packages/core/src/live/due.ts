import type { ChainQuery } from './cache.js'
import { flowsOf } from './rows.js'

/** Milliseconds in which an event tells that a flow ran, at the latest. */
const graceOfEvents = 5_000
/** Milliseconds after which a flow that has not run is over. */
const graceOfFlows = 60_000

/**
 * The flows that should have run by now, as far as these queries know, each with the time that it was due: those which
 * were read before that, as a node that has been asked since has told all it knows.
 */
export function dueFlows(queries: readonly ChainQuery[], now: number): Map<string, string> {
  const due = new Map<string, string>()
  // Times of a node compare as text, to within a second: they are all in UTC, and differ in the decimals that they have.
  const earliest = new Date(now - graceOfFlows).toISOString()
  const latest = new Date(now - graceOfEvents).toISOString()
  for (const query of queries) {
    const readAt = new Date(query.cached.state.dataUpdatedAt - graceOfEvents).toISOString()
    for (const flows of flowsOf(query))
      for (const { id, execTime } of flows)
        if (execTime > earliest && execTime <= latest && execTime > readAt) due.set(id, execTime)
  }
  return due
}
