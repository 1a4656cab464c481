import { createBlocks } from './blocks.js'
import { createHappenings, type Happenings } from './chain-events.js'
import { asksAnotherChain, checkConditions } from './conditions.js'
import {
  answeredEntry,
  type Execution,
  firstEntry,
  isSent,
  nextExecution,
  packetTimeout,
  portOf,
  usualExecution,
} from './execution.js'
import { createPast, type PastFlows } from './heights.js'
import { createQueue } from './queue.js'
import { chance } from './random.js'
import type { AnyMessage, ChainState, Flow, HistoryEntry } from './state.js'
import { durationToNs, nsToTime, timeToNs } from './time.js'

/** Tells how the execution of a flow with this sequence (1 for its first) goes; undefined leaves it to the usual. */
export type Behaviour = (flow: Flow, sequence: number) => Execution | undefined

/** A chain that runs on a clock: whatever fell due since it was last looked at happens when it is looked at again. */
export interface Chain extends Pick<ChainState, 'params' | 'interchainAccounts' | 'trustlessAgents' | 'totalBurnt'> {
  /** Height of the newest block, which stays as it is from now on. */
  readonly height: number
  /** When that block ended, in nanoseconds since 1970. */
  readonly time: bigint
  /** When a block ended; before the chain's first, when it should have. */
  timeOf: (height: number) => bigint
  /** Lets happen what is due. */
  look: () => void
  /** From now on the newest block stays as it is. */
  seal: () => void
  readonly flows: readonly Flow[]
  /** Executions of a flow, oldest first. */
  history: (id: string) => readonly HistoryEntry[]
  /** The same by the flow's index. */
  historyAt: (index: number) => readonly HistoryEntry[]
  /** Ids of an owner's flows. */
  idsOf: (owner: string) => readonly number[]
  /** All that is known, at the newest block. */
  state: () => ChainState
  /** Tells, after each look, what has happened since the last one, block by block; until the returned function is called. */
  watch: Happenings['watch']
  /** What was known at a block in the past. */
  past: (height: number) => PastFlows
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
}

const MILLISECOND = 1_000_000n
/** After a long sleep only so many of a flow's executions are caught up with, and so many of all flows together. */
const MOST_PER_FLOW = 1_000
const MOST_IN_ALL = 200_000

interface Event {
  at: bigint
  index: number
  kind: 'due' | 'queried' | 'answer'
  entry?: number
  execution?: Execution
}

export function createChain(initial: ChainState, options: ChainOptions): Chain {
  const { clock, seed = 1, behave = () => undefined } = options
  const blocks = createBlocks(initial.height, clock, seed)
  const { scheduled = (flow: Flow) => timeToNs(flow.execTime) > blocks.now() } = options
  const flows: Flow[] = []
  const histories: HistoryEntry[][] = []
  const owners = new Map<string, number[]>()
  const waitingFor: (bigint | undefined)[] = []
  const sequences = new Map<string, bigint>()
  const events = createQueue<Event>()
  const { note, tell, watch } = createHappenings()
  let waiting = 0
  let running = false

  for (const flow of initial.flows) insert(flow, initial.history[flow.id] ?? [])
  const past = createPast(flows, histories, { height: initial.height, time: blocks.time })

  function insert(flow: Flow, history: readonly HistoryEntry[]): void {
    const index = flows.push(flow) - 1
    histories.push([...history])
    const owner = flow.owner.toLowerCase()
    const ids = owners.get(owner)
    if (ids) ids.push(index + 1)
    else owners.set(owner, [index + 1])
    for (const entry of history) for (const sequence of entry.packetSequences) countPacket(flow, BigInt(sequence))
    if (scheduled(flow)) wait(index, timeToNs(flow.execTime))
  }

  function countPacket(flow: Flow, sequence?: bigint): bigint {
    const port = portOf(flow)
    const last = sequences.get(port) ?? 0n
    const next = sequence === undefined ? last + 1n : sequence > last ? sequence : last
    sequences.set(port, next)
    return next
  }

  function wait(index: number, at: bigint | undefined): void {
    waiting += Number(at !== undefined) - Number(waitingFor[index] !== undefined)
    waitingFor[index] = at
    if (at !== undefined) events.push({ at, index, kind: 'due' })
  }

  function flowAt(index: number): Flow {
    const flow = flows[index]
    if (!flow) throw new RangeError(`There is no flow ${index + 1}; the last one is ${flows.length}.`)
    return flow
  }

  function historyAt(index: number): HistoryEntry[] {
    return histories[index] ?? []
  }

  /** Lets everything happen that is due by now. */
  function run(): void {
    if (running) return
    running = true
    const now = blocks.now()
    const height = blocks.newest()
    const most = BigInt(Math.max(10, Math.min(MOST_PER_FLOW, Math.floor(MOST_IN_ALL / Math.max(1, waiting)))))
    for (let event = events.peek(); event && blocks.from(event.at) <= height; event = events.peek()) {
      events.pop()
      happen(event, now, most)
    }
    running = false
    tell()
  }

  function happen(event: Event, now: bigint, most: bigint): void {
    const { at, index, kind } = event
    if (kind === 'answer') {
      if (event.entry !== undefined && event.execution) settle(index, event.entry, event.execution, blocks.from(at))
    } else if (kind === 'queried') {
      if (event.execution) proceed(index, blocks.from(at), event.execution)
    } else if (waitingFor[index] === at) {
      const flow = flowAt(index)
      const interval = durationToNs(flow.interval)
      const end = timeToNs(flow.endTime)
      const missed = interval > 0n ? ((now < end ? now : end) - at) / interval : 0n
      if (missed > most) {
        const later = at + (missed - most) * interval
        past.changed(index, flow, blocks.from(at))
        flows[index] = { ...flow, execTime: nsToTime(later) }
        wait(index, later)
        return
      }
      const execution = plan(index)
      if (!asksAnotherChain(flow)) {
        proceed(index, blocks.from(at), execution)
        return
      }
      // The other chain's answer comes first; without one the flow stays where it is.
      if (execution.outcome === 'unanswered') {
        wait(index, undefined)
        return
      }
      const seconds = 1 + chance(seed, index, historyAt(index).length) * 2
      events.push({ at: at + BigInt(Math.round(seconds * 1e9)), index, kind: 'queried', execution })
    }
  }

  function plan(index: number): Execution {
    const flow = flowAt(index)
    const history = historyAt(index)
    const sequence = history.length + 1
    const usual = usualExecution(flow, sequence, history.at(-1))
    return { ...usual, ...behave(flow, sequence) }
  }

  /** One execution, and what follows from it. */
  function proceed(
    index: number,
    height: number,
    planned: Execution,
    actual: bigint = blocks.time(height),
  ): HistoryEntry {
    const flow = flowAt(index)
    const before = historyAt(index).at(-1)
    const verdict = checkConditions(flow, evidence(planned))
    const execution: Execution = verdict === 'met' ? planned : skipped(planned)
    const entry = write(index, height, execution, actual)
    const next = verdict === 'stop' ? null : nextExecution(flow, before, entry.errors)
    if (next !== null) flows[index] = { ...flow, execTime: nsToTime(next) }
    wait(index, next ?? undefined)
    return entry
  }

  function write(index: number, height: number, execution: Execution, actual: bigint): HistoryEntry {
    const flow = flowAt(index)
    const sent = isSent(flow, execution)
    const sequence = sent ? countPacket(flow).toString() : ''
    const entry = firstEntry(flow, execution, { scheduled: flow.execTime, actual: nsToTime(actual), sequence })
    const position = historyAt(index).push(entry) - 1
    past.written(index, height)
    note({ kind: 'executed', height, flow, entry })
    if (sent && execution.answerAfter === 0) settle(index, position, execution, height)
    else if (sent && execution.outcome !== 'unanswered') {
      const seconds = 3 + chance(seed, index, position, 7) * 5
      const answered = BigInt(Math.round(execution.answerAfter ?? seconds * 1000)) * MILLISECOND
      const after = execution.outcome === 'timedOut' ? packetTimeout(flow) : answered
      events.push({ at: actual + after, index, kind: 'answer', entry: position, execution })
    }
    return entry
  }

  function settle(index: number, position: number, execution: Execution, height: number): void {
    const flow = flowAt(index)
    const entry = historyAt(index)[position]
    // Somebody may have answered in the meantime.
    if (!entry || entry.executed || entry.timedOut || entry.errors.length > 0) return
    const answered = answeredEntry(flow, entry, execution)
    if (answered === entry) return
    historyAt(index)[position] = answered
    past.settled(index, position, height)
    note({ kind: answered.timedOut ? 'timedOut' : 'answered', height, flow, entry: answered })
    if (execution.outcome === 'timedOut' && flow.configuration?.stopOnTimeout) wait(index, undefined)
  }

  function evidence(execution: Execution) {
    return {
      latest: (id: string) => historyAt(Number(id) - 1).at(-1),
      responses: (id: string) => newestResponses(historyAt(Number(id) - 1)),
      queried: (execution.queryResponses ?? []).map(atob),
    }
  }

  function indexOf(id: string): number {
    run()
    return Number(flowAt(Number(id) - 1).id) - 1
  }

  const { params, interchainAccounts, trustlessAgents, totalBurnt } = initial
  return {
    params,
    interchainAccounts,
    trustlessAgents,
    totalBurnt,
    get height() {
      run()
      return blocks.seen()
    },
    get time() {
      run()
      return blocks.time(blocks.newest())
    },
    timeOf: blocks.time,
    look: run,
    seal: blocks.seen,
    get flows() {
      run()
      return flows
    },
    history(id) {
      run()
      return historyAt(Number(id) - 1)
    },
    historyAt,
    idsOf(owner) {
      run()
      return owners.get(owner) ?? []
    },
    state() {
      run()
      const history = Object.fromEntries(flows.map((flow, index) => [flow.id, [...historyAt(index)]]))
      const height = blocks.seen()
      return { ...initial, height, time: nsToTime(blocks.time(height)), flows: [...flows], history }
    },
    watch(listener) {
      run()
      return watch(listener)
    },
    past(height) {
      run()
      return past.at(height)
    },
    addFlow(flow, history = []) {
      run()
      const height = blocks.open()
      insert(flow, history)
      past.added(height)
      note({ kind: 'created', height, flow })
      tell()
    },
    updateFlow(id, changes) {
      const index = indexOf(id)
      const height = blocks.open()
      const before = flowAt(index)
      const updateHistory = [...before.updateHistory, nsToTime(blocks.now())]
      const flow = { ...before, updateHistory, ...changes, id: before.id, owner: before.owner }
      past.changed(index, before, height)
      flows[index] = flow
      if (flow.execTime !== before.execTime) wait(index, scheduled(flow) ? timeToNs(flow.execTime) : undefined)
      note({ kind: 'updated', height, flow })
      tell()
      return flow
    },
    execute(id, execution) {
      const index = indexOf(id)
      const height = blocks.open()
      const now = blocks.now()
      past.changed(index, flowAt(index), height)
      flows[index] = { ...flowAt(index), execTime: nsToTime(now) }
      const entry = proceed(index, height, { ...plan(index), ...execution }, now)
      tell()
      return historyAt(index).at(-1) ?? entry
    },
    answer(id, execution) {
      const index = indexOf(id)
      const history = historyAt(index)
      const position = history.findLastIndex(({ packetSequences }) => packetSequences.length > 0)
      if (!history[position]) throw new RangeError(`Flow ${id} sent nothing that could be answered.`)
      settle(index, position, execution, blocks.open())
      tell()
      return history[position]
    },
  }
}

function skipped({ queryResponses = [] }: Execution): Execution {
  return { outcome: 'skipped', queryResponses }
}

function newestResponses(history: readonly HistoryEntry[]): readonly AnyMessage[] | undefined {
  return history.findLast(({ msgResponses }) => msgResponses.length > 0)?.msgResponses
}
