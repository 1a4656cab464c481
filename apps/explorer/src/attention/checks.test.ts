import { flowsToCheck } from '@flow-query/core/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { finish } from '../../test/finish'
import { at, now, sampleFlow } from '../../test/samples'
import { checkedText, firstChecks, type LoadedFlows, nothingToCheck, orderChecks } from './checks'

const flows = Array.from({ length: 2_000 }, (_, index) => sampleFlow({ id: `${index + 1}`, owner: `into1${index}` }))
const stepsOf = (loaded: Partial<LoadedFlows>) =>
  orderChecks({ flows, loaded: flows.length, total: flows.length, complete: true, ...loaded }, chainTimeAt(now))
const orderOf = (loaded: Partial<LoadedFlows>) => finish(stepsOf(loaded))

test('checks all flows in an order that finds problems early', () => {
  expect(orderOf({})).toEqual({ toCheck: flowsToCheck(flows, chainTimeAt(now)), complete: true, all: flows })
})

test('pauses while it orders the flows of a large chain', () => {
  expect(Array.from(stepsOf({})).length).toBeGreaterThan(flows.length / 500)
})

test('checks scheduled flows between those that have started, because they can fail too', () => {
  const scheduled = [11, 12].map(id =>
    sampleFlow({ id: `${id}`, owner: `into1${id}`, startTime: at(60), execTime: at(60) }),
  )
  const { toCheck } = orderOf({ flows: [...flows.slice(0, 5), ...scheduled] })
  expect(toCheck.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '11', '5', '12'])
})

test('checks an owner’s next flows one after the other, because forecasts need all of them', () => {
  const [first, second, third] = flows.map(flow => ({ ...flow, owner: 'into1a' }))
  const ended = sampleFlow({ id: '9', owner: 'into1a', execTime: at(-600), endTime: at(-600) })
  const other = flows[7]
  if (!first || !second || !third || !other) throw new Error('A flow is missing')
  const { toCheck, all } = orderOf({ flows: [first, other, ended, second, third] })
  expect(toCheck).toEqual([first, second, third, other, ended])
  expect(all).toHaveLength(5)
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
