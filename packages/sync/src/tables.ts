import { SyncError } from './errors.js'
import { keyOf } from './rows/compare.js'
import { type KnownExecutions, text } from './rows/rows.js'
import { type Column, columnsOf, type TableName, tables } from './schema.js'
import type { Batch, Engine, Row, Store, Value } from './store.js'
import { updateOutcomes } from './tables/upgrade.js'

export interface State {
  chain: string
  owner: string | null
  from: string
  /** Null during a sync, or after an interrupted one. */
  height: number | null
  /** Nanoseconds since 1970. Null before the first complete sync. */
  blockTime: bigint | null
  reading: number | null
}

export interface KnownFlow extends KnownExecutions {
  digest: string | null
}

/** All times are nanoseconds since 1970. */
export interface Tables {
  readonly name: string
  readonly state: State | undefined
  create: () => Promise<void>
  readFlows: (from: string, to: string) => Promise<Map<string, KnownFlow>>
  readIds: (which?: 'unanswered') => Promise<string[]>
  readDue: (time: bigint) => Promise<{ id: string; execTime: bigint }[]>
  readNextRun: (time: bigint) => Promise<bigint | null>
  readNewestKnown: () => Promise<{
    flow: { id: string; owner: string } | undefined
    run: ({ id: string } & KnownExecutions) | undefined
  }>
  /**
   * Returns the flows that have changed, and those that are halfway between their last forecast and their next run. A flow that is expected
   * to fail gets a new forecast after a minute, because its owner may have sent money.
   */
  readFlowsToForecast: (time: bigint, until: bigint) => Promise<{ id: string; owner: string }[]>
  readNextOfOwners: (ids: readonly string[], time: bigint) => Promise<{ id: string; owner: string }[]>
  readRows: (table: TableName, where: string) => Promise<Row[]>
  write: (batch: Batch) => Promise<void>
  writeState: (state: State) => Promise<void>
  close: () => Promise<void>
}

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
    // The inner query contains the condition, because some databases would apply it to the converted strings.
    const inner = `SELECT ${engine.columnNames(wanted).join()} FROM ${engine.newest(table)} ${rest}`
    return store.select(`SELECT ${engine.asText(wanted)} FROM (${inner}) AS wanted`)
  }

  async function readStateRow(): Promise<Row | undefined> {
    if (!found.has('sync_state')) return undefined
    const columns = columnsOf('sync_state').filter(column => hasColumn(engine, found, 'sync_state', column))
    const [row] = await select('sync_state', columns, '')
    return row
  }

  let isCreated = false
  const nextRun = engine.nanoseconds('next_exec_time')
  checkOurs(name, engine, found, ['sync_state'])
  const row = await readStateRow()
  const version = row ? Number(row.schema_version) : 0
  let writes = row ? Number(row.writes) : 0
  if (version > newestVersion) throw newerSchema(name, version, newestVersion)
  // Without a state, tables with these names may belong to another program.
  if (!row) checkOurs(name, engine, found, Object.keys(tables))
  else if (version < newestVersion) checkNewNames(name, engine, found)
  if (!found.has('sync_state')) checkFree(name, engine, found)

  const opened: Tables = {
    name,
    state: row && stateOf(row),
    async create() {
      if (version === newestVersion || isCreated) return
      isCreated = true
      const views = Object.entries(engine.views)
      const changes =
        version === 0
          ? Object.entries(tables).map(([name, table]) => engine.createTable(name, table))
          : [
              ...missingTables(engine, found),
              ...missingColumns(engine, found),
              ...engine.migrations.slice(version - 1).flat(),
            ]
      await store.define([
        ...views.map(([view]) => engine.dropView(view)).toReversed(),
        ...changes,
        ...views.map(([view, query]) => `CREATE VIEW ${view} AS ${query}`),
      ])
      if (version > 0 && version < 4) await updateOutcomes(opened)
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
    async readDue(time) {
      const rows = await select('flows', ['flow_id', 'next_exec_time'], `WHERE ${nextRun} <= ${time}`)
      return rows.map(row => ({ id: `${row.flow_id}`, execTime: BigInt(`${row.next_exec_time}`) }))
    },
    async readNextRun(time) {
      const rows = await select('flows', ['next_exec_time'], `WHERE ${nextRun} > ${time} ORDER BY ${nextRun} LIMIT 1`)
      return rows[0] ? BigInt(`${rows[0].next_exec_time}`) : null
    },
    async readNewestKnown() {
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
    async readFlowsToForecast(time, until) {
      const rows = await store.select(flowsToForecast(engine, time, until))
      return rows.map(row => ({ id: `${row.flow_id}`, owner: `${row.owner}` }))
    },
    async readNextOfOwners(ids, time) {
      const owners = `SELECT owner FROM ${engine.newest('flows')} WHERE flow_id IN (${ids.join(', ')})`
      const where = `WHERE owner IN (${owners}) AND ${nextRun} > ${time} ORDER BY ${nextRun}, flow_id`
      const rows = await select('flows', ['flow_id', 'owner'], where)
      return rows.map(row => ({ id: `${row.flow_id}`, owner: `${row.owner}` }))
    },
    readRows: (table, where) => select(table, Object.keys(tables[table].columns), `WHERE ${where}`),
    write: batch => store.write(withoutDuplicates(batch)),
    writeState: state => store.write({ sync_state: [stateRow(state, newestVersion, ++writes)] }),
    close: store.close,
  }
  return opened
}

function flowsToForecast({ newest, nanoseconds, leftJoin }: Engine, time: bigint, until: bigint): string {
  const minuteAgo = time - 60_000_000_000n
  const [riskTime, execTime] = [nanoseconds('risk_time'), nanoseconds('exec_time')]
  const flows = `SELECT flow_id, owner, height AS row_height, ${nanoseconds('next_exec_time')} AS run_ns FROM ${newest('flows')}`
  const failing = `CASE WHEN expected_failure AND ${riskTime} = ${execTime} THEN 1 ELSE 0 END AS is_failing`
  const times = `${execTime} AS forecast_run_ns, ${nanoseconds('block_time')} AS forecast_ns`
  const forecasts = `SELECT flow_id, flow_height, ${times}, ${failing} FROM ${newest('forecasts')}`
  const joined = `(${flows}) AS f ${leftJoin} (${forecasts}) AS p USING (flow_id)`

  // If a flow has no forecast, some databases return null for the columns of forecasts, and others return 0.
  const hasForecast = 'coalesce(flow_height, 0) > 0'
  const hasChanged = 'coalesce(flow_height, 0) <> row_height'
  const isDue = `run_ns > ${time} AND run_ns <= ${until}`
  const isHalfway = `forecast_run_ns + forecast_ns <= ${2n * time}`
  const isOld = `run_ns > ${time} AND (${isHalfway} OR (is_failing = 1 AND forecast_ns <= ${minuteAgo}))`
  const needsForecast = `(${isDue} AND ${hasChanged}) OR (${hasForecast} AND (${hasChanged} OR (${isOld})))`
  const canHaveForecast = `(${isDue}) OR (${hasForecast} AND (run_ns > ${time} OR ${hasChanged}))`
  const owners = `SELECT owner FROM ${joined} WHERE ${needsForecast}`
  return `SELECT flow_id, owner FROM ${joined} WHERE (${canHaveForecast}) AND owner IN (${owners}) ORDER BY owner, flow_id`
}

/** Some databases would store duplicates and others would reject them. */
function withoutDuplicates(batch: Batch): Batch {
  const entries = Object.entries(batch) as [TableName, readonly Row[]][]
  return Object.fromEntries(
    entries.map(([table, rows]) => [table, [...new Map(rows.map(row => [keyOf(table, row), row])).values()]]),
  )
}

const knownColumns = ['executions', 'next_exec_time', 'last_exec_time', 'unanswered_since']

function knownOf(row: Row): KnownExecutions {
  return {
    executions: Number(row.executions),
    nextExecTime: timeOrNull(row.next_exec_time),
    lastExecTime: timeOrNull(row.last_exec_time),
    unansweredSince: numberOrNull(row.unanswered_since),
  }
}

function stateOf(row: Row): State {
  return {
    chain: `${row.chain}`,
    owner: textOrNull(row.owner),
    from: `${row.from_flow}`,
    height: numberOrNull(row.height),
    blockTime: timeOrNull(row.block_time),
    reading: numberOrNull(row.reading),
  }
}

function stateRow({ chain, owner, from, height, blockTime, reading }: State, version: number, writes: number): Row {
  return {
    chain,
    schema_version: `${version}`,
    owner,
    from_flow: from,
    height: text(height),
    block_time: text(blockTime),
    reading: text(reading),
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

function timeOrNull(value: Value | undefined): bigint | null {
  return typeof value === 'string' ? BigInt(value) : null
}

function columnOf(table: TableName, name: string): Column {
  const column = tables[table].columns[name]
  if (!column) throw new RangeError(`${table} has no column ${name}.`)
  return column
}

type Found = ReadonlyMap<string, readonly string[]>

const addedToState = 'block_time'

function hasColumn(engine: Engine, found: Found, table: TableName, column: string): boolean {
  const names = engine.columnNames({ [column]: columnOf(table, column) })
  return names.every(name => found.get(table)?.includes(name))
}

function checkOurs(name: string, engine: Engine, found: Found, names: readonly string[]): void {
  for (const table of names) {
    const ours = columnsOf(table as TableName).filter(column => table !== 'sync_state' || column !== addedToState)
    if (found.has(table) && !ours.every(column => hasColumn(engine, found, table as TableName, column)))
      throw foreignTable(name, table)
  }
}

function missingTables(engine: Engine, found: Found): string[] {
  return Object.entries(tables).flatMap(([name, table]) => (found.has(name) ? [] : engine.createTable(name, table)))
}

function missingColumns(engine: Engine, found: Found): string[] {
  return Object.entries(tables).flatMap(([table, { columns }]) =>
    Object.entries(columns)
      .flatMap(([name, column]) => engine.defineColumn(name, column))
      .filter(definition => found.get(table)?.includes(definition.slice(0, definition.indexOf(' '))) === false)
      .map(definition => `ALTER TABLE ${table} ADD COLUMN ${definition}`),
  )
}

/** The tables that version 1 of the schema didn't have, and the views that read them. */
const viewsOfNewTables = {
  forecasts: ['upcoming_failures'],
  predictions: ['prediction_results', 'prediction_accuracy', 'brier_scores'],
}

/** A view without its table is from another program, because an upgrade creates the table first. */
function checkNewNames(name: string, engine: Engine, found: Found): void {
  const newTables = Object.entries(viewsOfNewTables)
  checkOurs(
    name,
    engine,
    found,
    newTables.map(([table]) => table),
  )
  for (const [table, views] of newTables) {
    const foreign = found.has(table) ? undefined : views.find(view => found.has(view))
    if (foreign) throw foreignTable(name, foreign)
  }
}

function checkFree(name: string, engine: Engine, found: Found): void {
  for (const view of Object.keys(engine.views)) if (found.has(view)) throw foreignTable(name, view)
}

function foreignTable(name: string, table: string): SyncError {
  return new SyncError(
    'mismatch',
    `${name} has a table or view \`${table}\` that does not belong to flow-query`,
    'Choose another database or schema, or rename it.',
  )
}

function newerSchema(name: string, version: number, newestVersion: number): SyncError {
  return new SyncError(
    'mismatch',
    `${name} has version ${version} of the schema, but this package supports only versions up to ${newestVersion}`,
    'Install the newest version of @flow-query/sync.',
  )
}
