import type { Blocks } from './blocks.js'
import type { ChainEvents } from './chain-events.js'
import { asksAnotherChain, checkConditions, type Evidence } from './conditions.js'
import { newEntry, withOutcome } from './entries.js'
import { type Execution, errorOf, isSent, nextRun, usualExecution } from './execution.js'
import type { Packet, Packets } from './packets.js'
import { chance } from './random.js'
import type { Schedule } from './schedule.js'
import type { Flow } from './state.js'
import type { Store } from './store.js'
import { durationToNs, nsToTime, timeToNs } from './time.js'

/** Tells how the execution of a flow with this sequence (1 for its first) goes; undefined leaves it to the usual. */
export type Behaviour = (flow: Flow, sequence: number) => Execution | undefined

/** What lets the flows of a chain run, by their index. Times are in nanoseconds since 1970. */
export interface Executions {
  /** When a flow runs next; null for never. */
  setNextRun: (index: number, at: bigint | null) => void
  /** An execution that somebody wants now; what is given of it goes before the usual. */
  runNow: (index: number, execution: Execution | undefined, height: number) => void
  /** Another chain answers a packet. */
  answer: (index: number, packet: Packet, execution: Execution, height: number) => void
}

export interface ExecutionsOptions {
  store: Store
  blocks: Blocks
  packets: Packets
  chainEvents: ChainEvents
  schedule: Schedule
  behave: Behaviour
  seed: number
  /** Whether a run that finds the one before it without a result is the flow's last. */
  endsAfterOpenRun: boolean
}

const SECOND = 1_000_000_000

export function createExecutions(options: ExecutionsOptions): Executions {
  const { store, blocks, packets, chainEvents, schedule, behave, seed, endsAfterOpenRun } = options
  const nextRuns = new Map<number, bigint>()

  function setNextRun(index: number, at: bigint | null): void {
    if (at === null) {
      nextRuns.delete(index)
      return
    }
    nextRuns.set(index, at)
    schedule.at(at, index, height => {
      // Another time may have been set since.
      if (nextRuns.get(index) === at) runDue(index, at, height)
    })
  }

  function runDue(index: number, at: bigint, height: number): void {
    const flow = store.flow(index)
    const skipped = runsToSkip(flow, at, blocks.now(), nextRuns.size)
    if (skipped > 0n) {
      const later = at + skipped * durationToNs(flow.interval)
      store.changeFlow(index, { ...flow, execTime: nsToTime(later) }, height)
      setNextRun(index, later)
      return
    }
    const execution = plan(index)
    if (!asksAnotherChain(flow)) run(index, execution, height)
    // The other chain's answer comes first; without one the flow stays where it is.
    else if (execution.outcome === 'unanswered') setNextRun(index, null)
    else {
      const seconds = 1 + chance(seed, index, store.history(index).length) * 2
      const answered = at + BigInt(Math.round(seconds * SECOND))
      schedule.at(answered, index, later => run(index, execution, later))
    }
  }

  function runNow(index: number, execution: Execution | undefined, height: number): void {
    const now = blocks.now()
    store.changeFlow(index, { ...store.flow(index), execTime: nsToTime(now) }, height)
    run(index, { ...plan(index), ...execution }, height, now)
  }

  function plan(index: number): Execution {
    const flow = store.flow(index)
    const history = store.history(index)
    const sequence = history.length + 1
    return { ...usualExecution(flow, sequence, history.at(-1)), ...behave(flow, sequence) }
  }

  /** One execution where conditions allow it, and what follows from it. */
  function run(index: number, planned: Execution, height: number, at = blocks.timeOf(height)): void {
    const flow = store.flow(index)
    const before = store.history(index).at(-1)
    const verdict = checkConditions(flow, evidence(planned))
    const errors = write(index, verdict === 'met' ? planned : skippedInstead(planned), height, at)
    const next = verdict === 'stop' ? null : nextRun(flow, errors, before, endsAfterOpenRun)
    if (next !== null) store.setNextRun(index, nsToTime(next))
    setNextRun(index, next)
  }

  /** Writes an entry, and returns its errors. */
  function write(index: number, execution: Execution, height: number, at: bigint): readonly string[] {
    const flow = store.flow(index)
    const packet = isSent(flow, execution) ? packets.send(index, flow, at) : null
    const times = { scheduledExecTime: flow.execTime, actualExecTime: nsToTime(at) }
    const entry = newEntry(flow, execution, times, packet?.sequence)
    store.addEntry(index, entry, height)
    chainEvents.add({ kind: 'executed', height, flow, entry, packet })
    if (packet) awaitAnswer(index, packet, execution, height, at)
    return entry.errors
  }

  function awaitAnswer(index: number, packet: Packet, execution: Execution, height: number, sent: bigint): void {
    const { outcome, answerAfter } = execution
    if (outcome === 'unanswered') return
    const answered = (later: number) => answer(index, packet, execution, later)
    if (outcome === 'timedOut') schedule.at(packet.timeout, index, answered)
    else if (answerAfter === 0) answered(height)
    else {
      const position = store.history(index).length - 1
      const milliseconds = answerAfter ?? 1_000 * (3 + chance(seed, index, position, 7) * 5)
      schedule.at(sent + BigInt(Math.round(milliseconds)) * 1_000_000n, index, answered)
    }
  }

  /** As on the chain, an answer is written into the flow's newest entry, whichever run the packet is of. */
  function answer(index: number, packet: Packet, execution: Execution, height: number): void {
    const { outcome } = execution
    const flow = store.flow(index)
    const newest = store.history(index).at(-1)
    if (outcome === 'unanswered' || outcome === 'skipped' || !newest || !packets.close(index, packet)) return
    const entry = withOutcome(flow, newest, execution)
    const written = entry !== newest
    if (written) store.changeNewestEntry(index, entry, height)
    if (outcome === 'timedOut') {
      chainEvents.add({ kind: 'timedOut', height, flow, packet })
      if (flow.configuration?.stopOnTimeout) setNextRun(index, null)
    } else {
      const error = outcome === 'failed' ? { error: errorOf(flow, execution) } : {}
      chainEvents.add({ kind: 'answered', height, flow, packet, written, ...error })
    }
  }

  function evidence({ queryResponses = [] }: Execution): Evidence {
    const historyOf = (id: string) => store.history(Number(id) - 1)
    return {
      latest: id => historyOf(id).at(-1),
      responses: id => historyOf(id).findLast(({ msgResponses }) => msgResponses.length > 0)?.msgResponses,
      queried: queryResponses.map(atob),
    }
  }

  return { setNextRun, runNow, answer }
}

/** Only what another chain answered before is left of it. */
function skippedInstead({ queryResponses = [] }: Execution): Execution {
  return { outcome: 'skipped', queryResponses }
}

/** After a long sleep only so many of a flow's executions are caught up with, and so many of all flows together. */
const MOST_OF_A_FLOW = 1_000
const MOST_IN_ALL = 200_000
const LEAST_OF_A_FLOW = 10

/** How many of the runs that a flow has missed are left out, as so many flows share what is caught up with. */
function runsToSkip(flow: Flow, at: bigint, now: bigint, flows: number): bigint {
  const interval = durationToNs(flow.interval)
  if (interval === 0n) return 0n
  const end = timeToNs(flow.endTime)
  const missed = ((now < end ? now : end) - at) / interval
  const share = Math.max(LEAST_OF_A_FLOW, Math.min(MOST_OF_A_FLOW, Math.floor(MOST_IN_ALL / flows)))
  return missed - BigInt(share)
}
