import { type ChainTime, type ExecutionOutcome, type Flow, type FlowStatus, flowStatus } from '@flow-query/core'
import {
  describeFlow,
  describeLateBlock,
  describeNextRun,
  outcomeNames,
  shortenAddress,
  statusNames,
} from '@flow-query/format'
import { printWrapped } from './terminal/details.js'
import { bold, dim, type Output, type Part } from './terminal/output.js'
import type { Column } from './terminal/table.js'

const statusLooks = {
  active: ['○', 'green'],
  scheduled: ['◷', 'cyan'],
  completed: ['✓', 'dim'],
  stopped: ['■', 'yellow'],
} as const satisfies Record<FlowStatus, [mark: string, look: string]>

/** The status as a symbol and a word, because pipes show no colors. */
export function statusPart(status: FlowStatus): Part {
  const [mark, look] = statusLooks[status]
  return { text: `${mark} ${statusNames[status]}`, look }
}

const outcomeLooks = {
  succeeded: ['✓', 'green'],
  feeNotCollected: ['!', 'yellow'],
  failed: ['✗', 'red'],
  timedOut: ['⧗', 'red'],
  idle: ['∅', 'red'],
  skipped: ['–', 'dim'],
  pending: ['…', 'cyan'],
  unacknowledged: ['?', 'yellow'],
} as const satisfies Record<ExecutionOutcome, [mark: string, look: string]>

export function outcomePart(outcome: ExecutionOutcome): Part {
  const [mark, look] = outcomeLooks[outcome]
  return { text: `${mark} ${outcomeNames[outcome]}`, look }
}

export function titleOf({ id, label }: Flow): Part[] {
  return [`Flow ${id}  `, label ? bold(label) : dim('No label')]
}

/** Returns the format of addresses. Only terminals shorten them. */
export function addressFormat(output: Output): (address: string) => string {
  return Number.isFinite(output.columns) ? shortenAddress : address => address
}

export async function printTitle(output: Output, flow: Flow, withOwner: boolean): Promise<void> {
  const owner = dim(withOwner ? `  of ${addressFormat(output)(flow.owner)}` : '')
  await printWrapped(output, [...titleOf(flow), owner])
}

/** Returns columns in words for people, and with exact values for programs. */
export function flowColumns(output: Output, time: ChainTime, owner: boolean): Column<Flow>[] {
  const address = addressFormat(output)
  const inTerminal = Number.isFinite(output.columns)
  const status = (flow: Flow) => flowStatus(flow, time)
  return [
    { title: 'Id', cell: flow => flow.id, right: true },
    { title: 'Status', cell: flow => (inTerminal ? statusPart(status(flow)) : status(flow)) },
    { title: 'Next run', cell: flow => (inTerminal ? describeNextRun(flow, time) : flow.execTime) },
    { title: 'Flow', cell: flow => ({ text: flow.label || '—', look: 'bold' }), least: 12 },
    { title: 'What it does', cell: flow => describeFlow(flow), least: 14 },
    ...(owner ? [{ title: 'Owner', cell: (flow: Flow) => address(flow.owner), from: 100 }] : []),
  ]
}

export function noFlows(owner: string | undefined): string {
  return owner === undefined
    ? 'This chain has no flows.'
    : 'This address is valid but owns no flows on this chain. Check that it is the right account.'
}

export function noteLateBlock(output: Output, time: ChainTime): void {
  const late = describeLateBlock(time)
  if (late) output.note(late)
}
