import { feeNotCollected, isFeeError } from './accounts/fee-error.js'
import { countQueries } from './conditions/conditions.js'
import { isInterchain } from './packets.js'
import { chance } from './random.js'
import type { AnyMessage, Coin, Flow, HistoryEntry } from './state.js'

/** The outcome of one execution. */
export interface Execution {
  /**
   * - `feeNotCollected`: the messages take effect, but the paying account can't cover the fee.
   * - `timedOut`: only for interchain flows. The timeout is recorded when the packet expires.
   * - `unacknowledged`: only for interchain flows. The packet never gets a response.
   * - `skipped`: a condition was not met.
   */
  outcome: 'succeeded' | 'feeNotCollected' | 'failed' | 'timedOut' | 'unacknowledged' | 'skipped'
  /** The error of a failed execution, on this chain or, as `error handling packet ...`, on the host chain. */
  error?: string
  execFee?: Coin[]
  msgResponses?: AnyMessage[]
  /** The base64 responses to the conditions' queries, in order. */
  queryResponses?: string[]
  /** How many messages took effect, although the execution failed. */
  executedMessages?: number
  /** The delay before the host chain responds, in milliseconds. Defaults to 3 to 8 seconds. */
  answerAfter?: number
}

/**
 * Returns the outcome of a flow's execution with this sequence number, which starts at 1. Undefined means the default
 * outcome.
 */
export type Behavior = (flow: Flow, sequence: number) => Execution | undefined

/** An execution before its messages run. */
export interface PlannedExecution extends Execution {
  /** The error of a feedback loop, which the chain reads after it has executed the messages before the loop. */
  loopError?: string
}

export interface PaidExecution extends Execution {
  execFee: Coin[]
  feeError?: string
}

export const balanceTooLow = 'balance too low to deduct expected fee'
export const noActiveChannel = 'msg handling error: no active channel for this owner'
export const localError = 'msg handling error: could not execute local flow:'
const insufficientFunds = `${localError} spendable balance 1000uinto is smaller than 900000uinto: insufficient funds`

export function hostError(code: number): string {
  return `error handling packet on host chain: see host chain events for details, error: ABCI code: ${code}: error handling packet: see events for details`
}

export function errorOf(flow: Flow, { outcome, error }: Execution): string {
  if (outcome === 'feeNotCollected') return error ?? feeNotCollected
  return error ?? (isInterchain(flow) ? hostError(5) : insufficientFunds)
}

export function isSent(flow: Flow, execution: Execution): boolean {
  if (!isInterchain(flow) || execution.outcome === 'skipped') return false
  return execution.outcome !== 'failed' || errorOf(flow, execution).startsWith('error handling packet')
}

export function usualExecution(flow: Flow, sequence: number, before: HistoryEntry | undefined): Execution {
  const error = before?.errors.at(-1)
  const queryResponses = Array.from({ length: countQueries(flow) }, (_, query) => balance(flow, sequence, query))
  if (error && isFeeError(error)) return { outcome: 'feeNotCollected', error, queryResponses }
  return error ? { outcome: 'failed', error, queryResponses } : { outcome: 'succeeded', queryResponses }
}

/** Returns a balance on the other chain, encoded like a query response. */
function balance(flow: Flow, sequence: number, query: number): string {
  return btoa(String(500_000_000 - 1_000 * sequence - Math.floor(1_000 * chance(Number(flow.id), sequence, query))))
}
