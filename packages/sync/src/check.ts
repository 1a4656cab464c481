import { type Flow, type FlowClientOptions, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { SyncError } from './errors.js'
import { forEachOf } from './parallel.js'
import { readAgents, scanSelected } from './read/chain.js'
import { readHistory } from './read/history.js'
import { createNode, isPruned, type Node } from './read/node.js'
import { differingColumns, keyOf } from './rows/compare.js'
import { executionRow, flowRow, type Source } from './rows/rows.js'
import type { TableName } from './schema.js'
import type { Database, Row, Value } from './store.js'
import { openTables, type State, type Tables } from './tables.js'

export interface CheckOptions {
  database: Database
  /** The number of flows to compare, chosen at random. All flows by default. */
  sample?: number | undefined
  /** The number of parallel requests. Default 8. */
  concurrency?: number | undefined
  signal?: AbortSignal | undefined
  /** Called after each compared flow. */
  onProgress?: ((progress: { loaded: number; total: number }) => void) | undefined
}

export interface Difference {
  table: TableName
  /** A flow (`14`), an execution of a flow (`14/3`), or the address of an agent. */
  key: string
  /** Null if the whole row is missing on one side, or if the database contains it twice. */
  column: string | null
  /** The value in the database. For a whole row: `there`, `twice`, or null if it is missing. */
  database: Value
  /** The value on the node. For a whole row: `there`, or null if it is missing. */
  node: Value
}

export interface CheckResult {
  /** The block height of the comparison. */
  height: number
  flows: number
  executions: number
  /** The first 100 differences. */
  differences: Difference[]
}

const maximumDifferences = 100

/**
 * Compares a database with the node at the block of the last sync.
 *
 * @throws {SyncError} `mismatch` if the last sync is incomplete
 * @throws {FlowQueryError} from the node: `node` if it has pruned that block
 */
export async function checkSync(chain: FlowClientOptions, options: CheckOptions): Promise<CheckResult> {
  const node = createNode(chain)
  const tables = await openTables(await options.database.open())
  try {
    const { state } = tables
    if (!state || state.height === null)
      throw new SyncError('mismatch', `${tables.name} contains no complete sync`, 'Run a sync first.')
    return await compare({ node, tables, state, height: state.height, options })
  } catch (error) {
    options.signal?.throwIfAborted()
    throw isPruned(error) ? prunedError(tables, error) : error
  } finally {
    await tables.close()
  }
}

function prunedError({ name, state }: Tables, cause: unknown): FlowQueryError {
  return new FlowQueryError(
    'node',
    `${name} is at block ${state?.height}, which the node has pruned`,
    { cause },
    'Sync again and check immediately, or use a node that keeps blocks for longer.',
  )
}

interface Comparison {
  node: Node
  tables: Tables
  state: State
  height: number
  options: CheckOptions
}

async function compare(comparison: Comparison): Promise<CheckResult> {
  const { node, tables, state, height, options } = comparison
  const { sample, concurrency = 8, signal, onProgress } = options
  const source = { chain: state.chain, height }
  const ids = await tables.readIds()
  const result: CheckResult = { height, flows: 0, executions: 0, differences: [] }
  const compared = sample === undefined ? ids : pick(ids, sample)
  const missing = new Set(compared)

  async function* sampled(ids: readonly string[]): AsyncGenerator<Flow> {
    for (const id of ids) {
      try {
        yield await node.client.flow({ id, height }, { signal })
      } catch (error) {
        if (!isFlowQueryError(error, 'notFound')) throw error
      }
    }
  }

  function add(differences: readonly Difference[]): void {
    result.differences.push(...differences.slice(0, maximumDifferences - result.differences.length))
  }

  const flows = sample === undefined ? scanSelected(node, state, { height, concurrency, signal }) : sampled(compared)
  await forEachOf(flows, concurrency, async flow => {
    missing.delete(flow.id)
    for await (const { executions, differences } of compareFlow(comparison, flow, source)) {
      result.executions += executions
      add(differences)
    }
    result.flows++
    onProgress?.({ loaded: result.flows, total: compared.length })
  })
  add([...missing].map(id => only('flows', id, 'database')))
  const agents = await readAgents(node, source, signal)
  add(compareRows('agents', agents, await tables.readRows('agents', '1 = 1')))
  return result
}

interface Compared {
  executions: number
  differences: Difference[]
}

async function* compareFlow(
  { node, tables, height, options }: Comparison,
  flow: Flow,
  source: Source,
): AsyncGenerator<Compared> {
  for await (const { entries, sequence, known, isLast } of readHistory(node, flow, undefined, height, options.signal)) {
    const expected = entries.map((entry, index) => executionRow(flow, entry, sequence + index, source))
    const range = isLast ? `sequence >= ${sequence}` : `sequence BETWEEN ${sequence} AND ${known.executions}`
    const rows = await tables.readRows('executions', `flow_id = ${flow.id} AND ${range}`)
    const differences = compareRows('executions', expected, rows)
    if (isLast) {
      const flows = await tables.readRows('flows', `flow_id = ${flow.id}`)
      differences.push(...compareRows('flows', [flowRow(flow, known, true, source)], flows))
    }
    yield { executions: entries.length, differences }
  }
}

function compareRows(table: TableName, node: readonly Row[], database: readonly Row[]): Difference[] {
  const differences: Difference[] = []
  const there = new Map<string, Row>()
  for (const row of database) {
    const key = keyOf(table, row)
    if (there.has(key)) differences.push({ table, key, column: null, database: 'twice', node: 'there' })
    there.set(key, row)
  }
  for (const row of node) {
    const key = keyOf(table, row)
    const stored = there.get(key)
    there.delete(key)
    if (!stored) differences.push(only(table, key, 'node'))
    else differences.push(...compareColumns(table, key, row, stored))
  }
  for (const key of there.keys()) differences.push(only(table, key, 'database'))
  return differences
}

function compareColumns(table: TableName, key: string, row: Row, stored: Row): Difference[] {
  return differingColumns(table, row, stored).map(column => ({
    ...{ table, key, column },
    database: stored[column] ?? null,
    node: row[column] ?? null,
  }))
}

function only(table: TableName, key: string, where: 'database' | 'node'): Difference {
  const there = (side: string) => (side === where ? 'there' : null)
  return { table, key, column: null, database: there('database'), node: there('node') }
}

function pick<Item>(items: readonly Item[], count: number): Item[] {
  const left = [...items]
  for (let index = 0; index < count; index++) {
    const other = index + Math.floor(Math.random() * (left.length - index))
    const [a, b] = [left[index], left[other]]
    if (a !== undefined && b !== undefined) [left[index], left[other]] = [b, a]
  }
  return left.slice(0, count)
}
