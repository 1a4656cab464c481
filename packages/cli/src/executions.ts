import {
  type ChainTime,
  executionOutcome,
  type Flow,
  type FlowHistoryEntry,
  flowStatus,
  toDate,
} from '@flow-query/core'
import { ago, describeNextRun, formatAmounts, formatTime, type NumberedRun, nameProblem } from '@flow-query/format'
import { outcomePart } from './flows.js'
import type { Output } from './terminal/output.js'
import type { Column } from './terminal/table.js'

/** Returns the columns of a list. In pipes, they have exact values for programs. */
export function executionList(output: Output, time: ChainTime): Column<NumberedRun>[] {
  const columns = executionColumns(output, time)
  if (Number.isFinite(output.columns)) return columns
  const exact: { [title: string]: Column<NumberedRun>['cell'] } = {
    When: ({ entry }) => entry.actualExecTime,
    Outcome: ({ flow, entry }) => executionOutcome(entry, flow, time),
  }
  return columns.map(column => ({ ...column, cell: exact[column.title] ?? column.cell }))
}

/** Returns the short name of the error in a terminal, and the chain's full message in a pipe. */
export function executionColumns(output: Output, time: ChainTime): Column<NumberedRun>[] {
  const inTerminal = Number.isFinite(output.columns)
  return [
    { title: 'Run', cell: ({ number }) => `${number}`, right: true },
    {
      title: 'When',
      cell({ entry }) {
        const date = toDate(entry.actualExecTime)
        return date && inTerminal ? ago(date.getTime(), time.readAt) : formatTime(entry.actualExecTime)
      },
    },
    { title: 'Outcome', cell: ({ flow, entry }) => outcomePart(executionOutcome(entry, flow, time)) },
    { title: 'Fee', cell: ({ entry }) => formatAmounts(entry.execFee), right: true },
    {
      title: inTerminal ? 'Error' : 'Chain error',
      cell: ({ entry }) => (inTerminal ? problemOf(entry) : entry.errors.join('; ')),
      least: 15,
    },
  ]
}

export function problemOf({ errors: [error] }: FlowHistoryEntry): string {
  return error === undefined ? '' : (nameProblem(error) ?? error)
}

export function noExecutions(flow: Flow, time: ChainTime): string {
  return ['active', 'scheduled'].includes(flowStatus(flow, time))
    ? `This flow has not run yet. First run: ${describeNextRun(flow, time)}.`
    : 'This flow ended without running.'
}
