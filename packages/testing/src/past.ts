import { lowerBound } from './paging.js'
import type { Flow, HistoryEntry } from './state.js'
import { timeToNs } from './time.js'

/** The flows and executions that were there at some time in the past. */
export interface PastFlows {
  /** How many flows there were. */
  size: number
  flow: (index: number) => Flow | undefined
  /** How many executions a flow had. */
  executions: (index: number) => number
}

export interface HistoryOfUpdates {
  added: (index: number, at: bigint) => void
  updated: (index: number, before: Flow, at: bigint) => void
  at: (time: bigint) => PastFlows
}

/**
 * Takes flows back in time by what their histories tell: which executions there were, and which was next. Changes by
 * their owners are undone where they happened on this chain; what another chain answered later shows early.
 */
export function createHistoryOfUpdates(
  flows: readonly Flow[],
  histories: readonly (readonly HistoryEntry[])[],
): HistoryOfUpdates {
  const addedAt: (bigint | undefined)[] = []
  const replaced = new Map<number, { until: bigint; flow: Flow }[]>()
  let created: bigint[] = []

  /** Ids come in order of creation, and nothing starts before it is created: a flow is no younger than any after it. */
  function creations(): bigint[] {
    if (created.length === flows.length) return created
    created = new Array<bigint>(flows.length)
    let earliest: bigint | undefined
    for (let index = flows.length - 1; index >= 0; index--) {
      const time = addedAt[index] ?? timeToNs(flows[index]?.startTime ?? '')
      earliest = earliest === undefined || time < earliest ? time : earliest
      created[index] = earliest
    }
    return created
  }

  return {
    added(index, at) {
      addedAt[index] = at
    },
    updated(index, before, at) {
      replaced.set(index, [...(replaced.get(index) ?? []), { until: at, flow: before }])
    },
    at(time) {
      const times = creations()
      const size = lowerBound(times.length, index => (times[index] ?? 0n) > time)
      const executions = (index: number) => {
        const history = histories[index] ?? []
        return lowerBound(history.length, entry => timeToNs(history[entry]?.actualExecTime ?? '') > time)
      }
      return {
        size,
        executions,
        flow(index) {
          if (index >= size) return undefined
          const flow = replaced.get(index)?.find(({ until }) => until > time)?.flow ?? flows[index]
          const next = histories[index]?.[executions(index)]
          return flow && next ? { ...flow, execTime: next.scheduledExecTime } : flow
        },
      }
    },
  }
}
