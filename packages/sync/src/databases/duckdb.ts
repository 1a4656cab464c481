import { setTimeout as sleep } from 'node:timers/promises'
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { columnsOf, type Kind, type TableName, tables } from '../schema.js'
import type { Database, Engine, Row, Store, Value } from '../store.js'
import { groupColumns, loadDriver, resumeAdvice, within } from './driver.js'
import { checkFile, checkPath } from './file.js'
import { standardViews } from './views.js'

type Driver = typeof import('@duckdb/node-api')

export interface DuckDBOptions {
  /** DuckDB's `memory_limit`. Default `'48MB'`. */
  memoryLimit?: string | undefined
}

const lockRetry = { attempts: 20, delay: 250 }

/**
 * A DuckDB file, which is created if it doesn't exist. Only one process can open it at a time.
 *
 * @throws {SyncError} `database` if the text can't be the path of a file
 */
export function duckdb(path: string, { memoryLimit = '48MB' }: DuckDBOptions = {}): Database {
  checkPath(path)
  return {
    name: path,
    async open() {
      await checkFile(path)
      const driver = await loadDriver('@duckdb/node-api', () => import('@duckdb/node-api'))
      const instance = await driver.DuckDBInstance.create(':memory:', {
        memory_limit: memoryLimit,
        temp_directory: `${path}.tmp`,
        // A second thread would need more memory and a core that the node may need.
        threads: '1',
        // DuckDB would download extensions to open files of other formats.
        autoinstall_known_extensions: 'false',
        autoload_known_extensions: 'false',
      })
      const [reader, writer] = [await instance.connect(), await instance.connect()]
      try {
        await within(path, 'could not be opened', 'Check that it is a DuckDB file and writable.', () =>
          retryWhileLocked(() => reader.run(`ATTACH ${literal(path)} AS ${attached} (ROW_GROUP_SIZE ${rowGroupSize})`)),
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

const attached = 'flow_query'
/** With the default size, a group of complete flows needs 200 MB. Small groups also let DuckDB skip more rows. */
const rowGroupSize = 8_192

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

async function retryWhileLocked<T>(open: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open()
    } catch (error) {
      if (attempt === lockRetry.attempts || !String(error).includes('Could not set lock')) throw error
      await sleep(lockRetry.delay)
    }
  }
}

/** Uses separate connections, so that reads don't see the unfinished transaction of a write. */
function createStore(
  path: string,
  driver: Driver,
  reader: DuckDBConnection,
  writer: DuckDBConnection,
  close: () => void,
): Store {
  async function transaction(work: () => Promise<void>): Promise<void> {
    await within(path, 'could not be written', resumeAdvice, async () => {
      await writer.run('BEGIN')
      try {
        await work()
        await writer.run('COMMIT')
      } catch (error) {
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
    // All parts use one chunk, because DuckDB frees the native memory of unused chunks late.
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
    const rows = await within(path, 'could not be read', resumeAdvice, () => reader.runAndReadAll(query))
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

const chunkSize = 2_048

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
  amount: 'DECIMAL(38, 0)',
  amounts: 'DECIMAL(38, 0)[]',
  json: 'JSON',
}

const engine: Engine = {
  defineColumn: (name, { kind, nullable }) => [`${name} ${typeNames[kind]}${nullable ? '' : ' NOT NULL'}`],
  // Tables have no primary key, because DuckDB keeps its index in memory.
  createTable(name, { columns }) {
    const definitions = Object.entries(columns).flatMap(([name, column]) => engine.defineColumn(name, column))
    return `CREATE TABLE IF NOT EXISTS ${name} (${definitions.join()})`
  },
  views: standardViews({
    nanoseconds: time => `epoch_ns(${time})`,
    day: time => `CAST(${time} AS DATE)`,
    sum: sumOfHalves,
  }),
  dropView: name => `DROP VIEW IF EXISTS ${name}`,
  migrations: [[], [], [], [], []],
  nanoseconds: column => `epoch_ns(${column})`,
  newest: table => table,
  leftJoin: 'LEFT JOIN',
  columnNames: Object.keys,
  asText: columns =>
    Object.entries(columns)
      .map(([name, { kind }]) => `${textOf(kind, name)} AS ${name}`)
      .join(),
}

/** Sums the upper and lower 19 digits separately, because DuckDB's sum fails above 38 digits. */
function sumOfHalves(amount: string): string {
  const half = `CAST(1${'0'.repeat(19)} AS HUGEINT)`
  const upper = `sum(CAST(${amount} AS HUGEINT) // ${half})`
  const lower = `sum(CAST(${amount} AS HUGEINT) % ${half})`
  return `CASE WHEN ${upper} + ${lower} // ${half} < ${half} THEN CAST(${upper} * ${half} + ${lower} AS DECIMAL(38, 0)) END`
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
    amount: DECIMAL(38, 0),
    amounts: LIST(DECIMAL(38, 0)),
    json: VARCHAR,
  }
  return types[kind]
}

function cellOf(driver: Driver, kind: Kind, value: Value): DuckDBValue {
  if (value === null) return null
  if (typeof value !== 'string') return driver.listValue(value.map(item => itemOf(driver, kind, item)))
  if (kind === 'integer') return BigInt(value)
  if (kind === 'amount') return new driver.DuckDBDecimalValue(BigInt(value), 38, 0)
  if (kind === 'time') return new driver.DuckDBTimestampNanosecondsValue(BigInt(value))
  return kind === 'boolean' ? value === 'true' : value
}

function itemOf(driver: Driver, kind: Kind, item: string | null): DuckDBValue {
  if (item === null) return null
  if (kind === 'amounts') return new driver.DuckDBDecimalValue(BigInt(item), 38, 0)
  return kind === 'integers' ? BigInt(item) : item
}
