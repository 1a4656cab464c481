import { burntBy } from '../history-entry.js'
import type { ChainState, Flow, HistoryEntry } from '../state.js'
import { createHeights, type Snapshot } from './heights.js'
import { lowerBound } from './search.js'
import { timeToNs } from './time.js'

export interface Store {
  readonly flows: readonly Flow[]
  readonly totalBurnt: bigint
  flow: (index: number) => Flow
  history: (index: number) => readonly HistoryEntry[]
  idsOfOwner: (owner: string) => readonly number[]
  /** Here and in the other methods, `height` is the block of the change. */
  addFlow: (flow: Flow, history: readonly HistoryEntry[], height: number) => void
  changeFlow: (index: number, flow: Flow, height: number) => void
  /** Sets a flow's next execution. It needs no height, because the history shows earlier execution times. */
  setNextRun: (index: number, execTime: string) => void
  addEntry: (index: number, entry: HistoryEntry, height: number) => void
  /** Earlier executions never change. */
  changeNewestEntry: (index: number, entry: HistoryEntry, height: number) => void
  at: (height: number) => Snapshot
  newest: () => Snapshot
}

export function createStore(initial: ChainState, timeOf: (height: number) => bigint): Store {
  const { burnFeePerMsg } = initial.params
  const flows: Flow[] = []
  const histories: HistoryEntry[][] = []
  const idsByOwner = new Map<string, number[]>()
  let totalBurnt = BigInt(initial.totalBurnt.amount)

  for (const flow of initial.flows) insert(flow, initial.history[flow.id] ?? [])
  const heights = createHeights(
    { flows, histories, totalBurnt: () => totalBurnt },
    { height: initial.height, timeOf, burntBefore },
  )

  function insert(flow: Flow, history: readonly HistoryEntry[]): void {
    const id = flows.push(flow)
    histories.push([...history])
    const owner = flow.owner.toLowerCase()
    const ids = idsByOwner.get(owner)
    if (ids) ids.push(id)
    else idsByOwner.set(owner, [id])
  }

  function flow(index: number): Flow {
    const found = flows[index]
    if (!found) throw new RangeError(`Flow ${index + 1} does not exist. The last flow is ${flows.length}.`)
    return found
  }

  function burntBefore(time: bigint): bigint {
    let burntSince = 0n
    for (const flow of initial.flows) {
      const history = initial.history[flow.id] ?? []
      const since = lowerBound(history.length, at => timeToNs(history[at]?.actualExecTime ?? '') > time)
      for (const entry of history.slice(since)) burntSince += burntBy(flow, entry, burnFeePerMsg)
    }
    const left = BigInt(initial.totalBurnt.amount) - burntSince
    return left > 0n ? left : 0n
  }

  function burn(amount: bigint, height: number): void {
    if (amount === 0n) return
    heights.burnt(totalBurnt, height)
    totalBurnt += amount
  }

  return {
    flows,
    get totalBurnt() {
      return totalBurnt
    },
    flow,
    history: index => histories[index] ?? [],
    idsOfOwner: owner => idsByOwner.get(owner) ?? [],
    addFlow(flow, history, height) {
      insert(flow, history)
      heights.flowAdded(history.length, height)
    },
    changeFlow(index, changed, height) {
      heights.flowChanged(index, flow(index), height)
      flows[index] = changed
    },
    setNextRun(index, execTime) {
      flows[index] = { ...flow(index), execTime }
    },
    addEntry(index, entry, height) {
      histories[index]?.push(entry)
      heights.entryAdded(index, height)
      burn(burntBy(flow(index), entry, burnFeePerMsg), height)
    },
    changeNewestEntry(index, entry, height) {
      const history = histories[index] ?? []
      const position = history.length - 1
      const before = history[position]
      if (!before) throw new RangeError(`Flow ${index + 1} has not run.`)
      heights.entryChanged(index, position, before, height)
      history[position] = entry
    },
    at: height => heights.at(height),
    newest: () => ({
      size: flows.length,
      flow: index => flows[index],
      historyLength: index => histories[index]?.length ?? 0,
      entry: (index, position) => histories[index]?.[position],
      totalBurnt,
    }),
  }
}
