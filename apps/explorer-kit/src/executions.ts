import {
  type ExecutionOutcome,
  executionOutcome,
  type Flow,
  type FlowHistoryEntry,
  type FlowHistoryPage,
  flowStatus,
  toDate,
} from '@flow-query/core'
import { describeNextRun, formatAmounts, formatTime, outcomeNames } from '@flow-query/words'
import { words } from './words.js'

/** An execution by its number: 1 was the first. */
export interface Execution {
  number: number
  entry: FlowHistoryEntry
}

/** What is read of a flow to tell how its executions went. */
export type OutcomeFlow = Pick<Flow, 'interval' | 'selfHostedIca' | 'trustlessAgent'>

export const outcomes = Object.keys(outcomeNames) as ExecutionOutcome[]

/** The executions of pages that were read newest first, the first of them counted. */
export function executions(pages: readonly FlowHistoryPage[]): Execution[] {
  const entries = pages.flatMap(page => page.history)
  const total = pages[0]?.total ?? entries.length
  return entries.map((entry, index) => ({ number: total - index, entry }))
}

/** Those with an outcome; all of them for null. */
export function withOutcome(
  runs: readonly Execution[],
  outcome: ExecutionOutcome | null,
  flow: OutcomeFlow,
  now: number,
): readonly Execution[] {
  return outcome === null ? runs : runs.filter(({ entry }) => executionOutcome(entry, flow, now) === outcome)
}

/** Why a flow has no executions. */
export function noExecutions(flow: Flow, now: number): string {
  return goesOn(flow, now) ? words.history.emptyHelp(describeNextRun(flow, now)) : words.history.emptyOver
}

/** Whether a flow will run again. */
export function goesOn(flow: Flow, now: number): boolean {
  const status = flowStatus(flow, now)
  return status === 'active' || status === 'scheduled'
}

/** `Run 12, 20 Nov 2026, 21:57:56 CET: succeeded, fee 0.0192 INTO`. */
export function executionSentence(number: number, entry: FlowHistoryEntry, outcome: ExecutionOutcome): string {
  const date = toDate(entry.actualExecTime)
  const fee = entry.execFee.length ? `fee ${formatAmounts(entry.execFee)}` : 'no fee'
  return `Run ${number}${date ? `, ${formatTime(date)}` : ''}: ${outcomeNames[outcome].toLowerCase()}, ${fee}`
}

/** Of a part of the whole, 0 to 1: `96 %`. Never all where one is missing. */
export function formatPercent(part: number): string {
  return `${Math.floor(part * 100)} %`
}
