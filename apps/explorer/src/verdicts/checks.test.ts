import { createFlowClient, type Flow } from '@flow-query/core'
import { flowsToCheck, verdictOf } from '@flow-query/insights'
import { forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import { address, chainTimeAt, createClock, createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { finish } from '../../test/finish'
import { forecasts } from '../../test/forecasts'
import { at, now, sampleFlow } from '../../test/samples'
import {
  checkedText,
  countText,
  failuresBefore,
  firstChecks,
  firstUnchecked,
  type LoadedFlows,
  nothingStarted,
  nothingToCheck,
  orderChecks,
  startChecks,
} from './checks'

const flows = Array.from({ length: 2_000 }, (_, index) => sampleFlow({ id: `${index + 1}`, owner: `into1${index}` }))
const stepsOf = (loaded: Partial<LoadedFlows>) =>
  orderChecks({ flows, loaded: flows.length, total: flows.length, complete: true, ...loaded }, chainTimeAt(now))
const orderOf = (loaded: Partial<LoadedFlows>) => finish(stepsOf(loaded))
const idsOf = (some: Iterable<Flow>) => Array.from(some, ({ id }) => id)

test('checks all flows in an order that finds problems early', () => {
  expect(orderOf({})).toMatchObject({ toCheck: flowsToCheck(flows, chainTimeAt(now)), complete: true, all: flows })
})

test('checks the flows that run next first, whatever their schedules, owners and IDs are', () => {
  const running = [45, 5, 60, 30].map((minute, index) =>
    sampleFlow({ id: `${index + 1}`, interval: `${index + 1}00s`, execTime: at(60 * minute), endTime: at(86_400) }),
  )
  const scheduled = sampleFlow({ id: '5', owner: 'into1a', startTime: at(900), execTime: at(900), endTime: at(86_400) })
  const stopped = sampleFlow({ id: '6', execTime: at(-600), endTime: at(86_400) })
  const { toCheck, running: soonestFirst = [] } = orderOf({ flows: [...running, scheduled, stopped] })
  expect(idsOf(soonestFirst)).toEqual(['2', '5', '4', '1', '3'])
  expect(idsOf(toCheck)).toEqual(['2', '5', '4', '1', '6', '3'])
})

test('pauses while it orders the flows of a large chain', () => {
  expect(Array.from(stepsOf({})).length).toBeGreaterThan(flows.length / 500)
})

test('includes the other flows of an owner only if the order lacks some of them', () => {
  expect(orderOf({}).maxOtherFlows).toBe(0)
  const some = { flows: flows.slice(5), loaded: 2_000, total: 2_000, complete: true }
  expect(finish(orderChecks(some, chainTimeAt(now), { all: flows })).maxOtherFlows).toBe(30)
})

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

test('waits until the flows are loaded, because other flows would be checked afterwards', () => {
  expect(orderOf({ flows: flows.slice(0, 1_000), loaded: 1_000, complete: false })).toBe(nothingToCheck)
  expect(orderOf({ complete: false, isRestoring: true } as Partial<LoadedFlows>)).toBe(nothingToCheck)
})

test('checks some of the newest flows of a chain that is too large to load', () => {
  const newest = flows.slice(-100)
  const { toCheck, complete } = orderOf({ flows: newest, loaded: 0, total: 65_000, complete: false })
  expect(toCheck).toEqual(newest.slice(0, firstChecks))
  expect(complete).toBe(false)
})

test('the number of flows in a list says which flows it covers, unless all are checked', () => {
  expect([countText(9, true, null), countText(9, false, null), countText(9, false, '14:20')]).toEqual([
    '9',
    '9 so far',
    '9 until 14:20',
  ])
})

test('says how many flows were checked', () => {
  const texts = (
    [
      [120, null],
      [500, 5_210],
      [340, 340],
      [1, 1],
    ] as const
  ).map(([checked, total]) => checkedText(checked, total))
  expect(texts).toEqual([
    '120 of the newest flows checked',
    '500 of 5,210 flows checked',
    'All 340 flows checked',
    '1 flow checked',
  ])
})
