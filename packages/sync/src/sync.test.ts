import { address, createLcd, type Lcd } from '@flow-query/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { duckdbEngine } from '../test/engines.js'
import { at, chainOf, createTestLcd, expectSame, start } from '../test/truth.js'
import {
  checkSync,
  type Database,
  duckdb,
  type SyncOptions,
  type SyncProgress,
  type SyncResult,
  sync,
} from './index.js'

afterEach(() => {
  vi.useRealTimers()
})

const newDatabase = async () => duckdb(await duckdbEngine.newTarget())

/** A chain that was synced once, and what a next sync asks. */
async function synced(lcd: Lcd, options: Partial<SyncOptions> = {}) {
  const database = await newDatabase()
  await sync(chainOf(lcd), { to: database, ...options })
  return {
    database,
    async again(): Promise<SyncResult & { histories: number }> {
      const before = lcd.requests.length
      const result = await sync(chainOf(lcd), { to: database, ...options })
      await expectSame(database, lcd)
      // That the chain is the same is seen by a single entry.
      const isHistory = ({ target }: { target: string }) => /history\/.*limit=500/.test(target)
      return { ...result, histories: lcd.requests.slice(before).filter(isHistory).length }
    },
  }
}

const account = { portId: 'icacontroller-x', connectionId: 'connection-0' }

describe('what is read again', () => {
  test('nothing, where nothing has happened', async () => {
    const { lcd } = distantLcd(120)
    for (const id of [1, 50, 120]) lcd.execute(id)
    const { again } = await synced(lcd)
    expect(await again()).toMatchObject({ histories: 0, flows: 0, executions: 0 })
  })

  test('a flow that ran: the newest execution known, and those that are new', async () => {
    const { lcd } = distantLcd(20)
    for (let run = 0; run < 7; run++) lcd.execute(5)
    const { again } = await synced(lcd)
    lcd.execute(5)
    lcd.execute(5)
    expect(await again()).toMatchObject({ histories: 1, flows: 1, executions: 3 })
    expect(lcd.requests.at(-1)?.target).toMatch(/flow-history\/5\?pagination.limit=500&pagination.offset=6$/)
    expect(await again()).toMatchObject({ histories: 0, flows: 0, executions: 0 })
  })

  test('a flow that its owner changed, and a new one', async () => {
    const { lcd } = distantLcd(20)
    const { again } = await synced(lcd)
    lcd.updateFlow(3, { label: 'Another' })
    lcd.addFlow({ execTime: at(40 * 86_400) })
    expect(await again()).toMatchObject({ histories: 2, flows: 2, executions: 0 })
  })

  test('the last run of a flow, which changes nothing of the flow', async () => {
    const { lcd, clock } = createLcdOf({ interval: '0s', execTime: at(60) })
    const { again } = await synced(lcd)
    const before = lcd.flow(1)
    clock.advance(120_000)
    expect(lcd.history(1)).toHaveLength(1)
    expect(lcd.flow(1)).toEqual(before)
    expect(await again()).toMatchObject({ histories: 1, executions: 1 })
    expect(await again()).toMatchObject({ histories: 0 })
  })

  test('what another chain answers, which changes nothing of the flow', async () => {
    const { lcd } = createLcdOf({ selfHostedIca: account, execTime: at(40 * 86_400), interval: '86400s' })
    lcd.execute(1, { outcome: 'unanswered' })
    const { again } = await synced(lcd)
    expect(await again()).toMatchObject({ histories: 1, executions: 1 })
    lcd.answer(1, { outcome: 'failed', error: 'error handling packet on host chain: ABCI code: 5' })
    expect(await again()).toMatchObject({ histories: 1, executions: 1 })
    expect(await again()).toMatchObject({ histories: 0 })
  })

  test('an answer to an earlier run, which is written into the newest one, long since decided', async () => {
    const { lcd } = createLcdOf({ selfHostedIca: account, execTime: at(40 * 86_400), interval: '86400s' })
    lcd.execute(1, { outcome: 'unanswered' })
    lcd.execute(1, { outcome: 'succeeded', answerAfter: 0 })
    const { again } = await synced(lcd)
    expect(lcd.history(1).map(({ executed }) => executed)).toEqual([false, true])
    lcd.answer(1, { outcome: 'timedOut' })
    expect(lcd.history(1).map(({ timedOut }) => timedOut)).toEqual([false, true])
    expect(await again()).toMatchObject({ histories: 1, executions: 1 })
  })

  test('an old chain, whose entries tell of no packets', async () => {
    const { lcd } = createLcdOf({ selfHostedIca: account, execTime: at(40 * 86_400), interval: '86400s' }, 'v1beta1')
    lcd.execute(1, { outcome: 'unanswered' })
    const database = await newDatabase()
    await sync(chainOf(lcd), { to: database })
    lcd.answer(1, { outcome: 'succeeded' })
    await sync(chainOf(lcd), { to: database })
    await expectSame(database, lcd)
  })

  test('a flow that waits for nothing more than its answers to come in two packets', async () => {
    const { lcd } = createLcdOf({
      selfHostedIca: account,
      execTime: at(40 * 86_400),
      interval: '86400s',
      msgs: [{ '@type': '/a.Msg' }, { '@type': '/b.Msg' }],
    })
    lcd.execute(1, { outcome: 'succeeded', answerAfter: 0, msgResponses: [{ '@type': '/a.MsgResponse' }] })
    const second = { packet_sequences: ['1', '2'] }
    const end = lcd.fail({
      query: 'flowHistory',
      rewrite: body => ({ ...body, history: [body.history].flat().map(entry => ({ ...Object(entry), ...second })) }),
    })
    const database = await newDatabase()
    await sync(chainOf(lcd), { to: database })
    await sync(chainOf(lcd), { to: database })
    end()
    // The answer to the second packet says that it failed.
    const error = 'error handling packet on host chain: ABCI code: 5'
    lcd.fail({
      query: 'flowHistory',
      rewrite: body => ({
        ...body,
        history: [body.history]
          .flat()
          .map(entry => ({ ...Object(entry), ...second, executed: false, errors: [error] })),
      }),
    })
    const { executions } = await sync(chainOf(lcd), { to: database })
    expect(executions).toBe(1)
    expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ differences: [] })
    expect(await sync(chainOf(lcd), { to: database })).toMatchObject({ executions: 0 })
  })
})

describe('one snapshot is one height', () => {
  test('though the chain goes on while it is read', async () => {
    const { lcd, clock } = createTestLcd({ flows: 150 })
    const database = await newDatabase()
    const fetch: typeof globalThis.fetch = (input, init) => {
      clock.advance(500)
      return lcd.fetch(input, init)
    }
    await sync({ ...chainOf(lcd), fetch }, { to: database })
    expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ flows: 150, differences: [] })
  })

  test('a height that the node throws away meanwhile is left for a newer one, and what was read stays', async () => {
    const { lcd, clock } = createTestLcd({ flows: 150, keep: 100 })
    const database = await newDatabase()
    let requests = 0
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (++requests < 500) clock.advance(500)
      return lcd.fetch(input, init)
    }
    const heights = new Set<number>()
    const onProgress = ({ height }: SyncProgress) => void heights.add(height)
    await sync({ ...chainOf(lcd), fetch }, { to: database, onProgress })
    expect(heights.size).toBeGreaterThan(2)
    expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ flows: 150, differences: [] })
  })

  test('a node that keeps nothing at all is told of', async () => {
    const { lcd, clock } = createTestLcd({ keep: 1 })
    const fetch: typeof globalThis.fetch = (input, init) => {
      clock.advance(2_000)
      return lcd.fetch(input, init)
    }
    const reading = sync({ ...chainOf(lcd), fetch }, { to: await newDatabase() })
    await expect(reading).rejects.toThrow(/The node threw block \d+ away before anything could be read at it/)
  })

  test('a node behind a balancer that is a block behind is asked again', async () => {
    const { lcd } = createTestLcd()
    const database = await newDatabase()
    const message =
      'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height'
    lcd.fail({ query: 'flowHistory', times: 2, status: 500, body: { code: 2, message, details: [] } })
    await sync(chainOf(lcd), { to: database })
    await expectSame(database, lcd)
  })

  test('a node that does not tell its height is told of, before there is a database', async () => {
    const { lcd } = createTestLcd()
    const fetch: typeof globalThis.fetch = async (input, init) => new Response((await lcd.fetch(input, init)).body)
    const database: Database = { name: 'none', open: () => Promise.reject(new Error('It was opened.')) }
    await expect(sync({ ...chainOf(lcd), fetch }, { to: database })).rejects.toThrow(
      'does not tell which block it answers from',
    )
  })
})

describe('which flows', () => {
  test("an owner's", async () => {
    const { lcd, clock } = createTestLcd()
    const database = await newDatabase()
    const owner = address('owner 2')
    for (let step = 0; step < 2; step++) {
      await sync(chainOf(lcd), { to: database, owner })
      expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ flows: 8, differences: [] })
      clock.advance(60_000)
    }
  })

  test('those from an id on', async () => {
    const { lcd } = createTestLcd()
    const database = await newDatabase()
    await sync(chainOf(lcd), { to: database, from: 31 })
    expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ flows: 10, differences: [] })
  })
})

describe('what is told', () => {
  test('how far it is, and what it has done', async () => {
    const { lcd } = createTestLcd({ flows: 150 })
    const told: SyncProgress[] = []
    const result = await sync(chainOf(lcd), { to: await newDatabase(), onProgress: progress => told.push(progress) })
    expect(told.map(({ done }) => done)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
    expect(told.at(-1)).toMatchObject({ height: result.height, of: 150, secondsLeft: 0 })
    expect(result).toMatchObject({ flows: 150, requests: lcd.requests.length })
  })

  test('an abort is its reason, and what was read stays', async () => {
    const { lcd } = distantLcd(150)
    const database = await newDatabase()
    const controller = new AbortController()
    const reason = new Error('Enough')
    const onProgress = ({ done }: SyncProgress) => done === 100 && controller.abort(reason)
    const { signal } = controller
    await expect(sync(chainOf(lcd), { to: database, batchSize: 10, onProgress, signal })).rejects.toBe(reason)
    const { flows } = await sync(chainOf(lcd), { to: database })
    expect(flows).toBeLessThan(150)
    await expectSame(database, lcd)
  })

  test('a check finds what was changed, lost and added', async () => {
    const { lcd, clock } = createTestLcd()
    clock.advance(120_000)
    const database = await newDatabase()
    await sync(chainOf(lcd), { to: database })
    const store = await database.open()
    await store.define([
      "UPDATE flows SET label = 'x' WHERE flow_id = 2",
      'UPDATE executions SET fee_amounts = [1] WHERE flow_id = 3 AND sequence = 2',
      'DELETE FROM executions WHERE flow_id = 4 AND sequence = 1',
      'INSERT INTO executions SELECT * REPLACE (99 AS sequence) FROM executions WHERE flow_id = 5 AND sequence = 1',
      'INSERT INTO flows SELECT * REPLACE (99 AS flow_id) FROM flows WHERE flow_id = 5',
    ])
    await store.close()
    for (const sample of [undefined, 100]) {
      const { differences } = await checkSync(chainOf(lcd), { of: database, sample })
      expect(differences.map(({ table, key, column }) => [table, key, column]).sort()).toEqual([
        ['executions', '3/2', 'fee_amounts'],
        ['executions', '4/1', null],
        ['executions', '5/99', null],
        ['flows', '2', 'label'],
        ['flows', '99', null],
      ])
    }
    const { flows, differences } = await checkSync(chainOf(lcd), { of: database, sample: 5 })
    expect(flows + differences.filter(({ key }) => key === '99').length).toBe(5)
  })
})

/** Flows that nothing happens to unless it is made to. */
function distantLcd(flows: number) {
  return { lcd: createLcd({ flows: Array.from({ length: flows }, distantFlow), clock: () => Date.now() }) }
}

function distantFlow() {
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  return { interval: '864000s', startTime: later(-1), execTime: later(10), endTime: later(100) }
}

/** What is due is so by the clock of this machine, which then shows the chain's time. */
function createLcdOf(flow: object, version: 'v1' | 'v1beta1' = 'v1') {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(start) })
  const { clock } = createTestLcd({ flows: 1 })
  const lcd = createLcd({
    version,
    clock: clock.now,
    flows: [{ startTime: start, endTime: at(300 * 86_400), ...flow }],
  })
  return { lcd, clock }
}
