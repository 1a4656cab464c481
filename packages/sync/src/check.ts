import { isDeepStrictEqual } from 'node:util'
import { type Flow, type FlowClientOptions, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { readAgents, scanSelected } from './chain.js'
import { SyncError } from './errors.js'
import { readHistory } from './history.js'
import { createNode, isPruned, type Node } from './node.js'
import { forEachOf } from './parallel.js'
import { executionRow, flowRow, type Source } from './rows.js'
import { tables as schema, type TableName } from './schema.js'
import type { Database, Row, Value } from './store.js'
import { openTables, type State, type Tables } from './tables.js'

export interface CheckOptions {
  /** The database. */
  of: Database
  /** How many flows are compared, taken at random; all by default. */
  sample?: number | undefined
  /** How many histories are read at a time. Default 8. */
  concurrency?: number | undefined
  signal?: AbortSignal | undefined
  /** Called for every flow that was compared. */
  onProgress?: ((progress: { done: number; of: number }) => void) | undefined
}

/** Something that the database has otherwise than the node. */
export interface Difference {
  table: TableName
  /** The flow, with an execution of it behind a slash (`14/3`), or the address of an agent. */
  key: string
  /** Null where the whole row is missing on one side. */
  column: string | null
  database: Value
  node: Value
}

/** What was compared. */
export interface CheckResult {
  /** The block at which the two were compared. */
  height: number
  flows: number
  executions: number
  /** At most a hundred. */
  differences: Difference[]
}

const mostDifferences = 100

/**
 * Compares a database with the node, at the block that the last sync was at.
 *
 * @throws {SyncError} `mismatch` where the last sync has not come to its end
 * @throws {FlowQueryError} of the node: `node` where it does not keep that block any more
 */
export async function checkSync(chain: FlowClientOptions, options: CheckOptions): Promise<CheckResult> {
  const node = createNode(chain)
  const tables = await openTables(await options.of.open())
  try {
    const { state } = tables
    if (!state || state.height === null)
      throw new SyncError('mismatch', `${tables.name} was not synced to the end`, 'Sync it first.')
    return await compare({ node, tables, state, height: state.height, options })
  } catch (error) {
    options.signal?.throwIfAborted()
    throw isPruned(error) ? isGone(tables, error) : error
  } finally {
    await tables.close()
  }
}

function isGone({ name, state }: Tables, cause: unknown): FlowQueryError {
  return new FlowQueryError(
    'node',
    `The node does not keep block ${state?.height} any more, which ${name} is at`,
    { cause },
    'Sync again and check at once, or ask a node that keeps its blocks for longer.',
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
    result.differences.push(...differences.slice(0, mostDifferences - result.differences.length))
  }

  const flows = sample === undefined ? scanSelected(node, state, { height, concurrency, signal }) : sampled(compared)
  await forEachOf(flows, concurrency, async flow => {
    missing.delete(flow.id)
    for await (const { executions, differences } of compareFlow(comparison, flow, source)) {
      result.executions += executions
      add(differences)
    }
    result.flows++
    onProgress?.({ done: result.flows, of: compared.length })
  })
  add([...missing].map(id => only('flows', id, 'database')))
  const agents = await readAgents(node, source, signal)
  add(compareRows('agents', agents, await tables.readRows('agents', '1 = 1')))
  return result
}

/** Of some executions of a flow, and of the flow with the last of them. */
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
  const there = new Map(database.map(row => [keyOf(table, row), row]))
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
  return Object.entries(schema[table].columns).flatMap(([column, { kind }]) => {
    const node = row[column] ?? null
    const database = stored[column] ?? null
    // When a row was read says nothing of what it holds, and an engine may write JSON in its own way.
    const isSame =
      kind === 'json' ? isDeepStrictEqual(parsed(node), parsed(database)) : isDeepStrictEqual(node, database)
    return isSame || column === 'height' ? [] : [{ table, key, column, database, node }]
  })
}

function parsed(json: Value): unknown {
  return typeof json === 'string' ? JSON.parse(json) : json
}

function only(table: TableName, key: string, where: 'database' | 'node'): Difference {
  const there = (side: string) => (side === where ? 'there' : null)
  return { table, key, column: null, database: there('database'), node: there('node') }
}

/** What tells a row from the others of its chain. */
function keyOf(table: TableName, row: Row): string {
  return schema[table].key
    .slice(1)
    .map(column => row[column])
    .join('/')
}

/** So many of them, each as likely as any other. */
function pick<Item>(items: readonly Item[], count: number): Item[] {
  const left = [...items]
  for (let index = 0; index < count; index++) {
    const other = index + Math.floor(Math.random() * (left.length - index))
    const [a, b] = [left[index], left[other]]
    if (a !== undefined && b !== undefined) [left[index], left[other]] = [b, a]
  }
  return left.slice(0, count)
}
