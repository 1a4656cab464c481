import { address, createLcd, type Lcd } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { createMemoryDatabase } from '../test/memory-engine.js'
import {
  at,
  chainOf,
  createTestLcd,
  distantLcd,
  expectSame,
  resultOf,
  rewriteEntries,
  rowsOf,
  start,
} from '../test/truth.js'
import { checkSync, type Database, type SyncOptions, type SyncProgress, type SyncResult, sync } from './index.js'
import { timeNanoseconds } from './rows/time.js'

// A sync compares the times of the chain with the clock of this machine.
beforeEach(() => {
  vi.setSystemTime(start)
})

/** Syncs a chain once. `again` syncs it again and counts the requested histories. */
async function synced(lcd: Lcd, options: Partial<SyncOptions> = {}) {
  const database = createMemoryDatabase()
  await sync(chainOf(lcd), { to: database, ...options })
  return {
    database,
    async again(): Promise<SyncResult & { histories: number }> {
      const before = lcd.requests.length
      const result = await sync(chainOf(lcd), { to: database, ...options })
      await expectSame(database, lcd)
      // Doesn't count the request with limit=1 that checks whether the chain is the same.
      const isHistory = ({ target }: { target: string }) => /history\/.*limit=500/.test(target)
      return { ...result, histories: lcd.requests.slice(before).filter(isHistory).length }
    },
  }
}

const account = { portId: 'icacontroller-x', connectionId: 'connection-0' }

test('the database is closed when onSynced is called, so that the listener can open it', async () => {
  const real = createMemoryDatabase()
  let connections = 0
  const to: Database = {
    name: real.name,
    async open() {
      const store = await real.open()
      connections++
      return {
        ...store,
        async close() {
          await store.close()
          connections--
        },
      }
    },
  }
  const seen: number[] = []
  await sync(chainOf(distantLcd(2)), { to, onSynced: () => seen.push(connections) })
  expect(seen).toEqual([0])
})

describe('repeated syncs', () => {
  test('a repeated sync reads no histories if nothing has happened', async () => {
    const lcd = distantLcd(120)
    for (const id of [1, 50, 120]) lcd.execute(id)
    const { again } = await synced(lcd)
    expect(await again()).toMatchObject({ histories: 0, flows: 0, executions: 0 })
  })

  test('a repeated sync reads only the newest known execution of a flow and later ones', async () => {
    const lcd = distantLcd(20)
    for (let run = 0; run < 7; run++) lcd.execute(5)
    const { again } = await synced(lcd)
    vi.advanceTimersByTime(1_000)
    lcd.execute(5)
    lcd.execute(5)
    expect(await again()).toMatchObject({ histories: 1, flows: 1, executions: 2, checked: 1 })
    expect(lcd.requests.at(-1)?.target).toMatch(/flow-history\/5\?pagination.limit=500&pagination.offset=6$/)
    expect(await again()).toMatchObject({ histories: 0, flows: 0, executions: 0 })
  })

  test('a repeated sync reads updated and new flows', async () => {
    const lcd = distantLcd(20)
    const { again } = await synced(lcd)
    lcd.updateFlow(3, { label: 'Another' })
    lcd.addFlow({ execTime: at(40 * 86_400) })
    expect(await again()).toMatchObject({ histories: 2, flows: 2, executions: 0 })
  })

  test('a repeated sync finds the last run of a flow, which does not change the flow itself', async () => {
    const { lcd, clock } = createLcdOf({ interval: '0s', execTime: at(60) })
    const { again } = await synced(lcd)
    const before = lcd.flow(1)
    clock.advance(120_000)
    expect(lcd.history(1)).toHaveLength(1)
    expect(lcd.flow(1)).toEqual(before)
    expect(await again()).toMatchObject({ histories: 1, executions: 1 })
    expect(await again()).toMatchObject({ histories: 0 })
  })

  test('a repeated sync finds an acknowledgement, which does not change the flow itself', async () => {
    const { lcd } = createLcdOf({ selfHostedIca: account, execTime: at(40 * 86_400), interval: '86400s' })
    lcd.execute(1, { outcome: 'unacknowledged' })
    const { again } = await synced(lcd)
    expect(await again()).toMatchObject({ histories: 1, checked: 1, flows: 0, executions: 0 })
    lcd.answer(1, { outcome: 'failed', error: 'error handling packet on host chain: ABCI code: 5' })
    expect(await again()).toMatchObject({ histories: 1, executions: 1 })
    expect(await again()).toMatchObject({ histories: 0 })
  })

  test('a repeated sync finds an acknowledgement of an earlier run, which changes the newest execution', async () => {
    const { lcd } = createLcdOf({ selfHostedIca: account, execTime: at(40 * 86_400), interval: '86400s' })
    lcd.execute(1, { outcome: 'unacknowledged' })
    lcd.execute(1, { outcome: 'succeeded', answerAfter: 0 })
    const { again } = await synced(lcd)
    expect(lcd.history(1).map(({ executed }) => executed)).toEqual([false, true])
    lcd.answer(1, { outcome: 'timedOut' })
    expect(lcd.history(1).map(({ timedOut }) => timedOut)).toEqual([false, true])
    expect(await again()).toMatchObject({ histories: 1, executions: 1 })
  })

  test('a repeated sync finds an acknowledgement on v1beta1, which lists no packets', async () => {
    const { lcd } = createLcdOf({ selfHostedIca: account, execTime: at(40 * 86_400), interval: '86400s' }, 'v1beta1')
    lcd.execute(1, { outcome: 'unacknowledged' })
    const { again } = await synced(lcd)
    lcd.answer(1, { outcome: 'succeeded' })
    expect(await again()).toMatchObject({ executions: 1 })
  })

  test('a repeated sync finds the response to the second packet of a run', async () => {
    const { lcd } = createLcdOf({
      selfHostedIca: account,
      execTime: at(40 * 86_400),
      interval: '86400s',
      msgs: [{ '@type': '/a.Msg' }, { '@type': '/b.Msg' }],
    })
    lcd.execute(1, { outcome: 'succeeded', answerAfter: 0, msgResponses: [{ '@type': '/a.MsgResponse' }] })
    const second = { packet_sequences: ['1', '2'] }
    const end = lcd.fail({ query: 'flowHistory', rewrite: rewriteEntries(second) })
    const database = createMemoryDatabase()
    await sync(chainOf(lcd), { to: database })
    await sync(chainOf(lcd), { to: database })
    end()
    // The response to the second packet reports a failure.
    const error = 'error handling packet on host chain: ABCI code: 5'
    lcd.fail({ query: 'flowHistory', rewrite: rewriteEntries({ ...second, executed: false, errors: [error] }) })
    const { executions } = await sync(chainOf(lcd), { to: database })
    expect(executions).toBe(1)
    expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ differences: [] })
    expect(await sync(chainOf(lcd), { to: database })).toMatchObject({ executions: 0 })
  })
})

describe('the height of a sync', () => {
  /** The options for a node that changes before each response. */
  const advancing = (lcd: Lcd, advance: () => void) => {
    const fetch: typeof globalThis.fetch = (input, init) => {
      advance()
      return lcd.fetch(input, init)
    }
    return { ...chainOf(lcd), fetch }
  }

  test('reads all data at one height while the chain advances', async () => {
    const { lcd, clock } = createTestLcd({ flows: 150 })
    const database = createMemoryDatabase()
    await sync(
      advancing(lcd, () => clock.advance(500)),
      { to: database },
    )
    expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ flows: 150, differences: [] })
  })

  test('continues with a newer height if the node prunes the current one, and keeps the rows it has written', async () => {
    const { lcd, clock } = createTestLcd({ flows: 150, keep: 100 })
    const database = createMemoryDatabase()
    let requests = 0
    const advance = () => {
      if (++requests < 500) clock.advance(500)
    }
    const heights = new Set<number>()
    const onProgress = ({ height }: SyncProgress) => void heights.add(height)
    await sync(advancing(lcd, advance), { to: database, onProgress })
    expect(heights.size).toBeGreaterThan(2)
    expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ flows: 150, differences: [] })
  })

  test('fails if the node prunes each height immediately', async () => {
    const { lcd, clock } = createTestLcd({ keep: 1 })
    const chain = advancing(lcd, () => clock.advance(2_000))
    const reading = sync(chain, { to: createMemoryDatabase() })
    await expect(reading).rejects.toThrow(/The node pruned block \d+ before anything could be read/)
  })

  test('retries if a node behind a load balancer lags by a block', async () => {
    const { lcd } = createTestLcd()
    const database = createMemoryDatabase()
    const message =
      'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height'
    lcd.fail({ query: 'flowHistory', times: 2, status: 500, body: { code: 2, message, details: [] } })
    await until(sync(chainOf(lcd), { to: database }))
    await expectSame(database, lcd)
  })

  const unopened: Database = { name: 'none', open: () => Promise.reject(new Error('The database was opened.')) }

  test('reads the height from a header if the node has no status', async () => {
    const { lcd } = createTestLcd()
    lcd.fail({ path: '/node/v1beta1/status', status: 403, body: 'no' })
    const { height } = await sync(chainOf(lcd), { to: createMemoryDatabase() })
    expect(height).toBe(lcd.height)
  })

  test('writes the time of the newest block if the node has no status', async () => {
    const { lcd } = createTestLcd()
    lcd.fail({ path: '/node/v1beta1/status', status: 501, body: 'no' })
    const time = '2026-11-21T12:00:00.5Z'
    const header = { height: `${lcd.height}`, time }
    const fetch: typeof globalThis.fetch = async (input, init) =>
      `${input}`.endsWith('/blocks/latest') ? Response.json({ block: { header } }) : lcd.fetch(input, init)
    const database = createMemoryDatabase()
    expect(await sync({ ...chainOf(lcd), fetch }, { to: database })).toMatchObject({ height: lcd.height })
    expect(await rowsOf(database, 'sync_state')).toMatchObject([{ block_time: `${timeNanoseconds(time)}` }])
  })

  test('keeps all flows in upcoming_runs if the node does not report the time of its blocks', async () => {
    const { lcd } = createTestLcd()
    lcd.fail({ path: '/cosmos/base/', status: 403, body: 'no' })
    const database = createMemoryDatabase()
    await sync(chainOf(lcd), { to: database })
    expect(await rowsOf(database, 'sync_state')).toMatchObject([{ block_time: null }])
    expect(await resultOf(database, 'SELECT flow_id FROM upcoming_runs')).toHaveLength(40)
  })

  test('rejects a node that does not report its height, before opening the database', async () => {
    const { lcd } = createTestLcd()
    lcd.fail({ path: '/cosmos/base/', status: 501, body: 'no' })
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { status, body } = await lcd.fetch(input, init)
      return new Response(body, { status })
    }
    await expect(sync({ ...chainOf(lcd), fetch }, { to: unopened })).rejects.toThrow(
      'The node does not report its block height',
    )
  })

  test('rejects an impossible height before opening the database', async () => {
    const { lcd } = createTestLcd()
    lcd.fail({
      path: '/node/v1beta1/status',
      rewrite: body => ({ ...body, height: `${Number.MAX_SAFE_INTEGER}` }),
    })
    await expect(sync(chainOf(lcd), { to: unopened })).rejects.toThrow(
      'The node reports the impossible block height 9007199254740991',
    )
  })

  test('accepts a correct height after a wrong one', async () => {
    const { lcd } = createTestLcd()
    const database = createMemoryDatabase()
    const recover = lcd.fail({
      path: '/node/v1beta1/status',
      rewrite: body => ({ ...body, height: `${lcd.height + 1_000_000}` }),
    })
    await expect(until(sync(chainOf(lcd), { to: database }))).rejects.toThrow('cannot query with height in the future')
    recover()
    await sync(chainOf(lcd), { to: database })
    await expectSame(database, lcd)
  })
})

describe('a node with duplicates', () => {
  /** Repeats the first two items of a list. */
  function repeating(body: Record<string, unknown>, name: string) {
    const items = [body[name]].flat()
    return { ...body, [name]: [...items.slice(0, 2), ...items] }
  }

  test('stores a flow once if the node lists it twice', async () => {
    const { lcd, clock } = createTestLcd()
    clock.advance(60_000)
    const owner = address('owner 2')
    for (const options of [{}, { owner }]) {
      const database = createMemoryDatabase()
      const recover = lcd.fail({ query: ['flows', 'flowsForOwner'], rewrite: body => repeating(body, 'flows') })
      await sync(chainOf(lcd), { to: database, ...options })
      recover()
      expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ differences: [] })
    }
  })

  test('stores an agent once if the node lists it twice', async () => {
    const lcd = createDemoLcd()
    const database = createMemoryDatabase()
    const recover = lcd.fail({ query: 'trustlessAgents', rewrite: body => repeating(body, 'trustless_agents') })
    await sync(chainOf(lcd), { to: database })
    recover()
    const { differences } = await checkSync(chainOf(lcd), { database, sample: 1 })
    expect(differences).toEqual([])
  })

  test('fails if the node repeats its list of agents with new page keys', async () => {
    const { lcd } = createTestLcd({ flows: 1 })
    let page = 0
    const cursor = () => Buffer.from(`${++page}`).toString('base64')
    lcd.fail({
      query: 'trustlessAgents',
      rewrite: () => ({
        trustless_agents: [{ agent_address: 'into1agent', ica_config: {}, fee_config: {} }],
        pagination: { next_key: cursor(), total: '0' },
      }),
    })
    await expect(sync(chainOf(lcd), { to: createMemoryDatabase() })).rejects.toThrow('has no new items')
    expect(page).toBe(2)
  })
})

describe('a selection', () => {
  test('copies only flows of one owner', async () => {
    const { lcd, clock } = createTestLcd()
    const database = createMemoryDatabase()
    const owner = address('owner 2')
    for (let step = 0; step < 2; step++) {
      await sync(chainOf(lcd), { to: database, owner })
      expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ flows: 8, differences: [] })
      clock.advance(60_000)
    }
  })

  test('copies only flows from an ID on', async () => {
    const { lcd } = createTestLcd()
    const database = createMemoryDatabase()
    await sync(chainOf(lcd), { to: database, from: 31 })
    expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ flows: 10, differences: [] })
  })
})

describe('results and errors', () => {
  test('reports its progress and its result', async () => {
    const { lcd } = createTestLcd({ flows: 150 })
    const reports: SyncProgress[] = []
    const result = await sync(chainOf(lcd), {
      to: createMemoryDatabase(),
      onProgress: progress => reports.push(progress),
    })
    expect(reports.map(({ loaded }) => loaded)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
    expect(reports.at(-1)).toMatchObject({ height: result.height, total: 150, secondsLeft: 0 })
    expect(result).toMatchObject({ flows: 150, requests: lcd.requests.length })
  })

  test('rejects with the reason of an abort, and keeps the rows it has written', async () => {
    const lcd = distantLcd(150)
    const database = createMemoryDatabase()
    const controller = new AbortController()
    const reason = new Error('Enough')
    const onProgress = ({ loaded }: SyncProgress) => loaded === 100 && controller.abort(reason)
    const { signal } = controller
    await expect(sync(chainOf(lcd), { to: database, batchSize: 10, onProgress, signal })).rejects.toBe(reason)
    const { flows } = await sync(chainOf(lcd), { to: database })
    expect(flows).toBeLessThan(150)
    await expectSame(database, lcd)
  })
})

/** Creates a chain with one flow. */
function createLcdOf(flow: object, version: 'v1' | 'v1beta1' = 'v1') {
  const { clock } = createTestLcd({ flows: 1 })
  const lcd = createLcd({
    version,
    clock: clock.now,
    flows: [{ startTime: start, endTime: at(300 * 86_400), ...flow }],
  })
  return { lcd, clock }
}
