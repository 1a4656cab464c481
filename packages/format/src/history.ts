import type { ExecutionOutcome, TrustlessAgent } from '@flow-query/core'
import type { HistorySummary } from '@flow-query/insights'
import { describeAgentFee } from './agent.js'
import { type Denoms, formatAmounts, knownDenoms } from './amount.js'
import { formatCount, formatList, formatNumber } from './number.js'
import { formatMilliseconds } from './time/time.js'

export interface SummaryOptions {
  /** Whether the summary includes the first run of the flow. Defaults to false. */
  isWhole?: boolean
  /** The agent of the flow. The text names its current fee, because the chain records no past fees. */
  agent?: Pick<TrustlessAgent, 'feeConfig'> | null | undefined
}

/**
 * Describes the outcomes, costs and delays of a flow's runs, one sentence each, such as `35 of the last 50 runs succeeded, 12
 * failed and 3 timed out`, or `They cost 1.2 INTO`.
 *
 * @param summary the result of core's `summarizeHistory`
 * @param denoms the symbols and decimals of denoms. Defaults to {@link knownDenoms}
 */
export function describeSummary(
  { runs, attempted, fees, paysAgent, delay, partlyExecuted }: HistorySummary,
  { isWhole = false, agent }: SummaryOptions = {},
  denoms: Denoms = knownDenoms,
): string[] {
  const count = Object.values(runs).reduce((sum, runs) => sum + runs, 0)
  if (count === 0) return []
  const they = count === 1 ? 'It' : 'They'
  const agentFees = `, plus the agent’s fees${agent ? ` (now ${describeAgentFee(agent, denoms)} per run)` : ''}`
  return [
    ...describeOutcomes(runs, attempted, count, isWhole),
    ...(fees.length ? [`${they} cost ${formatAmounts(fees, denoms)}${paysAgent ? agentFees : ''}`] : []),
    ...describePartly(partlyExecuted, denoms),
    ...(delay ? [describeDelay(delay, count)] : []),
  ]
}

function describePartly({ runs, spent }: HistorySummary['partlyExecuted'], denoms: Denoms): string[] {
  if (runs === 0) return []
  const money = spent.length > 0 ? ` and spent ${formatAmounts(spent, denoms)}` : ''
  return [`The first messages of ${formatCount(runs, 'failed run')} took effect nevertheless${money}`]
}

const verbs: Record<ExecutionOutcome, (runs: number) => string> = {
  succeeded: () => 'succeeded',
  failed: () => 'failed',
  feeNotCollected: () => 'succeeded without paying the fee',
  timedOut: () => 'timed out',
  idle: () => 'executed no message',
  unacknowledged: runs => `${runs === 1 ? 'was' : 'were'} never acknowledged`,
  skipped: runs => `${runs === 1 ? 'was' : 'were'} skipped`,
  pending: runs => `${runs === 1 ? 'is' : 'are'} pending`,
}
const outcomes = Object.keys(verbs) as ExecutionOutcome[]

/** Counts skipped and pending runs separately, because they neither succeeded nor failed. */
function describeOutcomes(runs: HistorySummary['runs'], attempted: number, count: number, isWhole: boolean): string[] {
  const present = outcomes.filter(outcome => runs[outcome])
  const [one, ...more] = present
  if (one && !more.length) {
    if (count === 1) return [`Its ${isWhole ? 'only' : 'last'} run ${verbs[one](1)}`]
    return [`All ${isWhole ? '' : 'of the last '}${formatNumber(count)} runs ${verbs[one](count)}`]
  }
  const isSuccess = (outcome: ExecutionOutcome): boolean => outcome === 'succeeded' || outcome === 'feeNotCollected'
  const isUndecided = (outcome: ExecutionOutcome): boolean => outcome === 'skipped' || outcome === 'pending'
  const undecided = present.filter(isUndecided)
  const failed = present.filter(outcome => !isSuccess(outcome) && !isUndecided(outcome))
  const succeeded = runs.succeeded + runs.feeNotCollected
  const unpaid = runs.feeNotCollected ? ` (${formatNumber(runs.feeNotCollected)} without paying the fee)` : ''
  const list = (shown: ExecutionOutcome[]) =>
    formatList(shown.map(outcome => `${formatNumber(runs[outcome])} ${verbs[outcome](runs[outcome])}`))
  const results = () => {
    const [only = 'succeeded'] = present.filter(outcome => !isUndecided(outcome))
    if (attempted === 1) return `The ${isWhole ? 'only' : 'last'} attempted run ${verbs[only](1)}`
    const those = `${isWhole ? '' : 'the last '}${formatNumber(attempted)} ${undecided.length ? 'attempted runs' : 'runs'}`
    if (!failed.length) return `All ${isWhole ? '' : 'of '}${those} succeeded${unpaid}`
    if (!succeeded) return `None of ${those} succeeded: ${list(failed)}`
    return `${formatNumber(succeeded)} of ${those} succeeded${unpaid}, ${list(failed)}`
  }
  return [...(attempted ? [results()] : []), ...(undecided.length ? [list(undecided)] : [])]
}

function describeDelay({ median, p95 }: { median: number; p95: number }, count: number): string {
  const [usually = '', rarely = ''] = [median, p95].map(delay => formatMilliseconds(Math.max(0, delay)))
  const late = usually === formatMilliseconds(0) ? 'on time' : `${usually} late`
  if (count === 1) return `It began ${late}`
  return usually === rarely ? `They began ${late}` : `They usually began ${late}, rarely more than ${rarely}`
}
