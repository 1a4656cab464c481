import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { flowOf, minutes, now } from '../../test/flows.js'
import { filterAndSortFlows, nextStatusChange } from '../collection/index.js'
import { flowsToCheck, summarizeFlowsInSteps } from './index.js'
import { finish } from './steps.js'

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
  const steps = summarizeFlowsInSteps(flows, chainTimeAt(now))
  let step = steps.next()
  for (let paused = 0; paused < 30; paused++) {
    expect(step.done).toBe(false)
    step = steps.next()
  }
  while (!step.done) step = steps.next()
  expect(step.value.toCheck).toEqual(
    flows.toSorted((one, other) => Date.parse(other.execTime) - Date.parse(one.execTime)),
  )
})

test('summarizes the flows of a chain', () => {
  const scheduled = flowOf({ id: '6', startTime: minutes(5), execTime: minutes(5) })
  const ran = { ...active('5', '600s'), execTime: minutes(2) }
  const flows = [completed('1', -30), completed('2', -5), stopped('3', -90), active('4', '86400s'), ran, scheduled]
  const summary = finish(summarizeFlowsInSteps(flows, chainTimeAt(now)))
  expect(summary.status).toEqual({ scheduled: 1, active: 2, completed: 2, stopped: 1 })
  expect(summary.newest.map(({ id }) => id)).toEqual(['2', '5', '1', '3', '4'])
  expect(summary.scheduled).toEqual([scheduled])
  expect(summary.toCheck).toEqual(flowsToCheck(flows, chainTimeAt(now)))
  expect(summary.nextStatusChange).toBe(Date.parse(minutes(3)))
})

test('a summary lists the same newest flows as a sorted list', () => {
  const flows = Array.from({ length: 500 }, (_, index) => {
    const ended = -((index * 7_919) % 500) - 2
    return index % 3 === 0
      ? completed(`${index + 1}`, ended)
      : { ...active(`${index + 1}`, `${(index % 7) * 600}s`), startTime: minutes(-100), execTime: minutes(ended + 501) }
  })
  const time = chainTimeAt(now)
  const sorted = filterAndSortFlows(flows, { sort: 'lastRun', descending: true }, time)
  const idsOf = (some: typeof flows) => some.map(({ id }) => id)
  const { newest, nextStatusChange: change } = finish(summarizeFlowsInSteps(flows, time))
  expect(idsOf(newest)).toEqual(idsOf(sorted.slice(0, 10)))
  expect(change).toBe(nextStatusChange(flows, time))
})
