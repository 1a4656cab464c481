import type { Payments } from './accounts/payments.js'
import type { Blocks } from './blocks/blocks.js'
import type { Schedule } from './blocks/schedule.js'
import type { Store } from './blocks/store.js'
import { durationToNs, nsToTime, timeToNs } from './blocks/time.js'
import type { ChainEvents } from './chain-events.js'
import {
  asksAnotherChain,
  canBeAnswered,
  checkConditions,
  checkFeedbackLoops,
  type Evidence,
} from './conditions/conditions.js'
import { nextRun } from './conditions/recurrence.js'
import type { ChainRules } from './conditions/rules.js'
import {
  type Behavior,
  balanceTooLow,
  type Execution,
  errorOf,
  isSent,
  type PaidExecution,
  usualExecution,
} from './execution.js'
import { newEntry, newFee, withOutcome } from './history-entry.js'
import { isInterchain, type Packet, type Packets } from './packets.js'
import { chance } from './random.js'
import { withNextSalts } from './salt.js'
import type { Flow, HistoryEntry } from './state.js'

/** Executes the flows of a chain. Flows are identified by index. Times are in nanoseconds since 1970. */
export interface Executor {
  /** Schedules a flow's next run. Null cancels it. */
  setNextRun: (index: number, at: bigint | null) => void
  /** Executes a flow now. The fields of `execution` override the planned ones. */
  runNow: (index: number, execution: Execution | undefined, height: number) => void
  /** Records the host chain's response to a packet. */
  answer: (index: number, packet: Packet, execution: Execution, height: number) => void
}

export interface ExecutorOptions {
  store: Store
  blocks: Blocks
  packets: Packets
  chainEvents: ChainEvents
  schedule: Schedule
  payments: Payments
  /** Runs in earlier blocks are not charged, because the initial balances already include them. */
  firstHeight: number
  behave: Behavior
  seed: number
  rules: ChainRules
}

const nanosecondsPerSecond = 1_000_000_000

export function createExecutor(options: ExecutorOptions): Executor {
  const { store, blocks, packets, chainEvents, schedule, payments, firstHeight } = options
  const { behave, seed, rules } = options
  const nextRuns = new Map<number, bigint>()

  function setNextRun(index: number, at: bigint | null): void {
    if (at === null) {
      nextRuns.delete(index)
      return
    }
    nextRuns.set(index, at)
    schedule.at(at, index, height => {
      // Another call may have set a different time in the meantime.
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
    // Without a response to its query, the flow never runs again.
    else if (execution.outcome === 'unacknowledged' || !canBeAnswered(flow)) setNextRun(index, null)
    else {
      const seconds = 1 + chance(seed, index, store.history(index).length) * 2
      const answered = at + BigInt(Math.round(seconds * nanosecondsPerSecond))
      schedule.at(answered, index, later => run(index, execution, later))
    }
  }

  function runNow(index: number, execution: Execution | undefined, height: number): void {
    const now = blocks.now()
    store.changeFlow(index, { ...store.flow(index), execTime: nsToTime(now) }, height)
    run(index, withChanges(plan(index), execution), height, now)
  }

  function plan(index: number): Execution {
    const flow = store.flow(index)
    const history = store.history(index)
    const sequence = history.length + 1
    const newest = history.at(-1)
    // Errors that depend on accounts are not repeated, because the accounts decide each run.
    const isDecided = payments.decides(flow, newest?.errors.at(-1) ?? '')
    return withChanges(usualExecution(flow, sequence, isDecided ? undefined : newest), behave(flow, sequence))
  }

  function run(index: number, planned: Execution, height: number, at = blocks.timeOf(height)): void {
    const flow = store.flow(index)
    const before = store.history(index).at(-1)
    const conditions = checkConditions(flow, evidence(planned))
    const execution = conditions === 'met' ? withFeedbackLoops(flow, planned) : notAllowed(planned, conditions)
    const isUnmet = conditions !== 'met' || planned.outcome === 'skipped' || isConditionError(planned)
    const entry = write(index, pay(flow, execution, isUnmet, height, at), isUnmet, height, at)
    if (rules.increasesSalt && !isUnmet && !isInterchain(flow) && !isUnpaid(entry)) increaseSalts(index, height)
    const next = conditions === 'stop' ? null : nextRun(store.flow(index), { entry, isUnmet, before }, rules)
    if (next !== null) store.setNextRun(index, nsToTime(next))
    setNextRun(index, next)
  }

  function increaseSalts(index: number, height: number): void {
    const flow = store.flow(index)
    const msgs = withNextSalts(flow.msgs)
    if (msgs.some((message, position) => message !== flow.msgs[position]))
      store.changeFlow(index, { ...flow, msgs }, height)
  }

  function pay(flow: Flow, execution: Execution, isUnmet: boolean, height: number, at: bigint): PaidExecution {
    if (isUnmet) return { ...execution, execFee: execution.execFee ?? [] }
    if (height < firstHeight) return { ...execution, execFee: newFee(flow, execution) }
    return payments.run(flow, execution, { height, at, completed: blocks.timeOf(height - 1) })
  }

  function write(index: number, execution: PaidExecution, isUnmet: boolean, height: number, at: bigint): HistoryEntry {
    const flow = store.flow(index)
    const packet = isSent(flow, execution) ? packets.send(index, flow, at) : null
    const times = { scheduledExecTime: flow.execTime, actualExecTime: nsToTime(at) }
    const entry = newEntry(flow, execution, times, packet?.sequence)
    store.addEntry(index, entry, height)
    // On 1.1.0, a run whose conditions are not met emits no event.
    if (!isUnmet) chainEvents.add({ kind: 'executed', height, flow, entry, packet })
    if (packet) awaitAnswer(index, packet, execution, height, at)
    return entry
  }

  function awaitAnswer(index: number, packet: Packet, execution: Execution, height: number, sent: bigint): void {
    const { outcome, answerAfter } = execution
    if (outcome === 'unacknowledged') return
    const answered = (later: number) => answer(index, packet, execution, later)
    if (outcome === 'timedOut') schedule.at(packet.timeout, index, answered)
    else if (answerAfter === 0) answered(height)
    else {
      const position = store.history(index).length - 1
      const milliseconds = answerAfter ?? 1_000 * (3 + chance(seed, index, position, 7) * 5)
      schedule.at(sent + BigInt(Math.round(milliseconds)) * 1_000_000n, index, answered)
    }
  }

  function answer(index: number, packet: Packet, execution: Execution, height: number): void {
    const { outcome } = execution
    const flow = store.flow(index)
    const newest = store.history(index).at(-1)
    if (outcome === 'unacknowledged' || outcome === 'skipped' || !newest || !packets.close(index, packet)) return
    const entry = withOutcome(flow, newest, execution)
    const written = entry !== newest
    if (written) store.changeNewestEntry(index, entry, height)
    if (outcome === 'timedOut') {
      chainEvents.add({ kind: 'timedOut', height, flow, packet })
      if (flow.configuration?.stopOnTimeout) setNextRun(index, null)
    } else {
      const error = outcome === 'failed' ? { error: errorOf(flow, execution) } : {}
      chainEvents.add({ kind: 'acknowledged', height, flow, packet, written, ...error })
    }
  }

  function evidence({ queryResponses = [] }: Execution): Evidence {
    return { history: historyOf, queried: queryResponses.map(atob), rules }
  }

  function historyOf(id: string): readonly HistoryEntry[] {
    return store.history(Number(id) - 1)
  }

  function withFeedbackLoops(flow: Flow, execution: Execution): Execution {
    const result = checkFeedbackLoops(flow, messagesOf, historyOf)
    if (result === 'none') return execution
    if (result === 'idle') return { ...skippedInstead(execution), execFee: idleFee }
    return { ...execution, outcome: 'failed', error: result.message }
  }

  function messagesOf(id: string): number | undefined {
    return store.flows[Number(id) - 1]?.msgs.length
  }

  return { setNextRun, runNow, answer }
}

/** Another outcome has another error. */
function withChanges({ error, ...usual }: Execution, changes: Execution | undefined): Execution {
  const isRepeated = changes === undefined || changes.outcome === usual.outcome
  return { ...usual, ...(isRepeated && error !== undefined && { error }), ...changes }
}

const idleFee = [{ denom: 'uinto', amount: '11200' }]

function isUnpaid({ errors }: HistoryEntry): boolean {
  return errors.some(error => error.includes(balanceTooLow))
}

const conditionError = 'conditions to execute not met: '

function isConditionError({ outcome, error = '' }: Execution): boolean {
  return outcome === 'failed' && error.startsWith(conditionError)
}

function skippedInstead({ queryResponses = [] }: Execution): Execution {
  return { outcome: 'skipped', queryResponses }
}

function notAllowed(execution: Execution, conditions: 'skip' | 'stop' | Error): Execution {
  const skipped = skippedInstead(execution)
  if (!(conditions instanceof Error)) return skipped
  return { ...skipped, outcome: 'failed', error: conditionError + conditions.message }
}

const maxMissedRunsPerFlow = 1_000
const maxMissedRuns = 200_000
const minMissedRunsPerFlow = 10

function runsToSkip(flow: Flow, at: bigint, now: bigint, flows: number): bigint {
  const interval = durationToNs(flow.interval)
  if (interval <= 0n) return 0n
  const end = timeToNs(flow.endTime)
  const missed = ((now < end ? now : end) - at) / interval
  const share = Math.max(minMissedRunsPerFlow, Math.min(maxMissedRunsPerFlow, Math.floor(maxMissedRuns / flows)))
  return missed - BigInt(share)
}
