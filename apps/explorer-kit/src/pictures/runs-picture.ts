import { type ExecutionOutcome, executionOutcome } from '@flow-query/core'
import { formatAmount } from '@flow-query/words'
import { scaleLinear } from 'd3-scale'
import { integer } from '../coins.js'
import { type Execution, executionSentence, type OutcomeFlow, outcomes } from '../executions.js'

/** The newest executions as a picture: one mark each, newest right, its height the fee. Places are parts of the whole, 0 to 1. */
export interface RunsPicture {
  /** Newest first. */
  marks: RunMark[]
  /** Of the axis of fees, from the bottom. */
  ticks: { height: number; label: string }[]
  /** Those that there are. */
  legend: { outcome: ExecutionOutcome; runs: number }[]
}

export interface RunMark {
  number: number
  outcome: ExecutionOutcome
  height: number
  /** `Run 12, 20 Nov 2026, 21:57:56 CET: succeeded, fee 0.0192 INTO`. */
  sentence: string
  /** Its number, where the axis of runs has one. */
  label: string
}

/** Heights compare amounts of the denom that is paid most often. */
export function runsPicture(runs: readonly Execution[], flow: OutcomeFlow, now: number): RunsPicture {
  const denom = mostFrequent(runs.flatMap(({ entry }) => entry.execFee.map(fee => fee.denom)))
  const fees = runs.map(({ entry }) =>
    entry.execFee.reduce((sum, fee) => sum + (fee.denom === denom ? Number(integer(fee.amount)) : 0), 0),
  )
  const scale = scaleLinear([0, Math.max(1, ...fees)], [0, 1]).nice(2)
  const marks = runs.map(({ number, entry }, index) => {
    const outcome = executionOutcome(entry, flow, now)
    return {
      number,
      outcome,
      height: scale(fees[index] ?? 0),
      sentence: executionSentence(number, entry, outcome),
      label: number % 10 === 0 || runs.length < 10 ? `${number}` : '',
    }
  })
  const counted = outcomes.map(outcome => ({ outcome, runs: marks.filter(mark => mark.outcome === outcome).length }))
  return {
    marks,
    ticks:
      denom === undefined
        ? []
        : scale.ticks(2).map(fee => ({ height: scale(fee), label: formatAmount({ denom, amount: `${fee}` }) })),
    legend: counted.filter(({ runs }) => runs > 0),
  }
}

function mostFrequent(items: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return Array.from(counts).sort(([, a], [, b]) => b - a)[0]?.[0]
}

/**
 * Arrow keys, Home and End move through links that stand newest first and are drawn newest right.
 * Only the first can be reached with Tab, so that a picture is one stop on the way.
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
