import { type ExecutionOutcome, type Flow, type FlowStatus, flowStatus } from '@flow-query/core'
import { describeFlow, describeNextRun, outcomeNames, shortenAddress, statusNames } from '@flow-query/words'
import { bold, dim, type Output, type Part } from './terminal/output.js'
import type { Column } from './terminal/table.js'

const statusLooks = {
  active: ['○', 'green'],
  scheduled: ['◷', 'cyan'],
  completed: ['✓', 'dim'],
  stopped: ['■', 'yellow'],
} as const satisfies Record<FlowStatus, [mark: string, look: string]>

/** A mark and a word: a colour alone says nothing to a pipe. */
export function statusPart(status: FlowStatus): Part {
  const [mark, look] = statusLooks[status]
  return { text: `${mark} ${statusNames[status]}`, look }
}

const outcomeLooks = {
  succeeded: ['✓', 'green'],
  failed: ['✗', 'red'],
  timedOut: ['⧗', 'red'],
  skipped: ['–', 'dim'],
  pending: ['…', 'cyan'],
  unanswered: ['?', 'yellow'],
} as const satisfies Record<ExecutionOutcome, [mark: string, look: string]>

export function outcomePart(outcome: ExecutionOutcome): Part {
  const [mark, look] = outcomeLooks[outcome]
  return { text: `${mark} ${outcomeNames[outcome]}`, look }
}

/** What stands above everything that is said of a flow. */
export function titleOf({ id, label }: Flow): Part[] {
  return [`Flow ${id}  `, label ? bold(label) : dim('No label')]
}

/** The table of flows. In a pipe, addresses are whole. */
export function flowColumns(output: Output, now: number, owner: boolean): Column<Flow>[] {
  const address = Number.isFinite(output.columns) ? shortenAddress : (text: string) => text
  return [
    { title: 'Id', cell: flow => flow.id, right: true },
    { title: 'Status', cell: flow => statusPart(flowStatus(flow, now)) },
    { title: 'Next run', cell: flow => describeNextRun(flow, now) },
    { title: 'Flow', cell: flow => ({ text: flow.label || '—', look: 'bold' }), least: 12 },
    { title: 'What it does', cell: flow => describeFlow(flow), least: 14 },
    ...(owner ? [{ title: 'Owner', cell: (flow: Flow) => address(flow.owner), from: 100 }] : []),
  ]
}

/** Why there are none at all. */
export function noFlows(owner: string | undefined): string {
  return owner === undefined
    ? 'Nobody has made a flow on this chain.'
    : 'This address is valid, but owns no flow on this chain. Was it made with another account?'
}
