import { executionOutcome, executionProblem, type Flow, toDate } from '@flow-query/core'
import { absolute, amounts, type Execution, relative, words } from '@flow-query/explorer-kit'
import { outcomePart } from './flows.js'
import type { Output } from './output.js'
import type { Column } from './table.js'

/** The table of executions. In a terminal what went wrong is a few words; a pipe has the chain's own. */
export function executionColumns(output: Output, flow: Flow, now: number): Column<Execution>[] {
  const { columns, chainSaid } = words.history
  const inTerminal = Number.isFinite(output.columns)
  return [
    { title: columns.number, cell: ({ number }) => `${number}`, right: true },
    {
      title: columns.time,
      cell({ entry }) {
        const date = toDate(entry.actualExecTime)
        if (!date) return words.flow.never
        return inTerminal ? relative(date.getTime(), now) : absolute(date)
      },
    },
    { title: columns.outcome, cell: ({ entry }) => outcomePart(executionOutcome(entry, flow, now)) },
    { title: columns.fee, cell: ({ entry }) => amounts(entry.execFee), right: true },
    {
      title: inTerminal ? 'What went wrong' : chainSaid,
      cell: ({ entry }) => wrong(entry.errors, inTerminal),
      least: 15,
    },
  ]
}

function wrong([error, ...more]: readonly string[], inTerminal: boolean): string {
  if (!inTerminal) return [...(error === undefined ? [] : [error]), ...more].join('; ')
  return error === undefined ? '' : problemOf(error)
}

/** What went wrong, in a few words where it is a thing that is known. */
export function problemOf(error: string): string {
  const problem = executionProblem(error)
  return problem === 'other' ? error : words.problems[problem][0]
}
