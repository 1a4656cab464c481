import { type FlowVerdict, flowVerdict, upcomingRuns } from '@flow-query/insights'
import type { FlowForecast } from '@flow-query/insights/forecast'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { at, now, sampleFlow } from '../../test/samples'
import { calendarDays, describeDay } from './calendar'

const time = chainTimeAt(now)
const day = 86_400
const counts = (days: ReturnType<typeof calendarDays>) => days.map(({ runs }) => runs)

function verdictWith(
  changes: Partial<FlowForecast>,
  flow = sampleFlow({ interval: `${day}s`, endTime: at(60 * day) }),
) {
  const forecast: FlowForecast = {
    flow,
    nextRun: 'likely',
    risks: [],
    funds: null,
    runs: [],
    stop: null,
    stranded: [],
    assumptions: [],
    ...changes,
  }
  return flowVerdict(flow, [], forecast, time)
}

test('counts the same runs as the schedules of the flows', () => {
  const flows = [
    sampleFlow({ id: '1', interval: '60s', endTime: at(20 * day) }),
    sampleFlow({ id: '2', interval: `${day + 3_601}s`, execTime: at(5 * day), endTime: at(60 * day) }),
    sampleFlow({ id: '3', interval: '0s', execTime: at(3 * day), endTime: at(3 * day) }),
    sampleFlow({ id: '4', interval: '3600s', execTime: at(-600), endTime: at(-600) }),
    sampleFlow({ id: '5', interval: '7000s', endTime: at(2 * day) }),
  ]
  const days = calendarDays(flows, [], time)
  const end = new Date(now)
  end.setHours(24 * 14, 0, 0, 0)
  const runs = upcomingRuns(flows, time, { until: end, limit: Number.POSITIVE_INFINITY })
  const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
  const dates = runs.map(({ time }) => dateFormat.format(time))
  expect(counts(days).reduce((sum, runs) => sum + runs)).toBe(runs.length)
  for (const { name, flowIds } of days) {
    const dated = runs.filter((_, index) => dates[index] === name)
    expect(flowIds).toEqual(new Set(dated.map(({ flow }) => flow.id)))
  }
})

test('counts expected failures, and no runs after a stop', () => {
  const flow = sampleFlow({ interval: `${day}s`, endTime: at(60 * day) })
  const run = (number: number, outcome: 'succeeded' | 'failed') =>
    ({ number, time: at(30 + number * day), outcome, fee: null }) as const
  const stop = { number: 2, time: at(30 + 2 * day), outcome: 'failed' } as const
  const verdict = verdictWith({ runs: [run(0, 'succeeded'), run(1, 'failed'), run(2, 'failed')], stop }, flow)
  const days = calendarDays([flow], [verdict], time)
  expect(counts(days)).toEqual([1, 1, 1, ...Array(11).fill(0)])
  expect(days.map(({ willFail, atRisk }) => willFail + atRisk)).toEqual([0, 1, 1, ...Array(11).fill(0)])
})

test('counts no runs of a flow that is over', () => {
  const flow = sampleFlow({ interval: `${day}s`, endTime: at(60 * day) })
  const over: FlowVerdict = { ...verdictWith({}, flow), state: 'ended' }
  expect(counts(calendarDays([flow], [over], time))).toEqual(Array(14).fill(0))
  expect(counts(calendarDays([flow], [verdictWith({ nextRun: 'none' }, flow)], time))).toEqual(Array(14).fill(0))
})

test('describes a day', () => {
  const empty = { name: '3 Dec', weekday: 'Thu', runs: 0, willFail: 0, atRisk: 0, flowIds: new Set<string>() }
  expect(describeDay(empty, true)).toBe('3 Dec: no runs')
  expect(describeDay({ ...empty, runs: 1 }, false)).toBe('3 Dec: 1 run')
  const failing = { ...empty, runs: 1_200, willFail: 1, atRisk: 1 }
  expect(describeDay(failing, true)).toBe('3 Dec: 1,200 runs, 2 expected to fail')
  expect(describeDay(failing, false)).toBe('3 Dec: 1,200 runs, 2 expected to fail so far')
})
