import { nanosecondsBetween, parseTime } from '../convert.js'
import { type ExecutionOutcome, type ExecutionProblem, executionOutcome, executionProblem } from '../status.js'
import type { Coin, Flow, FlowHistoryEntry } from '../types.js'
import { type NewestEntries, newestRuns, type Run } from './runs.js'

/** What a history adds up to: see {@link summarizeHistory}. */
export interface HistorySummary {
  /** How many runs went how. */
  runs: Record<ExecutionOutcome, number>
  /**
   * From 0 to 1: what succeeded of the runs that are decided, which are all but the skipped and the pending ones. Null when
   * there is none.
   */
  successRate: number | null
  /** Milliseconds that runs began after they were due. Null where no entry tells. */
  delay: { median: number; p95: number } | null
  /** What all runs cost together, exactly: one coin for each denom, in the order of denoms. */
  fees: Coin[]
  /** What went wrong, most frequent first. What timed out or was never answered left no message, and is in `runs` only. */
  problems: HistoryProblem[]
}

/** One cause, and the runs in which it showed. */
export interface HistoryProblem {
  problem: ExecutionProblem
  runs: number
  first: Run
  last: Run
  /** The newest message. */
  example: string
}

/**
 * What a flow's executions add up to: a page of them, or all that were read, in either order.
 *
 * @example
 * const { history } = await client.flowHistory({ id: 14, limit: 1_000, reverse: true })
 * const { runs, successRate, fees } = summarizeHistory(history, flow, Date.now())
 *
 * @param now milliseconds since 1970, or a Date: tells which answers may still come
 */
export function summarizeHistory(
  entries: NewestEntries,
  flow: Pick<Flow, 'interval' | 'selfHostedIca' | 'trustlessAgent'>,
  now: number | Date,
): HistorySummary {
  const { entries: newestFirst, runAt } = newestRuns(entries)
  const runs = { succeeded: 0, failed: 0, timedOut: 0, skipped: 0, pending: 0, unanswered: 0 }
  const problems = new Map<ExecutionProblem, HistoryProblem>()
  for (const [index, entry] of newestFirst.entries()) {
    runs[executionOutcome(entry, flow, now)]++
    if (entry.errors.length > 0) addProblems(problems, entry.errors, runAt(index))
  }
  const decided = newestFirst.length - runs.skipped - runs.pending
  return {
    runs,
    successRate: decided > 0 ? runs.succeeded / decided : null,
    delay: delayOf(newestFirst),
    fees: feesOf(newestFirst),
    problems: Array.from(problems.values()).sort((a, b) => b.runs - a.runs),
  }
}

/** From the newest run to the oldest. */
function addProblems(problems: Map<ExecutionProblem, HistoryProblem>, messages: readonly string[], run: Run): void {
  for (const example of messages) {
    const problem = executionProblem(example)
    const known = problems.get(problem)
    if (!known) problems.set(problem, { problem, runs: 1, first: run, last: run, example })
    else if (known.first !== run) problems.set(problem, { ...known, runs: known.runs + 1, first: run })
  }
}

/** The same few amounts come again and again: each is made an integer once. */
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

/** Between the two values next to it, where it falls between them. */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? 0
  return below + (above - below) * (place % 1)
}
