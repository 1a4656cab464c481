import { createFlowClient } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { at, now } from '../../test/samples'
import { readRuns } from './read-runs'

const second = (seconds: number) => now + seconds * 1_000

function chain(runsPerFlow: number, flows: number) {
  const run = (index: number) => ({ scheduledExecTime: at(index), actualExecTime: at(index) })
  const runs = Array.from({ length: runsPerFlow }, (_, index) => run(index))
  const lcd = createLcd({
    flows: Array.from({ length: flows }, () => ({})),
    history: Object.fromEntries(Array.from({ length: flows }, (_, index) => [index + 1, runs])),
  })
  return { lcd, client: createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 }) }
}

test('reads the runs of a period with their numbers, newest first', async () => {
  const { lcd, client } = chain(250, 2)
  const { flows } = await until(client.flows({ limit: 10 }))
  const before = lcd.requests.length
  const progress: number[] = []
  const options = { signal: new AbortController().signal, onProgress: (read: number) => progress.push(read) }
  const range = { start: second(120), end: second(123) }
  const runs = await until(readRuns(client, flows, range, options))
  expect(runs.map(({ flow, number }) => `${flow.id}/${number}`).sort()).toEqual([
    '1/121',
    '1/122',
    '1/123',
    '2/121',
    '2/122',
    '2/123',
  ])
  expect(runs.map(({ entry }) => entry.actualExecTime)).toEqual([122, 122, 121, 121, 120, 120].map(at))
  expect(progress).toEqual([1, 2])
  // The first of the three pages is older than the period.
  expect(lcd.requests.length - before).toBe(4)
})

test('fails if a flow cannot be read', async () => {
  const { lcd, client } = chain(1, 2)
  const { flows } = await until(client.flows({ limit: 10 }))
  lcd.fail({ status: 502 })
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  await expect(until(readRuns(client, flows, { start: 0, end: second(999) }, options))).rejects.toThrow()
})
