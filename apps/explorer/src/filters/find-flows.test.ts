import type { Flow } from '@flow-query/core'
import { filterAndSortFlows } from '@flow-query/core/collection'
import { address, chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { collectionOf } from '../../test/collection'
import { finish } from '../../test/finish'
import { now, sampleFlow } from '../../test/samples'
import { arrangement, type Filters, readFilters } from './filters'
import { findFlows } from './find-flows'
import { countWatched, findSubject, monitorQuery } from './list-subject'

const bob = address('bob')
const send = {
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: sampleFlow().owner,
  to_address: bob,
  amount: [{ denom: 'uinto', amount: '1250000000' }],
}
const swap = {
  '@type': '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn',
  token_in: { denom: 'uosmo', amount: '5000000' },
}
const flows = [
  sampleFlow({ id: '1', label: 'Pay rent', interval: '604800s', msgs: [send] }),
  sampleFlow({
    id: '2',
    label: 'DCA 17',
    msgs: [{ '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: [swap] }],
    selfHostedIca: { portId: '', connectionId: 'connection-12' },
  }),
  sampleFlow({ id: '15', label: '', msgs: [], interval: '86400s' }),
]

const read = (search: Record<string, string> | string) => readFilters(new URLSearchParams(search))
const found = (q: string) => idsOf(flows, read({ q }))

function idsOf(flows: readonly Flow[], filters: Filters, ownerNames?: ReadonlyMap<string, string>): string[] {
  return finish(findFlows(collectionOf(flows), filters, chainTimeAt(now), ownerNames)).found.map(({ id }) => id)
}

test.each([
  ['swap 5 osmo', ['2']],
  ['Send 1,250 INTO', ['1']],
  ['1250', ['1']],
  ['every 7 days', ['1']],
  ['every week', ['1']],
  ['daily', ['15']],
  ['do nothing', ['15']],
  ['connection-12', ['2']],
  ['other chain', ['2']],
  ['MsgSend', ['1']],
  ['/osmosis.gamm', ['2']],
  ['msgexec', ['2']],
  [bob, ['1']],
  [bob.slice(-6).toUpperCase(), ['1']],
])('finds what a row shows: "%s"', (q, ids) => {
  expect(found(q)).toEqual(ids)
})

test.each([
  ['15', ['15']],
  ['#15', ['15']],
  ['5', ['2']],
  ['7', ['2', '1']],
])('the number "%s" matches whole numbers, ids and parts of labels', (q, ids) => {
  expect(found(q)).toEqual(ids)
})

test('short words do not match addresses', () => {
  expect(bob).toContain('1')
  expect(found(bob.slice(5, 8))).toEqual([])
})

test('finds flows by the name of their owner', () => {
  const filters = read({ q: 'rent mia' })
  expect(idsOf(flows, filters)).toEqual([])
  const names = new Map([
    [sampleFlow().owner, 'Mia'],
    [bob, 'Rent'],
  ])
  expect(idsOf(flows, filters, names)).toEqual(['1'])
})

test('all words must match, and the order and the other filters stay', () => {
  expect(found('delegate osmo')).toEqual([])
  expect(found('  ')).toEqual(['15', '2', '1'])
  expect(idsOf(flows, read('q=every&sort=label&type=/cosmos.bank.v1beta1.MsgSend'))).toEqual(['1'])
})

test('finds flows in a changed array', () => {
  const osmo = read({ q: 'osmo' })
  expect(idsOf(flows, osmo)).toEqual(['2'])
  const changed = [...flows.with(0, sampleFlow({ id: '1', msgs: [swap] })), sampleFlow({ id: '16', msgs: [swap] })]
  expect(idsOf(changed, osmo)).toEqual(['16', '2', '1'])
  expect(idsOf(changed.slice(0, 1), osmo)).toEqual(['1'])
  expect(idsOf(flows, osmo)).toEqual(['2'])
})

test('a search pauses between short steps', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => sampleFlow({ id: `${index + 1}` }))
  const steps = findFlows(collectionOf(many), read({ q: 'rent' }), chainTimeAt(now))
  let pauses = 0
  while (!steps.next().done) pauses++
  expect(pauses).toBeGreaterThan(15)
})

test('finds all flows that core finds by label, id and owner', () => {
  for (const search of ['pay', 'rent', 'dca', '17', '2', sampleFlow().owner.slice(4, 12)])
    expect(found(search)).toEqual(
      expect.arrayContaining(
        filterAndSortFlows(flows, { ...arrangement(read('')), search }, chainTimeAt(now)).map(({ id }) => id),
      ),
    )
})

test.each([
  ['q=pay', 1, 1],
  // The description of flow 2 contains these words, but its label doesn’t.
  ['q=swap+5+osmo', 1, 0],
  ['connection=connection-12', 1, 1],
  ['', 3, null],
  ['q=pay&status=active', 1, null],
])('%o: the list has %i flows, and a monitor finds %o of them', (search, length, watched) => {
  const time = chainTimeAt(now)
  const listed = finish(findFlows(collectionOf(flows), read(search), time))
  const query = monitorQuery(listed.filters)
  expect([listed.found.length, query && finish(countWatched(listed, query, time))]).toEqual([length, watched])
  expect(finish(findSubject(listed, time)).subject === null).toBe(!watched)
})
