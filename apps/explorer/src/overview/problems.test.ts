import { type FlowHealth, type FlowVerdict, verdictOf } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { forecasts } from '../../test/forecasts'
import { at, now, sampleFlow } from '../../test/samples'
import { countsOf, groupRows, headlineOf, problemsOf } from './problems'

const failing: FlowHealth = {
  state: 'failing',
  failedRun: { number: 1, time: at(-60) },
  cause: 'other',
  message: null,
  since: { number: 1, time: at(-60) },
  failures: 1,
  orEarlier: false,
  unclear: [],
}

const failure = (seconds: number): FlowVerdict['failure'] => ({
  risk: { kind: 'messageFunds', certainty: 'likely', at: at(seconds) } as NonNullable<FlowVerdict['failure']>['risk'],
  at: at(seconds),
  stops: false,
})

const verdict = (id: string, state: FlowVerdict['state'], seconds?: number): FlowVerdict => ({
  ...verdictOf(sampleFlow({ id }), { state: 'unknown' }, null, chainTimeAt(now)),
  state,
  needsAttention: true,
  failure: seconds === undefined ? null : failure(seconds),
})

const hour = 3_600
const worst = [
  verdict('1', 'willStop', 3 * 24 * hour),
  verdict('2', 'failing', 60),
  verdict('3', 'stuck'),
  verdict('4', 'willFail', 600),
  verdict('5', 'willFail', 9 * 24 * hour),
  verdict('6', 'ended'),
]

test('lists each flow once, by the time of its next failure, and failing flows that don’t stop separately', () => {
  const { expected, failing, stopped } = problemsOf(worst)
  const groups = groupRows([...expected, ...failing, ...stopped], now)
  expect(groups.map(([group, rows]) => [group, ...rows.map(({ flow }) => flow.id)])).toEqual([
    ['hour', '4'],
    ['week', '1'],
    ['later', '5'],
    ['failing', '2', '3'],
    ['stopped', '6'],
  ])
})

test('counts a flow once, in the group that shows its row', () => {
  const shown = [verdict('3', 'willFail', 900), verdict('7', 'willFail', 1_200), verdict('6', 'ended')]
  expect(Array.from(countsOf(problemsOf(worst), shown, now))).toEqual([
    ['hour', 3],
    ['week', 1],
    ['later', 1],
    ['failing', 1],
    ['stopped', 1],
  ])
})

test('a failing flow that will stop is listed by the time of the stop', async () => {
  const [forecast] = await forecasts(0)
  if (!forecast) throw new Error('The forecast is missing')
  const stopping = verdictOf(forecast.flow, failing, forecast, chainTimeAt(now))
  expect(problemsOf([stopping]).expected).toEqual([stopping])
})

test('the headline is the worst news, and says what a count covers', () => {
  const headline = (some: FlowVerdict[], checked: number, total: number | null, until: string | null = null) =>
    headlineOf(problemsOf(some), { checked, total, until, isSorted: true })
  expect(headline(worst, 420, 420)).toEqual({ text: '3 flows will fail, the next', at: at(600) })
  expect(headline(worst, 46, 420).text).toBe('3 of 46 checked flows will fail, the next')
  expect(headline(worst, 16, null).text).toBe('3 of 16 checked flows will fail, the next')
  expect(headline(worst.slice(3, 4), 420, 420).text).toBe('1 flow will fail')
  expect(headline(worst.slice(1, 3), 420, 420)).toEqual({ text: '2 flows are failing', at: null })
  expect(headline(worst.slice(1, 2), 46, 420).text).toBe('1 of 46 checked flows is failing')
  expect(headline([], 46, 420, '14:20').text).toBe('No failures expected until 14:20')
  expect(headline([], 16, null).text).toBe('No failures expected so far')
  expect(headline(worst.slice(5), 420, 420).text).toBe('No failures expected')
})

test('the headline says that the first checks are running until there is news', () => {
  const early = { checked: 8, total: 420, until: '14:20', isSorted: false }
  expect(headlineOf(problemsOf([]), early).text).toBe('Checking the next runs…')
  expect(headlineOf(problemsOf(worst), early).text).toBe('3 of 8 checked flows will fail, the next')
})
