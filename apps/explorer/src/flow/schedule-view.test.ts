import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { at, now, sampleFlow, sampleRun } from '../../test/samples'
import { executions } from './runs/executions'
import { scheduleAround } from './schedule-view'

const runsAt = (...seconds: number[]) =>
  executions([{ history: seconds.map(second => sampleRun(second)), nextKey: null, total: seconds.length }])

test('shows only the runs around the current time for a flow that runs for years', () => {
  const flow = sampleFlow({ startTime: at(-1e8), endTime: at(1e8) })
  const view = scheduleAround(flow, runsAt(-30, -90, -600, -1_200), chainTimeAt(now), now)
  expect(view.runs.map(({ number }) => number)).toEqual([4, 3])
  expect(view.next).toHaveLength(7)
  expect([view.hasBefore, view.hasAfter]).toEqual([true, true])
  const [last, next] = [view.runs[0]?.place ?? 1, view.next[0]?.place ?? 0]
  expect(view.now).toBeCloseTo((last + next) / 2)
})

test('shows all runs of a short flow', () => {
  const flow = sampleFlow({ startTime: at(-90), endTime: at(150) })
  const view = scheduleAround(flow, runsAt(-30), chainTimeAt(now), now)
  expect([view.hasBefore, view.hasAfter]).toEqual([false, false])
  expect(view.next).toHaveLength(3)
})

test('shows the last runs of a flow that is over, without the current time', () => {
  const flow = sampleFlow({ startTime: at(-90_000), execTime: at(-80_000), endTime: at(-80_000) })
  const view = scheduleAround(flow, runsAt(-80_000, -80_060), chainTimeAt(now), now)
  expect(view.runs).toHaveLength(2)
  expect(view.next).toEqual([])
  expect(view.now).toBeNull()
})

test('shows the only run of a flow without an interval', () => {
  const flow = sampleFlow({ interval: '0s', startTime: at(-30), execTime: at(30), endTime: at(30) })
  expect(scheduleAround(flow, [], chainTimeAt(now), now).next).toHaveLength(1)
})

test('shows at most five labels, all inside of the timeline', () => {
  const { ticks } = scheduleAround(sampleFlow(), [], chainTimeAt(now), now)
  expect(ticks.length).toBeGreaterThan(1)
  expect(ticks.length).toBeLessThanOrEqual(5)
  for (const { place } of ticks) expect(place > 0 && place < 1).toBe(true)
})
