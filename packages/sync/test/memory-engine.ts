import sqlite from 'node-sqlite3-wasm'
import { groupColumns, resumeAdvice, within } from '../src/databases/driver.js'
import { standardViews } from '../src/databases/views.js'
import type { Database } from '../src/index.js'
import { type Kind, type TableName, tables } from '../src/schema.js'
import type { Engine, Row, Store, Value } from '../src/store.js'

export interface MemoryDatabase extends Database {
  /** Frees the memory. The garbage collector doesn't, because SQLite runs as WebAssembly. */
  free: () => void
}

/** Creates a database in memory. It runs SQLite, which uses no thread, file or timer, so it works with a virtual clock. */
export function createMemoryDatabase(name = 'memory'): MemoryDatabase {
  const connection = new sqlite.Database()
  // SQLite has this function with another name.
  connection.function('least', (a, b) => (a !== null && b !== null && a < b ? a : b))
  return {
    name,
    open: async () => createStore(name, connection),
    free: () => connection.close(),
  }
}

type Connection = InstanceType<typeof sqlite.Database>

function createStore(name: string, connection: Connection): Store {
  let isOpen = true

  function run<Result>(problem: string, work: () => Result): Promise<Result> {
    return within(name, problem, resumeAdvice, async () => {
      if (!isOpen) throw new Error('the database is closed')
      return work()
    })
  }

  const select = (query: string) =>
    run('could not be read', () => connection.all(withValues(query)).map(row => storedRow(row)))

  function transaction(work: () => void): Promise<void> {
    return run('could not be written', () => {
      connection.exec('BEGIN')
      try {
        work()
        connection.exec('COMMIT')
      } catch (error) {
        connection.exec('ROLLBACK')
        throw error
      }
    })
  }

  return {
    name,
    engine,
    columns: async () => groupColumns(await select(allColumns)),
    define: statements => transaction(() => statements.forEach(statement => void connection.exec(statement))),
    select,
    write: batch =>
      transaction(() => {
        for (const [table, rows] of Object.entries(batch)) insert(connection, table as TableName, rows)
      }),
    async close() {
      isOpen = false
    },
  }
}

const allColumns =
  'SELECT entry.name AS table_name, field.name AS column_name FROM sqlite_schema entry, pragma_table_info(entry.name) field'

/** SQLite compares a list of columns only with a list of values that starts with this word. */
function withValues(query: string): string {
  return query.replaceAll(') IN ((', ') IN (VALUES (')
}

function insert(connection: Connection, table: TableName, rows: readonly Row[]): void {
  const columns = Object.entries(tables[table].columns)
  const statement = connection.prepare(
    `INSERT OR REPLACE INTO ${table} (${columns.map(([name]) => name).join()}) VALUES (${columns.map(() => '?').join()})`,
  )
  try {
    for (const row of rows) statement.run(columns.map(([name, { kind }]) => cellOf(kind, row[name] ?? null)))
  } finally {
    statement.finalize()
  }
}

function cellOf(kind: Kind, value: Value): string | bigint | null {
  if (value === null) return null
  if (typeof value !== 'string') return JSON.stringify(value)
  if (kind === 'boolean') return value === 'true' ? 1n : 0n
  return kind === 'integer' || kind === 'time' ? BigInt(value) : value
}

/** SQLite has no lists, so they are stored as JSON. */
const lists = new Set(
  Object.values(tables).flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, { kind }]) => (/^(texts|integers|amounts)$/.test(kind) ? name : [])),
  ),
)

function storedRow(row: Record<string, unknown>): Row {
  const entries = Object.entries(row).map(([name, value]): [string, Value] => {
    if (value === null) return [name, null]
    return [name, lists.has(name) ? JSON.parse(`${value}`) : `${value}`]
  })
  return Object.fromEntries(entries)
}

const typeNames: Partial<Record<Kind, string>> = { integer: 'INTEGER', time: 'INTEGER', boolean: 'INTEGER' }

/** These views read lists. */
const { fees, fees_by_day, failing_flows, ...views } = standardViews({
  nanoseconds: time => time,
  day: time => `date(${time} / 1000000000, 'unixepoch')`,
  sum: amount => `sum(${amount})`,
})

const engine: Engine = {
  defineColumn: (name, { kind, nullable }) => [`${name} ${typeNames[kind] ?? 'TEXT'}${nullable ? '' : ' NOT NULL'}`],
  createTable(name, { key, columns }) {
    const definitions = Object.entries(columns).flatMap(([name, column]) => engine.defineColumn(name, column))
    return `CREATE TABLE IF NOT EXISTS ${name} (${[...definitions, `PRIMARY KEY (${key.join()})`].join()})`
  },
  views,
  dropView: name => `DROP VIEW IF EXISTS ${name}`,
  migrations: [[], [], [], [], []],
  nanoseconds: column => column,
  newest: table => table,
  leftJoin: 'LEFT JOIN',
  columnNames: Object.keys,
  asText: columns =>
    Object.entries(columns)
      .map(([name, { kind }]) => (kind === 'boolean' ? `iif(${name}, 'true', 'false') AS ${name}` : name))
      .join(),
}
