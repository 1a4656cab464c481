import { expect, test, vi } from 'vitest'
import { replayForecast } from '../../monitor/test/recordings.js'
import { createMemoryDatabase } from '../test/memory-engine.js'
import { expectCorrectPredictions, expectNewestPrediction } from '../test/prediction-suite.js'
import { chainOf, createTestLcd, resultOf, rowsOf } from '../test/truth.js'
import { type Database, sync } from './index.js'
import { type TableName, tables } from './schema.js'

test('the views show which forecasts came true', async () => {
  await expectCorrectPredictions(createMemoryDatabase())
})

test('a newer forecast replaces the prediction of the same run', async () => {
  await expectNewestPrediction(createMemoryDatabase())
})

test.each(['predictions', 'forecasts'])('predictions are complete after a write of %s failed', async failing => {
  const to = createMemoryDatabase()
  const { lcd } = createTestLcd({ flows: 3 })
  const options = { to, forecastWithin: 60_000 }
  await expect(sync(chainOf(lcd), { ...options, to: withoutTransactions(to, failing) })).rejects.toThrow('was cut')
  await sync(chainOf(lcd), options)
  const ids = async (table: TableName) => (await rowsOf(to, table)).map(({ flow_id }) => flow_id).sort()
  expect(await ids('predictions')).toEqual(['1', '2', '3'])
  expect(await ids('forecasts')).toEqual(['1', '2', '3'])
})

/** Writes one table after another, like ClickHouse, and fails before the table `failing`. */
function withoutTransactions(database: Database, failing: string): Database {
  return {
    ...database,
    async open() {
      const store = await database.open()
      return {
        ...store,
        async write(batch) {
          for (const table of Object.keys(tables) as TableName[]) {
            const rows = batch[table] ?? []
            if (rows.length > 0 && table === failing) throw new Error('the connection was cut')
            await store.write({ [table]: rows })
          }
        },
      }
    },
  }
}

test('forecasts of a recorded chain come true', async () => {
  const { lcd, advance, hasEnded } = replayForecast()
  const to = createMemoryDatabase()
  vi.setSystemTime(lcd.now() + 600_000)
  while (!hasEnded()) {
    await sync({ ...chainOf(lcd), retries: 0 }, { to, from: 94, forecastWithin: 60_000 })
    advance(15_000)
  }
  const [scores = expect.fail()] = await resultOf(to, 'SELECT * FROM brier_scores')
  expect(scores).toMatchObject({ runs: '338', wrong_will_fail: '0' })
  expect(Number(scores.unknown_runs)).toBeLessThanOrEqual(44)
  expect(Number(scores.brier_score)).toBeLessThan(0.01)
  const [certain] = await resultOf(to, "SELECT * FROM prediction_accuracy WHERE prediction = 'willFail'")
  expect(Number(certain?.runs)).toBeGreaterThan(20)
  expect(certain?.came_true).toBe(certain?.runs)
}, 60_000)
