import { countQueries } from './conditions.js'
import { isInterchain } from './packets.js'
import { chance } from './random.js'
import type { AnyMessage, Coin, Flow, HistoryEntry } from './state.js'
import { durationToNs, timeToNs } from './time.js'

/** How one execution goes. */
export interface Execution {
  /**
   * `timedOut` and `unanswered` happen to interchain flows alone, whose packets the other chain never answers; the
   * first is noticed when the packet's time is over. `skipped`: a condition was not met.
   */
  outcome: 'succeeded' | 'failed' | 'timedOut' | 'unanswered' | 'skipped'
  /** What went wrong where it failed: on this chain, or `error handling packet ...` on the other. */
  error?: string
  execFee?: Coin[]
  msgResponses?: AnyMessage[]
  /** Base64, one for each condition that asks another chain. */
  queryResponses?: string[]
  /** Milliseconds until the other chain answers; some seconds by default. */
  answerAfter?: number
}

export const BALANCE_TOO_LOW = 'balance too low to deduct expected fee'
export const NO_ACTIVE_CHANNEL = 'msg handling error: no active channel for this owner'
const INSUFFICIENT_FUNDS =
  'msg handling error: could not execute local flow: spendable balance 1000uinto is smaller than 900000uinto: insufficient funds'

/** What another chain says of a message that failed there, with that chain's code. */
export function hostError(code: number): string {
  return `error handling packet on host chain: see host chain events for details, error: ABCI code: ${code}: error handling packet: see events for details`
}

/** What went wrong, where it failed. */
export function errorOf(flow: Flow, { error }: Execution): string {
  return error ?? (isInterchain(flow) ? hostError(5) : INSUFFICIENT_FUNDS)
}

/** Whether the execution waits for another chain's answer. */
export function isSent(flow: Flow, execution: Execution): boolean {
  if (!isInterchain(flow) || execution.outcome === 'skipped') return false
  return execution.outcome !== 'failed' || errorOf(flow, execution).startsWith('error handling packet')
}

/** How a flow without further instructions runs: as it did last, unless that was a question of conditions. */
export function usualExecution(flow: Flow, sequence: number, before: HistoryEntry | undefined): Execution {
  const error = before?.errors.at(-1)
  const queryResponses = Array.from({ length: countQueries(flow) }, (_, query) => balance(flow, sequence, query))
  return error ? { outcome: 'failed', error, queryResponses } : { outcome: 'succeeded', queryResponses }
}

/** A balance on the other chain, as its store keeps it. */
function balance(flow: Flow, sequence: number, query: number): string {
  return btoa(String(500_000_000 - 1_000 * sequence - Math.floor(1_000 * chance(Number(flow.id), sequence, query))))
}

/**
 * When a flow runs again, in nanoseconds since 1970, after a run with these errors; null where that was the last one.
 * With `endsAfterOpenRun`, one that finds the run before it neither done nor failed (skipped, or without an answer) is.
 */
export function nextRun(
  flow: Flow,
  errors: readonly string[],
  before: HistoryEntry | undefined,
  endsAfterOpenRun: boolean,
): bigint | null {
  const interval = durationToNs(flow.interval)
  const next = timeToNs(flow.execTime) + interval
  if (interval === 0n || next > timeToNs(flow.endTime)) return null
  if (errors.some(error => error.includes(BALANCE_TOO_LOW))) return null
  if (endsAfterOpenRun && before && hasNoResult(before)) return null
  // What became of an interchain execution is seen by the one after it.
  const failed = errors.length > 0 || (isInterchain(flow) && before !== undefined && before.errors.length > 0)
  const { stopOnSuccess = false, stopOnFailure = false } = flow.configuration ?? {}
  const continues = (!stopOnSuccess && !stopOnFailure) || (stopOnSuccess && failed) || (stopOnFailure && !failed)
  return continues ? next : null
}

function hasNoResult({ executed, errors, msgResponses, queryResponses }: HistoryEntry): boolean {
  return !executed && errors.length === 0 && msgResponses.length === 0 && queryResponses.length === 0
}
