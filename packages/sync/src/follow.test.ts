import { createClock, createLcd, type Lcd } from '@flow-query/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { createMemoryDatabase } from '../test/memory-engine.js'
import { chainOf, createTestLcd, distantFlow, distantLcd, expectSame, rowsOf, start } from '../test/truth.js'
import { SyncError } from './errors.js'
import { checkSync, type Database, type SyncResult, sync } from './index.js'

// A sync compares the times of the chain with the clock of this machine.
beforeEach(() => {
  vi.setSystemTime(start)
})

/** Starts a sync with `follow`. It runs until `end` is called. */
function following({ lcd = createTestLcd().lcd, chain = chainOf(lcd), to, forecastWithin }: Partial<Following> = {}) {
  const database = to ?? createMemoryDatabase()
  const controller = new AbortController()
  const results: SyncResult[] = []
  const troubles: Error[] = []
  let end: unknown
  const ended = sync(chain, {
    to: database,
    follow: true,
    forecastWithin,
    signal: controller.signal,
    onSynced: result => results.push(result),
    onTrouble: error => troubles.push(error),
  }).catch((error: unknown) => {
    end = error
    return error
  })

  async function untilNotEnded(isMet: () => boolean): Promise<void> {
    await until(() => end !== undefined || isMet())
    if (end !== undefined) throw end
  }

  return {
    ...{ lcd, database, results, troubles, ended },
    /** Resolves when it has synced this many times. */
    synced: (times: number) => untilNotEnded(() => results.length >= times),
    /** Resolves when the database has reached the node's current height. */
    settled() {
      const { height } = lcd
      return untilNotEnded(() => (results.at(-1)?.height ?? 0) >= height)
    },
    async end() {
      const reason = new Error('Enough')
      controller.abort(reason)
      expect(await until(ended)).toBe(reason)
    },
  }
}

/** Waits until the node has received this many more requests. */
async function requested({ requests }: Lcd, count: number): Promise<void> {
  const before = requests.length
  await until(() => requests.length >= before + count)
}

interface Following {
  lcd: ReturnType<typeof createLcd>
  chain: ReturnType<typeof chainOf>
  to: Database
  forecastWithin: number
}

test('reads only flows with events', async () => {
  const lcd = distantLcd(50)
  const { synced, settled, results, database, end } = following({ lcd })
  // It syncs at the start, and again when the connection opens.
  await synced(2)
  lcd.execute(3)
  lcd.execute(4)
  await settled()
  lcd.updateFlow(3, { label: 'Another' })
  lcd.addFlow(distantFlow())
  await settled()
  await expectSame(database, lcd)
  expect(results.slice(2).reduce((sum, { flows }) => sum + flows, 0)).toBe(4)
  await end()
  expect(lcd.sockets).toBe(0)
})

test('updates the forecasts of changed flows and of others with the same owner', async () => {
  const lcd = distantLcd(5)
  const [first] = lcd.state.flows
  const { synced, settled, database, end } = following({ lcd, forecastWithin: 20 * 86_400_000 })
  const payers = async () => (await rowsOf(database, 'forecasts')).map(({ payer }) => payer)
  await synced(2)
  expect(await payers()).toEqual(Array.from({ length: 5 }, () => 'none'))
  lcd.accounts.balances[`${first?.owner}`] = [{ denom: 'uinto', amount: '1000000000' }]
  lcd.execute(1)
  await settled()
  expect(await payers()).toEqual(Array.from({ length: 5 }, () => 'wallet'))
  await end()
})

test('reads a flow again after an acknowledgement', async () => {
  for (const version of ['v1', 'v1beta1'] as const) {
    const account = { portId: 'icacontroller-x', connectionId: 'connection-0' }
    const lcd = createLcd({ version, flows: [{ selfHostedIca: account }, {}], clock: () => Date.now() })
    lcd.execute(1, { outcome: 'unacknowledged' })
    const { synced, settled, database, end } = following({ lcd })
    await synced(2)
    lcd.answer(1, { outcome: 'succeeded' })
    await settled()
    await expectSame(database, lcd)
    await end()
  }
})

test('waits for a node that lags behind the events', async () => {
  const { lcd } = createTestLcd()
  const { synced, settled, database, end } = following({ lcd })
  await synced(2)
  lcd.lag = 2
  lcd.execute(1)
  await requested(lcd, 2)
  lcd.lag = 0
  await settled()
  await expectSame(database, lcd)
  await end()
})

test('syncs everything after a lost connection', async () => {
  // No flow is due, so only a sync of all flows finds the runs.
  const lcd = distantLcd(5)
  const { synced, settled, database, end } = following({ lcd })
  await synced(2)
  const recover = lcd.disturb({ refuse: true })
  lcd.cut()
  lcd.execute(1)
  lcd.execute(2)
  recover()
  await settled()
  await expectSame(database, lcd)
  await end()
})

test('after a lost connection, waits for a node that lags behind the events', async () => {
  const lcd = distantLcd(5)
  const { synced, results, database, end } = following({ lcd })
  await synced(2)
  const { height } = lcd
  await until(() => lcd.height >= height + 20)
  lcd.cut()
  lcd.execute(1)
  lcd.lag = 10
  await synced(results.length + 1)
  await expectSame(database, lcd)
  await end()
})

test('retries after errors of the node and of the database', async () => {
  const { lcd } = createTestLcd()
  const real = createMemoryDatabase()
  let isBroken = false
  const to: Database = {
    name: real.name,
    open: () =>
      isBroken ? Promise.reject(new SyncError('database', 'The database is down', 'Restart it.')) : real.open(),
  }
  const { synced, settled, troubles, end } = following({ lcd, to, chain: { ...chainOf(lcd), retries: 0 } })
  await synced(2)
  lcd.fail({ query: 'params', times: 1, status: 503, body: 'no' })
  lcd.execute(1)
  await settled()
  isBroken = true
  lcd.execute(1)
  await until(() => expect(troubles.map(({ name }) => name)).toContain('SyncError'))
  isBroken = false
  await settled()
  await expectSame(real, lcd)
  expect(troubles.map(({ name }) => name)).toEqual(expect.arrayContaining(['FlowQueryError', 'SyncError']))
  await end()
})

test('lets other processes read the database between two syncs', async () => {
  const { lcd, synced, settled, database, end } = following()
  await synced(2)
  expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ differences: [] })
  lcd.execute(1)
  await settled()
  expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ differences: [] })
  await end()
})

test('rejects follow without an RPC', async () => {
  const { lcd } = createTestLcd()
  const to = createMemoryDatabase()
  const { rpc: _, ...chain } = chainOf(lcd)
  await expect(sync(chain, { to, follow: true })).rejects.toMatchObject({ kind: 'argument' })
})

test('reads a flow when it is due, even if there is no event', async () => {
  // The clock of the node stands still, so that the flow can't run before it is synced for the first time.
  const clock = createClock(new Date().toISOString())
  const inSeconds = (seconds: number) => new Date(clock.now() + seconds * 1_000).toISOString()
  const lcd = createLcd({
    flows: [{ interval: '4s', execTime: inSeconds(1), endTime: inSeconds(3_600) }, ...[2, 3, 4].map(distantFlow)],
    behave: flow => (flow.id === '1' ? { outcome: 'skipped' } : undefined),
    clock: clock.now,
  })
  lcd.disturb({ drop: 1 })
  const { synced, settled, troubles, database, end } = following({ lcd })
  await synced(2)
  // The second skip stops the flow.
  for (const runs of [1, 2]) {
    clock.advance(4_000)
    await settled()
    expect(lcd.history(1)).toHaveLength(runs)
    await expectSame(database, lcd)
  }
  expect(troubles).toEqual([])
  // Flow 3 was not due, so only the full sync read it, as part of a page.
  expect(lcd.requests.some(({ target }) => target.endsWith('/flow/1'))).toBe(true)
  expect(lcd.requests.some(({ target }) => target.endsWith('/flow/3'))).toBe(false)
  await end()
})

test('an event with an impossible height does not delay others', async () => {
  const lcd = distantLcd(5)
  const { synced, settled, database, end } = following({ lcd })
  await synced(2)
  const rewritten = vi.fn()
  const recover = lcd.disturb({
    rewrite: frame => {
      rewritten()
      const height = `${Number.MAX_SAFE_INTEGER}`
      return { ...frame, result: { ...frame.result, data: { ...frame.result.data, value: { height } } } }
    },
  })
  lcd.execute(1)
  await until(() => expect(rewritten).toHaveBeenCalled())
  recover()
  lcd.execute(2)
  await settled()
  expect(await rowsOf(database, 'executions', 'flow_id = 2')).toHaveLength(1)
  await end()
})

test.each(['01', '001'])('syncs everything after an event with the invalid flow ID %s', async id => {
  const lcd = distantLcd(5)
  const { synced, results, database, end } = following({ lcd })
  await synced(2)
  const recover = lcd.disturb({
    rewrite: frame => ({
      ...frame,
      result: { ...frame.result, events: { ...frame.result.events, 'flow-triggered.flow-id': [id] } },
    }),
  })
  lcd.execute(1)
  await synced(results.length + 1)
  recover()
  await expectSame(database, lcd)
  await end()
})

test('waits for a lagging node behind a load balancer', async () => {
  const lcd = distantLcd(5)
  const { synced, settled, troubles, database, end } = following({ lcd })
  await synced(2)
  // The next responses come from a node that lags behind the previous one.
  lcd.lag = 1_000
  lcd.execute(1)
  await requested(lcd, 3)
  lcd.lag = 0
  await settled()
  await expectSame(database, lcd)
  expect(troubles).toEqual([])
  await end()
})

test('ends with an error if the chain is reset to an earlier block', async () => {
  const lcd = distantLcd(5)
  let node = lcd
  const fetch: typeof globalThis.fetch = (url, init) => node.fetch(url, init)
  const { synced, database, ended } = following({ lcd, chain: { ...chainOf(lcd), fetch } })
  await synced(2)
  const { height, ...state } = lcd.state
  node = createLcd({ state: { ...state, height: height - 50 }, clock: () => Date.now() + 60_000 })
  lcd.execute(1)
  const error = await until(ended)
  expect(error).toMatchObject({ name: 'SyncError', kind: 'mismatch' })
  expect((error as Error).message).toContain(`The chain was reset to an earlier block: ${database.name} is at block`)
})

const statusPath = '/node/v1beta1/status'
const changedHeight = (lcd: Lcd, times: number, blocks: number) =>
  lcd.fail({ path: statusPath, times, rewrite: body => ({ ...body, height: `${Number(body.height) + blocks}` }) })

test.each([
  ['50 too low', -50],
  ['1,000 too low', -1_000],
  ['90 too high', 90],
  ['2,000 too high', 2_000],
])('a height that is once %s does not end the sync', async (_, blocks) => {
  const lcd = distantLcd(5)
  const { synced, settled, results, database, end } = following({ lcd })
  await synced(2)
  for (let count = 0; count < 3; count++) {
    const failing = changedHeight(lcd, 1, blocks)
    lcd.execute(1)
    await settled()
    failing()
    lcd.cut()
    changedHeight(lcd, 1, blocks)
    await synced(results.length + 1)
    expect(Number(results.at(-1)?.height)).toBeLessThanOrEqual(lcd.height)
  }
  await expectSame(database, lcd)
  await end()
})

test.each([90, 2_000])('a first height that is %i too high is not the height of the database', async blocks => {
  const lcd = distantLcd(5)
  for (const isFirst of [true, false]) {
    const database = createMemoryDatabase()
    if (!isFirst) await until(sync(chainOf(lcd), { to: database }))
    changedHeight(lcd, 1, blocks)
    const result = await until(sync(chainOf(lcd), { to: database }))
    expect(result.height).toBeLessThanOrEqual(lcd.height)
    await expectSame(database, lcd)
  }
})
