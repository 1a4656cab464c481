import type { FlowCollection } from '@flow-query/core/collection'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { collectionOf } from '../../test/collection'
import { finish } from '../../test/finish'
import { now, sampleFlow } from '../../test/samples'
import { arrangement, connections, flowsPath, isUnfiltered, readFilters, typeName, withFilter } from './filters'
import { findFlows } from './find-flows'

const read = (search: string) => readFilters(new URLSearchParams(search))

test('reads the filters and the order from a URL, and ignores unknown values', () => {
  expect(read('q=rent&status=active&health=failing&type=/x.MsgSend&connection=connection-0&sort=last')).toEqual({
    q: 'rent',
    status: 'active',
    health: 'failing',
    type: '/x.MsgSend',
    connection: 'connection-0',
    sort: 'last',
  })
  const nothing = { q: '', status: null, health: null, type: null, connection: null, sort: 'newest' }
  expect(read('status=constructor&health=__proto__&sort=owner')).toEqual(nothing)
})

test('sorts only flows that need attention worst first by default', () => {
  expect([read('health=attention').sort, read('health=attention&sort=last').sort]).toEqual(['worst', 'last'])
  expect([read('sort=worst').sort, read('health=failing&sort=worst').sort]).toEqual(['newest', 'newest'])
})

test('sets or removes a filter and keeps the others', () => {
  const search = new URLSearchParams('q=rent&sort=label')
  expect(`${withFilter(search, 'status', 'active')}`).toBe('q=rent&sort=label&status=active')
  expect(`${withFilter(search, 'sort', '')}`).toBe('q=rent')
})

test('the URL of a list contains only filters and the order', () => {
  expect(flowsPath(new URLSearchParams('sort=label&q=pay+rent&status=&execution=4'))).toBe(
    '/flows?q=pay+rent&sort=label',
  )
  expect(flowsPath(new URLSearchParams('account=connection-0'))).toBe('/flows')
})

test('a URL with only an order has no filters', () => {
  expect(isUnfiltered(read('sort=label&q=+'))).toBe(true)
  expect(isUnfiltered(read('connection=connection-0'))).toBe(false)
})

test('converts each order to arguments for filterAndSortFlows', () => {
  expect(arrangement(read(''))).toMatchObject({ sort: 'id', descending: true })
  expect(arrangement(read('sort=next'))).toMatchObject({ sort: 'nextRun' })
  expect(arrangement(read('sort=last'))).toMatchObject({ sort: 'lastRun', descending: true })
})

test('returns each connection once, in numeric order', () => {
  const over = (connectionId: string) => sampleFlow({ selfHostedIca: { portId: '', connectionId } })
  expect(connections([over('connection-10'), over('connection-2'), sampleFlow(), over('connection-2')])).toEqual([
    'connection-2',
    'connection-10',
  ])
})

test('returns the short name of a message type', () => {
  expect([typeName('/cosmos.bank.v1beta1.MsgSend'), typeName('')]).toEqual(['MsgSend', ''])
})

const queueOf = (collection: FlowCollection, search: string) =>
  finish(findFlows(collection, read(search), chainTimeAt(now))).queue

test('checks no flow while stored flows are still being read', () => {
  const restoring = { ...collectionOf([sampleFlow()], false), isRestoring: true }
  for (const sort of ['newest', 'worst'])
    expect(queueOf(restoring, `health=attention&sort=${sort}`)).toMatchObject({ flows: [], isLoading: true })
})

test('a list that is sorted worst first checks the same flows as the overview page, and other lists check from the top', () => {
  const flows = [sampleFlow({ id: '1', interval: '604800s' }), sampleFlow({ id: '2' })]
  const ids = (complete: boolean, sort: string) => {
    const { flows: queued, complete: isWhole } = queueOf(collectionOf(flows, complete), `health=attention&sort=${sort}`)
    return [queued.map(({ id }) => id), isWhole]
  }
  expect(ids(true, 'worst')).toEqual([['1', '2'], true])
  expect(ids(false, 'worst')).toEqual([[], false])
  expect(ids(true, 'newest')).toEqual([['2', '1'], true])
})
