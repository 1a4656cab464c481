import {
  type BlockTime,
  type ExecutionOutcome,
  executionOutcome,
  type Flow,
  toDate,
  toMilliseconds,
} from '@flow-query/core'
import { formatTime } from '@flow-query/format'
import type { FlowForecast, ForecastOutcome } from '@flow-query/insights/forecast'
import { type Execution, executionSentence, outcomes, willRunAgain } from '../../runs/executions'

/** The newest runs of a flow, and its next runs with their expected outcomes. */
export interface RunsPicture {
  /** The past runs, newest first. */
  past: { number: number; outcome: ExecutionOutcome; sentence: string }[]
  /** The number of past runs for each outcome that occurs. */
  counts: { outcome: ExecutionOutcome; runs: number }[]
  /** The future runs, next one first. */
  next: { time: number; expected: ForecastOutcome; sentence: string }[]
}

const maxNext = 4

export function runsPicture(
  flow: Flow,
  runs: readonly Execution[],
  forecast: FlowForecast | null | undefined,
  time: BlockTime,
): RunsPicture {
  const past = runs.map(({ number, entry }) => {
    const outcome = executionOutcome(entry, flow, time)
    return { number, outcome, sentence: executionSentence(number, entry, outcome) }
  })
  const counted = outcomes.map(outcome => ({ outcome, runs: past.filter(run => run.outcome === outcome).length }))
  return {
    past,
    counts: counted.filter(({ runs }) => runs > 0),
    next: willRunAgain(flow, time, runs[0]?.entry) ? nextRuns(flow, forecast) : [],
  }
}

function nextRuns(flow: Flow, forecast: FlowForecast | null | undefined): RunsPicture['next'] {
  // The forecast ends with the run that stops the flow. If the flow has run since the forecast, the forecast is outdated.
  const runs =
    forecast?.runs.length && forecast.flow.execTime === flow.execTime
      ? forecast.runs.map(({ time, outcome }) => ({ time: Date.parse(time), expected: outcome }))
      : scheduledRuns(flow)
  return runs.slice(0, maxNext).map(run => ({
    ...run,
    sentence: `${formatTime(new Date(run.time))}: ${expectations[run.expected]}`,
  }))
}

function scheduledRuns({ execTime, endTime, interval }: Flow) {
  const first = toDate(execTime)?.getTime()
  if (first === undefined) return []
  const step = toMilliseconds(interval)
  const end = toDate(endTime)?.getTime() ?? first
  return Array.from({ length: maxNext }, (_, index) => ({
    time: first + index * step,
    expected: 'unknown' as const,
  })).filter(({ time }, index) => index === 0 || (step > 0 && time <= end))
}

const expectations: Readonly<Record<ForecastOutcome, string>> = {
  succeeded: 'expected to succeed',
  feeNotCollected: 'the fee probably can’t be collected',
  failed: 'expected to fail',
  idle: 'expected to execute no message',
  skipped: 'expected to be skipped',
  unknown: 'outcome unknown',
}

/**
 * Moves the focus between the past runs when the user presses an arrow key, Home or End. The newest run is the first one in the
 * document, but is displayed on the right.
 *
 * Only the newest run can be reached with Tab, so that keyboard users don't have to tab through all of them.
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
