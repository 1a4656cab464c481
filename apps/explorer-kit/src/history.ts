import {
  type ExecutionOutcome,
  executionOutcome,
  type Flow,
  type FlowHistoryEntry,
  type FlowHistoryPage,
  toDate,
} from '@flow-query/core'
import { describeNextRun, formatAmounts, formatTime, outcomeNames } from '@flow-query/words'
import { integer } from './coins.js'
import { goesOn } from './flows.js'
import { words } from './words.js'

/** An execution by its number: 1 was the first. */
export interface Execution {
  number: number
  entry: FlowHistoryEntry
}

/** The executions of pages that were read newest first, the first of them counted. */
export function executions(pages: readonly FlowHistoryPage[]): Execution[] {
  const entries = pages.flatMap(page => page.history)
  const total = pages[0]?.total ?? entries.length
  return entries.map((entry, index) => ({ number: total - index, entry }))
}

/** Why a flow has no executions. */
export function noExecutions(flow: Flow, now: number): string {
  return goesOn(flow, now) ? words.history.emptyHelp(describeNextRun(flow, now)) : words.history.emptyOver
}

/**
 * How many of them failed or timed out, in words. What was skipped did as it was told, and of what was never answered nobody
 * can tell.
 */
export function failures(
  executions: readonly Execution[],
  flow: Pick<Flow, 'interval' | 'selfHostedIca' | 'trustlessAgent'>,
  now: number,
): string {
  const outcomes = executions.map(({ entry }) => executionOutcome(entry, flow, now))
  const failed = outcomes.filter(outcome => outcome === 'failed' || outcome === 'timedOut').length
  const unanswered = outcomes.filter(outcome => outcome === 'unanswered').length
  return words.flow.failures(failed, unanswered, outcomes.length)
}

/** One mark of the strip of outcomes. */
export interface StripMark {
  number: number
  outcome: ExecutionOutcome
  /** The fee, from 0 (none) to 1 (the highest in the strip). */
  height: number
  /** `Execution 12, 20 Nov 2026, 21:57:56 CET: succeeded, fee 0.0192 INTO`. */
  sentence: string
}

/** The newest executions as marks, newest first. Their heights compare amounts of the denom that is paid most often. */
export function stripMarks(
  executions: readonly Execution[],
  flow: Pick<Flow, 'interval' | 'selfHostedIca' | 'trustlessAgent'>,
  now: number,
  slots = 60,
): StripMark[] {
  const newest = executions.slice(0, slots)
  const denom = mostFrequent(newest.flatMap(({ entry }) => entry.execFee.map(fee => fee.denom)))
  const fees = newest.map(({ entry }) =>
    entry.execFee.reduce((sum, fee) => sum + (fee.denom === denom ? integer(fee.amount) : 0n), 0n),
  )
  let highest = 0n
  for (const fee of fees) if (fee > highest) highest = fee
  return newest.map(({ number, entry }, index) => {
    const outcome = executionOutcome(entry, flow, now)
    return {
      number,
      outcome,
      height: highest ? Number(((fees[index] ?? 0n) * 1_000n) / highest) / 1_000 : 0,
      sentence: executionSentence(number, entry, outcome),
    }
  })
}

export function executionSentence(number: number, entry: FlowHistoryEntry, outcome: ExecutionOutcome): string {
  const date = toDate(entry.actualExecTime)
  const fee = entry.execFee.length ? `fee ${formatAmounts(entry.execFee)}` : 'no fee'
  return `Execution ${number}${date ? `, ${formatTime(date)}` : ''}: ${outcomeNames[outcome].toLowerCase()}, ${fee}`
}

function mostFrequent(items: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return Array.from(counts).sort(([, a], [, b]) => b - a)[0]?.[0]
}

/**
 * Arrow keys, Home and End move through links that stand newest first and are drawn newest right.
 * Only the first can be reached with Tab, so that a strip is one stop on the way.
 */
export function moveInStrip(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>, strip: Element): void {
  const marks = Array.from(strip.querySelectorAll('a'))
  const at = marks.indexOf(strip.ownerDocument.activeElement as HTMLAnchorElement)
  const target = { ArrowLeft: at + 1, ArrowRight: at - 1, Home: marks.length - 1, End: 0 }[event.key]
  const mark = target === undefined ? undefined : marks[target]
  if (!mark) return
  event.preventDefault()
  mark.focus()
}
