import { SyncError } from './errors.js'
import type { KnownExecutions } from './rows.js'
import { type Column, type TableName, tables } from './schema.js'
import type { Batch, Engine, Row, Store, Value } from './store.js'

/** What a database says of itself. */
export interface State {
  chain: string
  /** Whose flows these are; null for everybody's. */
  owner: string | null
  /** The first one that is wanted. */
  from: string
  /** The block at which it is as the node; null while it is not. */
  height: number | null
  /** The block that is being read, or was when the last sync ended early. */
  reading: number | null
}

/** What is known of a flow. */
export interface KnownFlow extends KnownExecutions {
  digest: string | null
}

/** The tables of an open database, by what is asked of them. */
export interface Tables {
  readonly name: string
  /** What it said when it was opened; undefined where there was no sync before. */
  readonly state: State | undefined
  /** Makes tables and views where there are none, and new ones of old ones. */
  create: () => Promise<void>
  /** The flows from one id to another, by their ids. */
  readFlows: (from: string, to: string) => Promise<Map<string, KnownFlow>>
  /** The ids of all flows, or of those that wait for another chain. */
  readIds: (which?: 'unanswered') => Promise<string[]>
  /** The flow with the highest id, and the one that ran last. */
  readNewest: () => Promise<{
    flow: { id: string; owner: string } | undefined
    run: ({ id: string } & KnownExecutions) | undefined
  }>
  /** Rows of a table; `where` in SQL. */
  readRows: (table: TableName, where: string) => Promise<Row[]>
  write: (batch: Batch) => Promise<void>
  writeState: (state: State) => Promise<void>
  close: () => Promise<void>
}

/**
 * Looks at what a database holds, and changes nothing.
 *
 * @throws {SyncError} `mismatch` where its tables are somebody else's, or of a newer version: it is closed then
 */
export async function openTables(store: Store): Promise<Tables> {
  try {
    return await tablesOf(store)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function tablesOf({ name, engine, ...store }: Store): Promise<Tables> {
  const newestVersion = 1 + engine.migrations.length
  const found = await store.columns()

  async function select(table: TableName, columns: readonly string[], rest: string): Promise<Row[]> {
    const wanted = Object.fromEntries(columns.map(column => [column, columnOf(table, column)]))
    // In two steps: some engines take the names in a condition for the texts that they become.
    const inner = `SELECT ${engine.columnNames(wanted).join()} FROM ${engine.newest(table)} ${rest}`
    return store.select(`SELECT ${engine.asText(wanted)} FROM (${inner}) AS wanted`)
  }

  async function readStateRow(): Promise<Row | undefined> {
    if (!found.has('sync_state')) return undefined
    const [row] = await select('sync_state', Object.keys(tables.sync_state.columns), '')
    return row
  }

  checkOurs(name, engine, found, ['sync_state'])
  const row = await readStateRow()
  const version = row ? Number(row.schema_version) : 0
  let writes = row ? Number(row.writes) : 0
  if (version > newestVersion) throw isNewer(name, version, newestVersion)
  // Until there is a state, tables of these names may be anybody's.
  if (!row) checkOurs(name, engine, found, Object.keys(tables))
  if (!found.has('sync_state')) checkFree(name, engine, found)

  return {
    name,
    state: row && stateOf(row),
    async create() {
      if (version === newestVersion) return
      const views = Object.entries(engine.views)
      const changes =
        version === 0
          ? Object.entries(tables).map(([name, table]) => engine.createTable(name, table))
          : engine.migrations.slice(version - 1).flat()
      await store.define([
        ...views.map(([view]) => engine.dropView(view)).toReversed(),
        ...changes,
        ...views.map(([view, query]) => `CREATE VIEW ${view} AS ${query}`),
      ])
    },
    async readFlows(from, to) {
      const columns = ['flow_id', 'digest', ...knownColumns]
      const rows = await select('flows', columns, `WHERE flow_id BETWEEN ${from} AND ${to}`)
      return new Map(rows.map(row => [`${row.flow_id}`, { digest: textOrNull(row.digest), ...knownOf(row) }]))
    },
    async readIds(which) {
      const rows = await select('flows', ['flow_id'], which ? 'WHERE unanswered_since IS NOT NULL' : '')
      return rows.map(({ flow_id }) => `${flow_id}`)
    },
    async readNewest() {
      const [flow] = await select('flows', ['flow_id', 'owner'], 'ORDER BY flow_id DESC LIMIT 1')
      const [run] = await select(
        'flows',
        ['flow_id', ...knownColumns],
        'WHERE last_exec_time IS NOT NULL ORDER BY last_exec_time DESC LIMIT 1',
      )
      return {
        flow: flow && { id: `${flow.flow_id}`, owner: `${flow.owner}` },
        run: run && { id: `${run.flow_id}`, ...knownOf(run) },
      }
    },
    readRows: (table, where) => select(table, Object.keys(tables[table].columns), `WHERE ${where}`),
    write: store.write,
    writeState: state => store.write({ sync_state: [stateRow(state, newestVersion, ++writes)] }),
    close: store.close,
  }
}

const knownColumns = ['executions', 'next_exec_time', 'last_exec_time', 'unanswered_since']

function knownOf(row: Row): KnownExecutions {
  return {
    executions: Number(row.executions),
    nextExecTime: textOrNull(row.next_exec_time) === null ? null : BigInt(`${row.next_exec_time}`),
    lastExecTime: textOrNull(row.last_exec_time) === null ? null : BigInt(`${row.last_exec_time}`),
    unansweredSince: numberOrNull(row.unanswered_since),
  }
}

function stateOf(row: Row): State {
  return {
    chain: `${row.chain}`,
    owner: textOrNull(row.owner),
    from: `${row.from_flow}`,
    height: numberOrNull(row.height),
    reading: numberOrNull(row.reading),
  }
}

function stateRow({ chain, owner, from, height, reading }: State, version: number, writes: number): Row {
  return {
    chain,
    schema_version: `${version}`,
    owner,
    from_flow: from,
    height: height === null ? null : `${height}`,
    reading: reading === null ? null : `${reading}`,
    written_at: `${BigInt(Date.now()) * 1_000_000n}`,
    writes: `${writes}`,
  }
}

function textOrNull(value: Value | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function numberOrNull(value: Value | undefined): number | null {
  return typeof value === 'string' ? Number(value) : null
}

function columnOf(table: TableName, name: string): Column {
  const column = tables[table].columns[name]
  if (!column) throw new RangeError(`${table} has no column ${name}.`)
  return column
}

type Found = ReadonlyMap<string, readonly string[]>

/** Tables of these names have our columns, where they are there. */
function checkOurs(name: string, engine: Engine, found: Found, names: readonly string[]): void {
  for (const table of names) {
    const columns = found.get(table)
    const ours = tables[table as TableName].columns
    if (columns && !engine.columnNames(ours).every(column => columns.includes(column))) throw isForeign(name, table)
  }
}

/** Views are made after all tables. */
function checkFree(name: string, engine: Engine, found: Found): void {
  for (const view of Object.keys(engine.views)) if (found.has(view)) throw isForeign(name, view)
}

function isForeign(name: string, table: string): SyncError {
  return new SyncError(
    'mismatch',
    `${name} has a table or view \`${table}\` that is not of flow-query`,
    'Choose another database or schema, or rename it.',
  )
}

function isNewer(name: string, version: number, newestVersion: number): SyncError {
  return new SyncError(
    'mismatch',
    `${name} has version ${version} of the schema, and this package knows those up to ${newestVersion}`,
    'Install the newest @flow-query/sync.',
  )
}
