import { lowerBound } from '../rest/paging.js'
import { reopened } from './execution.js'
import type { Flow, HistoryEntry } from './state.js'
import { timeToNs } from './time.js'

/** The flows and executions that were there at some height in the past. */
export interface PastFlows {
  /** How many flows there were. */
  size: number
  flow: (index: number) => Flow | undefined
  /** How many executions a flow had. */
  executions: (index: number) => number
  entry: (index: number, position: number) => HistoryEntry | undefined
}

export interface Past {
  /** A flow that is now the last one. */
  added: (height: number) => void
  /** A flow was changed other than by running when it was due. */
  changed: (index: number, before: Flow, height: number) => void
  /** An entry that is now the last one. */
  written: (index: number, height: number) => void
  /** What was open in an entry was settled. */
  settled: (index: number, position: number, height: number) => void
  at: (height: number) => PastFlows
}

interface Version {
  /** The first height at which it no longer held. */
  until: number
  flow: Flow
  /** How many executions there were then. */
  executions: number
}

/**
 * Takes flows back in time. Since `height`, the chain's first, everything is known by what is noted here. Before it, by
 * what histories tell: which executions there were, and which was next; `time` says when such a block was.
 */
export function createPast(
  flows: readonly Flow[],
  histories: readonly (readonly HistoryEntry[])[],
  first: { height: number; time: (height: number) => bigint },
): Past {
  const size = flows.length
  const given = histories.map(({ length }) => length)
  const additions: number[] = []
  const versions = new Map<number, Version[]>()
  const writings = new Map<number, number[]>()
  const settlements = new Map<number, Map<number, number>>()
  let creations: bigint[] | undefined

  /** Ids come in order of creation, and nothing starts before it is created: a flow is no younger than any after it. */
  function createdAt(index: number): bigint {
    if (!creations) {
      creations = new Array<bigint>(size)
      let earliest: bigint | undefined
      for (let at = size - 1; at >= 0; at--) {
        const start = timeToNs(flows[at]?.startTime ?? '')
        earliest = earliest === undefined || start < earliest ? start : earliest
        creations[at] = earliest
      }
    }
    return creations[index] ?? 0n
  }

  function before(time: bigint): Pick<PastFlows, 'size' | 'executions'> {
    return {
      size: lowerBound(size, index => createdAt(index) > time),
      executions: index =>
        lowerBound(given[index] ?? 0, at => timeToNs(histories[index]?.[at]?.actualExecTime ?? '') > time),
    }
  }

  function since(height: number): Pick<PastFlows, 'size' | 'executions'> {
    return { size: size + upTo(additions, height), executions: index => given[index] ?? 0 }
  }

  return {
    added(height) {
      given.push(histories.at(-1)?.length ?? 0)
      additions.push(height)
    },
    changed(index, before, height) {
      const version = { until: height, flow: before, executions: histories[index]?.length ?? 0 }
      listIn(versions, index).push(version)
    },
    written: (index, height) => listIn(writings, index).push(height),
    settled(index, position, height) {
      const own = settlements.get(index) ?? new Map<number, number>()
      settlements.set(index, own.set(position, height))
    },
    at(height) {
      const known = height < first.height ? before(first.time(height)) : since(height)
      const executions = (index: number) => known.executions(index) + upTo(writings.get(index) ?? [], height)
      return {
        size: known.size,
        executions,
        flow(index) {
          if (index >= known.size) return undefined
          const own = versions.get(index) ?? []
          const version = own[lowerBound(own.length, at => (own[at]?.until ?? 0) > height)]
          const history = histories[index] ?? []
          const flow = version?.flow ?? flows[index]
          const done = executions(index)
          const next = done < (version?.executions ?? history.length) ? history[done] : undefined
          return flow && next ? { ...flow, execTime: next.scheduledExecTime } : flow
        },
        entry(index, position) {
          const entry = histories[index]?.[position]
          return entry && (settlements.get(index)?.get(position) ?? 0) > height ? reopened(entry) : entry
        },
      }
    },
  }
}

/** How many of some ascending heights are not above this one. */
function upTo(heights: readonly number[], height: number): number {
  return lowerBound(heights.length, index => (heights[index] ?? 0) > height)
}

function listIn<Item>(lists: Map<number, Item[]>, index: number): Item[] {
  const own = lists.get(index) ?? []
  lists.set(index, own)
  return own
}
