import type { Flow } from '@flow-query/core'
import { healthQueue } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { finish } from '../../test/finish'
import { at, now, sampleFlow } from '../../test/samples'
import { firstChecks } from './checks'
import { createQueue, type LoadedFlows, unloadedQueue } from './queue'

const flows = Array.from({ length: 2_000 }, (_, index) => sampleFlow({ id: `${index + 1}`, owner: `into1${index}` }))
const stepsOf = (loaded: Partial<LoadedFlows>) =>
  createQueue({ flows, loaded: flows.length, total: flows.length, complete: true, ...loaded }, chainTimeAt(now))
const queueOf = (loaded: Partial<LoadedFlows>) => finish(stepsOf(loaded))
const idsOf = (some: Iterable<Flow>) => Array.from(some, ({ id }) => id)

test('checks all flows in an order that finds problems early', () => {
  expect(queueOf({})).toMatchObject({ flows: healthQueue(flows, chainTimeAt(now)), complete: true, all: flows })
})

test('checks the flows that run next first, whatever their schedules, owners and IDs are', () => {
  const running = [45, 5, 60, 30].map((minute, index) =>
    sampleFlow({ id: `${index + 1}`, interval: `${index + 1}00s`, execTime: at(60 * minute), endTime: at(86_400) }),
  )
  const scheduled = sampleFlow({ id: '5', owner: 'into1a', startTime: at(900), execTime: at(900), endTime: at(86_400) })
  const stopped = sampleFlow({ id: '6', execTime: at(-600), endTime: at(86_400) })
  const { flows: queued, running: soonestFirst = [] } = queueOf({ flows: [...running, scheduled, stopped] })
  expect(idsOf(soonestFirst)).toEqual(['2', '5', '4', '1', '3'])
  expect(idsOf(queued)).toEqual(['2', '5', '4', '1', '6', '3'])
})

test('pauses while it sorts the flows of a large chain', () => {
  expect(Array.from(stepsOf({})).length).toBeGreaterThan(flows.length / 500)
})

test('includes the other flows of an owner only if the queue lacks some of them', () => {
  expect(queueOf({}).maxOtherFlows).toBe(0)
  const some = { flows: flows.slice(5), loaded: 2_000, total: 2_000, complete: true }
  expect(finish(createQueue(some, chainTimeAt(now), { all: flows })).maxOtherFlows).toBe(30)
})

test('waits until the flows are loaded, because other flows would be checked afterwards', () => {
  expect(queueOf({ flows: flows.slice(0, 1_000), loaded: 1_000, complete: false })).toBe(unloadedQueue)
  expect(queueOf({ complete: false, isRestoring: true } as Partial<LoadedFlows>)).toBe(unloadedQueue)
})

test('checks some of the newest flows of a chain that is too large to load', () => {
  const newest = flows.slice(-100)
  const { flows: queued, complete } = queueOf({ flows: newest, loaded: 0, total: 65_000, complete: false })
  expect(queued).toEqual(newest.slice(0, firstChecks))
  expect(complete).toBe(false)
})
