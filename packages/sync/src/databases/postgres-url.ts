import { SyncError } from '../errors.js'
import { invalidUrl } from './address.js'

export interface PostgresAddress {
  /** The URL without the user, the password and the parameters. */
  readonly name: string
  readonly servers: readonly PostgresServer[]
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly tls: PostgresTls
  /** In seconds. */
  readonly connectTimeout: number
  /** Settings of the session. Their names are those of the server. */
  readonly settings: Readonly<Record<string, string>>
}

export interface PostgresServer {
  /** A host name, an IP address, or the absolute path of a folder with a Unix socket. */
  readonly host: string
  readonly port: number
}

interface PostgresTls {
  readonly mode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'
  /** Paths of PEM files. */
  readonly rootCertificate: string | undefined
  readonly certificate: string | undefined
  readonly key: string | undefined
  readonly keyPassphrase: string | undefined
}

const defaultPort = '5432'

/**
 * Reads the URLs that libpq and `psql` accept. Parameters of other clients are ignored, because hosting services and ORMs add
 * them to the URLs that they show.
 *
 * @throws {SyncError} `database`. The message contains no part of the URL that could be a password.
 */
export function parsePostgresUrl(url: string): PostgresAddress {
  const [, login, hosts = '', path, query] =
    /^postgres(?:ql)?:\/\/(?:([^/]*)@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(url.trim()) ?? []
  const parameters = new Map(new URLSearchParams(query?.replaceAll('+', '%2B')))
  const database = parameters.get('dbname') || decode(path ?? '')
  const hasNoServer = !hosts && !parameters.get('host') && !parameters.get('hostaddr')
  // An unescaped `/` in the password ends the host, so the rest of the password would be the path.
  if ((hasNoServer && !database) || path?.includes('@')) throw invalidUrl('postgres://')

  const colon = login?.indexOf(':') ?? -1
  const user = colon < 0 ? login : login?.slice(0, colon)
  const password = colon < 0 ? undefined : login?.slice(colon + 1)
  const servers = serversOf(hosts, parameters)
  return {
    name: nameOf(servers, database),
    servers,
    user: parameters.get('user') || decode(user ?? '') || undefined,
    password: parameters.get('password') || decode(password ?? '') || undefined,
    database: database || undefined,
    tls: tlsOf(parameters, servers),
    connectTimeout: connectTimeoutOf(parameters.get('connect_timeout')),
    settings: Object.fromEntries([...parameters].filter(([name, value]) => value && !clientParameters.has(name))),
  }
}

function serversOf(hosts: string, parameters: ReadonlyMap<string, string>): PostgresServer[] {
  const inUrl = hosts.split(',').map(server => {
    const [, bracketed, plain, port] = /^(?:\[(.*)\]|([^:]*))(?::(\d*))?$/.exec(server) ?? []
    const host = bracketed ?? plain
    if (host === undefined) throw invalidUrl('postgres://')
    return { host: decode(host), port }
  })
  const named = parameters.get('host') || parameters.get('hostaddr')
  const ports = parameters.get('port')?.split(',') ?? []
  const list = named ? named.split(',').map((host, index) => ({ host, port: inUrl[index]?.port })) : inUrl
  return list.map(({ host, port }, index) => {
    const number = Number(ports[index] || ports[0] || port || process.env.PGPORT || defaultPort)
    if (!Number.isInteger(number) || number < 1 || number > 65_535) throw invalidParameter('port')
    return { host: host || process.env.PGHOST || 'localhost', port: number }
  })
}

function nameOf(servers: readonly PostgresServer[], database: string): string {
  const text = (host: string, port: number) => {
    const shown = host.includes(':') && !host.startsWith('/') ? `[${host}]` : encodeURIComponent(host)
    return `${shown}${port === Number(defaultPort) ? '' : `:${port}`}`
  }
  const hosts = servers.map(({ host, port }) => text(host, port)).join()
  return `postgres://${hosts}${database && `/${encodeURIComponent(database)}`}`
}

/** The values of `ssl` are those of JDBC, node-postgres and Postgres.js. `no-verify` is a mode of node-postgres. */
const tlsModes: Readonly<Record<string, PostgresTls['mode']>> = {
  disable: 'disable',
  false: 'disable',
  0: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'no-verify': 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
  true: 'verify-full',
  1: 'verify-full',
}

function tlsOf(parameters: ReadonlyMap<string, string>, servers: readonly PostgresServer[]): PostgresTls {
  const parameter = parameters.get('sslmode') ? 'sslmode' : 'ssl'
  const rootCertificate = parameters.get('sslrootcert') || undefined
  const isSystem = rootCertificate === 'system'
  const given = parameters.get(parameter) || (isSystem ? 'verify-full' : 'prefer')
  const mode = Object.hasOwn(tlsModes, given) ? tlsModes[given] : undefined
  if (!mode) throw invalidParameter(parameter)
  const key = parameters.get('sslkey') || undefined
  return {
    // libpq doesn't encrypt Unix sockets, and verifies the certificate if `sslrootcert` is set.
    mode: servers.every(isSocket) ? 'disable' : mode === 'require' && rootCertificate ? 'verify-ca' : mode,
    rootCertificate: isSystem ? undefined : rootCertificate,
    // In a URL of Prisma, `sslcert` without a key is the certificate of the server.
    certificate: key && (parameters.get('sslcert') || undefined),
    key,
    keyPassphrase: parameters.get('sslpassword') || undefined,
  }
}

export function isSocket({ host }: PostgresServer): boolean {
  return host.startsWith('/')
}

/** libpq waits without a limit if the value is 0. A sync always has a limit. */
function connectTimeoutOf(text = ''): number {
  if (text && !/^\s*-?\d+\s*$/.test(text)) throw invalidParameter('connect_timeout')
  return Number(text) > 0 ? Number(text) : 10
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidUrl('postgres://')
  }
}

function invalidParameter(name: string): SyncError {
  return new SyncError(
    'database',
    `The parameter \`${name}\` in the URL of the database is invalid`,
    'Correct it or remove it from the URL.',
  )
}

/**
 * The parameters that are read above, and those of other clients, which the server would reject. All other parameters are settings of
 * the server.
 */
const clientParameters: ReadonlySet<string> = new Set(
  [
    'host hostaddr port user password dbname connect_timeout',
    'ssl sslmode sslrootcert sslcert sslkey sslpassword sslnegotiation',
    // libpq
    'channel_binding require_auth passfile client_encoding fallback_application_name replication target_session_attrs',
    'load_balance_hosts keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout requirepeer',
    'sslcompression sslcertmode sslcrl sslcrldir sslsni ssl_min_protocol_version ssl_max_protocol_version requiressl',
    'min_protocol_version max_protocol_version gssencmode gsslib gssdelegation krbsrvname scram_client_key',
    'scram_server_key sslkeylogfile servicefile',
    // Prisma
    'schema pgbouncer connection_limit pool_timeout socket_timeout statement_cache_size sslaccept sslidentity socket',
    'max_connection_lifetime max_idle_connection_lifetime single_use_connections',
    // Hosting services
    'supa workaround pooler pool_mode pgbouncer_mode',
    // node-postgres, Postgres.js, Knex, TypeORM and Sequelize
    'uselibpqcompat max min idle_timeout max_lifetime max_pipeline backoff keep_alive prepare no_prepare debug',
    'fetch_types publications query_timeout connection_timeout keepAlive keepAliveInitialDelayMillis binary',
    'idleTimeoutMillis connectionTimeoutMillis native dialect logging type',
    // JDBC
    'currentSchema ApplicationName sslfactory sslfactoryarg sslhostnameverifier sslpasswordcallback loginTimeout',
    'connectTimeout socketTimeout cancelSignalTimeout tcpKeepAlive targetServerType loadBalanceHosts prepareThreshold',
    'preparedStatementCacheQueries preparedStatementCacheSizeMiB preferQueryMode reWriteBatchedInserts stringtype',
    'binaryTransfer defaultRowFetchSize autosave gssEncMode channelBinding hostRecheckSeconds allowEncodingChanges',
    'jaasLogin readOnly unknownLength adaptiveFetch quoteReturningIdentifiers serverTimezone useSSL',
    // pgx and lib/pq
    'default_query_exec_mode statement_cache_capacity description_cache_capacity statement_cache_mode pool_max_conns',
    'pool_min_conns pool_min_idle_conns pool_max_conn_lifetime pool_max_conn_lifetime_jitter pool_max_conn_idle_time',
    'pool_health_check_period binary_parameters disable_prepared_binary_result sslinline x-migrations-table',
    'x-multi-statement x-statement-timeout x-migrations-table-quoted',
    // Rails, Django, SQLAlchemy, asyncpg and Ecto
    'pool pool_size max_overflow pool_recycle pool_pre_ping checkout_timeout idle_check_interval reaping_frequency',
    'prepared_statements advisory_locks reconnect encoding adapter variables schema_search_path min_messages',
    'insert_returning conn_max_age conn_health_checks prepared_statement_cache_size prepared_statement_name_func',
    'async_fallback command_timeout server_settings direct_tls timeout',
  ].flatMap(names => names.split(' ')),
)
