import type { Flow } from '@flow-query/core'
import { filterAndSortFlows, nextStatusChange } from '@flow-query/core/collection'
import { finish } from '@flow-query/core/parts/collection'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { flowOf, minutes, now } from '../../../core/test/flows.js'
import { healthQueue, summarizeFlowsInSteps } from '../index.js'

const idsOf = (...flows: ReturnType<typeof flowOf>[]) => healthQueue(flows, chainTimeAt(now)).map(({ id }) => id)
const active = (id: string, interval: string) => flowOf({ id, interval, endTime: minutes(60 * 24 * 365) })
const completed = (id: string, ended: number) =>
  flowOf({ id, interval: '3600s', execTime: minutes(ended), endTime: minutes(ended) })
const stopped = (id: string, ended: number) => ({ ...completed(id, ended), endTime: minutes(60 * 24 * 365) })

test('returns active flows in the order of their next runs, whatever their intervals and IDs are', () => {
  const weekly = { ...active('1', '604800s'), execTime: minutes(45) }
  const everyMinute = { ...active('2', '60s'), execTime: minutes(50) }
  const hourly = { ...active('3', '3600s'), execTime: minutes(5) }
  const due = { ...active('4', '86400s'), execTime: minutes(-0.1) }
  expect(idsOf(weekly, everyMinute, hourly, due)).toEqual(['4', '3', '1', '2'])
})

test('returns a stopped flow after every four active ones, most recent end first', () => {
  const running = [1, 2, 3, 4, 5].map(id => ({ ...active(`${id}`, '3600s'), execTime: minutes(id) }))
  expect(idsOf(stopped('6', -90), stopped('7', -60), ...running)).toEqual(['1', '2', '3', '4', '7', '5', '6'])
})

test('returns active and stopped flows first, and then completed flows, newest first', () => {
  expect(
    idsOf(completed('1', -60), completed('2', -30), stopped('3', -90), stopped('4', -60), active('5', '60s')),
  ).toEqual(['5', '4', '3', '2', '1'])
})

test('excludes flows that have not started', () => {
  expect(idsOf(flowOf({ startTime: minutes(5), execTime: minutes(5) }))).toEqual([])
})

test('includes flows with an invalid interval or time', () => {
  expect(idsOf(flowOf({ id: '1', interval: 'often' }), flowOf({ id: '2', execTime: 'never' }))).toHaveLength(2)
})

test('pauses between short steps while it sorts flows that have ended and flows that run next', () => {
  const timeOf = (index: number) => ((index * 7_919) % 5_000) + 1
  const ended = Array.from({ length: 5_000 }, (_, index) => completed(`${index + 1}`, -timeOf(index)))
  const running = Array.from({ length: 5_000 }, (_, index) => ({
    ...active(`${index + 1}`, '3600s'),
    execTime: minutes(timeOf(index)),
  }))
  const byTime = (one: Flow, other: Flow) => Date.parse(one.execTime) - Date.parse(other.execTime)
  for (const [list, flows, expected] of [
    ['completed', ended, ended.toSorted(byTime).reverse()],
    ['running', running, running.toSorted(byTime)],
  ] as const) {
    const steps = summarizeFlowsInSteps(flows, chainTimeAt(now))
    let step = steps.next()
    for (let paused = 0; paused < 30; paused++) {
      expect(step.done).toBe(false)
      step = steps.next()
    }
    while (!step.done) step = steps.next()
    expect(step.value[list]).toEqual(expected)
  }
})

test('summarizes the flows of a chain', () => {
  const scheduled = flowOf({ id: '6', startTime: minutes(5), execTime: minutes(5) })
  const ran = { ...active('5', '600s'), execTime: minutes(2) }
  const flows = [completed('1', -30), completed('2', -5), stopped('3', -90), active('4', '86400s'), ran, scheduled]
  const summary = finish(summarizeFlowsInSteps(flows, chainTimeAt(now)))
  expect(summary.status).toEqual({ scheduled: 1, active: 2, completed: 2, stopped: 1 })
  expect(summary.newest.map(({ id }) => id)).toEqual(['2', '5', '1', '3', '4'])
  expect(summary.running.map(({ id }) => id)).toEqual(['5', '6', '4'])
  expect(summary.stopped.map(({ id }) => id)).toEqual(['3'])
  expect(summary.completed.map(({ id }) => id)).toEqual(['2', '1'])
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
