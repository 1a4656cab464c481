import { createLcd } from '@flow-query/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryDatabase } from '../../test/memory-engine.js'
import { at, chainOf, expectSame, rewriteEntries, rowsOf, start } from '../../test/truth.js'
import { sync } from '../index.js'

// A sync compares the times of the chain with the clock of this machine.
beforeEach(() => {
  vi.setSystemTime(start)
})

const entries = Array.from({ length: 1_234 }, (_, index) => ({
  scheduledExecTime: at(index),
  actualExecTime: at(index + 0.5),
  msgResponses: [{ '@type': '/x.MsgResponse', number: index }],
}))

/** A chain with a flow that ran 1,234 times. Its next run is far away. */
function createLongLcd() {
  const flow = { startTime: start, execTime: '2100-01-01T00:00:00Z', endTime: '2101-01-01T00:00:00Z' }
  return createLcd({ flows: [flow, flow], history: { 1: entries }, clock: () => Date.parse(at(5_000)) })
}

async function synced(lcd: ReturnType<typeof createLcd>) {
  const database = createMemoryDatabase()
  await sync(chainOf(lcd), { to: database, batchSize: 100 })
  return database
}

describe('a long history', () => {
  test('reads a long history in pages', async () => {
    const lcd = createLongLcd()
    await expectSame(await synced(lcd), lcd)
    expect(lcd.requests.filter(({ target }) => target.includes('history/1?'))).toHaveLength(3)
  })

  test('reads smaller pages if the responses are too large', async () => {
    const lcd = createLongLcd()
    const message = 'grpc: received message larger than max (29176852 vs. 10485760)'
    const isLarge = (path: string) => /history/.test(path) && Number(/limit=(\d+)/.exec(path)?.[1]) > 200
    lcd.fail({ path: isLarge, status: 429, body: { code: 8, message, details: [] } })
    await expectSame(await synced(lcd), lcd)
  })

  test('continues a history after an error on its second page', async () => {
    const lcd = createLongLcd()
    const database = createMemoryDatabase()
    lcd.fail({ path: path => path.includes('history/1?') && path.includes('key='), times: 1, status: 400, body: 'no' })
    const settings = { to: database, batchSize: 100 }
    await expect(sync({ ...chainOf(lcd), retries: 0 }, settings)).rejects.toMatchObject({ kind: 'node' })
    const { executions } = await sync(chainOf(lcd), settings)
    expect(executions).toBe(entries.length - 500)
    await expectSame(database, lcd)
  })

  test('fails if the node repeats a page key', async () => {
    const lcd = createLongLcd()
    const pagination = { next_key: 'AAAAAAAAAAU=', total: '0' }
    lcd.fail({ query: 'flowHistory', rewrite: body => ({ ...body, pagination }) })
    await expect(synced(lcd)).rejects.toThrow('The page at cursor AAAAAAAAAAU= has no new items')
  })

  test('fails if the node repeats executions with new page keys', async () => {
    const lcd = createLongLcd()
    const first = lcd
      .history(1)
      .slice(0, 3)
      .map(({ scheduledExecTime, actualExecTime }) => ({
        scheduled_exec_time: scheduledExecTime,
        actual_exec_time: actualExecTime,
        ...{ exec_fee: [], executed: true, timed_out: false, errors: [], msg_responses: [], query_responses: [] },
      }))
    let page = 0
    const cursor = () => Buffer.from(`${++page}`).toString('base64')
    lcd.fail({
      query: 'flowHistory',
      rewrite: () => ({ history: first, pagination: { next_key: cursor(), total: '0' } }),
    })
    await expect(synced(lcd)).rejects.toThrow('has no new items')
    expect(page).toBeLessThan(10)
  })
})

test('stores messages that are nested too deeply with a mark instead of their fields', async () => {
  const lcd = createLcd({ flows: [{}, {}], clock: () => Date.parse(start) })
  const value = JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`)
  lcd.updateFlow(1, { msgs: [{ '@type': '/x.Msg', value }] })
  lcd.execute(2, { outcome: 'succeeded', msgResponses: [{ '@type': '/x.MsgResponse', value }] })
  const database = createMemoryDatabase()
  expect(await sync(chainOf(lcd), { to: database })).toMatchObject({ flows: 2, executions: 1 })
  expect(await rowsOf(database, 'flows', 'flow LIKE \'%"/x.Msg","@tooDeep":true%\'')).toHaveLength(1)
  expect(await rowsOf(database, 'executions', 'msg_responses LIKE \'%"@tooDeep":true%\'')).toHaveLength(1)
})

describe('an unsupported flow', () => {
  test('reports an unsupported flow after all others were stored', async () => {
    const lcd = createLcd({ flows: Array.from({ length: 30 }, () => ({})), clock: () => Date.parse(start) })
    lcd.execute(7)
    lcd.execute(20)
    for (const id of [7, 20]) lcd.fail({ path: `history/${id}?`, rewrite: rewriteEntries({ errors: 'no' }) })
    const database = createMemoryDatabase()
    for (let time = 0; time < 2; time++)
      await expect(sync(chainOf(lcd), { to: database })).rejects.toThrow(
        /^Flow \d+ could not be stored \(and 1 more flow\): history\[0\]\.errors .* is "no", not a list/,
      )
    expect(await rowsOf(database, 'flows', 'digest IS NOT NULL')).toHaveLength(28)
    expect(await rowsOf(database, 'sync_state')).toMatchObject([{ height: null }])
  })

  test('stores a flow when a later sync can read it', async () => {
    const lcd = createLcd({ flows: [{}, {}], clock: () => Date.parse(start) })
    for (let run = 0; run < 3; run++) lcd.execute(1)
    const database = createMemoryDatabase()
    const recover = lcd.fail({
      path: 'history/1?',
      rewrite: rewriteEntries({ errors: 'no' }),
    })
    await expect(sync(chainOf(lcd), { to: database })).rejects.toThrow('Flow 1 could not be stored: ')
    recover()
    expect(await sync(chainOf(lcd), { to: database })).toMatchObject({ flows: 1, executions: 3 })
    await expectSame(database, lcd)
  })
})
