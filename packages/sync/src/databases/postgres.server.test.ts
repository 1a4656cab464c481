import { setImmediate } from 'node:timers/promises'
import connect from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { describeEngine } from '../../test/engine-suite.js'
import { postgresEngine } from '../../test/engines.js'
import { failureOf } from '../../test/failures.js'
import { createProxy } from '../../test/kill.js'
import { freePort, type PostgresTestServer, type Server, startPostgres } from '../../test/servers.js'
import { chainOf, createTestLcd, expectSame } from '../../test/truth.js'
import { postgres, sync } from '../index.js'
import { tables } from '../schema.js'

describeEngine(postgresEngine)

test('reports a refused connection', async () => {
  const port = await freePort()
  const message = await failureOf(postgres(`postgres://flow:hunter2@127.0.0.1:${port}/flows`))
  expect(message).toContain(`postgres://127.0.0.1:${port}/flows could not be opened: connect ECONNREFUSED`)
})

describe.runIf(!postgresEngine.missing)('a server', () => {
  let server: Server
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  test('reports a wrong password', async () => {
    const message = await failureOf(postgres((await server.url()).replace('secret', 'hunter2')))
    expect(message).toContain('could not be opened: password authentication failed for user "flow". Check the user')
  })

  test('reports a missing database', async () => {
    const message = await failureOf(postgres((await server.url()).replace(/\w+$/, 'none')))
    expect(message).toContain('database "none" does not exist')
  })

  test('reports missing write permission', async () => {
    const url = await server.url()
    const message = await failureOf(postgres(`${url}?options=-cdefault_transaction_read_only%3Don`))
    expect(message).toMatch(/could not be written: cannot execute .* in a read-only transaction/)
  })

  test('uses the schema in the search path', async () => {
    const url = await server.url()
    const sql = connect(url, { max: 1, onnotice: () => {} })
    await sql`CREATE SCHEMA intento`
    await sql`CREATE TABLE flows (thing text)`
    const { lcd } = createTestLcd()
    const database = postgres(`${url}?options=-csearch_path%3Dintento`)
    await sync(chainOf(lcd), { to: database })
    await expectSame(database, lcd)
    expect(await sql`SELECT count(*)::int AS flows FROM intento.flows`).toEqual([{ flows: 40 }])
    await sql.end()
  })

  test('supports existing tables with partitions', async () => {
    const url = await server.url()
    const sql = connect(url, { max: 1, onnotice: () => {} })
    const store = await postgres(url).open()
    for (const name of ['flows', 'executions'] as const) {
      await sql.unsafe(`${store.engine.createTable(name, tables[name])} PARTITION BY HASH (flow_id)`)
      for (const rest of [0, 1, 2])
        await sql.unsafe(
          `CREATE TABLE ${name}_${rest} PARTITION OF ${name} FOR VALUES WITH (MODULUS 3, REMAINDER ${rest})`,
        )
    }
    await store.close()
    const { lcd, clock } = createTestLcd()
    for (let step = 0; step < 2; step++) {
      await sync(chainOf(lcd), { to: postgres(url), batchSize: 20 })
      await expectSame(postgres(url), lcd)
      clock.advance(60_000)
    }
    const [counts] = await sql`SELECT count(*)::int AS all, count(DISTINCT tableoid)::int AS parts FROM flows`
    expect(counts).toEqual({ all: 40, parts: 3 })
    await sql.end()
  })

  test('recovers from a connection that is lost during a write', async () => {
    const { lcd, clock } = createTestLcd()
    const url = await server.url()
    await sync(chainOf(lcd), { to: postgres(url) })
    clock.advance(60_000)
    const proxy = await createProxy(url)
    const sql = connect(url, { max: 2, onnotice: () => {} })
    await sql.begin(async locking => {
      await locking`LOCK TABLE executions IN EXCLUSIVE MODE`
      const refused = expect(sync(chainOf(lcd), { to: postgres(proxy.target) })).rejects.toMatchObject({
        name: 'SyncError',
        kind: 'database',
      })
      await waitFor(async () => {
        const waiting = await sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
        expect(waiting.length).toBeGreaterThan(0)
      })
      proxy.cut()
      await refused
    })
    await sql.end()
    await sync(chainOf(lcd), { to: postgres(url) })
    await expectSame(postgres(url), lcd)
  })

  test('fails if the server hangs, and closes the connection', async () => {
    const proxy = await createProxy(await server.url())
    const store = await postgres(proxy.target).open()
    const sockets = () => process.getActiveResourcesInfo().filter(name => name === 'TCPSocketWrap').length
    const before = sockets()
    proxy.hang()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failed = expect(store.select('SELECT 1')).rejects.toMatchObject({
      name: 'SyncError',
      kind: 'database',
      shortMessage: expect.stringMatching(/ could not be read: the server did not respond within 5 minutes$/),
    })
    // The driver sends queries in a later task.
    await setImmediate()
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
    await failed
    await store.close()
    await waitFor(() => expect(sockets()).toBeLessThan(before))
    proxy.cut()
  })

  test.each(['EXCLUSIVE', 'ACCESS EXCLUSIVE'])(
    'fails if another session holds a lock in %s mode, and continues afterwards',
    async mode => {
      const { lcd, clock } = createTestLcd()
      const url = await server.url()
      await sync(chainOf(lcd), { to: postgres(url) })
      clock.advance(60_000)
      const sql = connect(url, { max: 1, onnotice: () => {} })
      await sql.begin(async locking => {
        await locking.unsafe(`LOCK TABLE executions IN ${mode} MODE`)
        await expect(sync(chainOf(lcd), { to: postgres(url) })).rejects.toMatchObject({
          name: 'SyncError',
          kind: 'database',
          shortMessage: expect.stringContaining('canceling statement due to lock timeout'),
        })
      })
      await sql.end()
      await sync(chainOf(lcd), { to: postgres(url) })
      await expectSame(postgres(url), lcd)
    },
  )

  test('keeps the newer rows if two syncs run at the same time', async () => {
    const url = await server.url()
    const { lcd, clock } = createTestLcd()
    const fetch: typeof globalThis.fetch = (input, init) => {
      clock.advance(200)
      return lcd.fetch(input, init)
    }
    const database = postgres(url)
    await sync(chainOf(lcd), { to: database })
    const moving = { ...chainOf(lcd), fetch }
    await Promise.all([sync(moving, { to: database, batchSize: 5 }), sync(moving, { to: database, batchSize: 7 })])
    await sync(chainOf(lcd), { to: database })
    await expectSame(database, lcd)
  })
})

describe.runIf(!postgresEngine.missing)('a server with TLS', () => {
  let server: PostgresTestServer
  beforeAll(async () => {
    server = await startPostgres({ tls: true })
    const sql = connect(await server.url('postgres'), { max: 1 })
    await sql.unsafe('CREATE DATABASE "flows db"')
    await sql.unsafe('CREATE ROLE "flow.project@server" SUPERUSER LOGIN PASSWORD \'#@/%:?\'')
    await sql.end()
  })
  afterAll(() => server.stop())

  const filled = (url: string) =>
    url
      .replaceAll('PORT', `${server.port}`)
      .replaceAll('FOLDER', server.folder)
      .replaceAll('SOCKET', encodeURIComponent(server.folder))

  test.each([
    'postgres://flow:secret@127.0.0.1:PORT/postgres?sslmode=require&channel_binding=require',
    'postgres://flow:secret@127.0.0.1:PORT/postgres?pgbouncer=true&schema=public&connection_limit=1&pool_timeout=0',
    'postgres://flow:secret@[::1]:PORT/postgres',
    'postgres://flow:secret@127.0.0.1:PORT/flows%20db',
    'postgres://flow:secret@:PORT/postgres?host=FOLDER',
    'postgresql://flow:secret@SOCKET:PORT/postgres',
    'postgres:///postgres?host=FOLDER&port=PORT&user=flow&password=secret&sslmode=require',
    'postgres://flow:secret@127.0.0.1:1,127.0.0.1:PORT/postgres?target_session_attrs=read-write',
    'postgres://flow:secret@localhost:1,[::1]:PORT/postgres?target_session_attrs=any',
    'postgres://flow.project%40server:%23%40%2F%25%3A%3F@127.0.0.1:PORT/postgres?sslmode=require',
    'postgres://flow:secret@localhost:PORT/postgres?sslmode=verify-full&sslrootcert=FOLDER/server.crt',
    'postgres://flow:secret@127.0.0.1:PORT/postgres?sslmode=verify-ca&sslrootcert=FOLDER/server.crt',
    'postgres://flow:secret@127.0.0.1:PORT/postgres?sslmode=allow&connect_timeout=3&gssencmode=disable&keepalives=1',
    'postgres://flow:secret@127.0.0.1:PORT/postgres?sslmode=disable&application_name=x&options=-c%20statement_timeout%3D60000',
  ])('opens %s', async url => {
    const store = await postgres(filled(url)).open()
    const isSocket = /FOLDER&|FOLDER$|SOCKET/.test(url)
    const [row] = await store.select(
      'SELECT current_database() AS database, coalesce(ssl, false)::text AS ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    )
    expect(row).toEqual({
      database: url.includes('%20db') ? 'flows db' : 'postgres',
      ssl: `${!isSocket && !url.includes('sslmode=disable')}`,
    })
    await store.close()
  })

  test.each([
    ['postgres://flow:hunter2@127.0.0.1:PORT/postgres?sslmode=require', 'Check the user and the password'],
    ['postgres://flow:hunter2@localhost:1,127.0.0.1:PORT/postgres', 'Check the user and the password'],
    ['postgres://flow:secret@127.0.0.1:PORT/postgres?serach_path=x', '"serach_path". Correct this parameter'],
    ['postgres://flow:secret@127.0.0.1:PORT/postgres?statement_timeout=x', 'Correct this parameter'],
    ['postgres://flow:hunter2@127.0.0.1:1,127.0.0.1:2/postgres', 'Check the host and the port'],
    ['postgres://flow:hunter2@nowhere.invalid/postgres', 'Check the host in the URL'],
    ['postgres:///postgres?host=/nowhere', 'Check the folder of the socket'],
    ['postgres://flow:hunter2@127.0.0.1:PORT/postgres?sslmode=verify-full', 'Set `sslrootcert` to a file'],
    [
      'postgres://flow:hunter2@127.0.0.1:PORT/postgres?sslmode=verify-full&sslrootcert=FOLDER/server.crt',
      'Set `sslrootcert`',
    ],
    [
      'postgres://flow:hunter2@127.0.0.1:PORT/postgres?sslrootcert=/none&sslmode=verify-ca',
      'Correct the path in the URL',
    ],
  ])('gives advice for %s', async (url, advice) => {
    expect(await failureOf(postgres(filled(url)))).toContain(advice)
  })

  test('prefers the server that accepts writes', async () => {
    const replica = await startPostgres()
    const sql = connect(await replica.url('postgres'), { max: 1 })
    await sql`ALTER ROLE flow SET default_transaction_read_only = on`
    await sql.end()
    const store = await postgres(
      `postgres://flow:secret@127.0.0.1:${replica.port},127.0.0.1:${server.port}/postgres`,
    ).open()
    const [row] = await store.select("SELECT current_setting('port') AS port")
    expect(row).toEqual({ port: `${server.port}` })
    await store.close()
    await replica.stop()
  })
})

describe.runIf(!postgresEngine.missing)('a server without TLS', () => {
  test('explains how to connect without TLS', async () => {
    const server = await startPostgres()
    const url = (await server.url()).replace('secret', 'hunter2')
    expect(await failureOf(postgres(`${url}?sslmode=require`))).toContain('set `sslmode=disable`')
    await server.stop()
  })
})
