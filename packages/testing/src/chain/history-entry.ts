import { isFeeError } from './accounts/fee-error.js'
import { balanceTooLow, type Execution, errorOf, isSent, type PaidExecution } from './execution.js'
import { isInterchain } from './packets.js'
import type { AnyMessage, Coin, Flow, HistoryEntry } from './state.js'

/** With a `packetSequence`, the outcome stays open until the host chain responds. */
export function newEntry(
  flow: Flow,
  execution: PaidExecution,
  { scheduledExecTime, actualExecTime }: Pick<HistoryEntry, 'scheduledExecTime' | 'actualExecTime'>,
  packetSequence?: string,
): HistoryEntry {
  const entry: HistoryEntry = {
    scheduledExecTime,
    actualExecTime,
    execFee: execution.execFee,
    executed: false,
    timedOut: false,
    errors: feeErrors(flow, execution),
    msgResponses: [],
    queryResponses: flow.configuration?.saveResponses ? (execution.queryResponses ?? []) : [],
    packetSequences: packetSequence === undefined ? [] : [packetSequence],
  }
  return isSent(flow, execution) ? entry : withOutcome(flow, entry, execution)
}

/** The entry keeps its earlier results, because a late response to an earlier run is recorded here too. */
export function withOutcome(flow: Flow, entry: HistoryEntry, execution: Execution): HistoryEntry {
  switch (execution.outcome) {
    case 'succeeded':
    case 'feeNotCollected': {
      if (entry.msgResponses.length > 0 && entry.msgResponses.length >= flow.msgs.length) return entry
      const added = flow.configuration?.saveResponses ? (execution.msgResponses ?? responsesTo(flow)) : []
      return { ...entry, executed: true, msgResponses: [...entry.msgResponses, ...added] }
    }
    case 'failed': {
      const executed = flow.msgs.slice(0, execution.executedMessages ?? 0)
      const added = flow.configuration?.saveResponses ? executed.map(responseTo) : []
      return {
        ...entry,
        executed: executed.length > 0,
        errors: [...new Set([...entry.errors, errorOf(flow, execution)])],
        msgResponses: [...entry.msgResponses, ...added],
      }
    }
    case 'timedOut':
      return { ...entry, executed: false, timedOut: true }
    case 'unacknowledged':
    case 'skipped':
      return entry
  }
}

export function burntBy({ msgs }: Flow, entry: HistoryEntry, burnFeePerMsg: string): bigint {
  if (entry.errors.some(isFeeError)) return BigInt(msgs.length) * BigInt(burnFeePerMsg)
  const [fee] = entry.execFee
  if (fee?.denom !== 'uinto') return 0n
  const skipped = !entry.executed && entry.errors.length === 0 && entry.packetSequences.length === 0
  const due = BigInt(skipped ? 1 : msgs.length) * BigInt(burnFeePerMsg)
  return due < BigInt(fee.amount) ? due : BigInt(fee.amount)
}

function feeErrors(flow: Flow, execution: PaidExecution): string[] {
  if (execution.feeError !== undefined) return [execution.feeError]
  return execution.outcome === 'feeNotCollected' ? [errorOf(flow, execution)] : []
}

/** Without a given fee, it is in uinto and close to what the recorded chain charges. */
export function newFee(flow: Flow, execution: Execution): Coin[] {
  return execution.execFee ?? usualFee(flow, execution)
}

function usualFee(flow: Flow, execution: Execution): Coin[] {
  const more = Math.max(0, flow.msgs.length - 1)
  const fee = (amount: number) => [{ denom: 'uinto', amount: String(amount) }]
  if (execution.outcome === 'skipped') return []
  if (execution.outcome === 'feeNotCollected') return []
  const error = execution.outcome === 'failed' ? errorOf(flow, execution) : ''
  if (error.includes(balanceTooLow)) return []
  if (error.includes('no active channel')) return fee(11_600)
  if (isInterchain(flow)) return fee(27_920 + 11_040 * more + (flow.trustlessAgent?.agentAddress ? 9_360 : 0))
  return fee((error ? 13_520 : 19_200) + 28_320 * more)
}

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
