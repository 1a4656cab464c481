import { chainTimeQueryOptions } from '@flow-query/core/query'
import { HealthObserver, newestRunsQueryOptions, prefetchFlowsHealth } from '@flow-query/insights/query'
import { chainTimeAt, createLcd } from '@flow-query/testing'
import { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { clientOf } from '../../../core/test/client.js'

async function createApp(count: number) {
  const lcd = createLcd({ flows: Array.from({ length: count }, () => ({})) })
  const client = clientOf(lcd, { retries: 0 })
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const { flows } = await client.flows()
  const time = chainTimeAt(lcd.now())
  const create = (options: { time?: typeof time } = {}) =>
    new HealthObserver(queryClient, new QueriesObserver(queryClient, []), { client, flows, ...options })
  return { lcd, client, queryClient, flows, time, create }
}

test('contains the flows whose runs are loaded, the pending state and the first error', async () => {
  const { lcd, time, create } = await createApp(3)
  lcd.fail({ path: '/flow-history/2', status: 503 })
  const health = create({ time })
  expect(health.getResult()).toEqual({ data: [], isPending: true, error: null })
  onTestFinished(health.subscribe(() => {}))
  await until(() => expect(health.getResult().isPending).toBe(false))
  expect(health.getResult().data.map(({ flow }) => flow.id)).toEqual(['1', '3'])
  expect(health.getResult().error).toMatchObject({ kind: 'node' })
})

test('is complete without subscribers after prefetching, as on a server', async () => {
  const { lcd, client, queryClient, flows, create } = await createApp(3)
  await prefetchFlowsHealth(queryClient, client, { flows })
  const requests = lcd.requests.length
  expect(create().getResult()).toMatchObject({ data: [{}, {}, {}], isPending: false, error: null })
  expect(lcd.requests).toHaveLength(requests)
})

test('a run replaces one verdict, and a new block replaces the times of all', async () => {
  const { lcd, client, queryClient, flows, create } = await createApp(3)
  const health = create()
  onTestFinished(health.subscribe(() => {}))
  await until(() => expect(health.getResult().isPending).toBe(false))
  const before = health.getResult()

  lcd.execute(2, { outcome: 'failed', error: 'insufficient funds' })
  await queryClient.refetchQueries({ queryKey: newestRunsQueryOptions(client, { id: 2 }).queryKey })
  await until(() => expect(health.getResult()).not.toBe(before))
  expect(health.getResult().data.map((verdict, index) => verdict === before.data[index])).toEqual([true, false, true])

  const { data } = health.getResult()
  const time = chainTimeAt(lcd.now() + 1_000)
  queryClient.setQueryData(chainTimeQueryOptions(client).queryKey, time)
  await until(() => expect(queryClient.isFetching()).toBe(0))
  const next = health.getOptimisticResult({ client, flows })
  expect(next.data).toEqual(data.map(verdict => ({ ...verdict, time })))
  expect(health.getOptimisticResult({ client, flows })).toBe(next)
})

test('keeps its result if a node returns two flows with the same ID', async () => {
  const { client, queryClient, flows, time } = await createApp(2)
  const duplicates = flows.map(flow => ({ ...flow, id: '1' }))
  const options = { client, flows: duplicates, time }
  const health = new HealthObserver(queryClient, new QueriesObserver(queryClient, []), options)
  onTestFinished(health.subscribe(() => {}))
  await until(() => expect(health.getResult()).toMatchObject({ data: [{}, {}], isPending: false }))
  const result = health.getResult()
  expect(health.getOptimisticResult({ ...options })).toBe(result)
})
