import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { duckdbEngine } from '../test/engines.js'
import { chainOf, createTestLcd, expectSame } from '../test/truth.js'
import { checkSync, type Database, duckdb, type SyncResult, sync } from './index.js'

/** A sync that follows, until it is ended. */
async function following({ lcd = createTestLcd().lcd, chain = chainOf(lcd), to }: Partial<Following> = {}) {
  const database = to ?? duckdb(await duckdbEngine.newTarget())
  const controller = new AbortController()
  const results: SyncResult[] = []
  const troubles: Error[] = []
  let tell = () => {}
  const ended = sync(chain, {
    to: database,
    follow: true,
    signal: controller.signal,
    onSynced(result) {
      results.push(result)
      tell()
    },
    onTrouble: error => troubles.push(error),
  }).catch((error: unknown) => error)

  /** Resolves once it has synced so often. */
  async function synced(times: number): Promise<void> {
    while (results.length < times) {
      const next = new Promise<void>(resolve => {
        tell = resolve
      })
      const end = await Promise.race([next, ended])
      if (end !== undefined) throw end
    }
  }

  /** Once it is as the node, and everything that was told is looked at. */
  async function settled(): Promise<void> {
    const { height } = lcd
    while ((results.at(-1)?.height ?? 0) < height) await synced(results.length + 1)
  }

  return {
    ...{ lcd, database, results, troubles, synced, settled },
    async end() {
      const reason = new Error('Enough')
      controller.abort(reason)
      expect(await ended).toBe(reason)
    },
  }
}

interface Following {
  lcd: ReturnType<typeof createLcd>
  chain: ReturnType<typeof chainOf>
  to: Database
}

test('what the chain tells is read, and nothing else', async () => {
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const distant = () => ({ interval: '864000s', execTime: later(10), endTime: later(100) })
  const lcd = createLcd({ flows: Array.from({ length: 50 }, distant), clock: () => Date.now() })
  const { synced, settled, results, database, end } = await following({ lcd })
  // When it began, and when the connection was there.
  await synced(2)
  lcd.execute(3)
  lcd.execute(4)
  await settled()
  lcd.updateFlow(3, { label: 'Another' })
  lcd.addFlow(distant())
  await settled()
  await expectSame(database, lcd)
  expect(results.slice(2).reduce((sum, { flows }) => sum + flows, 0)).toBe(4)
  await end()
  expect(lcd.sockets).toBe(0)
})

test('what another chain answers', async () => {
  for (const version of ['v1', 'v1beta1'] as const) {
    const account = { portId: 'icacontroller-x', connectionId: 'connection-0' }
    const lcd = createLcd({ version, flows: [{ selfHostedIca: account }, {}], clock: () => Date.now() })
    lcd.execute(1, { outcome: 'unanswered' })
    const { synced, settled, database, end } = await following({ lcd })
    await synced(2)
    lcd.answer(1, { outcome: 'succeeded' })
    await settled()
    await expectSame(database, lcd)
    await end()
  }
})

test('a node that is behind the events is waited for', async () => {
  const { lcd } = createTestLcd()
  const { synced, settled, database, end } = await following({ lcd })
  await synced(2)
  lcd.lag = 2
  lcd.execute(1)
  setTimeout(() => {
    lcd.lag = 0
  }, 1_500)
  await settled()
  await expectSame(database, lcd)
  await end()
})

test('after a break of the connection everything is looked at', async () => {
  const { lcd } = createTestLcd()
  const { synced, results, database, end } = await following({ lcd })
  await synced(2)
  const recover = lcd.disturb({ refuse: true })
  lcd.cut()
  lcd.execute(1)
  lcd.execute(2)
  recover()
  await synced(results.length + 1)
  await expectSame(database, lcd)
  await end()
})

test('a node and a database that fail for a while', async () => {
  const { lcd } = createTestLcd()
  const real = duckdb(await duckdbEngine.newTarget())
  let isBroken = false
  const to: Database = {
    name: real.name,
    open: () => (isBroken ? duckdb('/none/flows.duckdb').open() : real.open()),
  }
  const { synced, settled, troubles, end } = await following({ lcd, to, chain: { ...chainOf(lcd), retries: 0 } })
  await synced(2)
  lcd.fail({ query: 'params', times: 1, status: 503, body: 'no' })
  lcd.execute(1)
  await settled()
  isBroken = true
  lcd.execute(1)
  setTimeout(() => {
    isBroken = false
  }, 2_500)
  await settled()
  await expectSame(real, lcd)
  expect(troubles.map(({ name }) => name)).toEqual(expect.arrayContaining(['FlowQueryError', 'SyncError']))
  await end()
})

test('between two syncs others can read the database', async () => {
  const { lcd, synced, settled, database, end } = await following()
  await synced(2)
  expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ differences: [] })
  lcd.execute(1)
  await settled()
  expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ differences: [] })
  await end()
})

test('without an RPC there is nothing to follow', async () => {
  const { lcd } = createTestLcd()
  const to = duckdb(await duckdbEngine.newTarget())
  const { rpc: _, ...chain } = chainOf(lcd)
  await expect(sync(chain, { to, follow: true })).rejects.toMatchObject({ kind: 'argument' })
})
