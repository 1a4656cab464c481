import type { FlowHealth } from '@flow-query/core/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { collectionOf } from '../../test/collection'
import { finish } from '../../test/finish'
import { at, now, sampleFlow } from '../../test/samples'
import { findFlows, healthChecks } from '../search/find-flows'
import {
  arrangement,
  connections,
  flowsOfHealth,
  flowsPath,
  isUnfiltered,
  nextCheckCount,
  readFilters,
  shouldCheckMore,
  typeName,
  withFilter,
} from './filters'

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

test('a flow that ended with a failure needs attention but is not failing', () => {
  const over: FlowHealth = {
    state: 'ended',
    since: null,
    outcome: 'failed',
    failedRun: null,
    cause: 'noGrant',
    message: null,
    failingSince: null,
    orEarlier: false,
    allFailed: true,
    stopped: null,
    unclear: [],
  }
  const flow = sampleFlow()
  expect(flowsOfHealth([{ flow, health: over }], 'attention', 'newest')).toHaveLength(1)
  expect(flowsOfHealth([{ flow, health: over }], 'failing', 'newest')).toEqual([])
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

test('automatically checks 100 flows at a time until the screen is full, up to 1,000', () => {
  let [looked, found] = [0, 0]
  while (shouldCheckMore(looked, found, 'newest')) looked += nextCheckCount(looked, 'newest')
  expect(looked).toBe(1_000)
  expect(nextCheckCount(looked, 'newest')).toBe(1_000)
  found = 20
  expect(shouldCheckMore(100, found, 'newest')).toBe(false)
})

test('checks no flow while stored flows are still being read', () => {
  const restoring = { ...collectionOf([sampleFlow()], false), isRestoring: true }
  const checks = (sort: 'worst' | 'newest') =>
    healthChecks(finish(findFlows(restoring, read(`health=failing&sort=${sort}`), chainTimeAt(now))), sort, 100)
  expect([checks('newest'), checks('worst')]).toEqual([
    { flows: null, total: 1 },
    { flows: null, total: 1 },
  ])
})

test('in the order "worst", checks the same flows as the overview page and sorts the results', () => {
  const flows = [sampleFlow({ id: '1' }), sampleFlow({ id: '2', interval: '604800s' })]
  const checks = (complete: boolean, sort: 'worst' | 'newest', limit: number) => {
    const filters = read(`health=attention&sort=${sort}`)
    const { flows: checked, total } = healthChecks(
      finish(findFlows(collectionOf(flows, complete), filters, chainTimeAt(now))),
      sort,
      limit,
    )
    return [checked?.map(({ id }) => id), total]
  }
  expect(checks(true, 'worst', 1)).toEqual([['2'], 2])
  expect(checks(false, 'worst', 2)).toEqual([['2', '1'], 2])
  expect(checks(true, 'newest', 1)).toEqual([['2'], 2])
  expect([nextCheckCount(0, 'worst'), shouldCheckMore(500, 0, 'worst')]).toEqual([500, false])

  const since = (seconds: number) => ({ number: 1, time: at(seconds) })
  const failing = (seconds: number) => ({
    state: 'failing' as const,
    failedRun: since(0),
    cause: 'other' as const,
    message: null,
    since: since(seconds),
    failures: 2,
    orEarlier: false,
    unclear: [],
  })
  const checked = flows.map((flow, index) => ({ flow, health: failing(-60 * (index + 1)) }))
  expect(flowsOfHealth(checked, 'attention', 'worst').map(({ flow }) => flow.id)).toEqual(['2', '1'])
  expect(flowsOfHealth(checked, 'attention', 'label').map(({ flow }) => flow.id)).toEqual(['1', '2'])
})
