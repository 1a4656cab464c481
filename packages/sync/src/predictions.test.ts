import { expect, test, vi } from 'vitest'
import { replayForecast } from '../../monitor/test/recordings.js'
import { createMemoryDatabase } from '../test/memory-engine.js'
import { expectCorrectPredictions, expectNewestPrediction } from '../test/prediction-suite.js'
import { chainOf, resultOf } from '../test/truth.js'
import { sync } from './index.js'

test('the views show which forecasts came true', async () => {
  await expectCorrectPredictions(createMemoryDatabase())
})

test('a newer forecast replaces the prediction of the same run', async () => {
  await expectNewestPrediction(createMemoryDatabase())
})

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
