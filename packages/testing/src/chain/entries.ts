import { countQueries } from './conditions.js'
import { BALANCE_TOO_LOW, type Execution, errorOf, isSent } from './execution.js'
import { isInterchain } from './packets.js'
import type { AnyMessage, Coin, Flow, HistoryEntry } from './state.js'

/** The entry as it is written when a flow runs; with a `packetSequence`, what another chain has to answer is open in it. */
export function newEntry(
  flow: Flow,
  execution: Execution,
  { scheduledExecTime, actualExecTime }: Pick<HistoryEntry, 'scheduledExecTime' | 'actualExecTime'>,
  packetSequence?: string,
): HistoryEntry {
  const entry: HistoryEntry = {
    scheduledExecTime,
    actualExecTime,
    execFee: execution.execFee ?? usualFee(flow, execution),
    executed: false,
    timedOut: false,
    errors: [],
    msgResponses: [],
    queryResponses: flow.configuration?.saveResponses ? (execution.queryResponses ?? []) : [],
    packetSequences: packetSequence === undefined ? [] : [packetSequence],
  }
  return isSent(flow, execution) ? entry : withOutcome(flow, entry, execution)
}

/**
 * The newest entry of a flow, once it is known how an execution went. That may be an earlier one, whose answer comes
 * late: another outcome comes on top of what the entry says.
 */
export function withOutcome(flow: Flow, entry: HistoryEntry, execution: Execution): HistoryEntry {
  switch (execution.outcome) {
    case 'succeeded': {
      if (entry.msgResponses.length > 0 && entry.msgResponses.length >= flow.msgs.length) return entry
      const added = flow.configuration?.saveResponses ? (execution.msgResponses ?? responsesTo(flow)) : []
      return { ...entry, executed: true, msgResponses: [...entry.msgResponses, ...added] }
    }
    case 'failed':
      return { ...entry, executed: false, errors: [...new Set([...entry.errors, errorOf(flow, execution)])] }
    case 'timedOut':
      return { ...entry, executed: false, timedOut: true }
    case 'unanswered':
    case 'skipped':
      return entry
  }
}

/** What an execution burns, in uinto: a fee for each message, or one where no message was tried. */
export function burntBy({ msgs }: Flow, entry: HistoryEntry, burnFeePerMsg: string): bigint {
  const [fee] = entry.execFee
  if (fee?.denom !== 'uinto') return 0n
  const skipped = !entry.executed && entry.errors.length === 0 && entry.packetSequences.length === 0
  const due = BigInt(skipped ? 1 : msgs.length) * BigInt(burnFeePerMsg)
  return due < BigInt(fee.amount) ? due : BigInt(fee.amount)
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
