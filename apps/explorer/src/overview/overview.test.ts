import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { collectionOf } from '../../test/collection'
import { finish } from '../../test/finish'
import { at, now, sampleFlow, sampleRun } from '../../test/samples'
import { overviewOf, sortByNewestRun } from './overview'

const over = sampleFlow({ id: '1', execTime: at(-600), endTime: at(-600) })
const late = sampleFlow({ id: '2', interval: '3600s', execTime: at(-5), endTime: at(7_200) })
const soon = sampleFlow({ id: '3', interval: '3600s', execTime: at(20) })
const later = sampleFlow({ id: '4', interval: '3600s', startTime: at(40), execTime: at(40) })
const flows = [over, late, later, soon].toSorted((one, other) => Number(one.id) - Number(other.id))

test('the overview counts flows, and lists the newest runs', () => {
  const { status, newest, nextStatusChange, queue } = finish(overviewOf(collectionOf(flows), chainTimeAt(now)))
  expect(status).toEqual({ scheduled: 1, active: 2, completed: 1, stopped: 0 })
  expect(newest[0]).toBe(over)
  expect(nextStatusChange).toBe(now + 40_000)
  expect(queue).toEqual({
    flows: [late, soon, later, over],
    running: [late, soon, later],
    complete: true,
    all: flows,
    maxOtherFlows: 0,
    isOneOwner: true,
  })
})

test('counts the stopped flows that have no rule for stopping', () => {
  const stopped = (id: string, rule: object, conditions = {}) =>
    sampleFlow({
      id,
      execTime: at(-600),
      configuration: { ...sampleFlow().configuration, ...rule },
      conditions: { ...sampleFlow().conditions, ...conditions },
    })
  const both = { stopOnSuccess: true, stopOnFailure: true }
  const ended = [
    stopped('1', {}),
    stopped('2', { stopOnSuccess: true }),
    stopped('3', { stopOnFailure: true }),
    stopped('4', both),
    stopped('5', {}, { stopOnSuccessOf: ['1'] }),
  ]
  const { status, unplannedStops } = finish(overviewOf(collectionOf(ended), chainTimeAt(now)))
  expect([status.stopped, unplannedStops]).toEqual([5, 2])
})

test('sorts recent runs by their actual time as soon as all of them are loaded', () => {
  const ran = (seconds: number) => ({ history: [sampleRun(seconds)], nextKey: null, total: null })
  const ids = (pages: Parameters<typeof sortByNewestRun>[1]) =>
    sortByNewestRun([late, soon, over], pages).map(({ flow }) => flow.id)
  expect(ids([ran(-30), undefined, ran(-5)])).toEqual(['2', '3', '1'])
  expect(ids([ran(-30), { history: [], nextKey: null, total: null }, ran(-5)])).toEqual(['1', '2', '3'])
})
