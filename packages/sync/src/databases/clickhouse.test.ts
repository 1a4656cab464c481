import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeEngine } from '../../test/engine-suite.js'
import { clickhouseEngine } from '../../test/engines.js'
import { failureOf } from '../../test/failures.js'
import { clickHouseQuery, freePort, type Server, startClickHouse } from '../../test/servers.js'
import { chainOf, createTestLcd, expectSame } from '../../test/truth.js'
import { checkSync, clickhouse, sync } from '../index.js'
import { type TableName, tables } from '../schema.js'

describeEngine(clickhouseEngine)

test('an address that is none', () => {
  for (const address of ['clickhouse+tcp://host', 'postgres://flow:hunter2@host/flows', 'hunter2'])
    expect(() => clickhouse(address)).toThrow(
      'The address of the database is none. It looks like http://user:password@host/database.',
    )
})

test('nobody there', async () => {
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

  test('a wrong password', async () => {
    const message = await failureOf(clickhouse((await server.url()).replace('secret', 'hunter2')))
    expect(message).toMatch(/could not be opened: .*password.*\. Are address, user and password right\?/i)
  })

  test('a database that is not there', async () => {
    const message = await failureOf(clickhouse((await server.url()).replace(/\w+$/, 'none')))
    expect(message).toContain("Database none doesn't exist")
  })

  test('somebody who may only read', async () => {
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

  test('of two shards, behind distributed tables', async () => {
    const [first = '', second = ''] = await Promise.all(shards.map(shard => shard.url('flows')))
    const store = await clickhouse(first).open()
    for (const [name, table] of Object.entries(tables)) {
      const local = store.engine.createTable(`${name}_local`, table)
      await Promise.all([first, second].map(url => clickHouseQuery(url, local)))
      await clickHouseQuery(first, distributed(name as TableName))
    }
    await store.close()

    const { lcd, clock } = createTestLcd()
    const database = clickhouse(first)
    for (let step = 0; step < 3; step++) {
      await sync(chainOf(lcd), { to: database, batchSize: 20 })
      await expectSame(database, lcd)
      expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ differences: [] })
      clock.advance(60_000)
    }
    const rows = await Promise.all(
      [first, second].map(url => clickHouseQuery(url, 'SELECT count() FROM flows_local FINAL')),
    )
    expect(rows.map(Number).reduce((a, b) => a + b)).toBe(40)
    expect(Math.min(...rows.map(Number))).toBeGreaterThan(5)
  })

  /** All of a flow is in one shard. */
  function distributed(name: TableName): string {
    const by = 'flow_id' in tables[name].columns ? 'flow_id' : 'cityHash64(chain)'
    return `CREATE TABLE ${name} AS ${name}_local ENGINE = Distributed(shards, flows, ${name}_local, ${by})`
  }
})
