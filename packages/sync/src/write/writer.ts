import { type Flow, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { formatCount } from '@flow-query/format'
import { forEachOf } from '../parallel.js'
import type { FlowToRead } from '../read/changed-flows.js'
import { type HistoryPart, readHistory } from '../read/history.js'
import type { Node } from '../read/node.js'
import { differingColumns, keyOf } from '../rows/compare.js'
import { executionRow, flowRow, type KnownExecutions, type Source } from '../rows/rows.js'
import type { Row } from '../store.js'
import type { KnownFlow, Tables } from '../tables.js'
import { createBatches } from './batches.js'

export interface Written {
  readonly flows: Set<string>
  executions: number
  forecasts: number
  checked: number
}

export interface Read {
  flow: Flow
  known: KnownExecutions
}

interface PartRows {
  flow: Row
  executions: Row[]
  /** Whether the flow was in the database before, so that some of its rows may be unchanged. */
  isKnown: boolean
}

const maxCharacters = 8_000_000
const maxUnstorable = 100

/**
 * The transaction that writes a flow's last execution also marks the flow as complete. If a flow can't be stored, the others are
 * still written.
 */
export async function copyFlows(
  flows: AsyncIterable<FlowToRead> | Iterable<FlowToRead>,
  options: {
    node: Node
    tables: Tables
    source: Source
    signal: AbortSignal
    concurrency: number
    batchSize: number
    written: Written
    onRead?: ((read?: Read) => void) | undefined
  },
): Promise<void> {
  const { node, tables, source, signal, concurrency, batchSize, written, onRead } = options
  const batches = createBatches<PartRows>(batchSize, parts => writeParts(tables, parts, written))
  const unstorable: { id: string; error: FlowQueryError }[] = []

  async function readFlow({ flow, known }: FlowToRead): Promise<void> {
    try {
      for await (const part of readHistory(node, flow, known, source.height, signal)) {
        const rows = rowsOf(part, known, source)
        await batches.add(rows, sizeOf(rows, batchSize))
        if (part.isLast) onRead?.({ flow, known: part.known })
      }
    } catch (error) {
      if (!isOfOneFlow(error)) throw error
      unstorable.push({ id: flow.id, error })
      if (unstorable.length === maxUnstorable) throw notStored(unstorable)
      onRead?.()
    }
    if (known) written.checked++
  }

  try {
    await forEachOf(flows, concurrency, readFlow)
  } finally {
    // The last batch is kept, even if the rest can't be read.
    await batches.end()
  }
  if (unstorable.length > 0) throw notStored(unstorable)
}

function isOfOneFlow(error: unknown): error is FlowQueryError {
  return isFlowQueryError(error, 'decode') || isFlowQueryError(error, 'tooLarge')
}

function notStored(unstorable: readonly { id: string; error: FlowQueryError }[]): FlowQueryError {
  const [first] = unstorable
  const others = unstorable.length - 1
  const more = others > 0 ? ` (and ${formatCount(others, 'more flow')})` : ''
  return new FlowQueryError(
    'decode',
    `Flow ${first?.id} could not be stored${more}: ${first?.error.shortMessage}`,
    { cause: first?.error },
    'All other flows were stored. Try another node.',
  )
}

function rowsOf(
  { flow, entries, sequence, known, isLast }: HistoryPart,
  before: KnownFlow | undefined,
  source: Source,
): PartRows {
  return {
    flow: flowRow(flow, known, isLast, source),
    executions: entries.map((entry, index) => executionRow(flow, entry, sequence + index, source)),
    isKnown: before !== undefined,
  }
}

function sizeOf({ flow, executions }: PartRows, batchSize: number): number {
  const characters = executions.reduce((sum, row) => sum + `${row.msg_responses}`.length, `${flow.flow}`.length)
  return Math.max(1 + executions.length, (batchSize * characters) / maxCharacters)
}

async function writeParts(tables: Tables, parts: readonly PartRows[], written: Written): Promise<void> {
  const known = parts.filter(({ isKnown }) => isKnown)
  const sameFlows = await unchanged(
    tables,
    'flows',
    known.map(({ flow }) => flow),
  )
  // Only the newest known execution can change.
  const sameExecutions = await unchanged(
    tables,
    'executions',
    known.flatMap(({ executions }) => executions.slice(0, 1)),
  )
  const flows = parts.map(({ flow }) => flow).filter(row => !sameFlows.has(row))
  const executions = parts.flatMap(part => part.executions).filter(row => !sameExecutions.has(row))
  await tables.write({ executions, flows })
  for (const { flow_id } of [...flows, ...executions]) written.flows.add(`${flow_id}`)
  written.executions += executions.length
}

async function unchanged(tables: Tables, table: 'flows' | 'executions', rows: readonly Row[]): Promise<Set<Row>> {
  if (rows.length === 0) return new Set()
  const isFlow = table === 'flows'
  const keys = rows.map(({ flow_id, sequence }) => (isFlow ? `${flow_id}` : `(${flow_id},${sequence})`))
  const stored = await tables.readRows(table, `${isFlow ? 'flow_id' : '(flow_id, sequence)'} IN (${keys.join()})`)
  const byKey = new Map(stored.map(row => [keyOf(table, row), row]))
  const isSame = (row: Row) => {
    const other = byKey.get(keyOf(table, row))
    return other !== undefined && differingColumns(table, row, other).length === 0
  }
  return new Set(rows.filter(isSame))
}
