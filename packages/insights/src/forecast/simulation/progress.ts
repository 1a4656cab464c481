import type { ExecutionOutcome, Flow, FlowHistoryEntry } from '@flow-query/core'
import { clockTime, outcomeAt } from '@flow-query/core/parts/runs'
import { type RunResult, resultOf } from '@flow-query/rules'
import type { ForecastOutcome } from '../result.js'
import type { Payer } from './money/payments.js'
import type { Plan } from './plan.js'
import { usualAnswer } from './relayer.js'

export type Progress = Readonly<{
  /** Index 0 is the next run before the simulation. */
  index: number
  /** In milliseconds since 1970. */
  nextTime: number
  /** Null before the first run. */
  last: ExecutionOutcome | ForecastOutcome | null
  /** The result of the last run, which can end the flow one run late. */
  before: RunResult | undefined
  /** The recorded error that the next run may repeat. */
  lastError: string | undefined
  /** Whether the result of the next run is unknown, because another chain may not acknowledge that run or the newest one. */
  awaitsAnswer: boolean
  payer: Payer | undefined
  isOver: boolean
  /** Whether an earlier run with an unknown outcome may have ended the flow. */
  mayBeOver: boolean
  /** Whether later runs aren't simulated, although the flow may continue. */
  isCut: boolean
}>

export function firstProgress({ flow, schedule, newest, lastError, remote }: Plan, now: number): Progress {
  const last = newest ? outcomeAt(newest, flow, now) : null
  const before = newest && resultOf(newest)
  const isSent = remote !== undefined && before?.isOpen === true && last !== 'skipped' && last !== 'idle'
  const isTimeout = last === 'timedOut'
  return {
    index: 0,
    nextTime: schedule.first,
    last,
    before: isSent && !isTimeout ? { ...before, isOpen: false } : before,
    lastError,
    awaitsAnswer: isSent && (isTimeout || mayStayUnanswered(newest, schedule.first, now)),
    payer: undefined,
    // With `stopOnTimeout`, the chain cancels the next run after a timeout.
    isOver: schedule.runs === 0 || (flow.configuration.stopOnTimeout && newest?.timedOut === true),
    mayBeOver: false,
    isCut: false,
  }
}

/** If the newest run is unanswered when the next one is due, the next run is the flow's last. */
function mayStayUnanswered(newest: FlowHistoryEntry | undefined, next: number, now: number): boolean {
  const sent = clockTime(newest?.actualExecTime ?? '')
  return now - sent >= usualAnswer || next - sent <= usualAnswer
}

/** @param changes what the run changes, unless the conditions prevent it or no account can pay */
export function nextProgress(
  { flow, schedule }: Plan,
  progress: Progress,
  outcome: ForecastOutcome,
  isOver: boolean,
  changes: Pick<Progress, 'lastError' | 'awaitsAnswer' | 'payer' | 'isCut' | 'mayBeOver'> = progress,
): Progress {
  const { index, nextTime } = progress
  const { lastError, awaitsAnswer, payer, isCut, mayBeOver } = changes
  const isOpen = (outcome === 'skipped' || outcome === 'idle') && !savesQueries(flow)
  return {
    index: index + 1,
    nextTime: nextTime + schedule.interval,
    last: outcome,
    before: { isOpen, hasErrors: outcome === 'failed' || outcome === 'feeNotCollected' },
    lastError,
    awaitsAnswer,
    payer,
    isOver,
    mayBeOver,
    isCut,
  }
}

/** Returns whether the answers to queries are saved, so that even a skipped run has a result. */
export function savesQueries({ conditions, configuration }: Flow): boolean {
  const inputs = [...conditions.comparisons, ...conditions.feedbackLoops]
  return configuration.saveResponses && inputs.some(({ icqConfig }) => icqConfig)
}
