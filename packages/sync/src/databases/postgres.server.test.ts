import { setImmediate } from 'node:timers/promises'
import connect from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { describeEngine } from '../../test/engine-suite.js'
import { postgresEngine } from '../../test/engines.js'
import { failureOf } from '../../test/failures.js'
import { createProxy } from '../../test/kill.js'
import { freePort, type Server, startPostgres } from '../../test/servers.js'
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
    expect(message).toContain('could not be opened: password authentication failed for user "flow". Check the URL')
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
