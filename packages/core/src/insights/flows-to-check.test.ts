import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { flowOf, minutes, now } from '../../test/flows.js'
import { flowsToCheck, flowsToCheckInSteps } from './index.js'

const idsOf = (...flows: ReturnType<typeof flowOf>[]) => flowsToCheck(flows, chainTimeAt(now)).map(({ id }) => id)
const active = (id: string, interval: string) => flowOf({ id, interval, endTime: minutes(60 * 24 * 365) })
const completed = (id: string, ended: number) =>
  flowOf({ id, interval: '3600s', execTime: minutes(ended), endTime: minutes(ended) })
const stopped = (id: string, ended: number) => ({ ...completed(id, ended), endTime: minutes(60 * 24 * 365) })

test('alternates between schedules, so that rare payments are checked early', () => {
  const everyMinute = Array.from({ length: 100 }, (_, index) => active(`${index + 1}`, '60s'))
  const ids = idsOf(...everyMinute, active('201', '604800s'), active('202', '86400s'), active('203', '3600s'))
  expect(ids.slice(0, 5)).toEqual(['201', '202', '203', '1', '2'])
  expect(ids).toHaveLength(103)
})

test('returns active and stopped flows first, and then completed flows, newest first', () => {
  expect(
    idsOf(completed('1', -60), completed('2', -30), stopped('3', -90), stopped('4', -60), active('5', '60s')),
  ).toEqual(['5', '4', '3', '2', '1'])
})

test('excludes flows that have not started', () => {
  expect(idsOf(flowOf({ startTime: minutes(5), execTime: minutes(5) }))).toEqual([])
})

test('keeps its order when a flow runs', () => {
  const [first, second] = [active('1', '60s'), active('2', '60s')]
  expect(idsOf({ ...first, execTime: minutes(1) }, second)).toEqual(idsOf(first, second))
})

test('includes flows with an invalid interval or time', () => {
  expect(idsOf(flowOf({ id: '1', interval: 'often' }), flowOf({ id: '2', execTime: 'never' }))).toHaveLength(2)
})

test('pauses between short steps', () => {
  const flows = Array.from({ length: 5_000 }, (_, index) => completed(`${index + 1}`, -((index * 7_919) % 5_000)))
  const steps = flowsToCheckInSteps(flows, chainTimeAt(now))
  let step = steps.next()
  for (let paused = 0; paused < 30; paused++) {
    expect(step.done).toBe(false)
    step = steps.next()
  }
  while (!step.done) step = steps.next()
  expect(step.value).toEqual(flows.toSorted((one, other) => Date.parse(other.execTime) - Date.parse(one.execTime)))
})
