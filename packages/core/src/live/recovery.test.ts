import type { Failure } from '@flow-query/testing'
import { describe, expect, test, vi } from 'vitest'
import type { AnyOptions } from '../../test/cache.js'
import { owner, page } from '../../test/live.js'
import { type FlowClient, FlowQueryError } from '../index.js'
import { flowCollectionQueryOptions } from '../query/collection.js'
import {
  flowHistoryInfiniteQueryOptions,
  flowQueryOptions,
  flowsInfiniteQueryOptions,
  icaQueryOptions,
  paramsQueryOptions,
  totalBurntQueryOptions,
  trustlessAgentsQueryOptions,
} from '../query.js'

const faults: [string, Failure][] = [
  ['responds with status 503', { status: 503 }],
  ['responds with a page', { status: 200, body: '<html>Maintenance</html>' }],
  ['responds with an empty body', { status: 200, body: '' }],
  ['responds with another JSON', { status: 200, body: { status: 'starting' } }],
  ['refuses the connection', { refuse: true }],
  ['cuts the body', { cut: true }],
  ['never responds', { hang: true }],
]

const queries: [string, (client: FlowClient, height: number) => AnyOptions][] = [
  ['a flow', client => flowQueryOptions(client, { id: 1 })],
  ['a flow at a height', (client, height) => flowQueryOptions(client, { id: 1, height })],
  ['an infinite list', client => flowsInfiniteQueryOptions(client, { limit: 2 })],
  ['a history', client => flowHistoryInfiniteQueryOptions(client, { id: 1, reverse: true })],
  ['a collection', client => flowCollectionQueryOptions(client)],
  ['the collection of an owner', client => flowCollectionQueryOptions(client, { owner })],
  ['the parameters', client => paramsQueryOptions(client)],
  ['the burnt coins', client => totalBurntQueryOptions(client)],
  ['the agents', client => trustlessAgentsQueryOptions(client)],
]

describe.each(queries)('%s, whose request failed once, is fetched again', (_, optionsOf) => {
  test.each(faults)('if the node %s', async (_, fault) => {
    const { lcd, client, mount, start, stateOf } = page({ retries: 0, timeout: 10_000 })
    const options = optionsOf(client, lcd.height)
    lcd.fail({ ...fault, times: 1 })
    mount(options)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(stateOf(options)?.error).toBeInstanceOf(FlowQueryError)

    start()
    await vi.advanceTimersByTimeAsync(31_000)
    expect(stateOf(options)).toMatchObject({ status: 'success', error: null, isInvalidated: false })
  })
})

test('a collection whose second page failed is loaded again', async () => {
  const flows = Array.from({ length: 1_000 }, () => ({ owner }))
  const { lcd, client, mount, start, data, stateOf } = page({ retries: 0 }, { flows })
  const options = flowCollectionQueryOptions(client, { owner })
  let requests = 0
  lcd.fail({ query: 'flowsForOwner', path: () => ++requests === 2, status: 503 })
  start()
  await vi.advanceTimersByTimeAsync(1_000)
  mount(options)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stateOf(options)?.error).toBeInstanceOf(FlowQueryError)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(data(options)).toMatchObject({ complete: true, flows: { length: 1_000 } })
  expect(stateOf(options)?.error).toBeNull()
})

test.each([
  ['of another package', ''],
  ['of another chain', '/connection-0'],
])('a query %s is fetched again after a temporary error', async (_, suffix) => {
  const { client, mount, start, data } = page()
  let reads = 0
  const queryFn = async () => {
    reads++
    if (reads === 1) throw new FlowQueryError('network', 'broken', { retryable: true })
    return reads
  }
  const options = {
    queryKey: ['flow-query', `${client.scope}${suffix}`, 'anything', {}],
    queryFn,
    retry: false,
  } as const
  start()
  mount(options)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(data(options)).toBe(2)
})

test('without a connection, failed queries are fetched again too', async () => {
  const { lcd, client, mount, start, stateOf, state } = page({ retries: 0 })
  const options = flowQueryOptions(client, { id: 1 })
  lcd.disturb({ refuse: true })
  lcd.fail({ status: 503, times: 1 })
  start()
  mount(options)
  await vi.advanceTimersByTimeAsync(31_000)
  expect([state(), stateOf(options)?.status]).toEqual(['reconnecting', 'success'])
})

test('an error of the request itself is not temporary', async () => {
  const { client, mount, start, newRequests } = page()
  start()
  for (const options of [flowQueryOptions(client, { id: 99 }), icaQueryOptions(client, { owner, connectionId: 'c' })])
    mount(options)
  await vi.advanceTimersByTimeAsync(1_000)
  newRequests()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(newRequests()).toEqual([])
})
