import {
  type BlockTime,
  type ChainTime,
  type ExecutionOutcome,
  executionOutcome,
  type Flow,
  type FlowHistoryEntry,
  type FlowHistoryPage,
  flowStatus,
  toDate,
} from '@flow-query/core'
import { describeNextRun, formatAmounts, formatTime, outcomeNames } from '@flow-query/format'

/** An execution and its number, starting at 1. */
export interface Execution {
  number: number
  entry: FlowHistoryEntry
}

/** The fields of a flow that the outcome of an execution depends on. */
export type OutcomeFlow = Pick<Flow, 'interval' | 'selfHostedIca' | 'trustlessAgent' | 'conditions'>

export const outcomes = Object.keys(outcomeNames) as ExecutionOutcome[]

/** Returns the time of a run, in milliseconds since 1970. */
export function timeOfRun({ actualExecTime, scheduledExecTime }: FlowHistoryEntry): number {
  return (toDate(actualExecTime) ?? toDate(scheduledExecTime))?.getTime() ?? 0
}

/** The arguments for a flow's runs, newest first. All parts of a page use the same arguments, so that they share one query. */
export function newestRuns<Id extends string | undefined>(id: Id) {
  return { id, limit: 50, reverse: true, countTotal: true }
}

/** Reads the filter of a flow's runs from `?outcome=`, and ignores unknown values. */
export function readOutcome(search: Pick<URLSearchParams, 'get'>): ExecutionOutcome | null {
  return outcomes.find(outcome => outcome === search.get('outcome')) ?? null
}

/** Reads the number of the opened run from `?execution=`, and ignores other values than positive integers. */
export function readOpened(search: Pick<URLSearchParams, 'get'>): number | null {
  const number = Number(search.get('execution'))
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

/** Returns the search parameters that open a run, or close it if `number` is null. The filter stays. */
export function runSearch(number: number | null, outcome: ExecutionOutcome | null): string {
  const search = new URLSearchParams()
  if (number !== null) search.set('execution', `${number}`)
  if (outcome) search.set('outcome', outcome)
  return search.size ? `?${search}` : ''
}

/** Numbers the executions of history pages. The pages are newest first, and the first page has the total. */
export function executions(pages: readonly FlowHistoryPage[]): Execution[] {
  const entries = pages.flatMap(page => page.history)
  const total = pages[0]?.total ?? entries.length
  return entries.map((entry, index) => ({ number: total - index, entry }))
}

/** Returns the runs with an outcome, or all runs if `outcome` is null. */
export function withOutcome(
  runs: readonly Execution[],
  outcome: ExecutionOutcome | null,
  flow: OutcomeFlow,
  time: BlockTime,
): readonly Execution[] {
  return outcome === null ? runs : runs.filter(({ entry }) => executionOutcome(entry, flow, time) === outcome)
}

/** Explains why a flow has no executions. */
export function noExecutions(flow: Flow, time: ChainTime, now: number): string {
  if (!willRunAgain(flow, time)) return 'This flow has ended and never ran.'
  return `The first run is ${describeNextRun(flow, time, { now })}. It will appear here automatically.`
}

/** Whether a flow will run again. Pass its newest run, if known, because it can end the flow before its schedule does. */
export function willRunAgain(flow: Flow, time: BlockTime, newest?: FlowHistoryEntry): boolean {
  const status = flowStatus(flow, time, { newest })
  return status === 'active' || status === 'scheduled'
}

/** Describes a run: `Run 12, 20 Nov 2026, 21:57:56 CET: succeeded, fee 0.0192 INTO`. */
export function executionSentence(number: number, entry: FlowHistoryEntry, outcome: ExecutionOutcome): string {
  const date = toDate(entry.actualExecTime)
  const fee = entry.execFee.length ? `fee ${formatAmounts(entry.execFee)}` : 'no fee'
  return `Run ${number}${date ? `, ${formatTime(date)}` : ''}: ${outcomeNames[outcome].toLowerCase()}, ${fee}`
}
