import { lowerBound } from './search.js'
import type { Flow, HistoryEntry } from './state.js'
import { timeToNs } from './time.js'

/** The state of a chain at one height. */
export interface Snapshot {
  /** The number of flows. */
  size: number
  flow: (index: number) => Flow | undefined
  /** Returns the number of executions of a flow. */
  executions: (index: number) => number
  entry: (index: number, position: number) => HistoryEntry | undefined
  /** The total amount burned, in uinto. */
  totalBurnt: bigint
}

/** Records every change with its height, so that earlier states can be read. */
export interface Heights {
  /** Records that a flow was added with the given number of executions. */
  flowAdded: (executions: number, height: number) => void
  /** Records a change of a flow, unless a scheduled run caused it. */
  flowChanged: (index: number, before: Flow, height: number) => void
  /** Records that an entry was added to a flow's history. */
  entryAdded: (index: number, height: number) => void
  entryChanged: (index: number, position: number, before: HistoryEntry, height: number) => void
  burnt: (before: bigint, height: number) => void
  at: (height: number) => Snapshot
}

/** An earlier value of something that has changed since. */
export interface Before<Value> {
  /** The height of the change. */
  until: number
  value: Value
}

/** The chain's state when this node created its first block. */
export interface FirstBlock {
  height: number
  /** Returns the time of a block, in nanoseconds since 1970. */
  timeOf: (height: number) => bigint
  /** Returns the total burned before a time that precedes the first block. */
  burntBefore: (ns: bigint) => bigint
}

/** The current values. */
export interface Now {
  flows: readonly Flow[]
  histories: readonly (readonly HistoryEntry[])[]
  totalBurnt: () => bigint
}

/**
 * Creates the record of all changes since the first block. Earlier states are derived from the histories, which show
 * the past executions and the next execution time.
 */
export function createHeights({ flows, histories, totalBurnt }: Now, first: FirstBlock): Heights {
  const firstSize = flows.length
  /** The number of executions that each flow started with. */
  const given = histories.map(({ length }) => length)
  const flowsAdded: number[] = []
  const flowsBefore = new Map<number, Before<{ flow: Flow; executions: number }>[]>()
  const entriesAdded = new Map<number, number[]>()
  const entriesBefore = new Map<number, Map<number, Before<HistoryEntry>[]>>()
  const burntBefore: Before<bigint>[] = []
  let creations: readonly bigint[] | undefined

  /**
   * Returns the latest possible creation time of each flow. Ids are in creation order, and a flow starts no earlier
   * than its creation. So a flow is at least as old as every later flow.
   */
  function creationTimes(): readonly bigint[] {
    const times = new Array<bigint>(firstSize)
    let earliest: bigint | undefined
    for (let index = firstSize - 1; index >= 0; index--) {
      const start = timeToNs(flows[index]?.startTime ?? '')
      earliest = earliest === undefined || start < earliest ? start : earliest
      times[index] = earliest
    }
    return times
  }

  function beforeFirst(time: bigint): Pick<Snapshot, 'size' | 'executions' | 'totalBurnt'> {
    creations ??= creationTimes()
    const created = creations
    return {
      size: lowerBound(firstSize, index => (created[index] ?? 0n) > time),
      executions: index =>
        lowerBound(given[index] ?? 0, at => timeToNs(histories[index]?.[at]?.actualExecTime ?? '') > time),
      get totalBurnt() {
        return first.burntBefore(time)
      },
    }
  }

  function sinceFirst(height: number): Pick<Snapshot, 'size' | 'executions' | 'totalBurnt'> {
    return {
      size: firstSize + countUpTo(flowsAdded, height),
      executions: index => (given[index] ?? 0) + countUpTo(entriesAdded.get(index) ?? [], height),
      totalBurnt: valueAt(burntBefore, height) ?? totalBurnt(),
    }
  }

  return {
    flowAdded(executions, height) {
      given.push(executions)
      flowsAdded.push(height)
    },
    flowChanged(index, flow, height) {
      const executions = histories[index]?.length ?? 0
      listIn(flowsBefore, index).push({ until: height, value: { flow, executions } })
    },
    entryAdded: (index, height) => listIn(entriesAdded, index).push(height),
    entryChanged(index, position, entry, height) {
      const ofFlow = entriesBefore.get(index) ?? new Map<number, Before<HistoryEntry>[]>()
      entriesBefore.set(index, ofFlow)
      listIn(ofFlow, position).push({ until: height, value: entry })
    },
    burnt: (before, height) => burntBefore.push({ until: height, value: before }),
    at(height) {
      const known = height < first.height ? beforeFirst(first.timeOf(height)) : sinceFirst(height)
      return {
        size: known.size,
        executions: known.executions,
        flow(index) {
          if (index >= known.size) return undefined
          const before = valueAt(flowsBefore.get(index) ?? [], height)
          const flow = before?.flow ?? flows[index]
          const history = histories[index] ?? []
          const done = known.executions(index)
          const next = done < (before?.executions ?? history.length) ? history[done] : undefined
          return flow && next ? { ...flow, execTime: next.scheduledExecTime } : flow
        },
        entry: (index, position) =>
          valueAt(entriesBefore.get(index)?.get(position) ?? [], height) ?? histories[index]?.[position],
        get totalBurnt() {
          return known.totalBurnt
        },
      }
    },
  }
}

/** Returns the value at a height, or undefined if it has not changed since. */
export function valueAt<Value>(changes: readonly Before<Value>[], height: number): Value | undefined {
  return changes[lowerBound(changes.length, index => (changes[index]?.until ?? 0) > height)]?.value
}

/** Returns how many of the ascending heights are at or below `height`. */
function countUpTo(heights: readonly number[], height: number): number {
  return lowerBound(heights.length, index => (heights[index] ?? 0) > height)
}

/** Returns the list of a key, which is empty at first. */
export function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
