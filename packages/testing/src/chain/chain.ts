import { createBlocks } from './blocks.js'
import { type ChainEventListener, createChainEvents } from './chain-events.js'
import type { Execution } from './execution.js'
import { type Behaviour, createExecutions } from './executions.js'
import type { Snapshot } from './heights.js'
import { createPackets } from './packets.js'
import { createSchedule } from './schedule.js'
import type { ChainState, Flow, HistoryEntry } from './state.js'
import { createStore } from './store.js'
import { nsToTime, timeToNs } from './time.js'

/** A chain that runs on a clock: whatever fell due since it was last looked at happens when it is looked at again. */
export interface Chain extends Pick<ChainState, 'params' | 'interchainAccounts' | 'trustlessAgents'> {
  /** Height of the newest block, which stays as it is from now on. */
  readonly height: number
  /** When that block ended, in nanoseconds since 1970. */
  readonly time: bigint
  /** When a block ended; before the chain's first, when it should have. */
  timeOf: (height: number) => bigint
  /** Of what is burnt. */
  readonly burntDenom: string
  /** Lets happen what is due. */
  catchUp: () => void
  /** From now on the newest block stays as it is. */
  seal: () => void
  readonly flows: readonly Flow[]
  /** Executions of a flow, oldest first. */
  history: (id: string) => readonly HistoryEntry[]
  /** Ids of an owner's flows. */
  idsOfOwner: (owner: string) => readonly number[]
  /** What was known at a block. */
  at: (height: number) => Snapshot
  /** All that is known, at the newest block. */
  state: () => ChainState
  /** Hands on what happens from now on, block by block, until the returned function is called. */
  subscribe: (listener: ChainEventListener) => () => void
  addFlow: (flow: Flow, history?: readonly HistoryEntry[]) => void
  updateFlow: (id: string, changes: Partial<Flow>) => Flow
  execute: (id: string, execution?: Execution) => HistoryEntry
  answer: (id: string, execution: Execution) => HistoryEntry
}

export interface ChainOptions {
  /** Milliseconds since 1970. */
  clock: () => number
  seed?: number
  behave?: Behaviour
  /** Whether a flow waits for its next execution; by default one whose `execTime` is still to come. */
  scheduled?: (flow: Flow) => boolean
  /** Whether a run that finds the one before it without a result is the flow's last, as on `v1`. */
  endsAfterOpenRun?: boolean
}

export function createChain(initial: ChainState, options: ChainOptions): Chain {
  const { clock, seed = 1, behave = () => undefined, endsAfterOpenRun = true } = options
  const blocks = createBlocks(initial.height, clock, seed)
  const { scheduled = (flow: Flow) => timeToNs(flow.execTime) > blocks.now() } = options
  const store = createStore(initial, blocks.timeOf)
  const packets = createPackets()
  const chainEvents = createChainEvents()
  const schedule = createSchedule(blocks)
  const executions = createExecutions({
    ...{ store, blocks, packets, chainEvents, schedule },
    ...{ behave, seed, endsAfterOpenRun },
  })
  for (const index of initial.flows.keys()) start(index)

  /** Lets a flow run when it is due, and its packets be answered. */
  function start(index: number): void {
    const flow = store.flow(index)
    packets.restore(index, flow, store.history(index))
    if (scheduled(flow)) executions.setNextRun(index, timeToNs(flow.execTime))
  }

  function catchUp(): void {
    schedule.runDue()
    chainEvents.deliver()
  }

  /** A change by hand comes after what is due by now. */
  function change<Result>(act: (height: number) => Result): Result {
    catchUp()
    const result = act(blocks.open())
    chainEvents.deliver()
    return result
  }

  function indexOf(id: string): number {
    catchUp()
    return Number(store.flow(Number(id) - 1).id) - 1
  }

  function newestEntry(index: number): HistoryEntry {
    const entry = store.history(index).at(-1)
    if (!entry) throw new RangeError(`Flow ${index + 1} has not run.`)
    return entry
  }

  const { params, interchainAccounts, trustlessAgents } = initial
  const burntDenom = initial.totalBurnt.denom || 'uinto'
  return {
    params,
    burntDenom,
    interchainAccounts,
    trustlessAgents,
    get height() {
      catchUp()
      return blocks.seal()
    },
    get time() {
      catchUp()
      return blocks.timeOf(blocks.newest())
    },
    timeOf: blocks.timeOf,
    catchUp,
    seal: blocks.seal,
    get flows() {
      catchUp()
      return store.flows
    },
    history(id) {
      catchUp()
      return store.history(Number(id) - 1)
    },
    idsOfOwner(owner) {
      catchUp()
      return store.idsOfOwner(owner)
    },
    at(height) {
      catchUp()
      return height < blocks.newest() ? store.at(height) : store.newest()
    },
    state() {
      catchUp()
      const history = Object.fromEntries(store.flows.map((flow, index) => [flow.id, [...store.history(index)]]))
      const height = blocks.seal()
      return {
        ...initial,
        height,
        time: nsToTime(blocks.timeOf(height)),
        flows: [...store.flows],
        history,
        totalBurnt: { denom: burntDenom, amount: String(store.totalBurnt) },
      }
    },
    subscribe(listener) {
      catchUp()
      return chainEvents.subscribe(listener)
    },
    addFlow(flow, history = []) {
      change(height => {
        store.addFlow(flow, history, height)
        start(store.flows.length - 1)
        chainEvents.add({ kind: 'created', height, flow })
      })
    },
    updateFlow(id, changes) {
      const index = indexOf(id)
      return change(height => {
        const before = store.flow(index)
        const updateHistory = [...before.updateHistory, nsToTime(blocks.now())]
        const flow = { ...before, updateHistory, ...changes, id: before.id, owner: before.owner }
        store.changeFlow(index, flow, height)
        if (flow.execTime !== before.execTime)
          executions.setNextRun(index, scheduled(flow) ? timeToNs(flow.execTime) : null)
        chainEvents.add({ kind: 'updated', height, flow })
        return flow
      })
    },
    execute(id, execution) {
      const index = indexOf(id)
      return change(height => {
        executions.runNow(index, execution, height)
        return newestEntry(index)
      })
    },
    answer(id, execution) {
      const index = indexOf(id)
      if (!store.history(index).some(({ packetSequences }) => packetSequences.length > 0))
        throw new RangeError(`Flow ${id} sent nothing that could be answered.`)
      return change(height => {
        const packet = packets.newestOpen(index)
        if (packet) executions.answer(index, packet, execution, height)
        return newestEntry(index)
      })
    },
  }
}
