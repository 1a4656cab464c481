import type { Flow } from '@flow-query/core'
import { executionOf, outcomeOf, problemOf } from '../rows/rows.js'
import type { TableName } from '../schema.js'
import type { Batch, Row } from '../store.js'

interface UpgradedTables {
  readIds: () => Promise<string[]>
  readRows: (table: TableName, where: string) => Promise<Row[]>
  write: (batch: Batch) => Promise<void>
}

const groupSize = 500

/** Version 1 treated an uncollected fee as a failed run, and versions before 4 treated a success after a timeout as a timeout. */
export async function updateOutcomes(tables: UpgradedTables): Promise<void> {
  const ids = await tables.readIds()
  for (let start = 0; start < ids.length; start += groupSize) {
    const isInGroup = `flow_id IN (${ids.slice(start, start + groupSize).join()})`
    const executions = await tables.readRows('executions', `problem IS NOT NULL AND ${isInGroup}`)
    if (executions.length === 0) continue
    const flows = new Map((await tables.readRows('flows', isInGroup)).map(row => [`${row.flow_id}`, row]))
    const changed = executions.map(row => changedRow(row, flows.get(`${row.flow_id}`))).filter(row => row !== undefined)
    if (changed.length > 0) await tables.write({ executions: changed })
  }
}

function changedRow(row: Row, flowRow: Row | undefined): Row | undefined {
  if (!flowRow) return undefined
  const flow = JSON.parse(`${flowRow.flow}`) as Flow
  const entry = executionOf(row, flow)
  const outcome = outcomeOf(entry, flow)
  const problem = problemOf(entry, outcome)
  return outcome === row.outcome && problem === row.problem ? undefined : { ...row, outcome, problem }
}
