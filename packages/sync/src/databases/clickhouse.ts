import { type Kind, type TableName, tables } from '../schema.js'
import type { Database, Engine, Row, Store } from '../store.js'
import { addressOf, parseAddress } from './address.js'
import { clickhouseViews } from './clickhouse-views.js'
import { goesOn, groupColumns, loadDriver, within } from './driver.js'
import { namesWithNanoseconds, rowToJson } from './nanoseconds.js'

/**
 * A ClickHouse: `http://user:password@host:8123/database`, also written `clickhouse+http://...`. Tables that are there already
 * under our names and with our columns are used as they are: so may be distributed ones.
 *
 * @throws {SyncError} `database` for what is no address of one
 */
export function clickhouse(url: string): Database {
  const address = parseAddress(url.replace(/^clickhouse\+/, ''), ['http:', 'https:'])
  const name = addressOf(address)
  return {
    name,
    async open() {
      const { createClient } = await loadDriver('@clickhouse/client', () => import('@clickhouse/client'))
      const { protocol, host, username, password, pathname } = address
      const client = createClient({
        url: `${protocol}//${host}`,
        username: decodeURIComponent(username) || 'default',
        password: decodeURIComponent(password),
        database: decodeURIComponent(pathname.slice(1)) || 'default',
        application: 'flow-query sync',
        // What went wrong is told by what is thrown.
        log: { level: 127 },
        // For distributed tables: to wait until a shard has it, and to ask the own shard as any other. Old servers cannot put
        // what they read themselves together with what the others tell of a ReplacingMergeTree.
        clickhouse_settings: { insert_distributed_sync: 1, prefer_localhost_replica: 0 },
      })
      const select: Select = async query => {
        const answer = await client.query({ query, format: 'JSONEachRow' })
        return answer.json<Row>()
      }
      const run: Run = async query => {
        await client.command({ query })
      }
      try {
        const [server] = await within(name, 'could not be opened', 'Are address, user and password right?', () =>
          select('SELECT version() AS version'),
        )
        return createStore(name, engineOf(`${server?.version}`), select, run, () => client.close())
      } catch (error) {
        await client.close()
        throw error
      }
    },
  }
}

type Select = (query: string) => Promise<Row[]>
type Run = (query: string) => Promise<void>

function createStore(name: string, engine: Engine, select: Select, run: Run, close: () => Promise<void>): Store {
  const read = (query: string) => within(name, 'could not be read', goesOn, () => select(query))
  const write = (query: string) => within(name, 'could not be written', goesOn, () => run(query))
  return {
    name,
    engine,
    columns: async () => groupColumns(await read(allColumns)),
    async define(statements) {
      for (const statement of statements) await write(statement)
    },
    select: read,
    async write(batch) {
      for (const table of Object.keys(tables) as TableName[]) {
        const rows = batch[table] ?? []
        if (rows.length > 0) await write(insert(table, rows))
      }
    },
    close,
  }
}

const allColumns =
  'SELECT table AS table_name, name AS column_name FROM system.columns WHERE database = currentDatabase()'

/** The times themselves follow from their nanoseconds. */
function insert(table: TableName, rows: readonly Row[]): string {
  const { columns } = tables[table]
  const names = Object.entries(columns).map(([name, { kind }]) => (kind === 'time' ? `${name}_ns` : name))
  // As strings, old servers take no decimals.
  const lines = rows.map(row => rowToJson(columns, row, { amounts: amounts => `[${amounts}]`, boolean: zeroOrOne }))
  return `INSERT INTO ${table} (${names.join()}) FORMAT JSONEachRow\n${lines.join('\n')}`
}

function zeroOrOne(value: unknown): string {
  return value === 'true' ? '1' : '0'
}

/** Of a server's version, as `20.8.3.18`: before 20.4 times had whole seconds. */
function engineOf(version: string): Engine {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const hasNanoseconds = major > 20 || (major === 20 && minor >= 8)
  const typeNames: Record<Kind, string> = {
    text: 'String',
    integer: 'Int64',
    time: hasNanoseconds ? "DateTime64(9, 'UTC')" : "DateTime('UTC')",
    boolean: 'UInt8',
    texts: 'Array(String)',
    integers: 'Array(Int64)',
    amounts: 'Array(Decimal(38, 0))',
    json: 'String',
  }
  const timeOf = (nanoseconds: string) =>
    hasNanoseconds
      ? `fromUnixTimestamp64Nano(${nanoseconds}, 'UTC')`
      : `toDateTime(intDiv(${nanoseconds}, 1000000000), 'UTC')`

  return {
    createTable(name, { key, columns }) {
      const definitions = Object.entries(columns).flatMap(([column, { kind, nullable }]) => {
        const type = nullable ? `Nullable(${typeNames[kind]})` : typeNames[kind]
        if (kind !== 'time') return [`${column} ${type}`]
        return [`${column}_ns Nullable(Int64)`, `${column} ${type} DEFAULT ${timeOf(`${column}_ns`)}`]
      })
      const version = 'writes' in columns ? 'writes' : 'height'
      return `CREATE TABLE IF NOT EXISTS ${name} (${definitions.join()})
        ENGINE = ReplacingMergeTree(${version}) ORDER BY (${key.join()})`
    },
    // To each view a table is a table.
    dropView: name => `DROP TABLE IF EXISTS ${name}`,
    views: clickhouseViews,
    migrations: [],
    newest: table => `${table} FINAL`,
    columnNames: namesWithNanoseconds,
    asText: columns =>
      Object.entries(columns)
        .map(([name, { kind }]) => `${textOf(kind, name)} AS ${name}`)
        .join(),
  }
}

function textOf(kind: Kind, name: string): string {
  if (kind === 'time') return `toString(${name}_ns)`
  if (kind === 'integer') return `toString(${name})`
  if (kind === 'boolean') return `if(${name}, 'true', 'false')`
  return kind === 'integers' || kind === 'amounts' ? `arrayMap(item -> toString(item), ${name})` : name
}
