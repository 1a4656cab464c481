import { clockTime, toMilliseconds } from '../convert.js'
import {
  type ExecutionOutcome,
  type ExecutionProblem,
  executionOutcome,
  executionProblem,
  flowStatus,
} from '../status.js'
import type { Flow, FlowHistoryEntry } from '../types.js'
import { type NewestEntries, newestRuns, type Run } from './runs.js'
import { type StopReason, stopReason } from './stop.js'

/** Whether a flow does what it was made for: see {@link flowHealth}. */
export type FlowHealth = HealthyFlow | FailingFlow | WaitingFlow | OverFlow | UnknownFlow

/** It will run again, and went well when last it is known how it went. */
export interface HealthyFlow {
  state: 'healthy'
  /** The first run of those that went well in a row. */
  since: Run
  /** All the runs that were given are such: it may have begun before them. */
  orEarlier: boolean
}

/** It will run again, and went wrong when last it is known how it went. */
export interface FailingFlow {
  state: 'failing'
  /** The first run of those that went wrong in a row. */
  since: Run
  /** All the runs that were given are such: it may have begun before them. */
  orEarlier: boolean
  /** What went wrong with the newest of them. */
  cause: FailureCause
  /** Its error, in the chain's words; null where it left none. */
  message: string | null
}

/** Nothing is wrong, and nothing is done. */
export interface WaitingFlow {
  state: 'waiting'
  /**
   * - `start`: it has not run yet
   * - `conditions`: its conditions are not met, so that it is skipped
   * - `answer`: another chain has not answered its first run, or what it asks before it runs
   */
  for: 'start' | 'conditions' | 'answer'
  /** The run that waits, or the first of those that were skipped in a row; null before the first run. */
  since: Run | null
  /** All the runs that were given are such: it may have begun before them. */
  orEarlier: boolean
}

/** It will not run again. */
export interface OverFlow {
  state: 'over'
  /** Its last run; null where there was none. */
  since: Run | null
  /** How that went. */
  outcome: ExecutionOutcome | null
  /** What went wrong with it; null where nothing did. */
  cause: FailureCause | null
  /** Its error, in the chain's words; null where it left none. */
  message: string | null
  /** All the runs that were given went wrong. */
  allFailed: boolean
  /** Why it ended before its end; null where it ended as it should. */
  stopped: StopReason | null
}

/** The entries do not tell: there are none though it has run, or its times are no times. */
export interface UnknownFlow {
  state: 'unknown'
}

/** Why a run went wrong: the cause of its error, or what became of what it sent to another chain. */
export type FailureCause = ExecutionProblem | 'timedOut' | 'unanswered'

/**
 * Whether a flow does what it was made for, since when, and what is wrong.
 *
 * What was skipped or is pending neither mends nor breaks anything: a flow that failed is failing until it succeeds, and one
 * that went well stays healthy while another chain has yet to answer. Five entries are enough to tell the state; the more are
 * given, the farther back can be told since when.
 *
 * @example
 * const page = await client.flowHistory({ id: flow.id, limit: 50, reverse: true })
 * const health = flowHealth(flow, page, Date.now())
 * if (health.state === 'failing') console.log(`failing since run ${health.since.number}: ${health.cause}`)
 */
export function flowHealth(flow: Flow, newest: NewestEntries, now: number | Date): FlowHealth {
  if (Number.isNaN(clockTime(flow.execTime))) return { state: 'unknown' }
  const { entries, runAt, isWhole } = newestRuns(newest)
  const outcomes = entries.map(entry => executionOutcome(entry, flow, now))
  const status = flowStatus(flow, now)

  if (status === 'completed' || status === 'stopped') {
    const stopped = stopReason(flow, newest, now)
    if (status === 'stopped' && !stopped)
      return { state: 'waiting', for: 'answer', since: { ...runAt(-1), time: flow.execTime }, orEarlier: false }
    return {
      state: 'over',
      since: entries[0] ? runAt(0) : null,
      outcome: outcomes[0] ?? null,
      cause: causeOf(entries[0], outcomes[0]),
      message: entries[0]?.errors[0] ?? null,
      allFailed: outcomes.length > 0 && outcomes.every(isFailure),
      stopped,
    }
  }
  if (status === 'scheduled' || !entries[0]) {
    if (status === 'active' && hasRun(flow)) return { state: 'unknown' }
    return { state: 'waiting', for: 'start', since: null, orEarlier: false }
  }

  /** Of runs in a row: the oldest of a kind that comes, going back, before any that ends it. */
  const streak = (isAlike: Test, isEnd: Test) => {
    const end = outcomes.findIndex(isEnd)
    const since = outcomes.slice(0, end < 0 ? outcomes.length : end).findLastIndex(isAlike)
    return { since: runAt(since), orEarlier: end < 0 && !isWhole }
  }
  const decided = outcomes.findIndex(isDecided)
  const cause = causeOf(entries[decided], outcomes[decided])
  if (cause)
    return { state: 'failing', ...streak(isFailure, isSuccess), cause, message: entries[decided]?.errors[0] ?? null }
  if (outcomes[0] === 'skipped')
    return { state: 'waiting', for: 'conditions', ...streak(isSkip, outcome => !isSkip(outcome)) }
  if (decided < 0) return { state: 'waiting', for: 'answer', since: runAt(0), orEarlier: false }
  return { state: 'healthy', ...streak(isSuccess, isFailure) }
}

type Test = (outcome: ExecutionOutcome) => boolean

const isSuccess: Test = outcome => outcome === 'succeeded'
const isSkip: Test = outcome => outcome === 'skipped'
const isDecided: Test = outcome => outcome !== 'skipped' && outcome !== 'pending'
const isFailure: Test = outcome => isDecided(outcome) && !isSuccess(outcome)

function causeOf(entry: FlowHistoryEntry | undefined, outcome: ExecutionOutcome | undefined): FailureCause | null {
  if (outcome === 'timedOut' || outcome === 'unanswered') return outcome
  return outcome === 'failed' ? executionProblem(entry?.errors[0] ?? '') : null
}

/** Whether a flow that will run again must have run before: the first run is an interval after the start, if not at it. */
function hasRun({ startTime, execTime, interval }: Flow): boolean {
  const length = toMilliseconds(interval)
  return length > 0 && clockTime(execTime) > clockTime(startTime) + length
}
