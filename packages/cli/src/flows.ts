import type { ExecutionOutcome, Flow, FlowStatus } from '@flow-query/core'
import { flowStatus } from '@flow-query/core'
import { describe as inWords, nextRun, shorten, words } from '@flow-query/explorer-kit'
import type { Output, Part } from './output.js'
import type { Column } from './table.js'

const statusLooks = {
  active: ['○', 'green'],
  scheduled: ['◷', 'cyan'],
  completed: ['✓', 'dim'],
  stopped: ['■', 'yellow'],
} as const satisfies Record<FlowStatus, [mark: string, look: string]>

/** A mark and a word: a colour alone says nothing to a pipe. */
export function statusPart(flow: Flow, now: number): Part {
  const status = flowStatus(flow, now)
  const [mark, look] = statusLooks[status]
  return { text: `${mark} ${words.statuses[status]}`, look }
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
  return { text: `${mark} ${words.outcomes[outcome]}`, look }
}

/** The table of flows. In a pipe, addresses are whole. */
export function flowColumns(output: Output, now: number, owner: boolean): Column<Flow>[] {
  const { columns } = words.flows
  const address = Number.isFinite(output.columns) ? shorten : (text: string) => text
  return [
    { title: columns.id, cell: flow => flow.id, right: true },
    { title: columns.status, cell: flow => statusPart(flow, now) },
    { title: columns.next, cell: flow => nextRun(flow, now) },
    { title: columns.flow, cell: flow => ({ text: flow.label || '—', look: 'bold' }), least: 12 },
    { title: words.flow.messages, cell: inWords, least: 14 },
    ...(owner ? [{ title: columns.owner, cell: (flow: Flow) => address(flow.owner), from: 100 }] : []),
  ]
}
