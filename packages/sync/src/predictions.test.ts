import { test } from 'vitest'
import { createMemoryDatabase } from '../test/memory-engine.js'
import { expectCorrectPredictions, expectNewestPrediction } from '../test/prediction-suite.js'

test('the views show which forecasts came true', async () => {
  await expectCorrectPredictions(createMemoryDatabase())
})

test('a newer forecast replaces the prediction of the same run', async () => {
  await expectNewestPrediction(createMemoryDatabase())
})
