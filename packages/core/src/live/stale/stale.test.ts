import { createLcd } from '@flow-query/testing'
import { describe, expect, test, vi } from 'vitest'
import { clientOf } from '../../../test/client.js'
import { flowOf } from '../../../test/flows.js'
import type { Flow } from '../../types.js'
import { type CachedQuery, type CacheEvent, type ChainQuery, chainQuery } from '../cache.js'
import type { Change } from '../changes.js'
import { longestUnread } from './accounts.js'
import { isDueMark } from './marks.js'
import { Stale } from './stale.js'

const client = clientOf(createLcd({ flows: [] }))
const [one, two, three] = [flowOf({ id: '1' }), flowOf({ id: '2' }), flowOf({ id: '3' })]
const oneChanged: Flow = { ...one, label: 'changed' }

type State = { -readonly [Name in keyof CachedQuery['state']]: CachedQuery['state'][Name] }

/** A cached query whose state can be changed. */
function query(name: string, data: unknown, args: object = {}, isActive = true) {
  const state: State = {
    data,
    dataUpdatedAt: 0,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    isInvalidated: false,
    fetchStatus: 'idle',
    fetchMeta: null,
  }
  const cached: CachedQuery = {
    queryKey: ['flow-query', client.scope, name, args],
    state,
    isActive: () => isActive,
    isStatic: () => false,
    fetch: async () => {},
    setState() {},
  }
  return { ...(chainQuery(client, cached) as ChainQuery), state }
}

type TestQuery = ReturnType<typeof query>

const list = () => query('flows', { flows: [one, two], nextKey: null, total: null })

/** Returns the stale parts of a query. `1` and `2` are rows. Parts that must not be read yet end with `later`. */
function staleParts(stale: Stale, query: ChainQuery): string[] {
  const { flows, newest, whole } = stale.partsOf(query)
  const parts = [...flows, ['newest', newest] as const, ['whole', whole] as const]
  return parts.flatMap(([name, mark]) => (mark ? [isDueMark(mark) ? name : `${name} later`] : []))
}

const changed = (id: string, certainty: Change['certainty'] = 'certain'): Change => ({ kind: 'flow', id, certainty })
const newest: Change = { kind: 'newest', query: { name: 'flows', owner: null }, certainty: 'certain' }
const all: Change = { kind: 'all', query: { name: 'flows' }, certainty: 'certain' }

/** One step of a test. It dispatches an action. */
type Step = (stale: Stale, query: TestQuery) => void

const apply =
  (...changes: Change[]): Step =>
  stale =>
    stale.dispatch({ type: 'changed', changes })
const cacheEvent =
  (action: CacheEvent['action'], type = 'updated'): Step =>
  (stale, query) =>
    stale.dispatch({ type: 'cacheEvent', query, event: { type, ...(action && { action }) } })
const fetchStarts: Step = (stale, query) => {
  query.state.fetchStatus = 'fetching'
  cacheEvent({ type: 'fetch' })(stale, query)
}
const nextPageStarts: Step = (stale, query) => {
  query.state.fetchStatus = 'fetching'
  cacheEvent({ type: 'fetch', meta: { fetchMore: {} } })(stale, query)
}
const fetchFails: Step = (stale, query) => {
  query.state.error = new Error('rejected')
  fetchEnds()(stale, query)
}
const fetchEnds =
  (data?: unknown): Step =>
  (stale, query) => {
    query.state.fetchStatus = 'idle'
    if (data !== undefined) query.state.data = data
    cacheEvent({ type: data === undefined && query.state.error ? 'error' : 'success' })(stale, query)
  }
const rowsRead =
  (row: Flow, ...meanwhile: Step[]): Step =>
  (stale, query) => {
    const began = stale.nextRequest()
    for (const step of meanwhile) step(stale, query)
    stale.dispatch({ type: 'rowsRead', rows: stale.acceptedRows(new Map([[row.id, row]]), began) })
  }
const newestRead =
  (data: (query: TestQuery) => unknown, ...meanwhile: Step[]): Step =>
  (stale, query) => {
    const mark = stale.partsOf(query).newest
    for (const step of meanwhile) step(stale, query)
    if (mark) stale.dispatch({ type: 'newestRead', query, mark, data: data(query) })
  }
const rowsMissing: Step = stale => stale.dispatch({ type: 'rowsMissing', ids: ['1'] })
const connects: Step = stale => stale.dispatch({ type: 'statusChanged', state: 'connected' })
const disconnects: Step = stale => stale.dispatch({ type: 'statusChanged', state: 'reconnecting' })
const missesEvents: Step = stale => stale.dispatch({ type: 'eventsMissed' })
const hydrates: Step = cacheEvent(undefined, 'added')
const polls: Step = (stale, query) => stale.dispatch({ type: 'polled', queries: [query] })
const removed: Step = cacheEvent(undefined, 'removed')
const waits =
  (milliseconds: number): Step =>
  () =>
    void vi.advanceTimersByTime(milliseconds)

const otherPage = { flows: [oneChanged, two, three], nextKey: null, total: null }
const otherRows = { ...otherPage, flows: [oneChanged, two] }

describe.each<[string, [what: string, steps: Step[], stale: string[], query?: TestQuery][]]>([
  [
    'changes',
    [
      ['a changed flow is marked in a query that contains it', [apply(changed('1'))], ['1']],
      ['a changed flow is not marked in a query without it', [apply(changed('3'))], []],
      ['any changed flow is marked in a query while it is fetched', [fetchStarts, apply(changed('3'))], ['3']],
      ['a change marks the newest items', [apply(newest)], ['newest']],
      ['a change marks the whole query', [apply(all)], ['whole']],
      [
        'a changed flow is not marked in a query of another type',
        [fetchStarts, apply(changed('3'))],
        [],
        query('params', {}),
      ],
      ['a change does not mark other queries', [apply({ ...all, query: { name: 'flowHistory' } })], []],
    ],
  ],
  [
    'a fetch',
    [
      [
        'a fetch clears older marks of possible changes',
        [apply(changed('1', 'possible')), fetchStarts, fetchEnds()],
        [],
      ],
      [
        'a fetch keeps marks of certain changes, because it does not compare rows',
        [apply(changed('1'), newest), fetchStarts, fetchEnds()],
        ['1', 'newest'],
      ],
      [
        'a fetch keeps marks of changes after its start',
        [fetchStarts, apply(changed('1', 'possible'), { ...all, certainty: 'possible' }), fetchEnds()],
        ['1', 'whole'],
      ],
      [
        'a fetch of the next page keeps all marks',
        [apply(changed('1', 'possible')), nextPageStarts, fetchEnds()],
        ['1'],
      ],
      [
        'a fetch of the next page after a failed refetch marks the whole query',
        [fetchStarts, fetchFails, nextPageStarts, fetchEnds(otherPage)],
        ['whole'],
      ],
      ['a fetch clears the mark of the whole query', [apply(all), fetchStarts, fetchEnds(otherPage)], []],
      [
        'a fetch is repeated later if the query had to change but did not',
        [apply(all), fetchStarts, fetchEnds()],
        ['whole later'],
      ],
      [
        'a fetch is repeated later if a list had to get a new flow but only has other rows',
        [apply(all), fetchStarts, fetchEnds(otherRows)],
        ['whole later'],
      ],
      [
        'a fetch clears the mark of a full page if the new flow is on the next page',
        [apply(all), fetchStarts, fetchEnds({ ...otherRows, nextKey: 'AAAAAAAAAAM=' })],
        [],
      ],
      [
        'a fetch clears the mark of a page in the middle if the total has grown',
        [apply(all), fetchStarts, fetchEnds({ flows: [one], nextKey: 'AAAAAAAAAAI=', total: '3' })],
        [],
        query('flows', { flows: [one], nextKey: 'AAAAAAAAAAI=', total: '2' }, { countTotal: true }),
      ],
    ],
  ],
  [
    'a read of rows',
    [
      ['reading a row clears its mark if it has changed', [apply(changed('1')), rowsRead(oneChanged)], []],
      ['reading a row clears the mark of a possible change', [apply(changed('1', 'possible')), rowsRead(one)], []],
      [
        'reading a row is repeated later if it had to change but did not',
        [apply(changed('1')), rowsRead(one)],
        ['1 later'],
      ],
      ['reading a row is repeated after 5 seconds', [apply(changed('1')), rowsRead(one), waits(5_000)], ['1']],
      [
        'reading a row is not repeated a second time before 10 seconds',
        [apply(changed('1')), rowsRead(one), waits(5_000), rowsRead(one), waits(9_999)],
        ['1 later'],
      ],
      [
        'reading a row is repeated a second time after 10 seconds',
        [apply(changed('1')), rowsRead(one), waits(5_000), rowsRead(one), waits(10_000)],
        ['1'],
      ],
      [
        'reading a row is repeated four times',
        [apply(changed('1')), ...[1, 2, 3, 4].map(() => rowsRead(one))],
        ['1 later'],
      ],
      [
        'reading a row is not repeated a fifth time',
        [apply(changed('1')), ...[1, 2, 3, 4, 5].map(() => rowsRead(one))],
        [],
      ],
      [
        'reading a row is repeated immediately after a new change',
        [apply(changed('1')), rowsRead(one), apply(changed('1'))],
        ['1'],
      ],
      [
        'reading a row keeps marks of changes after its start',
        [apply(changed('1')), rowsRead(oneChanged, apply(changed('1')))],
        ['1'],
      ],
      [
        'reading a row clears its mark if a fetch has already shown the change',
        [apply(changed('1')), fetchStarts, fetchEnds(otherPage), rowsRead(oneChanged)],
        [],
      ],
      [
        'reading a row is ignored if the query was fetched meanwhile',
        [apply(changed('1')), rowsRead(oneChanged, fetchStarts, fetchEnds())],
        ['1'],
      ],
      [
        'reading a row clears its mark if only the next page was requested meanwhile',
        [apply(changed('1')), rowsRead(oneChanged, nextPageStarts, fetchEnds())],
        [],
      ],
      [
        'reading a row is repeated later if a flow that must exist is missing',
        [apply(changed('1')), rowsMissing],
        ['1 later'],
      ],
      ['reading a row is not repeated if the flow may be missing', [apply(changed('1', 'possible')), rowsMissing], []],
    ],
  ],
  [
    'a read of the newest items',
    [
      ['reading the newest items clears their mark', [apply(newest), newestRead(() => otherPage)], []],
      [
        'reading the newest items is repeated later if they had to change but did not',
        [apply(newest), newestRead(({ state }) => state.data)],
        ['newest later'],
      ],
      [
        'reading the newest items is not repeated if they may be unchanged',
        [apply({ ...newest, certainty: 'possible' }), newestRead(({ state }) => state.data)],
        [],
      ],
      [
        'reading the newest items is repeated later if only rows have changed',
        [apply(newest), newestRead(() => otherRows)],
        ['newest later'],
      ],
      [
        'reading the newest items clears the mark of an infinite list that has a new flow',
        [apply(newest), newestRead(() => ({ pages: [{ ...otherPage, flows: [three, two] }], pageParams: [null] }))],
        [],
        query('flows', { pages: [{ ...otherPage, flows: [two] }], pageParams: [null] }, { infinite: true }),
      ],
      [
        'reading the newest items keeps marks of changes after its start',
        [apply(newest), newestRead(() => otherPage, apply(newest))],
        ['newest'],
      ],
      [
        'reading the newest items marks the whole query if items are missing',
        [apply(newest), newestRead(() => undefined)],
        ['whole'],
      ],
    ],
  ],
  [
    'the connection',
    [
      ['the first connection marks the whole query', [connects], ['whole']],
      ['a reconnect marks the whole query again', [connects, fetchStarts, fetchEnds(), connects], ['whole']],
      ['a query that is hydrated while connected is marked', [connects, fetchStarts, fetchEnds(), hydrates], ['whole']],
      ['missed events mark the whole query', [missesEvents], ['whole']],
      ['a query that is hydrated before the connection is not marked', [hydrates], []],
      [
        'a query that is hydrated after the connection is lost is not marked',
        [connects, fetchStarts, fetchEnds(), disconnects, hydrates],
        [],
      ],
      ['the connection does not mark queries without events', [connects, hydrates], [], query('params', {})],
    ],
  ],
  [
    'polling',
    [
      ['polling marks the whole query', [polls], ['whole']],
      ['polling does not mark a query while it is fetched', [fetchStarts, polls], []],
      ['polling does not mark queries without observers', [polls], [], query('params', {}, {}, false)],
      [
        'polling only marks the newest items of collections',
        [polls],
        ['newest'],
        query('flowCollection', { flows: [one] }),
      ],
    ],
  ],
  ['removal', [['removing a query deletes all its marks', [apply(changed('1'), newest, all), removed], []]]],
])('%s', (_, rows) => {
  test.each(rows)('%s', (_, steps, expected, page = list()) => {
    const stale = new Stale(client, () => [page])
    for (const step of steps) step(stale, page)
    expect(staleParts(stale, page)).toEqual(expected)
    expect(stale.queries().map(({ cached }) => cached)).toEqual(expected.length > 0 ? [page.cached] : [])
    expect(stale.isDue(page)).toBe(expected.some(part => !part.endsWith('later')))
  })
})

test('the first connection marks data that was requested earlier, but no queries without events', () => {
  const params = query('params', {})
  const waiting = query('flowHistory', undefined, { id: '1' })
  const collection = query('flowCollection', { flows: [one, two] })
  Object.assign(waiting.state, { fetchStatus: 'fetching', fetchMeta: { requestedUpTo: 0 } })
  Object.assign(collection.state, { fetchStatus: 'fetching', fetchMeta: { requestedUpTo: 3 } })
  const queries = [params, waiting, collection]
  const stale = new Stale(client, () => queries)
  connects(stale, params)
  expect(queries.map(query => staleParts(stale, query))).toEqual([[], [], ['1', '2', '3', 'newest']])
  connects(stale, params)
  expect(staleParts(stale, params)).toEqual(['whole'])
})

test('a query is busy while it is fetched or its newest items are read', () => {
  const page = list()
  const stale = new Stale(client, () => [page])
  const isBusy = (step: Step) => {
    step(stale, page)
    return stale.isBusy(page)
  }
  expect([
    isBusy(fetchStarts),
    isBusy(fetchEnds()),
    isBusy(() => stale.dispatch({ type: 'newestReading', query: page, isReading: true })),
    isBusy(() => stale.dispatch({ type: 'newestReading', query: page, isReading: false })),
  ]).toEqual([true, false, true, false])
})

test('a row that must change is read again for all queries that contain it, with or without observers', () => {
  const [shown, hidden] = [list(), query('flow', one, { id: '1' }, false)]
  const stale = new Stale(client, () => [shown, hidden])
  stale.dispatch({ type: 'changed', changes: [changed('1')] })
  const read = (row: Flow) => stale.acceptedRows(new Map([['1', row]]), stale.nextRequest())
  stale.dispatch({ type: 'rowsRead', rows: read(one) })
  expect([shown, hidden].map(query => staleParts(stale, query))).toEqual([['1 later'], ['1 later']])
  expect(read(oneChanged)).toEqual(new Map([shown, hidden].map(query => [query, new Map([['1', oneChanged]])])))
})

test.each([
  ['the last one, which does not change the flow', flowOf({ id: '1', interval: '0s' }), []],
  ['not the last one', one, ['1 later']],
])('an unchanged flow after a run that is %s', (_, row, expected) => {
  const page = query('flow', row, { id: '1' })
  const stale = new Stale(client, () => [page])
  stale.dispatch({ type: 'changed', changes: [changed('1', 'unlessLastRun')] })
  rowsRead(row)(stale, page)
  expect(staleParts(stale, page)).toEqual(expected)
})

test('a run marks the accounts that its flow names, but no others', () => {
  const [page, named, other] = [
    list(),
    query('balances', {}, { address: one.owner }),
    query('balances', {}, { address: 'into1' }),
  ]
  const stale = new Stale(client, () => [page, named, other])
  stale.dispatch({
    type: 'changed',
    changes: [{ kind: 'accounts', id: '1', owner: null, certainty: 'possible' }],
  })
  expect([page, named, other].map(query => staleParts(stale, query))).toEqual([[], ['whole'], []])
})

test('accounts are marked when they have not been read for a while', () => {
  const [fresh, old] = [query('balances', {}), query('balances', {})]
  const stale = new Stale(client, () => [fresh, old])
  fresh.state.dataUpdatedAt = Date.now()
  stale.dispatch({ type: 'polled', queries: longestUnread([fresh, old]) })
  expect([fresh, old].map(query => stale.isDue(query))).toEqual([false, true])
})

test('a flow that the node does not have is read again only in the queries that contain it', () => {
  const [page, other] = [list(), query('flows', { flows: [two] })]
  const stale = new Stale(client, () => [page, other])
  stale.dispatch({ type: 'changed', changes: [changed('1')] })
  stale.dispatch({ type: 'changed', changes: [changed('2')] })
  rowsMissing(stale, page)
  expect([page, other].map(query => staleParts(stale, query))).toEqual([['1 later', '2'], ['2']])
})

test('a flow that was not found is stale as soon as it changes', () => {
  const missing = query('flow', undefined, { id: '7' })
  const stale = new Stale(client, () => [missing])
  stale.dispatch({ type: 'changed', changes: [changed('7')] })
  expect(staleParts(stale, missing)).toEqual(['7'])
  stale.dispatch({ type: 'readPlanned', query: missing })
  expect(staleParts(stale, missing)).toEqual(['whole'])
})

test('rows that a query does not contain are forgotten when its parts are read', () => {
  const page = list()
  const stale = new Stale(client, () => [page])
  for (const step of [fetchStarts, apply(changed('2'), changed('3')), fetchEnds()]) step(stale, page)
  stale.dispatch({ type: 'readPlanned', query: page })
  expect(staleParts(stale, page)).toEqual(['2'])
})

test.each([
  ['whole', ['whole']],
  ['nothing', []],
] as const)('newest items that cannot be read alone, so %s is read', (request, expected) => {
  const page = list()
  const stale = new Stale(client, () => [page])
  stale.dispatch({ type: 'changed', changes: [newest] })
  stale.dispatch({ type: 'newestUnreadable', query: page, request })
  expect(staleParts(stale, page)).toEqual(expected)
})
