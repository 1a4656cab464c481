import { countQueries } from './conditions.js'
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
export const HOST_ERROR = (code: number) =>
  `error handling packet on host chain: see host chain events for details, error: ABCI code: ${code}: error handling packet: see events for details`
const INSUFFICIENT_FUNDS =
  'msg handling error: could not execute local flow: spendable balance 1000uinto is smaller than 900000uinto: insufficient funds'

const HOUR = 3_600_000_000_000n

/** Whether a flow's messages go to another chain. */
export function isInterchain({ selfHostedIca, trustlessAgent }: Flow): boolean {
  return Boolean(selfHostedIca?.connectionId || trustlessAgent?.agentAddress)
}

/** The port that a flow's packets leave from. */
export function portOf({ owner, trustlessAgent }: Flow): string {
  return `icacontroller-${trustlessAgent?.agentAddress || owner}`
}

/** When the packet of an execution times out: after the flow's interval, one hour at most. */
export function packetTimeout(flow: Flow): bigint {
  const interval = durationToNs(flow.interval)
  return interval > 0n && interval < HOUR ? interval : HOUR
}

/** Whether the execution waits for another chain's answer. */
export function isSent(flow: Flow, execution: Execution): boolean {
  if (!isInterchain(flow) || execution.outcome === 'skipped') return false
  return execution.outcome !== 'failed' || errorOf(flow, execution).startsWith('error handling packet')
}

/** The entry as it is written when a flow runs. What another chain has to answer is still open in it. */
export function firstEntry(
  flow: Flow,
  execution: Execution,
  times: { scheduled: string; actual: string; sequence: string },
): HistoryEntry {
  const sent = isSent(flow, execution)
  const entry: HistoryEntry = {
    scheduledExecTime: times.scheduled,
    actualExecTime: times.actual,
    execFee: execution.execFee ?? usualFee(flow, execution),
    executed: false,
    timedOut: false,
    errors: [],
    msgResponses: [],
    queryResponses: flow.configuration?.saveResponses ? (execution.queryResponses ?? []) : [],
    packetSequences: sent ? [times.sequence] : [],
  }
  return sent || execution.outcome === 'skipped' ? entry : answeredEntry(flow, entry, execution)
}

/** The entry once it is known how the execution went. */
export function answeredEntry(flow: Flow, entry: HistoryEntry, execution: Execution): HistoryEntry {
  switch (execution.outcome) {
    case 'succeeded': {
      const msgResponses = flow.configuration?.saveResponses ? (execution.msgResponses ?? responsesTo(flow)) : []
      return { ...entry, executed: true, msgResponses }
    }
    case 'failed':
      return { ...entry, errors: [errorOf(flow, execution)] }
    case 'timedOut':
      return { ...entry, timedOut: true }
    default:
      return entry
  }
}

/** The same entry as it was before what was open in it was settled. */
export function reopened(entry: HistoryEntry): HistoryEntry {
  return { ...entry, executed: false, timedOut: false, errors: [], msgResponses: [] }
}

/**
 * When the flow runs again after an execution; null where that was the last. As on the chain, an execution that finds
 * the one before it neither done nor failed (skipped, or without an answer) is the last one.
 */
export function nextExecution(flow: Flow, before: HistoryEntry | undefined, errors: readonly string[]): bigint | null {
  const interval = durationToNs(flow.interval)
  const next = timeToNs(flow.execTime) + interval
  if (interval === 0n || next > timeToNs(flow.endTime)) return null
  if (errors.some(error => error.includes(BALANCE_TOO_LOW)) || (before && isOpen(before))) return null
  // What became of an interchain execution is seen by the one after it.
  const failed = errors.length > 0 || (isInterchain(flow) && before !== undefined && before.errors.length > 0)
  const { stopOnSuccess = false, stopOnFailure = false } = flow.configuration ?? {}
  const goesOn = (!stopOnSuccess && !stopOnFailure) || (stopOnSuccess && failed) || (stopOnFailure && !failed)
  return goesOn ? next : null
}

function isOpen({ executed, errors, msgResponses, queryResponses }: HistoryEntry): boolean {
  return !executed && errors.length + msgResponses.length + queryResponses.length === 0
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

function errorOf(flow: Flow, { error }: Execution): string {
  return error ?? (isInterchain(flow) ? HOST_ERROR(5) : INSUFFICIENT_FUNDS)
}

/** About what the recorded chain takes, in uinto. */
function usualFee(flow: Flow, execution: Execution): Coin[] {
  const more = Math.max(0, flow.msgs.length - 1)
  const fee = (amount: number) => [{ denom: 'uinto', amount: String(amount) }]
  if (execution.outcome === 'skipped') return countQueries(flow) > 0 ? fee(11_200) : []
  const error = execution.outcome === 'failed' ? errorOf(flow, execution) : ''
  if (error.includes(BALANCE_TOO_LOW)) return []
  if (error.includes('no active channel')) return fee(11_600)
  if (isInterchain(flow)) return fee(27_920 + 11_040 * more + (flow.trustlessAgent?.agentAddress ? 9_360 : 0))
  return fee((error ? 13_520 : 19_200) + 28_320 * more)
}

/** The responses of the messages' own types; an authz message's are those of the messages in it. */
function responsesTo(flow: Flow): AnyMessage[] {
  return flow.msgs.flatMap(msg => (isInterchain(flow) && Array.isArray(msg.msgs) ? msg.msgs : [msg])).map(responseTo)
}

function responseTo(msg: AnyMessage): AnyMessage {
  const response: AnyMessage = { '@type': `${msg['@type']}Response` }
  if (response['@type'].endsWith('MsgWithdrawDelegatorRewardResponse'))
    return { ...response, amount: [{ denom: 'uinto', amount: '0' }] }
  if (response['@type'].endsWith('MsgTransferResponse')) return { ...response, sequence: '1' }
  if (response['@type'].endsWith('MsgExecResponse')) return { ...response, results: [''] }
  return response
}
