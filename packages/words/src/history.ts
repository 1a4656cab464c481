import type { ExecutionOutcome } from '@flow-query/core'
import type { HistorySummary } from '@flow-query/core/insights'
import { type Denoms, formatAmounts, knownDenoms } from './amount.js'
import { formatList, formatNumber } from './number.js'
import { formatMilliseconds } from './time.js'

export interface SummaryOptions {
  /** There are no runs before these: `All 90 runs succeeded` instead of `All of the last 90 runs succeeded`. */
  isWhole?: boolean
}

/**
 * What a history adds up to, a sentence each: `35 of the last 50 runs succeeded, 12 failed and 3 timed out`, `They cost
 * 1.2 INTO`, `They usually began 0.4 s late, rarely more than 1.2 s`. Empty without a run.
 *
 * @param summary what core's `summarizeHistory` says
 */
export function describeSummary(
  { runs, fees, delay }: HistorySummary,
  { isWhole = false }: SummaryOptions = {},
  denoms: Denoms = knownDenoms,
): string[] {
  const count = Object.values(runs).reduce((sum, runs) => sum + runs, 0)
  if (count === 0) return []
  const they = count === 1 ? 'It' : 'They'
  return [
    describeOutcomes(runs, count, isWhole),
    ...(fees.length ? [`${they} cost ${formatAmounts(fees, denoms)}`] : []),
    ...(delay ? [describeDelay(delay, count)] : []),
  ]
}

const verbs: Record<ExecutionOutcome, (runs: number) => string> = {
  succeeded: () => 'succeeded',
  failed: () => 'failed',
  timedOut: () => 'timed out',
  unanswered: runs => `${runs === 1 ? 'was' : 'were'} never answered`,
  skipped: runs => `${runs === 1 ? 'was' : 'were'} skipped`,
  pending: runs => `${runs === 1 ? 'is' : 'are'} pending`,
}
const outcomes = Object.keys(verbs) as ExecutionOutcome[]

function describeOutcomes(runs: HistorySummary['runs'], count: number, isWhole: boolean): string {
  const [one, ...more] = outcomes.filter(outcome => runs[outcome])
  const those = isWhole ? `${formatNumber(count)} runs` : `the last ${formatNumber(count)} runs`
  if (one && !more.length) {
    if (count === 1) return `Its ${isWhole ? 'only' : 'last'} run ${verbs[one](1)}`
    return `All ${isWhole ? '' : 'of '}${those} ${verbs[one](count)}`
  }
  const others = outcomes
    .filter(outcome => outcome !== 'succeeded' && runs[outcome])
    .map(outcome => `${formatNumber(runs[outcome])} ${verbs[outcome](runs[outcome])}`)
  return runs.succeeded
    ? `${formatNumber(runs.succeeded)} of ${those} succeeded, ${formatList(others)}`
    : `None of ${those} succeeded: ${formatList(others)}`
}

function describeDelay({ median, p95 }: { median: number; p95: number }, count: number): string {
  const [usually = '', rarely = ''] = [median, p95].map(delay => formatMilliseconds(Math.max(0, delay)))
  const late = usually === formatMilliseconds(0) ? 'on time' : `${usually} late`
  if (count === 1) return `It began ${late}`
  return usually === rarely ? `They began ${late}` : `They usually began ${late}, rarely more than ${rarely}`
}
