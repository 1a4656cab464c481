import type { Flow } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { finish } from '../../test/finish'
import { at, now, sampleFlow } from '../../test/samples'
import { createQueue, type LoadedFlows, sampledFlows, unloadedQueue } from './queue'

const flows = Array.from({ length: 2_000 }, (_, index) => sampleFlow({ id: `${index + 1}`, owner: `into1${index}` }))
const stepsOf = (loaded: Partial<LoadedFlows>) =>
  createQueue({ flows, loaded: flows.length, total: flows.length, complete: true, ...loaded }, chainTimeAt(now))
const queueOf = (loaded: Partial<LoadedFlows>) => finish(stepsOf(loaded))
const idsOf = (some: Iterable<Flow>) => Array.from(some, ({ id }) => id)

test('checks the flows that run next first, whatever their schedules, owners and IDs are', () => {
  const running = [45, 5, 60, 30].map((minute, index) =>
    sampleFlow({ id: `${index + 1}`, interval: `${index + 1}00s`, execTime: at(60 * minute), endTime: at(86_400) }),
  )
  const scheduled = sampleFlow({ id: '5', owner: 'into1a', startTime: at(900), execTime: at(900), endTime: at(86_400) })
  const completed = sampleFlow({ id: '6', execTime: at(-600), endTime: at(-600) })
  const { flows: queued, running: soonestFirst = [] } = queueOf({ flows: [...running, scheduled, completed] })
  expect(idsOf(soonestFirst)).toEqual(['2', '5', '4', '1', '3'])
  expect(idsOf(queued)).toEqual(['2', '5', '4', '1', '3', '6'])
})

test('checks two recently stopped flows first, a few more early, and all other ended flows last', () => {
  const stopped = (id: number) => sampleFlow({ id: `${id}`, execTime: at(-id), endTime: at(86_400) })
  const completed = sampleFlow({ id: '3000', execTime: at(-600), endTime: at(-600) })
  const all = [...Array.from({ length: 10 }, (_, index) => stopped(3_001 + index)), completed, ...flows.slice(0, 20)]
  const ids = idsOf(queueOf({ flows: all, loaded: all.length, total: all.length }).flows).map(Number)
  expect(ids.slice(0, 2)).toEqual([3_001, 3_002])
  expect(ids.slice(14, 20)).toEqual([3_003, 3_004, 3_005, 3_006, 3_007, 3_008])
  expect(ids.slice(-3)).toEqual([3_009, 3_010, 3_000])
})

test('pauses while it sorts the flows of a large chain', () => {
  expect(Array.from(stepsOf({})).length).toBeGreaterThan(flows.length / 500)
})

test('includes the other flows of an owner only if the queue lacks some of them', () => {
  expect(queueOf({}).maxOtherFlows).toBe(0)
  const some = { flows: flows.slice(5), loaded: 2_000, total: 2_000, complete: true }
  expect(finish(createQueue(some, chainTimeAt(now), { all: flows })).maxOtherFlows).toBe(30)
})

test('knows whether all flows have the same owner', () => {
  const [first, second] = flows.map(flow => ({ ...flow, owner: 'into1a' }))
  if (!first || !second) throw new Error('A flow is missing')
  const isOneOwner = (some: readonly Flow[]) => queueOf({ flows: some }).isOneOwner
  expect([isOneOwner([first, second]), isOneOwner([first, { ...second, owner: 'into1b' }])]).toEqual([true, false])
})

test('waits until the flows are loaded, because other flows would be checked afterwards', () => {
  expect(queueOf({ flows: flows.slice(0, 1_000), loaded: 1_000, complete: false })).toBe(unloadedQueue)
  expect(queueOf({ complete: false, isRestoring: true } as Partial<LoadedFlows>)).toBe(unloadedQueue)
})

test('checks some of the newest flows of a chain that is too large to load', () => {
  const newest = flows.slice(-100)
  const { flows: queued, complete, sampleOf } = queueOf({ flows: newest, loaded: 0, total: 65_000, complete: false })
  expect(queued).toEqual(newest.slice(0, sampledFlows))
  expect([complete, sampleOf]).toEqual([false, 100])
})
