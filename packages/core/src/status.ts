import { clockTime, nanosecondsBetween, parseTime, toMilliseconds, toNanoseconds } from './convert.js'
import type { Flow, FlowHistoryEntry } from './types.js'

/** What a flow is up to: see {@link flowStatus}. */
export type FlowStatus = 'scheduled' | 'active' | 'completed' | 'stopped'

/** How an execution went: see {@link executionOutcome}. */
export type ExecutionOutcome = 'succeeded' | 'failed' | 'timedOut' | 'skipped' | 'pending' | 'unanswered'

/** Why an execution failed: see {@link executionProblem}. */
export type ExecutionProblem =
  | 'feeBalanceTooLow'
  | 'insufficientFunds'
  | 'noGrant'
  | 'noActiveChannel'
  | 'conditionsNotMet'
  | 'otherChain'
  | 'other'

/** A block or two may pass before a flow that is due has run. */
export const defaultGrace = 60_000
const maxPacketTimeout = 3_600_000

/**
 * What a flow is up to at `now`:
 *
 * - `scheduled`: starts later
 * - `active`: will run again
 * - `completed`: over, every execution up to its end time was due
 * - `stopped`: over before its end: on success, on failure, by another flow, for want of fees
 *
 * @param grace milliseconds that an execution may be late before the flow counts as over
 */
export function flowStatus(
  flow: Pick<Flow, 'startTime' | 'execTime' | 'endTime' | 'interval'>,
  now: number | Date,
  grace: number = defaultGrace,
): FlowStatus {
  const time = Math.floor(Number(now))
  const status = statusUntilOver(time, clockTime(flow.startTime), clockTime(flow.execTime), Math.floor(grace))
  return status ?? statusOnceOver(flow)
}

/** Of times as {@link clockTime} gives them; undefined for a flow that is over. */
export function statusUntilOver(
  now: number,
  startTime: number,
  execTime: number,
  grace: number = defaultGrace,
): 'scheduled' | 'active' | undefined {
  if (startTime > now) return 'scheduled'
  return execTime > now - grace ? 'active' : undefined
}

/** `stopped` where one more execution would have fitted. */
export function statusOnceOver(flow: Pick<Flow, 'execTime' | 'endTime' | 'interval'>): 'completed' | 'stopped' {
  const last = parseTime(flow.execTime)
  const end = parseTime(flow.endTime)
  const interval = toNanoseconds(flow.interval)
  if (!last || !end || !interval) return 'completed'
  const seconds = Math.floor(interval / 1_000_000_000)
  const next = { seconds: last.seconds + seconds, nanos: last.nanos + (interval - seconds * 1_000_000_000) }
  return nanosecondsBetween(next, end) < 0 ? 'completed' : 'stopped'
}

/**
 * How an execution went, as far as is known at `now`:
 *
 * - `succeeded`, `failed` (see {@link executionProblem}), `timedOut` (the packet to the other chain)
 * - `skipped`: its conditions were not met
 * - `pending`: sent to the other chain, whose answer may still come
 * - `unanswered`: the answer never came, and no longer can
 */
export function executionOutcome(
  entry: FlowHistoryEntry,
  flow: Pick<Flow, 'interval' | 'selfHostedIca' | 'trustlessAgent'>,
  now: number | Date,
): ExecutionOutcome {
  if (entry.timedOut) return 'timedOut'
  if (entry.errors.length) return 'failed'
  if (entry.executed) return 'succeeded'
  if (!wasSent(entry, flow)) return 'skipped'
  const timeout = Math.min(toMilliseconds(flow.interval) || maxPacketTimeout, maxPacketTimeout)
  return Number(now) < (clockTime(entry.actualExecTime) || 0) + timeout ? 'pending' : 'unanswered'
}

/**
 * Whether an execution went to another chain. `v1` lists its packets. On `v1beta1` it shows in the full fee of a flow
 * with an interchain account: nothing is charged where nothing was tried, and less where only a query was answered.
 */
function wasSent(entry: FlowHistoryEntry, flow: Pick<Flow, 'selfHostedIca' | 'trustlessAgent'>): boolean {
  if (entry.packetSequences.length) return true
  return Boolean((flow.selfHostedIca || flow.trustlessAgent) && entry.execFee.length && !entry.queryResponses.length)
}

const problems: [ExecutionProblem, RegExp][] = [
  ['feeBalanceTooLow', /balance too low to deduct/i],
  ['otherChain', /host chain|ABCI code/i],
  ['noActiveChannel', /no active channel/i],
  ['conditionsNotMet', /conditions to execute not met/i],
  ['noGrant', /authorization not found|no authorization|grant/i],
  ['insufficientFunds', /insufficient funds|insufficient balance|is smaller than/i],
]

/**
 * The cause behind one of an entry's `errors`.
 *
 * What failed on another chain is `otherChain`, whatever its reason: only a number of it comes back.
 */
export function executionProblem(message: string): ExecutionProblem {
  return problems.find(([, pattern]) => pattern.test(message))?.[0] ?? 'other'
}
