import { createLcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { duckdbEngine } from '../test/engines.js'
import { at, chainOf, expectSame, start } from '../test/truth.js'
import { duckdb, sync } from './index.js'

const entries = Array.from({ length: 1_234 }, (_, index) => ({
  scheduledExecTime: at(index),
  actualExecTime: at(index + 0.5),
  msgResponses: [{ '@type': '/x.MsgResponse', number: index }],
}))

/** A flow that ran often, whose next run is far away. */
function createLongLcd() {
  const flow = { startTime: start, execTime: '2100-01-01T00:00:00Z', endTime: '2101-01-01T00:00:00Z' }
  return createLcd({ flows: [flow, flow], history: { 1: entries }, clock: () => Date.parse(at(5_000)) })
}

async function synced(lcd: ReturnType<typeof createLcd>) {
  const database = duckdb(await duckdbEngine.newTarget())
  await sync(chainOf(lcd), { to: database, batchSize: 100 })
  return database
}

describe('a long history', () => {
  test('is read in parts', async () => {
    const lcd = createLongLcd()
    await expectSame(await synced(lcd), lcd)
    expect(lcd.requests.filter(({ target }) => target.includes('history/1?'))).toHaveLength(3)
  })

  test('whose answers get too large is read in smaller ones', async () => {
    const lcd = createLongLcd()
    const message = 'grpc: received message larger than max (29176852 vs. 10485760)'
    const isLarge = (path: string) => /history/.test(path) && Number(/limit=(\d+)/.exec(path)?.[1]) > 200
    lcd.fail({ path: isLarge, status: 429, body: { code: 8, message, details: [] } })
    await expectSame(await synced(lcd), lcd)
  })

  test('is gone on with after a break in the middle of it', async () => {
    const lcd = createLongLcd()
    const database = duckdb(await duckdbEngine.newTarget())
    lcd.fail({ path: path => path.includes('history/1?') && path.includes('key='), times: 1, status: 400, body: 'no' })
    const settings = { to: database, batchSize: 100 }
    await expect(sync({ ...chainOf(lcd), retries: 0 }, settings)).rejects.toMatchObject({ kind: 'node' })
    const { executions } = await sync(chainOf(lcd), settings)
    // The newest of those that were read is read again.
    expect(executions).toBe(entries.length - 500 + 1)
    await expectSame(database, lcd)
  })

  test('that does not go on is told of', async () => {
    const lcd = createLongLcd()
    const pagination = { next_key: 'AAAAAAAAAAU=', total: '0' }
    lcd.fail({ query: 'flowHistory', rewrite: body => ({ ...body, pagination }) })
    await expect(synced(lcd)).rejects.toThrow(/The history of flow \d does not go on: its cursor AAAAAAAAAAU= leads/)
  })

  test('with a fee that no column holds is told of', async () => {
    const lcd = createLongLcd()
    lcd.execute(2, { outcome: 'succeeded', execFee: [{ denom: 'uinto', amount: '1'.repeat(39) }] })
    await expect(synced(lcd)).rejects.toThrow(
      `Execution 1 of flow 2 has a fee of ${'1'.repeat(39)} uinto, not of up to 38`,
    )
  })
})
