import { type BlockTime, type ExecutionOutcome, executionOutcome } from '@flow-query/core'
import { formatAmount } from '@flow-query/format'
import { scaleLinear } from 'd3-scale'
import { integer } from '../../values/coins'
import { type Execution, executionSentence, type OutcomeFlow, outcomes } from './executions'

/** A bar chart of the fees of the newest runs. Heights are fractions of the chart's height, from 0 to 1. */
export interface RunsPicture {
  /** The runs, newest first. */
  marks: RunMark[]
  /** The labels of the fee axis. */
  ticks: { height: number; label: string }[]
  /** The number of runs for each outcome that occurs. */
  legend: { outcome: ExecutionOutcome; runs: number }[]
}

interface RunMark {
  number: number
  outcome: ExecutionOutcome
  height: number
  /** A description such as `Run 12, 20 Nov 2026, 21:57:56 CET: succeeded, fee 0.0192 INTO`. */
  sentence: string
  /** The label on the axis. Empty for most runs of a long list. */
  label: string
}

/** Creates the chart. If fees have several denoms, it shows the most frequent one. */
export function runsPicture(runs: readonly Execution[], flow: OutcomeFlow, time: BlockTime): RunsPicture {
  const denom = mostFrequent(runs.flatMap(({ entry }) => entry.execFee.map(fee => fee.denom)))
  const fees = runs.map(({ entry }) =>
    entry.execFee.reduce((sum, fee) => sum + (fee.denom === denom ? Number(integer(fee.amount)) : 0), 0),
  )
  const scale = scaleLinear([0, Math.max(1, ...fees)], [0, 1]).nice(2)
  const marks = runs.map(({ number, entry }, index) => {
    const outcome = executionOutcome(entry, flow, time)
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
 * Moves the focus between the links of a chart when the user presses an arrow key, Home or End. The newest link is the first one
 * in the document, but is displayed on the right.
 *
 * Only the newest link can be reached with Tab, so that keyboard users don't have to tab through all runs.
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
