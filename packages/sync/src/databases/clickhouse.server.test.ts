import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeEngine } from '../../test/engine-suite.js'
import { clickhouseEngine } from '../../test/engines.js'
import { failureOf } from '../../test/failures.js'
import { clickHouseQuery, freePort, type Server, startClickHouse } from '../../test/servers.js'
import { chainOf, createTestLcd, expectSame, rowsOf, setSchemaVersion } from '../../test/truth.js'
import { checkSync, clickhouse, sync } from '../index.js'
import { type TableName, tables } from '../schema.js'

describeEngine(clickhouseEngine)

test('reports a refused connection', async () => {
  const port = await freePort()
  const message = await failureOf(clickhouse(`http://flow:hunter2@127.0.0.1:${port}/flows`))
  expect(message).toContain(`http://127.0.0.1:${port}/flows could not be opened: connect ECONNREFUSED`)
})

describe.runIf(!clickhouseEngine.missing)('a server', () => {
  let server: Server
  beforeAll(async () => {
    server = await startClickHouse()
  })
  afterAll(() => server.stop())

  test('reports a wrong password', async () => {
    const message = await failureOf(clickhouse((await server.url()).replace('secret', 'hunter2')))
    expect(message).toMatch(/could not be opened: .*password.*\. Check the URL, the user and the password\./i)
  })

  test('reports a missing database', async () => {
    const message = await failureOf(clickhouse((await server.url()).replace(/\w+$/, 'none')))
    expect(message).toContain("Database none doesn't exist")
  })

  test('reports missing write permission', async () => {
    const message = await failureOf(clickhouse((await server.url()).replace('flow:', 'reader:')))
    expect(message).toMatch(/could not be written: .*readonly/i)
  })
})

describe.runIf(!clickhouseEngine.missing)('a cluster', () => {
  let shards: Server[]
  beforeAll(async () => {
    const ports = [await freePort(), await freePort()]
    shards = await Promise.all(ports.map(tcpPort => startClickHouse({ shards: ports, tcpPort })))
  })
  afterAll(() => Promise.all(shards.map(shard => shard.stop())))

  test('supports distributed tables on two shards', async () => {
    const [first = '', second = ''] = await Promise.all(shards.map(shard => shard.url('flows')))
    await createDistributedTables(first, second)

    const { lcd, clock } = createTestLcd()
    const database = clickhouse(first)
    for (let step = 0; step < 3; step++) {
      await sync(chainOf(lcd), { to: database, batchSize: 20 })
      await expectSame(database, lcd)
      expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ differences: [] })
      clock.advance(60_000)
    }
    const rows = await Promise.all(
      [first, second].map(url => clickHouseQuery(url, 'SELECT count() FROM flows_local FINAL')),
    )
    expect(rows.map(Number).reduce((a, b) => a + b)).toBe(40)
    expect(Math.min(...rows.map(Number))).toBeGreaterThan(5)
  })

  test('upgrades distributed tables after their local tables were upgraded', async () => {
    const urls = await Promise.all(shards.map(shard => shard.url('upgraded')))
    const [first = '', second = ''] = urls
    await createDistributedTables(first, second)
    const { lcd, clock } = createTestLcd()
    const database = clickhouse(first)
    await sync(chainOf(lcd), { to: database })

    await setSchemaVersion(database, 1)
    await clickHouseQuery(first, 'DROP TABLE runs')
    await clickHouseQuery(first, 'ALTER TABLE executions DROP COLUMN raw')
    for (const url of urls) await clickHouseQuery(url, 'ALTER TABLE executions_local DROP COLUMN raw')

    for (const url of urls) await clickHouseQuery(url, 'ALTER TABLE executions_local ADD COLUMN raw Nullable(String)')
    clock.advance(60_000)
    await sync(chainOf(lcd), { to: database })
    await expectSame(database, lcd)
    expect(await rowsOf(database, 'sync_state')).toMatchObject([{ schema_version: '6' }])
    const counts = await Promise.all(
      ['runs', 'executions FINAL'].map(from => clickHouseQuery(first, `SELECT count() FROM ${from}`)),
    )
    expect(counts[0]).toBe(counts[1])
  })

  /** Creates local tables on both servers, and distributed tables on the first one. */
  async function createDistributedTables(first: string, second: string): Promise<void> {
    const store = await clickhouse(first).open()
    for (const [name, table] of Object.entries(tables)) {
      const local = store.engine.createTable(`${name}_local`, table)
      await Promise.all([first, second].map(url => clickHouseQuery(url, local)))
      await clickHouseQuery(first, distributed(name as TableName, new URL(first).pathname.slice(1)))
    }
    await store.close()
  }

  /** Stores all rows of a flow on the same shard. */
  function distributed(name: TableName, database: string): string {
    const by = 'flow_id' in tables[name].columns ? 'flow_id' : 'cityHash64(chain)'
    return `CREATE TABLE ${name} AS ${name}_local ENGINE = Distributed(shards, ${database}, ${name}_local, ${by})`
  }
})
