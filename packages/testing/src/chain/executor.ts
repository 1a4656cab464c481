import type { ReleaseRules } from '@flow-query/rules'
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
  messageParts,
} from './conditions/conditions.js'
import { nextRun } from './conditions/recurrence.js'
import {
  type Behavior,
  balanceTooLow,
  type Execution,
  errorOf,
  isSent,
  type PaidExecution,
  type PlannedExecution,
  usualExecution,
} from './execution.js'
import { newEntry, newFee, withOutcome } from './history-entry.js'
import { isInterchain, type Packet, type Packets } from './packets.js'
import { chance } from './random.js'
import { withNextSalts } from './salt.js'
import type { Flow, HistoryEntry } from './state.js'

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
  rules: ReleaseRules
}

const nanosecondsPerSecond = 1_000_000_000

/** Executes the flows of a chain. Flows are identified by index. Times are in nanoseconds since 1970. */
export class Executor {
  readonly #options: ExecutorOptions
  readonly #nextRuns = new Map<number, bigint>()

  constructor(options: ExecutorOptions) {
    this.#options = options
  }

  /** Schedules a flow's next run. Null cancels it. */
  setNextRun(index: number, at: bigint | null): void {
    if (at === null) {
      this.#nextRuns.delete(index)
      return
    }
    this.#nextRuns.set(index, at)
    this.#options.schedule.at(at, index, height => {
      // Another call may have set a different time in the meantime.
      if (this.#nextRuns.get(index) === at) this.#runDue(index, at, height)
    })
  }

  /** Executes a flow now. The fields of `execution` override the planned ones. */
  runNow(index: number, execution: Execution | undefined, height: number): void {
    const { store, blocks } = this.#options
    const now = blocks.now()
    store.changeFlow(index, { ...store.flow(index), execTime: nsToTime(now) }, height)
    this.#run(index, withChanges(this.#plan(index), execution), height, now)
  }

  /** Records the host chain's response to a packet. */
  answer(index: number, packet: Packet, execution: Execution, height: number): void {
    const { store, packets, chainEvents } = this.#options
    const { outcome } = execution
    const flow = store.flow(index)
    const newest = store.history(index).at(-1)
    if (outcome === 'unacknowledged' || outcome === 'skipped' || !newest || !packets.close(index, packet)) return
    const entry = withOutcome(flow, newest, execution)
    const written = entry !== newest
    if (written) store.changeNewestEntry(index, entry, height)
    if (outcome === 'timedOut') {
      chainEvents.add({ kind: 'timedOut', height, flow, packet })
      if (flow.configuration?.stopOnTimeout) this.setNextRun(index, null)
    } else {
      const error = outcome === 'failed' ? { error: errorOf(flow, execution) } : {}
      chainEvents.add({ kind: 'acknowledged', height, flow, packet, written, ...error })
    }
  }

  #runDue(index: number, at: bigint, height: number): void {
    const { store, blocks, schedule, seed } = this.#options
    const flow = store.flow(index)
    const skipped = runsToSkip(flow, at, blocks.now(), this.#nextRuns.size)
    if (skipped > 0n) {
      const later = at + skipped * durationToNs(flow.interval)
      store.changeFlow(index, { ...flow, execTime: nsToTime(later) }, height)
      this.setNextRun(index, later)
      return
    }
    const execution = this.#plan(index)
    if (!asksAnotherChain(flow)) this.#run(index, execution, height)
    // Without a response to its query, the flow never runs again.
    else if (execution.outcome === 'unacknowledged' || !canBeAnswered(flow)) this.setNextRun(index, null)
    else {
      const seconds = 1 + chance(seed, index, store.history(index).length) * 2
      const answered = at + BigInt(Math.round(seconds * nanosecondsPerSecond))
      schedule.at(answered, index, later => this.#run(index, execution, later))
    }
  }

  #plan(index: number): Execution {
    const { store, payments, behave } = this.#options
    const flow = store.flow(index)
    const history = store.history(index)
    const sequence = history.length + 1
    const newest = history.at(-1)
    // Errors that depend on accounts are not repeated, because the accounts decide each run.
    const isDecided = payments.decides(flow, newest?.errors.at(-1) ?? '')
    return withChanges(usualExecution(flow, sequence, isDecided ? undefined : newest), behave(flow, sequence))
  }

  #run(index: number, planned: Execution, height: number, at = this.#options.blocks.timeOf(height)): void {
    const { store, rules } = this.#options
    const flow = store.flow(index)
    const before = store.history(index).at(-1)
    const conditions = checkConditions(flow, this.#evidence(planned))
    const execution = conditions === 'met' ? this.#withFeedbackLoops(flow, planned) : notAllowed(planned, conditions)
    const isUnmet = conditions !== 'met' || planned.outcome === 'skipped' || isConditionError(planned)
    const entry = this.#write(index, this.#pay(flow, execution, isUnmet, height, at), isUnmet, height, at)
    if (rules.increasesSalt && !isUnmet && !isInterchain(flow) && !isUnpaid(entry)) this.#increaseSalts(index, height)
    const next = conditions === 'stop' ? null : nextRun(store.flow(index), { entry, isUnmet, before }, rules)
    if (next !== null) store.setNextRun(index, nsToTime(next))
    this.setNextRun(index, next)
  }

  #evidence({ queryResponses = [] }: Execution): Evidence {
    return { history: id => this.#historyOf(id), queried: queryResponses.map(atob), rules: this.#options.rules }
  }

  #historyOf(id: string): readonly HistoryEntry[] {
    return this.#options.store.history(Number(id) - 1)
  }

  #withFeedbackLoops(flow: Flow, execution: Execution): PlannedExecution {
    const { flows } = this.#options.store
    const messagesOf = (id: string) => flows[Number(id) - 1]?.msgs.length
    const result = checkFeedbackLoops(flow, messagesOf, id => this.#historyOf(id))
    if (result === 'none') return execution
    if (result === 'idle') return { ...skippedInstead(execution), execFee: idleFee }
    if (result instanceof Error) return { ...execution, outcome: 'failed', error: result.message }
    return execution.outcome === 'failed' ? execution : { ...execution, ...result }
  }

  #pay(flow: Flow, execution: PlannedExecution, isUnmet: boolean, height: number, at: bigint): PaidExecution {
    const { blocks, payments, firstHeight } = this.#options
    if (isUnmet) return { ...execution, execFee: execution.execFee ?? [] }
    if (height < firstHeight) {
      const early = withLoopError(flow, execution)
      return { ...early, execFee: newFee(flow, early) }
    }
    return payments.run(flow, execution, { height, at, completed: blocks.timeOf(height - 1) })
  }

  #write(index: number, execution: PaidExecution, isUnmet: boolean, height: number, at: bigint): HistoryEntry {
    const { store, packets, chainEvents } = this.#options
    const flow = store.flow(index)
    const packet = isSent(flow, execution) ? packets.send(index, flow, at) : null
    const times = { scheduledExecTime: flow.execTime, actualExecTime: nsToTime(at) }
    const entry = newEntry(flow, execution, times, packet?.sequence)
    store.addEntry(index, entry, height)
    // On 1.1.0, a run whose conditions are not met emits no event.
    if (!isUnmet) chainEvents.add({ kind: 'executed', height, flow, entry, packet })
    if (packet) this.#awaitAnswer(index, packet, execution, height, at)
    return entry
  }

  #awaitAnswer(index: number, packet: Packet, execution: Execution, height: number, sent: bigint): void {
    const { store, schedule, seed } = this.#options
    const { outcome, answerAfter } = execution
    if (outcome === 'unacknowledged') return
    const answered = (later: number) => this.answer(index, packet, execution, later)
    if (outcome === 'timedOut') schedule.at(packet.timeout, index, answered)
    else if (answerAfter === 0) answered(height)
    else {
      const position = store.history(index).length - 1
      const milliseconds = answerAfter ?? 1_000 * (3 + chance(seed, index, position, 7) * 5)
      schedule.at(sent + BigInt(Math.round(milliseconds)) * 1_000_000n, index, answered)
    }
  }

  #increaseSalts(index: number, height: number): void {
    const { store } = this.#options
    const flow = store.flow(index)
    const msgs = withNextSalts(flow.msgs)
    if (msgs.some((message, position) => message !== flow.msgs[position]))
      store.changeFlow(index, { ...flow, msgs }, height)
  }
}

function withLoopError(flow: Flow, { loopError, ...execution }: PlannedExecution): Execution {
  if (loopError === undefined) return execution
  return { ...execution, outcome: 'failed', error: loopError, executedMessages: messageParts(flow)[0].length }
}

const idleFee = [{ denom: 'uinto', amount: '11200' }]

function isUnpaid({ errors }: HistoryEntry): boolean {
  return errors.some(error => error.includes(balanceTooLow))
}

/** Another outcome has another error. */
function withChanges({ error, ...usual }: Execution, changes: Execution | undefined): Execution {
  const isRepeated = changes === undefined || changes.outcome === usual.outcome
  return { ...usual, ...(isRepeated && error !== undefined && { error }), ...changes }
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
