import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { postgres } from '../index.js'
import { connectionError } from './postgres-errors.js'
import { parsePostgresUrl } from './postgres-url.js'

beforeEach(() => {
  for (const name of ['PGHOST', 'PGPORT']) vi.stubEnv(name, '')
})
afterEach(() => vi.unstubAllEnvs())

describe('servers', () => {
  test.each([
    ['postgres://host/db', ['host:5432']],
    ['postgresql://host:6543/db', ['host:6543']],
    ['postgres://user@host:6543', ['host:6543']],
    ['postgres://[::1]/db', ['::1:5432']],
    ['postgres://flow:hunter2@[2001:db8::1]:5433/db', ['2001:db8::1:5433']],
    ['postgres://one,two:5433,[::1]:5434/db', ['one:5432', 'two:5433', '::1:5434']],
    ['postgres:///db', ['localhost:5432']],
    ['postgres:///db?host=/var/run/postgresql', ['/var/run/postgresql:5432']],
    ['postgres:///db?host=/var/run/postgresql&port=5433', ['/var/run/postgresql:5433']],
    ['postgresql://%2Fvar%2Frun%2Fpostgresql/db', ['/var/run/postgresql:5432']],
    ['postgresql://%2Fvar%2Frun%2Fpostgresql:5433/db', ['/var/run/postgresql:5433']],
    [
      'postgres://user:hunter2@localhost/db?host=/cloudsql/project:region:instance',
      ['/cloudsql/project:region:instance:5432'],
    ],
    ['postgres://user@/db?host=one,two&port=1,2', ['one:1', 'two:2']],
    ['postgres:///db?hostaddr=10.0.0.1', ['10.0.0.1:5432']],
  ])('%s', (url, servers) => {
    expect(parsePostgresUrl(url).servers.map(({ host, port }) => `${host}:${port}`)).toEqual(servers)
  })

  test('a URL without a host uses PGHOST and PGPORT', () => {
    vi.stubEnv('PGHOST', '/run/postgresql')
    vi.stubEnv('PGPORT', '5433')
    expect(parsePostgresUrl('postgres:///db').servers).toEqual([{ host: '/run/postgresql', port: 5433 }])
  })
})

describe('user, password and database', () => {
  test.each([
    ['postgres://host/flows%20db', [undefined, undefined, 'flows db']],
    ['postgres://host', [undefined, undefined, undefined]],
    ['postgres://user@host/db', ['user', undefined, 'db']],
    [
      'postgres://postgres.abcdefgh:hunter2@aws-0-eu-central-1.pooler.supabase.com:6543/postgres',
      ['postgres.abcdefgh', 'hunter2', 'postgres'],
    ],
    ['postgres://user%40server:hunter2@server.postgres.database.azure.com/db', ['user@server', 'hunter2', 'db']],
    ['postgres://user:%23%40%2F%25%3A%3F@host/db', ['user', '#@/%:?', 'db']],
    ['postgres://user:a#b@host/db', ['user', 'a#b', 'db']],
    ['postgres://user:a@b@host/db', ['user', 'a@b', 'db']],
    ['postgres://user:a:b?c@host/db', ['user', 'a:b?c', 'db']],
    ['postgres://host/db?user=flow&password=hunter2%26', ['flow', 'hunter2&', 'db']],
    ['postgres://host/?dbname=flows&password=a+b', [undefined, 'a+b', 'flows']],
    ['postgres://user:a+b@host/db', ['user', 'a+b', 'db']],
  ])('%s', (url, expected) => {
    const { user, password, database, name } = parsePostgresUrl(url)
    expect([user, password, database]).toEqual(expected)
    expect(name).not.toContain('hunter2')
  })

  test('the name of the database contains no user, password or parameter', () => {
    const url = 'postgres://flow:hunter2@one:5433,[::1]:5434/flows%20db?password=hunter2&sslmode=require'
    expect(parsePostgresUrl(url).name).toBe('postgres://one:5433,[::1]:5434/flows%20db')
    expect(parsePostgresUrl('postgres:///db?host=/var/run/postgresql').name).toBe(
      'postgres://%2Fvar%2Frun%2Fpostgresql/db',
    )
  })
})

test.each([
  'postgres://',
  'postgres:///',
  'postgres://user:hunter2@/',
  'postgres://user:hunter2/x@host/db',
  'postgres://user:12/hunter2@host/db',
  'postgres://user:hunter2%x@host/db',
  'postgres://user:hunter2@host:port/db',
  'postgres://[::1/hunter2',
])('rejects %s', url => {
  expect(() => postgres(url)).toThrow(
    /^The URL of the database is invalid\. Use this form: postgres:\/\/user:password@host\/database\. In the user and the password, write @ as %40/,
  )
  expect(() => postgres(url)).not.toThrow('hunter2')
})

test.each([
  ['sslmode=hunter2', 'sslmode'],
  ['sslmode=constructor', 'sslmode'],
  ['ssl=maybe', 'ssl'],
  ['port=hunter2', 'port'],
  ['port=70000', 'port'],
  ['connect_timeout=soon', 'connect_timeout'],
])('names the invalid parameter of ?%s', (query, name) => {
  expect(() => postgres(`postgres://user:hunter2@host/db?${query}`)).toThrow(
    `The parameter \`${name}\` in the URL of the database is invalid. Correct it or remove it from the URL.`,
  )
})

describe('TLS', () => {
  test.each([
    ['', 'prefer'],
    ['sslmode=disable', 'disable'],
    ['sslmode=allow', 'prefer'],
    ['sslmode=prefer', 'prefer'],
    ['sslmode=require', 'require'],
    ['sslmode=no-verify', 'require'],
    ['sslmode=require&sslrootcert=ca.pem', 'verify-ca'],
    ['sslmode=verify-ca&sslrootcert=ca.pem', 'verify-ca'],
    ['sslmode=verify-full', 'verify-full'],
    ['sslrootcert=system', 'verify-full'],
    ['ssl=true', 'verify-full'],
    ['ssl=false', 'disable'],
    ['sslmode=require&host=/var/run/postgresql', 'disable'],
  ])('?%s means %s', (query, mode) => {
    expect(parsePostgresUrl(`postgres://host/db?${query}`).tls.mode).toBe(mode)
  })

  test('reads the paths of client certificates', () => {
    const query = 'sslmode=verify-ca&sslrootcert=server-ca.pem&sslcert=client.pem&sslkey=client.key&sslpassword=hunter2'
    expect(parsePostgresUrl(`postgres://host/db?${query}`).tls).toEqual({
      mode: 'verify-ca',
      rootCertificate: 'server-ca.pem',
      certificate: 'client.pem',
      key: 'client.key',
      keyPassphrase: 'hunter2',
    })
  })
})

describe('settings of the session', () => {
  test.each([
    ['', {}],
    ['application_name=nightly', { application_name: 'nightly' }],
    ['options=endpoint%3Dep-cool-darkness-123456', { options: 'endpoint=ep-cool-darkness-123456' }],
    ['options=-c%20search_path%3Dintento', { options: '-c search_path=intento' }],
    ['search_path=intento&statement_timeout=5000', { search_path: 'intento', statement_timeout: '5000' }],
    ['sslmode=require&channel_binding=require', {}],
    ['pgbouncer=true&schema=public&connection_limit=1&pool_timeout=0&sslaccept=strict', {}],
    ['sslmode=require&supa=base-pooler.x', {}],
    ['target_session_attrs=any&connect_timeout=3&gssencmode=disable&keepalives=1&load_balance_hosts=random', {}],
    ['currentSchema=public&ApplicationName=x&prepareThreshold=0', {}],
  ])('?%s', (query, settings) => {
    expect(parsePostgresUrl(`postgres://host/db?${query}`).settings).toEqual(settings)
  })

  test('the limit for a connection is ten seconds by default', () => {
    const timeout = (query: string) => parsePostgresUrl(`postgres://host/db?${query}`).connectTimeout
    expect(['', 'connect_timeout=3', 'connect_timeout=0'].map(timeout)).toEqual([10, 3, 10])
  })
})

test.each([
  ['28P01', 'password authentication failed for user "flow"', 'Check the user and the password'],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.1", user "flow", database "db", no encryption',
    'Set `sslmode=require`',
  ],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.1", user "flow", database "db", SSL encryption', 'Check the user'],
  ['08P01', 'unsupported startup parameter: search_path', 'Remove this parameter'],
  ['42704', 'unrecognized configuration parameter "x"', 'Correct this parameter, or remove it'],
  ['22023', 'invalid value for parameter "statement_timeout": "soon"', 'Correct this parameter'],
  ['3D000', 'database "db" does not exist', 'Create the database'],
  ['53300', 'sorry, too many clients already', 'Try again later'],
  ['53100', 'could not extend file: No space left on device', 'Fix the problem.'],
  ['58030', 'could not read block 0: Input/output error', 'Fix the problem.'],
  ['XX000', 'could not write init file', 'Fix the problem.'],
  ['57P03', 'the database system is starting up', 'Try again later'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND host', 'Check the host in the URL'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', 'Check the host and the port'],
  ['CONNECT_TIMEOUT', 'write CONNECT_TIMEOUT host:5432', 'Check the host and the port'],
  ['ENOENT', 'connect ENOENT /run/.s.PGSQL.5432', 'Check the folder of the socket'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', 'Set `sslrootcert`'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", 'Set `sslrootcert`'],
  ['ECONNRESET', 'Client network socket disconnected before secure TLS connection was established', 'sslmode=disable'],
  ['XX000', 'Tenant or user not found', 'Check the URL.'],
])('gives advice for %s: %s', (code, message, advice) => {
  const error = connectionError('postgres://host/db', Object.assign(new Error(message), { code }))
  expect(error.shortMessage).toBe(`postgres://host/db could not be opened: ${message}`)
  expect(error.advice).toContain(advice)
})
