import type { BlockTime, ChainRelease, Flow, FlowHistoryEntry } from '@flow-query/core'
import {
  type ExecutionOutcome,
  type ExecutionProblem,
  executionOutcome,
  executionProblem,
  flowStatus,
  toMilliseconds,
} from '@flow-query/core'
import { blockMilliseconds, clockTime, defaultGrace, hasQuery } from '@flow-query/core/parts/runs'
import type { DeadQuery } from '@flow-query/rules'
import { deadQueryIn } from './dead-query.js'
import { type PaidEffects, paidEffects } from './effects.js'
import { type NewestEntries, newestRuns, type Run } from './runs.js'
import { type StopReason, stopReason } from './stop.js'
import { type UnclearRun, unclearRuns } from './unclear.js'

export type FlowHealth = HealthyFlow | FailingFlow | WaitingFlow | StuckFlow | EndedFlow | UnknownFlow

/** The flow will run again, and its newest result is a success. */
export interface HealthyFlow {
  state: 'healthy'
  /** The first run of the current series of successes. */
  since: Run
  /** Whether older runs are unknown, so that the series may have started before `since`. */
  orEarlier: boolean
}

/** The flow will run again, and its newest result is a failure. */
export interface FailingFlow {
  state: 'failing'
  failedRun: Run
  cause: FailureCause
  message: string | null
  since: Run
  failures: number
  orEarlier: boolean
  /** Set if messages of the failed run took effect nevertheless, from core's `effectsOfFailure`. */
  effects?: PaidEffects
  /** The newest runs whose messages may have taken effect on another chain, from `unclearRuns`. */
  unclear: readonly UnclearRun[]
}

/** The flow has no result yet, or it skips its runs. */
export interface WaitingFlow {
  state: 'waiting'
  /**
   * Why the flow is waiting:
   *
   * - `start`: it has not run yet
   * - `conditions`: its conditions are not met, so it skips its runs
   * - `answer`: another chain has not answered the flow's first run, or a query that the flow needs before a run
   */
  for: 'start' | 'conditions' | 'answer'
  /** The waiting run, or the first skipped run of the current series, or null before the first run. */
  since: Run | null
  orEarlier: boolean
}

/** The flow never runs, or its next run doesn't start although it is due. */
export interface StuckFlow {
  state: 'stuck'
  cause: StuckCause
  /** The next run, which doesn't start. */
  since: Run
}

/**
 * Why a flow is stuck:
 *
 * - `queryResponseRejected`: the chain ignores each response to a query, because its timeout policy is `REJECT_QUERY_RESPONSE`
 * - `queryRepeated`: the chain ignores the first response and repeats the query, because its timeout policy is `RETRY_QUERY_REQUEST`.
 *   Relayers answer each query only once
 * - `invalidQueryKey`: the chain can't send a query, because its key isn't base64
 * - `queryUnanswered`: another chain has not answered a query for five minutes. Its key may not exist there, which ends the flow, or no
 *   relayer may be running
 */
export type StuckCause = DeadQuery | 'queryUnanswered'

export interface EndedFlow {
  state: 'ended'
  since: Run | null
  outcome: ExecutionOutcome | null
  /** The newest failed run, if no later run succeeded. */
  failedRun: Run | null
  /** Null if no run failed, or if a later run succeeded. */
  cause: FailureCause | null
  message: string | null
  /** Set if messages of the failed run took effect nevertheless, from core's `effectsOfFailure`. */
  effects?: PaidEffects
  /** The first run of the last series of failures. */
  failingSince: Run | null
  orEarlier: boolean
  /** False without results. */
  allFailed: boolean
  stopped: StopReason | null
  unclear: readonly UnclearRun[]
}

/** The health can't be determined, because runs are missing or the flow's times are invalid. */
export interface UnknownFlow {
  state: 'unknown'
}

/** Why a run failed, which can be a missing acknowledgement from another chain, or a run that executed no message. */
export type FailureCause = ExecutionProblem | 'timedOut' | 'unacknowledged' | 'idle'

/**
 * Returns the state of a flow, when the state began, and why a run failed.
 *
 * Skipped and pending runs don't change a flow's health. A failing flow stays failing until a run succeeds, and a healthy flow stays
 * healthy while it waits for another chain. Five entries are usually enough for the state.
 *
 * @example
 * const time = await chainTime(client)
 * const page = await client.flowHistory({ id: 14, limit: 50, reverse: true })
 * const flow = await client.flow({ id: 14 })
 * const health = flowHealth(flow, page, time)
 * if (health.state === 'failing')
 *   console.log(`run ${health.failedRun.number} failed: ${health.cause}. Failing since run ${health.since.number}`)
 *
 * @param time the newest block, from `chainTime`. Read it first, then the executions, then the flow. In another order, a run in between
 * would look like the flow's last run
 * @param release the rules of the chain at the time of the runs, as in the facts from `readForecastFacts`. Default: those of the newest release
 * @throws {FlowQueryError} with kind `argument` if `time` isn't the time of a block
 */
export function flowHealth(flow: Flow, newest: NewestEntries, time: BlockTime, release?: ChainRelease): FlowHealth {
  if (Number.isNaN(clockTime(flow.execTime))) return { state: 'unknown' }
  const { entries, runAt, isWhole } = newestRuns(newest)
  const outcomes = entries.map(entry => executionOutcome(entry, flow, time))
  const status = flowStatus(flow, time, { newest: entries[0] })
  const decided = outcomes.findIndex(isDecided)
  const newestResult = entries[decided]
  const message = newestResult ? messageOf(newestResult) : null
  const cause = causeOf(outcomes[decided], message)
  const effects = newestResult ? paidEffects(newestResult, flow) : null
  const failure = cause && { failedRun: runAt(decided), cause, message, ...(effects && { effects }) }

  const streak = (isAlike: Test, isBreak: Test) => {
    const end = outcomes.findIndex(isBreak)
    const series = outcomes.slice(0, end < 0 ? outcomes.length : end)
    return {
      since: runAt(series.findLastIndex(isAlike)),
      count: series.filter(isAlike).length,
      orEarlier: end < 0 && !isWhole,
    }
  }
  const failures = streak(isFailure, isSuccess)

  if (status === 'completed' || status === 'stopped') {
    return {
      state: 'ended',
      since: entries[0] ? runAt(0) : null,
      outcome: outcomes[0] ?? null,
      ...(failure ?? { failedRun: null, cause: null, message: null }),
      failingSince: failure && failures.since,
      orEarlier: failure !== null && failures.orEarlier,
      allFailed: failure !== null && !outcomes.some(tookEffect),
      stopped: stopReason(flow, newest, time, release),
      unclear: unclearRuns(flow, newest, time),
    }
  }
  const next = { ...runAt(-1), time: flow.execTime }
  const deadQuery = deadQueryIn(flow, entries)
  if (deadQuery) return { state: 'stuck', cause: deadQuery, since: next }
  const late = blockMilliseconds(time) - clockTime(flow.execTime)
  if (!failure && late >= defaultGrace && hasQuery(flow)) {
    if (late >= longestAnswer) return { state: 'stuck', cause: 'queryUnanswered', since: next }
    return { state: 'waiting', for: 'answer', since: next, orEarlier: false }
  }
  if (status === 'scheduled' || !entries[0]) {
    if (!isWhole && hasRun(flow)) return { state: 'unknown' }
    return { state: 'waiting', for: 'start', since: null, orEarlier: false }
  }

  if (failure) {
    const { since, count, orEarlier } = failures
    const unclear = unclearRuns(flow, newest, time)
    return { state: 'failing', ...failure, since, failures: count, orEarlier, unclear }
  }
  if (outcomes[0] === 'skipped') {
    const { since, orEarlier } = streak(isSkip, outcome => !isSkip(outcome))
    return { state: 'waiting', for: 'conditions', since, orEarlier }
  }
  if (decided < 0) return { state: 'waiting', for: 'answer', since: runAt(0), orEarlier: false }
  const { since, orEarlier } = streak(isSuccess, isFailure)
  return { state: 'healthy', since, orEarlier }
}

/** Relayers usually answer a query within a minute. */
const longestAnswer = 300_000

type Test = (outcome: ExecutionOutcome) => boolean

const isSuccess: Test = outcome => outcome === 'succeeded'
export const tookEffect: Test = outcome => isSuccess(outcome) || outcome === 'feeNotCollected'
const isSkip: Test = outcome => outcome === 'skipped'
const isDecided: Test = outcome => outcome !== 'skipped' && outcome !== 'pending'
const isFailure: Test = outcome => isDecided(outcome) && !isSuccess(outcome)

function causeOf(outcome: ExecutionOutcome | undefined, message: string | null): FailureCause | null {
  if (outcome === 'timedOut' || outcome === 'unacknowledged') return outcome
  if (outcome === 'feeNotCollected' || outcome === 'idle') return outcome
  return outcome === 'failed' ? executionProblem(message ?? '') : null
}

/** An uncollected fee only explains a failure if there is no other error. */
function messageOf({ errors }: FlowHistoryEntry): string | null {
  return errors.find(error => executionProblem(error) !== 'feeNotCollected') ?? errors[0] ?? null
}

/** The first run is due at the start time or one interval later. */
function hasRun({ startTime, execTime, interval }: Flow): boolean {
  const length = toMilliseconds(interval)
  return length > 0 && clockTime(execTime) > clockTime(startTime) + length
}
