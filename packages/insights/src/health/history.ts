import type { AnyMessage, BlockTime, Coin, ExecutedFlow, FlowHistoryEntry } from '@flow-query/core'
import { type ExecutionOutcome, type ExecutionProblem, executionOutcome, executionProblem } from '@flow-query/core'
import { nanosecondsBetween, parseTime } from '@flow-query/core/parts/runs'
import { sumOf } from '../coins.js'
import { paidEffects } from './effects.js'
import { type NewestEntries, newestRuns, type Run } from './runs.js'

export interface HistorySummary {
  runs: Record<ExecutionOutcome, number>
  /** The number of runs, without skipped and pending ones. */
  attempted: number
  /** The share of attempted runs whose messages took effect, from 0 to 1, even if their fee could not be collected. */
  successRate: number | null
  /** The median and the 95th percentile of the delays after the due times, in milliseconds. */
  delay: { median: number; p95: number } | null
  /** The exact total, with one coin per denom, sorted by denom, and without the fees of an agent. */
  fees: Coin[]
  /** Whether the flow also pays an agent for each run. */
  paysAgent: boolean
  /** The runs that failed although some of their messages took effect, and the coins that these messages spent. */
  partlyExecuted: { runs: number; spent: Coin[] }
  /** The causes of errors, most frequent first. Timeouts and missing acknowledgements have no error, so only `runs` counts them. */
  problems: HistoryProblem[]
}

/** Without messages, it is unknown which messages of a failed run took effect. */
export type SummarizedFlow = ExecutedFlow & { msgs?: readonly AnyMessage[] }

export interface HistoryProblem {
  problem: ExecutionProblem
  runs: number
  first: Run
  last: Run
  example: string
}

/**
 * Returns statistics about executions, which can be a page or a whole history, newest or oldest first.
 *
 * @example
 * const { history } = await client.flowHistory({ id: 14, limit: 1_000, reverse: true })
 * const { runs, successRate, fees } = summarizeHistory(history, flow, await chainTime(client))
 *
 * @param time the newest block, from `chainTime`. It decides which runs are still pending
 */
export function summarizeHistory(entries: NewestEntries, flow: SummarizedFlow, time: BlockTime): HistorySummary {
  const { entries: newestFirst, runAt } = newestRuns(entries)
  const runs: HistorySummary['runs'] = {
    succeeded: 0,
    feeNotCollected: 0,
    failed: 0,
    timedOut: 0,
    idle: 0,
    skipped: 0,
    pending: 0,
    unacknowledged: 0,
  }
  const problems = new Map<ExecutionProblem, HistoryProblem>()
  for (const [index, entry] of newestFirst.entries()) {
    runs[executionOutcome(entry, flow, time)]++
    if (entry.errors.length > 0) addProblems(problems, entry.errors, runAt(index))
  }
  const attempted = newestFirst.length - runs.skipped - runs.pending
  return {
    runs,
    attempted,
    successRate: attempted > 0 ? (runs.succeeded + runs.feeNotCollected) / attempted : null,
    delay: delayOf(newestFirst),
    fees: feesOf(newestFirst),
    // Without a limit, the agent is not paid.
    paysAgent: Boolean(flow.trustlessAgent?.feeLimit.length),
    partlyExecuted: partlyExecutedOf(newestFirst, flow),
    problems: Array.from(problems.values()).sort((a, b) => b.runs - a.runs),
  }
}

function partlyExecutedOf(
  entries: readonly FlowHistoryEntry[],
  { msgs = [], conditions }: SummarizedFlow,
): HistorySummary['partlyExecuted'] {
  const { feedbackLoops = [] } = conditions ?? {}
  const effects = entries
    .map(entry => paidEffects(entry, { msgs, conditions: { feedbackLoops } }))
    .filter(effects => effects !== null && effects.certain.length > 0)
  return { runs: effects.length, spent: sumOf(effects.flatMap(effects => effects?.spent ?? [])) }
}

/** Call it for the newest run first, and for the oldest run last. */
function addProblems(problems: Map<ExecutionProblem, HistoryProblem>, messages: readonly string[], run: Run): void {
  for (const example of messages) {
    const problem = executionProblem(example)
    const known = problems.get(problem)
    if (!known) problems.set(problem, { problem, runs: 1, first: run, last: run, example })
    else if (known.first !== run) problems.set(problem, { ...known, runs: known.runs + 1, first: run })
  }
}

/** Counts equal amounts first, because most runs cost the same and converting each amount to a bigint is slow. */
function feesOf(entries: readonly FlowHistoryEntry[]): Coin[] {
  const timesPaid = new Map<string, Map<string, number>>()
  for (const { execFee } of entries) {
    for (const { denom, amount } of execFee) {
      const amounts = timesPaid.get(denom) ?? new Map<string, number>()
      timesPaid.set(denom, amounts.set(amount, (amounts.get(amount) ?? 0) + 1))
    }
  }
  const fees: Coin[] = []
  for (const [denom, amounts] of timesPaid) {
    let sum = 0n
    for (const [amount, times] of amounts) if (/^\d+$/.test(amount)) sum += BigInt(amount) * BigInt(times)
    if (sum > 0n) fees.push({ denom, amount: String(sum) })
  }
  return fees.sort((a, b) => (a.denom < b.denom ? -1 : 1))
}

function delayOf(entries: readonly FlowHistoryEntry[]): HistorySummary['delay'] {
  const delays = new Float64Array(entries.length)
  let known = 0
  for (const { scheduledExecTime, actualExecTime } of entries) {
    const due = parseTime(scheduledExecTime)
    const ran = parseTime(actualExecTime)
    if (due && ran) delays[known++] = nanosecondsBetween(due, ran) / 1_000_000
  }
  if (known === 0) return null
  const sorted = delays.subarray(0, known).sort()
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}

function quantile(sorted: Float64Array, share: number): number {
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? 0
  return below + (above - below) * (position % 1)
}
