import { text } from 'node:stream/consumers'
import { type Kind, type TableName, tables } from '../schema.js'
import type { Database, Engine, Row, Store, Value } from '../store.js'
import { addressOf, parseAddress } from './address.js'
import { clickhouseViews } from './clickhouse-views.js'
import { groupColumns, loadDriver, resumeAdvice, within } from './driver.js'
import { namesWithNanoseconds, rowToJson } from './nanoseconds.js'

/**
 * A ClickHouse database: `http://user:password@host:8123/database`, or the same with `clickhouse+http:`. Existing tables with
 * the expected names and columns are used unchanged, so you can create distributed tables yourself.
 *
 * @throws {SyncError} `database` if the URL is invalid
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
        log: { level: 127 },
        // With distributed tables, these settings wait until a shard has stored the rows, and query the local shard like a remote one.
        // Old servers can't merge local and remote rows of a ReplacingMergeTree.
        clickhouse_settings: { insert_distributed_sync: 1, prefer_localhost_replica: 0 },
      })
      const send = async (query: string) => {
        const { stream, response_headers: headers } = await client.exec({ query }).catch(throwReadable)
        return { body: await text(stream), headers }
      }
      const select: Select = async query => rowsIn((await send(`${query} FORMAT JSON`)).body)
      const run: Run = async query => checkWritten(await send(query))
      try {
        const [server] = await within(name, 'could not be opened', 'Check the URL, the user and the password.', () =>
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

/** Some proxies respond with an error page, a login page or an empty redirect. */
function throwReadable(error: unknown): never {
  const isPage = error instanceof Error && /^(<|$)/.test(error.message.trim())
  throw isPage ? notFromClickHouse(error.message) : error
}

/** Fails if rows are missing. Unlike other formats, JSON has an end, so a response that was cut is recognized. */
function rowsIn(body: string): Row[] {
  const { data, rows, exception } = parsed(body)
  if (typeof exception === 'string') throw new Error(exception)
  if (!Array.isArray(data) || data.length !== rows) throw notFromClickHouse(body)
  return data
}

function parsed(body: string): { data?: unknown; rows?: unknown; exception?: unknown } {
  try {
    return Object(JSON.parse(body))
  } catch {
    throw notFromClickHouse(body)
  }
}

/** ClickHouse responds to a write without a body, and sends its headers with each response. */
function checkWritten({ body, headers }: { body: string; headers: object }): void {
  const isClickHouse = Object.keys(headers).some(name => name.startsWith('x-clickhouse-'))
  if (body !== '' || !isClickHouse) throw notFromClickHouse(body)
}

/** An error that occurs after the first part of a response is at the end of its body. */
function notFromClickHouse(body: string): Error {
  const [exception] = /Code: \d+\..*Exception: .*/s.exec(body) ?? []
  return new Error(exception ?? 'the response is incomplete, or a proxy sent it instead of ClickHouse')
}

type Select = (query: string) => Promise<Row[]>
type Run = (query: string) => Promise<void>

function createStore(name: string, engine: Engine, select: Select, run: Run, close: () => Promise<void>): Store {
  const read = (query: string) => within(name, 'could not be read', resumeAdvice, () => select(query))
  const write = (query: string) => within(name, 'could not be written', resumeAdvice, () => run(query))
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

function insert(table: TableName, rows: readonly Row[]): string {
  const { columns } = tables[table]
  const names = Object.entries(columns).map(([name, { kind }]) => (kind === 'time' ? `${name}_ns` : name))
  // Amounts are numbers because old servers don't accept decimals as strings.
  const lines = rows.map(row => rowToJson(columns, row, { amount: String, amounts: numbers, boolean: zeroOrOne }))
  return `INSERT INTO ${table} (${names.join()}) FORMAT JSONEachRow\n${lines.join('\n')}`
}

function numbers(values: NonNullable<Value>): string {
  return `[${[values].flat().map(value => value ?? 'null')}]`
}

function zeroOrOne(value: unknown): string {
  return value === 'true' ? '1' : '0'
}

/** Before 20.8, times are stored in whole seconds. Old versions are supported because Debian packages only 18.16. */
function engineOf(version: string): Engine {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const hasNanoseconds = major > 20 || (major === 20 && minor >= 8)
  const typeNames: Record<Kind, string> = {
    text: 'String',
    integer: 'Int64',
    time: hasNanoseconds ? "DateTime64(9, 'UTC')" : "DateTime('UTC')",
    boolean: 'UInt8',
    texts: 'Array(String)',
    integers: 'Array(Nullable(Int64))',
    amount: 'Decimal(38, 0)',
    amounts: 'Array(Nullable(Decimal(38, 0)))',
    json: 'String',
  }
  const timeOf = (nanoseconds: string) =>
    hasNanoseconds
      ? `fromUnixTimestamp64Nano(${nanoseconds}, 'UTC')`
      : `toDateTime(intDiv(${nanoseconds}, 1000000000), 'UTC')`

  const defineColumn: Engine['defineColumn'] = (name, { kind, nullable }) => {
    const type = nullable ? `Nullable(${typeNames[kind]})` : typeNames[kind]
    if (kind !== 'time') return [`${name} ${type}`]
    return [`${name}_ns Nullable(Int64)`, `${name} ${type} DEFAULT ${timeOf(`${name}_ns`)}`]
  }

  return {
    defineColumn,
    createTable(name, { key, columns }) {
      const definitions = Object.entries(columns).flatMap(([name, column]) => defineColumn(name, column))
      const version = 'writes' in columns ? 'writes' : 'height'
      return `CREATE TABLE IF NOT EXISTS ${name} (${definitions.join()})
        ENGINE = ReplacingMergeTree(${version}) ORDER BY (${key.join()})`
    },
    dropView: name => `DROP TABLE IF EXISTS ${name}`,
    views: clickhouseViews,
    migrations: [
      [
        `ALTER TABLE executions MODIFY COLUMN fee_amounts ${typeNames.amounts}`,
        `ALTER TABLE executions MODIFY COLUMN packet_sequences ${typeNames.integers}`,
        `ALTER TABLE agents MODIFY COLUMN fee_amounts ${typeNames.amounts}`,
      ],
      [],
      [],
      [],
      [],
    ],
    nanoseconds: column => `${column}_ns`,
    newest: table => `${table} FINAL`,
    leftJoin: 'ANY LEFT JOIN',
    columnNames: namesWithNanoseconds,
    asText: columns =>
      Object.entries(columns)
        .map(([name, { kind }]) => `${textOf(kind, name)} AS ${name}`)
        .join(),
  }
}

function textOf(kind: Kind, name: string): string {
  if (kind === 'time') return `toString(${name}_ns)`
  if (kind === 'integer' || kind === 'amount') return `toString(${name})`
  if (kind === 'boolean') return `if(${name}, 'true', 'false')`
  return kind === 'integers' || kind === 'amounts' ? `arrayMap(item -> toString(item), ${name})` : name
}
