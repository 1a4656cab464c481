import { readFile } from 'node:fs/promises'
import { connect as openSocket, type Socket } from 'node:net'
import type { Sql } from 'postgres'
import { type Kind, type TableName, tables } from '../schema.js'
import type { Database, Engine, Row, Store } from '../store.js'
import { groupColumns, loadDriver, resumeAdvice, within } from './driver.js'
import { namesWithNanoseconds, rowToJson } from './nanoseconds.js'
import { connectionError, isUnavailable } from './postgres-errors.js'
import { isSocket, type PostgresAddress, type PostgresServer, parsePostgresUrl } from './postgres-url.js'
import { standardViews } from './views.js'

/**
 * A Postgres database, or a compatible one: `postgres://user:password@host/database`. All URLs of `psql` are supported, with several
 * hosts, Unix sockets and TLS options. Parameters of other clients, such as `pgbouncer` and `channel_binding`, are ignored.
 *
 * The tables are in the first schema of the search path. To use another schema, append `?options=-csearch_path%3Dname`.
 *
 * @throws {SyncError} `database` if the URL is invalid
 */
export function postgres(url: string): Database {
  const address = parsePostgresUrl(url)
  const { name } = address
  return {
    name,
    async open() {
      const { default: connect } = await loadDriver('postgres', () => import('postgres'))
      const ssl = await readTls(address)
      const { sql, sockets } = await connectToFirst(address, server => {
        const sockets = createSockets(server)
        const { user, password, database, connectTimeout, settings } = address
        const sql = connect({
          ...{ socket: sockets.open },
          ...server,
          ...(user !== undefined && { user }),
          ...(password !== undefined && { password }),
          ...(database !== undefined && { database }),
          ssl,
          max: 2,
          // Prepared statements would not be reused, and connection poolers may not support them.
          prepare: false,
          fetch_types: false,
          connect_timeout: connectTimeout,
          onnotice: () => {},
          connection: { application_name: 'flow-query sync', ...settings },
        })
        return { sql, sockets }
      })
      return createStore(name, sql, sockets)
    },
  }
}

interface Connection {
  sql: Sql
  sockets: ReturnType<typeof createSockets>
}

/** Connects to the first server of the URL that accepts writes, or else to the first one that can be reached. */
async function connectToFirst(
  { name, servers }: PostgresAddress,
  connect: (server: PostgresServer) => Connection,
): Promise<Connection> {
  let readOnly: Connection | undefined
  let failure: unknown
  for (const server of servers) {
    const connection = connect(server)
    try {
      const [state] = await connection.sql`SELECT current_setting('transaction_read_only') AS read_only`
      if (servers.length === 1 || state?.read_only === 'off') {
        if (readOnly) await close(readOnly)
        return connection
      }
      if (readOnly) await close(connection)
      else readOnly = connection
    } catch (error) {
      failure = error
      await close(connection)
      if (!isUnavailable(error)) break
    }
  }
  if (readOnly) return readOnly
  throw connectionError(name, failure)
}

async function close({ sql, sockets }: Connection): Promise<void> {
  await sql.end({ timeout: 0 })
  sockets.destroy()
}

async function readTls({ name, servers, tls }: PostgresAddress) {
  const [ca, cert, key] = await Promise.all(
    (['rootCertificate', 'certificate', 'key'] as const).map(file =>
      within(name, 'could not be opened', 'Correct the path in the URL.', async () => {
        const path = tls[file]
        return path === undefined ? undefined : readFile(path)
      }),
    ),
  )
  if (tls.mode === 'disable') return false
  if (tls.mode === 'prefer' && !key) return 'prefer' as const
  const isVerified = tls.mode === 'verify-ca' || tls.mode === 'verify-full'
  return {
    rejectUnauthorized: isVerified,
    ...(tls.mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    // The driver only passes host names to TLS, and Node.js compares the certificate with this value if the host is an address.
    ...(servers.length === 1 && { host: servers[0]?.host }),
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(tls.keyPassphrase && { passphrase: tls.keyPassphrase }),
  }
}

/** Opens the sockets of the driver. The driver can't close a socket while the server hangs, so the process would not end. */
function createSockets(server: PostgresServer) {
  const sockets = new Set<Socket>()
  return {
    open(): Socket {
      const socket = openSocket(isSocket(server) ? { path: socketPath(server) } : { ...server })
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      // The driver reads the host to check the certificate of the server.
      return Object.assign(socket, server)
    },
    destroy(): void {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function socketPath({ host, port }: PostgresServer): string {
  return /\/\.s\.PGSQL\.\d+$/.test(host) ? host : `${host}/.s.PGSQL.${port}`
}

/** A session with an open transaction could hold a lock for hours. */
const lockTimeout = "SET LOCAL lock_timeout = '30s'"

/** A server that hangs keeps its connections open, and the driver would wait forever. */
const longestQuery = 300_000

function createStore(name: string, sql: Sql, sockets: ReturnType<typeof createSockets>): Store {
  /**
   * One message is one transaction. With separate messages, the driver would send ROLLBACK on a lost connection and crash the
   * process (postgres.js issue 1208).
   */
  async function send<Result>(statements: readonly string[]): Promise<Result> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      sockets.destroy()
    }, longestQuery)
    try {
      return (await sql.unsafe([lockTimeout, ...statements].join(';\n'))) as Result
    } catch (error) {
      throw isLate ? new Error(`the server did not respond within ${longestQuery / 60_000} minutes`) : error
    } finally {
      clearTimeout(timer)
    }
  }

  async function select(query: string): Promise<Row[]> {
    return within(name, 'could not be read', resumeAdvice, async () => {
      const [, rows = []] = await send<Row[][]>([query])
      return [...rows]
    })
  }

  async function transaction(statements: readonly string[]): Promise<void> {
    await within(name, 'could not be written', resumeAdvice, () => send(statements))
  }

  return {
    name,
    engine,
    columns: async () => groupColumns(await select(allColumns)),
    define: transaction,
    select,
    write: batch =>
      transaction(
        (Object.entries(batch) as [TableName, readonly Row[]][])
          .filter(([, rows]) => rows.length > 0)
          .map(([table, rows]) => upsert(table, rows)),
      ),
    async close() {
      await sql.end({ timeout: 1 })
      sockets.destroy()
    },
  }
}

const allColumns =
  'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()'

const typeNames: Record<Kind, string> = {
  text: 'text',
  integer: 'bigint',
  time: 'timestamptz',
  boolean: 'boolean',
  texts: 'text[]',
  integers: 'bigint[]',
  amount: 'numeric(38, 0)',
  amounts: 'numeric(38, 0)[]',
  json: 'jsonb',
}

const engine: Engine = {
  defineColumn(name, { kind, nullable }) {
    const definition = `${name} ${typeNames[kind]}${nullable ? '' : ' NOT NULL'}`
    return kind === 'time' ? [definition, `${name}_ns bigint`] : [definition]
  },
  createTable(name, { key, columns }) {
    const definitions = Object.entries(columns).flatMap(([name, column]) => engine.defineColumn(name, column))
    return `CREATE TABLE IF NOT EXISTS ${name} (${[...definitions, `PRIMARY KEY (${key.join()})`].join()})`
  },
  views: standardViews({
    nanoseconds: time => `${time}_ns`,
    day: time => `(${time} AT TIME ZONE 'UTC')::date`,
    sum: amount => `CASE WHEN sum(${amount}) < 1e38 THEN sum(${amount}) END`,
  }),
  dropView: name => `DROP VIEW IF EXISTS ${name}`,
  migrations: [[], [], [], [], []],
  nanoseconds: column => `${column}_ns`,
  newest: table => table,
  leftJoin: 'LEFT JOIN',
  columnNames: namesWithNanoseconds,
  asText: columns =>
    Object.entries(columns)
      .map(([name, { kind }]) => `${textOf(kind, name)} AS ${name}`)
      .join(),
}

function textOf(kind: Kind, name: string): string {
  if (kind === 'time') return `${name}_ns::text`
  // The driver can't parse arrays, because `fetch_types` is off.
  return typeNames[kind].endsWith('[]') ? `to_jsonb(${name}::text[])` : `${name}::text`
}

function upsert(table: TableName, rows: readonly Row[]): string {
  const { key, columns } = tables[table]
  const names = engine.columnNames(columns)
  const types = Object.entries(columns).map(([name, { kind }]) =>
    kind === 'time' ? `${name}_ns bigint` : `${name} ${typeNames[kind]}`,
  )
  const values = Object.entries(columns).flatMap(([name, { kind }]) =>
    kind === 'time' ? [`'epoch'::timestamptz + ${name}_ns / 1000 * interval '1 microsecond'`, `${name}_ns`] : [name],
  )
  const changes = names.filter(name => !key.includes(name)).map(name => `${name} = excluded.${name}`)
  const version = table === 'sync_state' ? 'writes' : 'height'
  return `INSERT INTO ${table} (${names.join()})
    SELECT ${values.join()} FROM json_to_recordset(${quoted(toJson(table, rows))}) AS rows (${types.join()})
    ON CONFLICT (${key.join()}) DO UPDATE SET ${changes.join()} WHERE ${table}.${version} <= excluded.${version}`
}

function toJson(table: TableName, rows: readonly Row[]): string {
  return `[${rows.map(row => rowToJson(tables[table].columns, row, { json: text => `${text}` })).join()}]`
}

function quoted(text: string): string {
  let tag = '$rows$'
  while (text.includes(tag)) tag = tag.replace('rows', 'rows_')
  return `${tag}${text}${tag}`
}
