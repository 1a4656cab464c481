import { clockTime, nanosecondsBetween, parseTime, toDate, toMilliseconds, toNanoseconds } from './convert.js'
import { invalidArgument } from './errors.js'
import type { AnyMessage, BlockTime, FeedbackLoop, Flow, FlowHistoryEntry } from './types.js'

/** {@link flowStatus} describes each value. */
export type FlowStatus = 'scheduled' | 'active' | 'completed' | 'stopped'

/** {@link executionOutcome} describes each value. */
export type ExecutionOutcome =
  | 'succeeded'
  | 'feeNotCollected'
  | 'failed'
  | 'timedOut'
  | 'idle'
  | 'skipped'
  | 'pending'
  | 'unacknowledged'

/**
 * The cause of an error of an execution:
 *
 * - `feeBalanceTooLow`: no account could pay the fee, so the run didn't happen
 * - `feeNotCollected`: the messages took effect, but the fee could not be collected afterwards
 * - `agentFeeNotPaid`: the trustless agent could not be paid within the flow's fee limit
 * - `agentNotFound`: the trustless agent or its interchain account doesn't exist
 * - `wrongSigner`: a message needs the signature of an account that doesn't own the flow
 * - `insufficientFunds`: an account has too few coins for a message
 * - `noGrant`: a permission (authz grant) is missing, expired or used up
 * - `noActiveChannel`: there is no open channel to the other chain
 * - `conditionsNotMet`: the flow's conditions are not met, or can't be checked
 * - `otherChain`: the messages failed on the other chain
 * - `other`: any other error
 */
export type ExecutionProblem =
  | 'feeBalanceTooLow'
  | 'feeNotCollected'
  | 'agentFeeNotPaid'
  | 'agentNotFound'
  | 'wrongSigner'
  | 'insufficientFunds'
  | 'noGrant'
  | 'noActiveChannel'
  | 'conditionsNotMet'
  | 'otherChain'
  | 'other'

/** A run is always a little late, because it happens in the first block after its time. */
export const defaultGrace = 60_000
/** The chain doesn't apply the timeout of a flow's query, so a response that arrives later still starts the run. */
export const queryGrace = 3_600_000

export interface MayHaveConditions {
  conditions?: { comparisons: readonly MayQuery[]; feedbackLoops: readonly MayQuery[] } | null
}
interface MayQuery {
  icqConfig: { timeoutDuration: string } | null
}

export function graceOf({ conditions }: MayHaveConditions): number {
  if (!conditions) return defaultGrace
  let grace = defaultGrace
  for (const { icqConfig } of [...conditions.comparisons, ...conditions.feedbackLoops]) {
    if (icqConfig) grace = Math.max(grace, queryGrace, toMilliseconds(icqConfig.timeoutDuration) || 0)
  }
  return grace
}

export function hasQuery(flow: MayHaveConditions): boolean {
  return graceOf(flow) > defaultGrace
}

export interface FlowStatusOptions {
  /**
   * The flow's newest execution, if you have read it. Without it, a flow counts as active until the grace period has passed. An execution
   * after the newest block is ignored, because the flow may have been read before it.
   */
  newest?: NewestExecution | undefined
  /**
   * How long after a due run the flow counts as over if it didn't run, in milliseconds of block time. Defaults to 60,000. For a flow
   * that queries other chains, defaults to 3,600,000 or the longest timeout of its queries.
   */
  grace?: number | undefined
}

/**
 * Returns the status of a flow at the time of a block:
 *
 * - `scheduled`: the flow hasn't started yet
 * - `active`: the flow will run again
 * - `completed`: the flow is over, because no further run fits before its end time
 * - `stopped`: the flow is over before its end time. Its configuration or a condition stopped it, or it could not pay for a run
 *
 * A flow is only over once the chain has created a block after its last run. While the chain stops, or while the reader has no
 * network, a flow that is due stays `active`.
 *
 * @example
 * const time = await chainTime(client)
 * const flow = await client.flow({ id: 14 })
 * console.log(flowStatus(flow, time))
 *
 * @param time the newest block when the flow was read, from `chainTime`
 * @throws {FlowQueryError} with kind `argument` if `time` isn't the time of a block
 */
export function flowStatus(
  flow: Pick<Flow, 'startTime' | 'execTime' | 'endTime' | 'interval'> & MayHaveConditions,
  time: BlockTime,
  { newest, grace = graceOf(flow) }: FlowStatusOptions = {},
): FlowStatus {
  const now = blockMilliseconds(time)
  const ranAt = toDate(newest?.actualExecTime ?? '')?.getTime() ?? 0
  if (newest && ranAt <= now && isLastRun(newest, flow)) return statusOnceOver(flow)
  // After a halt, the chain catches up on one missed run per block.
  const lateSince = Math.max(clockTime(flow.execTime), ranAt)
  return statusUntilOver(now, clockTime(flow.startTime), lateSince + Math.floor(grace)) ?? statusOnceOver(flow)
}

type NewestExecution = Pick<FlowHistoryEntry, 'scheduledExecTime'> & Partial<Pick<FlowHistoryEntry, 'actualExecTime'>>

export function blockMilliseconds(time: BlockTime): number {
  const date = toDate(String(time?.block))
  if (!date) throw invalidArgument('time', time, 'the time of a block, such as the result of chainTime')
  return date.getTime()
}

/** Every run except the last one sets a new `execTime`. */
export function isLastRun(entry: Pick<FlowHistoryEntry, 'scheduledExecTime'>, flow: Pick<Flow, 'execTime'>): boolean {
  return entry.scheduledExecTime === flow.execTime && parseTime(flow.execTime) !== undefined
}

export function statusUntilOver(now: number, startTime: number, overTime: number): 'scheduled' | 'active' | undefined {
  if (startTime > now) return 'scheduled'
  return overTime > now ? 'active' : undefined
}

/** Returns `stopped` if another run would fit before the end time of the flow. */
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
 * Returns the outcome of an execution, as far as it is known at the time of a block:
 * - `succeeded`: all messages took effect, and the fee was paid. If `timedOut` is also set, the timeout belongs to an earlier packet
 * - `feeNotCollected`: all messages took effect, but the payer's balance was less than the fee (`distribution error`)
 * - `failed`: the run has an error. {@link executionProblem} returns its cause. If `executed` is true, the messages before the flow's first
 *   feedback loop took effect nevertheless. Transfers before a failing message also take effect. {@link effectsOfFailure} returns
 *   these messages
 * - `timedOut`: a packet to the other chain timed out. The chain records it in the newest run, even if the packet belongs to an earlier
 *   run. `unclearRuns` returns the runs whose messages may have taken effect nevertheless
 * - `idle`: the run paid its fee, but the chain executed no message, because a feedback loop changes the first message
 * - `skipped`: the conditions were not met
 * - `pending`: packets were sent to the other chain, and can still be acknowledged in time
 * - `unacknowledged`: packets were sent to the other chain, but neither an acknowledgement nor a timeout arrived in time
 *
 * @param time the newest block when the execution was read, from `chainTime`
 * @throws {FlowQueryError} with kind `argument` if `time` isn't the time of a block
 */
export function executionOutcome(entry: FlowHistoryEntry, flow: ExecutedFlow, time: BlockTime): ExecutionOutcome {
  return outcomeAt(entry, flow, blockMilliseconds(time))
}

/** The part of a flow that decides the outcomes of its executions. */
export type ExecutedFlow = Pick<Flow, 'interval' | 'selfHostedIca' | 'trustlessAgent'> & {
  conditions?: { feedbackLoops: readonly Pick<FeedbackLoop, 'msgsIndex'>[] } | null
}

export function outcomeAt(entry: FlowHistoryEntry, flow: ExecutedFlow, now: number): ExecutionOutcome {
  // If `executed` is true, the chain recorded a success after the timeout.
  if (entry.timedOut && !entry.executed && entry.errors.every(isFromPacket)) return 'timedOut'
  if (entry.errors.some(error => !distributionError.test(error))) return 'failed'
  if (entry.executed) return entry.errors.length ? 'feeNotCollected' : 'succeeded'
  if (!wasSent(entry, flow)) {
    if (entry.errors.length > 0) return 'failed'
    return entry.execFee.length > 0 ? 'idle' : 'skipped'
  }
  return now < (clockTime(entry.actualExecTime) || 0) + packetTimeout(flow) ? 'pending' : 'unacknowledged'
}

export const maxPacketTimeout = 3_600_000

/** A packet can take one interval to arrive, but at most an hour. */
export function packetTimeout({ interval }: Pick<Flow, 'interval'>): number {
  return Math.min(toMilliseconds(interval) || maxPacketTimeout, maxPacketTimeout)
}

/**
 * `v1` lists the packets. `v1beta1` doesn't, but only a flow with an interchain account can send packets. A run that sent packets paid the
 * fee or has an error about the fee. A run without messages pays a fee, too, but its flow has a feedback loop that changes the first message
 * or a query.
 */
export function wasSent(entry: FlowHistoryEntry, flow: ExecutedFlow): boolean {
  if (entry.packetSequences.length) return true
  if (!flow.selfHostedIca && !flow.trustlessAgent) return false
  if (entry.errors.length > 0) return true
  const isIdle =
    flow.conditions?.feedbackLoops.some(({ msgsIndex }) => msgsIndex === 0) ?? entry.queryResponses.length > 0
  return entry.execFee.length > 0 && !isIdle
}

export function isFromPacket(error: string): boolean {
  const problem = executionProblem(error)
  return problem === 'otherChain' || problem === 'feeNotCollected'
}

const distributionError = /^distribution error/i

// The first four patterns match how the chain starts an error, so they can't match text that the error quotes.
const problems: [ExecutionProblem, RegExp][] = [
  ['feeBalanceTooLow', /^balance too low to deduct/i],
  ['feeNotCollected', distributionError],
  ['conditionsNotMet', /^conditions to execute not met/i],
  ['otherChain', /^error handling packet on host chain|ABCI code/i],
  ['agentFeeNotPaid', /could not pay (?:trust|host)|limit reached for host|not in hosted config/i],
  ['agentNotFound', /or ICAConfig is nil/i],
  ['wrongSigner', /owner doesn't have permission/i],
  ['noActiveChannel', /no active channel/i],
  ['noGrant', /authorization (?:not found|expired)|no authorization|failed to get grant|more than spend limit/i],
  ['insufficientFunds', /insufficient funds|insufficient balance|is smaller than/i],
]

/**
 * Returns the cause of an error in an execution's `errors`.
 *
 * A failure on another chain is always `otherChain`, because the chain only receives an error code.
 */
export function executionProblem(message: string): ExecutionProblem {
  return problems.find(([, pattern]) => pattern.test(message))?.[0] ?? 'other'
}

/** The messages of a failed run that took effect nevertheless, by their index, from {@link effectsOfFailure}. */
export interface FailureEffects {
  /** The messages that took effect. */
  certain: readonly number[]
  /** Transfers to another chain that took effect, unless they or a message before them failed. */
  possible: readonly number[]
}

/** The part of a flow that decides which messages of a failed run took effect. */
export interface FlowWithMessages {
  msgs: readonly AnyMessage[]
  conditions: { feedbackLoops: readonly Pick<FeedbackLoop, 'msgsIndex'>[] }
}

/**
 * Returns the messages that took effect although a run failed, or null if no message did.
 *
 * The chain executes the messages before the first feedback loop separately, so they stay if a later message fails. A failing message
 * also doesn't undo a `MsgTransfer` before it. Pass the messages at the time of the run, because an update can change them.
 *
 * @example
 * const effects = effectsOfFailure(entry, flow)
 * if (effects) console.log(`These messages took effect: ${effects.certain.map(index => index + 1)}`)
 */
export function effectsOfFailure(
  { executed, errors }: Pick<FlowHistoryEntry, 'executed' | 'errors'>,
  { msgs, conditions }: FlowWithMessages,
): FailureEffects | null {
  const failure = errors.find(error => executionProblem(error) !== 'feeNotCollected')
  if (failure === undefined) return null
  const hasExecutedAll = executed && !messageError.test(failure)
  const beforeLoops = conditions.feedbackLoops.reduce((first, { msgsIndex }) => Math.min(first, msgsIndex), msgs.length)
  const first = hasExecutedAll ? msgs.length : beforeLoops
  // The last message of a part can't be followed by one that fails.
  const [from, to] = executed ? [first, msgs.length - 1] : [0, first - 1]
  const isLocal = localError.test(failure)
  const indexes = Array.from(msgs.keys())
  const certain = indexes.filter(index => executed && index < first)
  const possible = indexes.filter(index => isLocal && index >= from && index < to && isTransfer(msgs[index]))
  return certain.length + possible.length > 0 ? { certain, possible } : null
}

/** The chain also reports a feedback loop that names another flow and is invalid, although the messages succeed. */
const messageError = /msg handling error|setting flow result/
const localError = /could not execute local flow/

function isTransfer(message: AnyMessage | undefined): boolean {
  return message?.['@type'].endsWith('.MsgTransfer') ?? false
}
