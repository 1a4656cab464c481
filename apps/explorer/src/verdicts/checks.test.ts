import { createFlowClient, type Flow } from '@flow-query/core'
import { verdictOf } from '@flow-query/insights'
import { forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import { address, chainTimeAt, createClock, createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { forecasts } from '../../test/forecasts'
import { at, failedHealth, now, sampleFlow } from '../../test/samples'
import { checkedText, countText, failuresBefore, isCertain, nothingStarted, startChecks } from './checks'
import { firstUnchecked } from './queue'

const flows = Array.from({ length: 2_000 }, (_, index) => sampleFlow({ id: `${index + 1}`, owner: `into1${index}` }))
const idsOf = (some: Iterable<Flow>) => Array.from(some, ({ id }) => id)

test('the next failure of an owner doesn’t depend on flows that run later', async () => {
  const owner = address('owner')
  const lcd = createLcd({
    clock: createClock(now).now,
    flows: [30, 60, 90].map(minute => ({
      owner,
      interval: '10800s',
      startTime: at(-3_600),
      execTime: at(60 * minute),
      endTime: at(86_400),
      configuration: { ...sampleFlow().configuration, walletFallback: true },
    })),
  })
  // This is enough for the first run.
  lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '60000' }]
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const { flows } = await client.flows({ limit: 10 })
  const third = flows[2]?.execTime ?? ''
  const time = chainTimeAt(now)
  const failuresOf = async (checked: readonly Flow[]) => {
    const forecasts = forecastFlows(await readForecastFacts(client, { flows: checked, otherFlows: [], time }), time)
    const verdicts = forecasts.map(forecast => verdictOf(forecast.flow, { state: 'unknown' }, forecast, time))
    const failing = verdicts.filter(({ failure }) => failure)
    return failuresBefore(third, failing).map(({ flow, failure }) => [flow.id, failure?.risk])
  }
  const all = await failuresOf(flows)
  expect(all.map(([id]) => id)).toEqual(['2'])
  expect(await failuresOf(flows.slice(0, 2))).toEqual(all)
})

test('a flow stays checked after it has run, even if other flows run before its next run', () => {
  const first = startChecks(nothingStarted, flows, 3)
  const afterRun = [...flows.slice(1), ...flows.slice(0, 1)]
  const second = startChecks(first, afterRun, 3)
  expect([Array.from(first.ids), Array.from(second.ids)]).toEqual([
    ['1', '2', '3'],
    ['2', '3', '4', '1'],
  ])
  let checks = second
  for (let run = 2; run < 500; run++) checks = startChecks(checks, flows.slice(run), 3)
  expect(checks.ids.size).toBeLessThan(100)
  expect(checks.ids).toContain('500')
})

test('lists failures up to the first run that isn’t checked', async () => {
  const [, , late, soon] = await forecasts(0, 0, 0, 0)
  if (!late || !soon) throw new Error('A forecast is missing')
  const verdicts = [soon, late].map(forecast =>
    verdictOf(forecast.flow, { state: 'unknown' }, forecast, chainTimeAt(now)),
  )
  const running = [soon.flow, late.flow]
  const unchecked = firstUnchecked(running, new Set([soon.flow.id]))
  expect(unchecked).toBe(late.flow)
  expect(failuresBefore(late.flow.execTime, verdicts)).toEqual(verdicts.slice(0, 1))
  expect(firstUnchecked(running, new Set(idsOf(running)))).toBeUndefined()
  expect(failuresBefore(null, verdicts)).toEqual(verdicts)
})

test('a flow that looks healthy is certain only when all flows are checked, because others can spend its money', async () => {
  const healthy = { state: 'healthy', since: { number: 1, time: at(-60) }, orEarlier: false } as const
  const certain = (await forecasts(10_000_000, 0)).map(forecast =>
    isCertain(verdictOf(forecast.flow, healthy, forecast, chainTimeAt(now))),
  )
  expect(certain).toEqual([false, true])
  const completed = { ...failedHealth, outcome: 'succeeded', cause: null, allFailed: false } as const
  expect(isCertain(verdictOf(sampleFlow(), completed, null, chainTimeAt(now)))).toBe(true)
})

test('the number of flows in a list can still grow until all are checked', () => {
  expect([countText(9, true), countText(9, false)]).toEqual(['9', '9 so far'])
})

test('says how many flows were checked', () => {
  const texts = (
    [
      [120, null, null],
      [16, null, 100],
      [500, 5_210, null],
      [340, 340, null],
      [1, 1, null],
    ] as const
  ).map(([checked, total, sampleOf]) => checkedText(checked, total, sampleOf))
  expect(texts).toEqual([
    '120 of the newest flows checked',
    '16 of the newest 100 flows checked',
    '500 of 5,210 flows checked',
    'All flows checked',
    '1 flow checked',
  ])
})
