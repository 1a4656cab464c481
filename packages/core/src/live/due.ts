import { defaultGrace } from '../status.js'
import type { ChainQuery } from './cache.js'
import { flowsOf } from './rows.js'

/** The longest expected delay between a due run and its event, in milliseconds. */
const graceOfEvents = 5_000

/** Returns the ids of the flows that are due between two times, in milliseconds since 1970, according to the cached data. */
export function flowsDueBetween(queries: readonly ChainQuery[], from: number, to: number): Set<string> {
  const [earliest, latest] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const ids = queries.flatMap(query =>
    [...flowsOf(query)].flatMap(flows =>
      flows.flatMap(({ id, execTime }) => (execTime > earliest && execTime <= latest ? id : [])),
    ),
  )
  return new Set(ids)
}

/**
 * Returns the ids and due times of the flows that should have run by now according to the cached data.
 *
 * Omits flows that were read after their due time, because the cached data already includes the run.
 */
export function dueFlows(queries: readonly ChainQuery[], now: number): Map<string, string> {
  const due = new Map<string, string>()
  // All times of a node are in UTC, so they can be compared as text. The result is accurate to one second, because the number of
  // decimals differs.
  const earliest = new Date(now - defaultGrace).toISOString()
  const latest = new Date(now - graceOfEvents).toISOString()
  for (const query of queries) {
    const readAt = new Date(query.cached.state.dataUpdatedAt - graceOfEvents).toISOString()
    for (const flows of flowsOf(query))
      for (const { id, execTime } of flows)
        if (execTime > earliest && execTime <= latest && execTime > readAt) due.set(id, execTime)
  }
  return due
}
