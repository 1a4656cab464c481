import { executionOutcome, type Flow, type FlowHistoryEntry, flowStatus, toDate } from '@flow-query/core'
import { ago, describeNextRun, formatAmounts, formatTime, nameProblem } from '@flow-query/words'
import { outcomePart } from './flows.js'
import type { Output } from './terminal/output.js'
import type { Column } from './terminal/table.js'

/** An execution by its number: 1 was the first. */
export interface Execution {
  number: number
  entry: FlowHistoryEntry
}

/** The table of executions. In a terminal what went wrong is a few words; a pipe has the chain's own. */
export function executionColumns(output: Output, flow: Flow, now: number): Column<Execution>[] {
  const inTerminal = Number.isFinite(output.columns)
  return [
    { title: 'Run', cell: ({ number }) => `${number}`, right: true },
    {
      title: 'When',
      cell({ entry }) {
        const date = toDate(entry.actualExecTime)
        return date && inTerminal ? ago(date.getTime(), now) : formatTime(entry.actualExecTime)
      },
    },
    { title: 'Outcome', cell: ({ entry }) => outcomePart(executionOutcome(entry, flow, now)) },
    { title: 'Fee', cell: ({ entry }) => formatAmounts(entry.execFee), right: true },
    {
      title: inTerminal ? 'What went wrong' : 'The chain said',
      cell: ({ entry }) => (inTerminal ? problemOf(entry) : entry.errors.join('; ')),
      least: 15,
    },
  ]
}

/** What went wrong first, in a few words where it is a thing that is known. */
export function problemOf({ errors: [error] }: FlowHistoryEntry): string {
  return error === undefined ? '' : (nameProblem(error) ?? error)
}

/** Why a flow has no executions. */
export function noExecutions(flow: Flow, now: number): string {
  return ['active', 'scheduled'].includes(flowStatus(flow, now))
    ? `It has not run yet. Its first run: ${describeNextRun(flow, now)}.`
    : 'It is over and never ran.'
}
