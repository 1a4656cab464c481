import { setTimeout as sleep } from 'node:timers/promises'
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { columnsOf, type Kind, type TableName, tables } from '../schema.js'
import type { Database, Engine, Row, Store, Value } from '../store.js'
import { goesOn, groupColumns, loadDriver, within } from './driver.js'
import { standardViews } from './views.js'

type Driver = typeof import('@duckdb/node-api')

export interface DuckDBOptions {
  /** What DuckDB may use for itself, as it says it; `'48MB'` by default. */
  memoryLimit?: string | undefined
}

/** How often, and after how many milliseconds, a file that another process has open is asked for again. */
const patience = { times: 20, wait: 250 }

/** A file, which is made where there is none. One process at a time can have it open. */
export function duckdb(path: string, { memoryLimit = '48MB' }: DuckDBOptions = {}): Database {
  return {
    name: path,
    async open() {
      const driver = await loadDriver('@duckdb/node-api', () => import('@duckdb/node-api'))
      const instance = await driver.DuckDBInstance.create(':memory:', {
        memory_limit: memoryLimit,
        temp_directory: `${path}.tmp`,
        // A second one takes more memory, and a core that the node or the reading may need.
        threads: '1',
      })
      const [reader, writer] = [await instance.connect(), await instance.connect()]
      try {
        await within(path, 'could not be opened', 'Is it a file of DuckDB, and may it be written?', () =>
          whenItIsFree(() => reader.run(`ATTACH ${literal(path)} AS ${attached} (ROW_GROUP_SIZE ${rowGroupSize})`)),
        )
        for (const connection of [reader, writer]) await connection.run(`USE ${attached}`)
        return createStore(path, driver, reader, writer, () => instance.closeSync())
      } catch (error) {
        instance.closeSync()
        throw error
      }
    },
  }
}

/** What the file is called within DuckDB. */
const attached = 'flow_query'
/**
 * Rows that are compressed together, in memory and again whenever some are added: by default there are so many that whole
 * flows fill 200 MB. Those of few flows are also those that are passed over when others are looked for.
 */
const rowGroupSize = 8_192

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

async function whenItIsFree<T>(open: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await open()
    } catch (error) {
      if (time === patience.times || !String(error).includes('Could not set lock')) throw error
      await sleep(patience.wait)
    }
  }
}

/** Reads on one connection what was there before the transaction of the other. */
function createStore(
  path: string,
  driver: Driver,
  reader: DuckDBConnection,
  writer: DuckDBConnection,
  close: () => void,
): Store {
  async function transaction(work: () => Promise<void>): Promise<void> {
    await within(path, 'could not be written', goesOn, async () => {
      await writer.run('BEGIN')
      try {
        await work()
        await writer.run('COMMIT')
      } catch (error) {
        // It has ended already where the commit failed.
        await writer.run('ROLLBACK').catch(() => {})
        throw error
      }
    })
  }

  async function replace(table: TableName, rows: readonly Row[]): Promise<void> {
    const names = columnsOf(table).join()
    const sameKey = tables[table].key.map(name => `${table}.${name} = batch.${name}`)
    await writer.run(`CREATE OR REPLACE TEMP TABLE batch AS SELECT ${names} FROM ${table} LIMIT 0`)
    await append(table, rows)
    await writer.run(`DELETE FROM ${table} USING batch WHERE ${[...sameKey, ...nearby(table, rows)].join(' AND ')}`)
    await writer.run(`INSERT INTO ${table} (${names}) SELECT ${names} FROM batch`)
  }

  async function append(table: TableName, rows: readonly Row[]): Promise<void> {
    const columns = Object.entries(tables[table].columns)
    const types = columns.map(([, { kind }]) => typeOf(driver, kind))
    const appender = await writer.createAppender('batch')
    // A single one: what it has outside of JavaScript's memory is freed long after it is of use.
    const chunk = driver.DuckDBDataChunk.create(types)
    for (let from = 0; from < rows.length; from += chunkSize) {
      const part = rows.slice(from, from + chunkSize)
      chunk.reset()
      chunk.setRows(part.map(row => columns.map(([name, { kind }]) => cellOf(driver, kind, row[name] ?? null))))
      appender.appendDataChunk(chunk)
    }
    appender.closeSync()
  }

  async function select(query: string): Promise<Row[]> {
    const rows = await within(path, 'could not be read', goesOn, () => reader.runAndReadAll(query))
    return rows.getRowObjectsJson() as Row[]
  }

  return {
    name: path,
    engine,
    columns: async () => groupColumns(await select(allColumns)),
    define: statements =>
      transaction(async () => {
        for (const statement of statements) await writer.run(statement)
      }),
    select,
    write: batch =>
      transaction(async () => {
        for (const [table, rows] of Object.entries(batch)) if (rows.length) await replace(table as TableName, rows)
      }),
    async close() {
      reader.closeSync()
      writer.closeSync()
      close()
    },
  }
}

/** Rows in one of DuckDB's data chunks, at most. */
const chunkSize = 2_048

/** A condition that lets DuckDB pass over what is nowhere near these rows, as its tables have no index. */
function nearby(table: TableName, rows: readonly Row[]): string[] {
  if (!('flow_id' in tables[table].columns)) return []
  const ids = rows.map(({ flow_id }) => BigInt(`${flow_id}`)).sort((a, b) => (a < b ? -1 : 1))
  return [`${table}.flow_id BETWEEN ${ids[0]} AND ${ids.at(-1)}`]
}

const allColumns =
  'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()'

const typeNames: Record<Kind, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  time: 'TIMESTAMP_NS',
  boolean: 'BOOLEAN',
  texts: 'VARCHAR[]',
  integers: 'BIGINT[]',
  amounts: 'DECIMAL(38, 0)[]',
  json: 'JSON',
}

const engine: Engine = {
  // No index: one would have to be in memory, and these tables are read by columns.
  createTable(name, { columns }) {
    const definitions = Object.entries(columns).map(
      ([column, { kind, nullable }]) => `${column} ${typeNames[kind]}${nullable ? '' : ' NOT NULL'}`,
    )
    return `CREATE TABLE IF NOT EXISTS ${name} (${definitions.join()})`
  },
  views: standardViews({
    now: 'epoch_us(now()) * 1000',
    nanoseconds: time => `epoch_ns(${time})`,
    day: time => `CAST(${time} AS DATE)`,
  }),
  dropView: name => `DROP VIEW IF EXISTS ${name}`,
  migrations: [],
  newest: table => table,
  columnNames: Object.keys,
  asText: columns =>
    Object.entries(columns)
      .map(([name, { kind }]) => `${textOf(kind, name)} AS ${name}`)
      .join(),
}

function textOf(kind: Kind, name: string): string {
  if (kind === 'time') return `CAST(epoch_ns(${name}) AS VARCHAR)`
  return `CAST(${name} AS VARCHAR${typeNames[kind].endsWith('[]') ? '[]' : ''})`
}

function typeOf({ VARCHAR, BIGINT, TIMESTAMP_NS, BOOLEAN, DECIMAL, LIST }: Driver, kind: Kind) {
  const types = {
    text: VARCHAR,
    integer: BIGINT,
    time: TIMESTAMP_NS,
    boolean: BOOLEAN,
    texts: LIST(VARCHAR),
    integers: LIST(BIGINT),
    amounts: LIST(DECIMAL(38, 0)),
    json: VARCHAR,
  }
  return types[kind]
}

function cellOf(driver: Driver, kind: Kind, value: Value): DuckDBValue {
  if (value === null) return null
  if (typeof value !== 'string') return driver.listValue(value.map(item => itemOf(driver, kind, item)))
  if (kind === 'integer') return BigInt(value)
  if (kind === 'time') return new driver.DuckDBTimestampNanosecondsValue(BigInt(value))
  return kind === 'boolean' ? value === 'true' : value
}

function itemOf(driver: Driver, kind: Kind, item: string): DuckDBValue {
  if (kind === 'amounts') return new driver.DuckDBDecimalValue(BigInt(item), 38, 0)
  return kind === 'integers' ? BigInt(item) : item
}
