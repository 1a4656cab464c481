import type { Flow, HistoryEntry } from '../state.js'
import { lowerBound } from './search.js'
import { timeToNs } from './time.js'

export interface Snapshot {
  size: number
  flow: (index: number) => Flow | undefined
  historyLength: (index: number) => number
  entry: (index: number, position: number) => HistoryEntry | undefined
  totalBurnt: bigint
}

export interface Heights {
  flowAdded: (historyLength: number, height: number) => void
  flowChanged: (index: number, before: Flow, height: number) => void
  entryAdded: (index: number, height: number) => void
  entryChanged: (index: number, position: number, before: HistoryEntry, height: number) => void
  burnt: (before: bigint, height: number) => void
  at: (height: number) => Snapshot
}

/** A value that applied to all blocks before `until`. */
export interface Before<Value> {
  until: number
  value: Value
}

/** The chain's state when this node created its first block. */
export interface FirstBlock {
  height: number
  timeOf: (height: number) => bigint
  burntBefore: (ns: bigint) => bigint
}

export interface Now {
  flows: readonly Flow[]
  histories: readonly (readonly HistoryEntry[])[]
  totalBurnt: () => bigint
}

export function createHeights({ flows, histories, totalBurnt }: Now, first: FirstBlock): Heights {
  const firstSize = flows.length
  const initialLengths = histories.map(({ length }) => length)
  const flowsAdded: number[] = []
  const flowsBefore = new Map<number, Before<{ flow: Flow; historyLength: number }>[]>()
  const entriesAdded = new Map<number, number[]>()
  const entriesBefore = new Map<number, Map<number, Before<HistoryEntry>[]>>()
  const burntBefore: Before<bigint>[] = []
  let creations: readonly bigint[] | undefined

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

  function beforeFirst(time: bigint): Pick<Snapshot, 'size' | 'historyLength' | 'totalBurnt'> {
    creations ??= creationTimes()
    const created = creations
    return {
      size: lowerBound(firstSize, index => (created[index] ?? 0n) > time),
      historyLength: index =>
        lowerBound(initialLengths[index] ?? 0, at => timeToNs(histories[index]?.[at]?.actualExecTime ?? '') > time),
      get totalBurnt() {
        return first.burntBefore(time)
      },
    }
  }

  function sinceFirst(height: number): Pick<Snapshot, 'size' | 'historyLength' | 'totalBurnt'> {
    return {
      size: firstSize + countUpTo(flowsAdded, height),
      historyLength: index => (initialLengths[index] ?? 0) + countUpTo(entriesAdded.get(index) ?? [], height),
      totalBurnt: valueAt(burntBefore, height) ?? totalBurnt(),
    }
  }

  return {
    flowAdded(historyLength, height) {
      initialLengths.push(historyLength)
      flowsAdded.push(height)
    },
    flowChanged(index, flow, height) {
      const historyLength = histories[index]?.length ?? 0
      listIn(flowsBefore, index).push({ until: height, value: { flow, historyLength } })
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
        historyLength: known.historyLength,
        flow(index) {
          if (index >= known.size) return undefined
          const before = valueAt(flowsBefore.get(index) ?? [], height)
          const flow = before?.flow ?? flows[index]
          const history = histories[index] ?? []
          const done = known.historyLength(index)
          const next = done < (before?.historyLength ?? history.length) ? history[done] : undefined
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

export function valueAt<Value>(changes: readonly Before<Value>[], height: number): Value | undefined {
  return changes[lowerBound(changes.length, index => (changes[index]?.until ?? 0) > height)]?.value
}

function countUpTo(heights: readonly number[], height: number): number {
  return lowerBound(heights.length, index => (heights[index] ?? 0) > height)
}

export function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
