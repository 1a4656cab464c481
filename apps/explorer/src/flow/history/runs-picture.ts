import {
  type BlockTime,
  type ExecutionOutcome,
  executionOutcome,
  type Flow,
  type FlowHistoryEntry,
  toDate,
  toMilliseconds,
} from '@flow-query/core'
import { formatTime } from '@flow-query/format'
import type { FlowForecast, ForecastOutcome } from '@flow-query/insights/forecast'
import { type Execution, executionSentence, outcomes, timeOfRun, willRunAgain } from '../../runs/executions'
import { type TimeScale, timeScale } from '../../time/time-scale'

/** The newest runs of a flow, and its next runs with their expected outcomes, as bars on a time axis. All places are between 0 and 1. */
export interface RunsPicture {
  /** The past runs, newest first. */
  past: PastRun[]
  /** The number of past runs for each outcome that occurs. */
  counts: { outcome: ExecutionOutcome; runs: number }[]
  /** The future runs, next one first. */
  next: NextRun[]
  /** The quantity that the height of a bar shows. */
  height: 'fee' | 'delay'
  scale: TimeScale
}

interface Bar {
  time: number
  at: number
  height: number
  sentence: string
}

interface PastRun extends Bar {
  number: number
  outcome: ExecutionOutcome
  /** Whether the bar has an icon: the first one of several unsuccessful runs with the same outcome. */
  isMarked: boolean
}

interface NextRun extends Bar {
  expected: ForecastOutcome
}

const maxNext = 4

export function runsPicture(
  flow: Flow,
  runs: readonly Execution[],
  forecast: FlowForecast | null | undefined,
  time: BlockTime,
): RunsPicture {
  const next = willRunAgain(flow, time, runs[0]?.entry) ? nextRuns(flow, forecast) : []
  const scale = timeScale([...runs.map(({ entry }) => timeOfRun(entry)), ...next.map(({ time }) => time)])
  const sizes = sizesOf(runs, flow)
  const outcomesOfRuns = runs.map(({ entry }) => executionOutcome(entry, flow, time))
  const past = runs.map(({ number, entry }, index) => {
    const outcome = outcomesOfRuns[index] ?? 'pending'
    return {
      number,
      outcome,
      time: timeOfRun(entry),
      at: scale.place(timeOfRun(entry)),
      height: sizes.of(entry),
      isMarked: outcome !== 'succeeded' && outcomesOfRuns[index + 1] !== outcome,
      sentence: executionSentence(number, entry, outcome),
    }
  })
  const counted = outcomes.map(outcome => ({ outcome, runs: past.filter(run => run.outcome === outcome).length }))
  return {
    past,
    counts: counted.filter(({ runs }) => runs > 0),
    next: next.map(run => ({ ...run, at: scale.place(run.time), height: 0.8 })),
    height: sizes.height,
    scale,
  }
}

/** Returns the place of a time between the last run and the next one, with a distance to their bars and icons. */
export function nowPlace({ past: [last], next: [next], scale: { place, slot } }: RunsPicture, now: number): number {
  const from = last ? last.at + slot / 3 : 0
  const until = next ? next.at - slot / 3 : 1
  return Math.round(Math.max(from, Math.min(until, place(now))) * 1_000) / 1_000
}

/** Even a run without a fee needs a bar that can be seen. */
const least = 0.2
/** A shorter delay is usual, because runs wait for the next block. */
const notableDelay = 60_000

/** Fees differ little, so the bars show the delays if a run was late. */
function sizesOf(
  runs: readonly Execution[],
  { interval }: Flow,
): { height: RunsPicture['height']; of: (entry: FlowHistoryEntry) => number } {
  const delays = runs.map(({ entry }) => delayOf(entry))
  const latest = Math.max(0, ...delays)
  const isLate = latest > notableDelay && latest > toMilliseconds(interval) / 10
  const denom = runs.find(({ entry }) => entry.execFee.length > 0)?.entry.execFee[0]?.denom
  const feeOf = ({ execFee }: FlowHistoryEntry) => Number(execFee.find(fee => fee.denom === denom)?.amount ?? 0)
  const most = isLate ? latest : Math.max(1, ...runs.map(({ entry }) => feeOf(entry)))
  const sizeOf = isLate ? delayOf : feeOf
  return { height: isLate ? 'delay' : 'fee', of: entry => least + ((1 - least) * sizeOf(entry)) / most }
}

function delayOf({ scheduledExecTime, actualExecTime }: FlowHistoryEntry): number {
  const planned = toDate(scheduledExecTime)?.getTime()
  const actual = toDate(actualExecTime)?.getTime()
  return planned && actual ? Math.max(0, actual - planned) : 0
}

function nextRuns(flow: Flow, forecast: FlowForecast | null | undefined): Omit<NextRun, 'at' | 'height'>[] {
  // The forecast ends with the run that stops the flow. If the flow has run since the forecast, the forecast is outdated.
  const runs =
    forecast?.runs.length && forecast.flow.execTime === flow.execTime
      ? forecast.runs.map(({ time, outcome }) => ({ time: Date.parse(time), expected: outcome }))
      : scheduledRuns(flow)
  return runs.slice(0, maxNext).map((run, index) => ({
    ...run,
    // The time of the next run is shown below the picture.
    sentence: `${index === 0 ? 'Next run' : formatTime(new Date(run.time))}: ${expectations[run.expected]}`,
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
