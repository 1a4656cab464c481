import { createFlowClient } from '@flow-query/core'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { ForecastObserver, HealthObserver, prefetchFlowsHealth, prefetchFlowsVerdict } from '@flow-query/insights/query'
import { address, createLcd } from '@flow-query/testing'
import { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'

const [owner, other] = [address('owner'), address('other')]
const idsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`)

function createApp(counts = { [owner]: 135, [other]: 2 }) {
  const owners = Object.entries(counts).flatMap(([name, count]) => Array.from({ length: count }, () => name))
  const lcd = createLcd({ flows: owners.map(owner => ({ owner })) })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  return { lcd, client, queryClient }
}

describe.each(['HealthObserver', 'ForecastObserver'] as const)('%s', name => {
  function observe({ client, queryClient }: ReturnType<typeof createApp>, owner: string | null) {
    const Observer = name === 'HealthObserver' ? HealthObserver : ForecastObserver
    const observer = new Observer(queryClient, new QueriesObserver(queryClient, []), { client, owner })
    onTestFinished(observer.subscribe(() => {}))
    return observer
  }
  const idsOf = (observer: ReturnType<typeof observe>) => observer.getResult().data.map(({ flow }) => flow.id)

  test('checks all flows of an owner, and requests each page and the runs of each flow once', async () => {
    const app = createApp()
    const observer = observe(app, owner)
    await until(() => expect(observer.getResult()).toMatchObject({ isPending: false, error: null }))
    expect(idsOf(observer)).toEqual(idsFrom(1, 135))
    const targets = app.lcd.requests.map(({ target }) => target)
    expect(targets.filter(target => target.includes('/flows/'))).toHaveLength(2)
    expect(targets.filter(target => target.includes('/flow-history/'))).toHaveLength(135)
    expect(new Set(targets).size).toBe(targets.length)
  })

  test('waits for an owner, and checks the flows of the next one', async () => {
    const app = createApp({ [owner]: 3, [other]: 2 })
    const observer = observe(app, null)
    await until(() => expect(observer.getResult()).toMatchObject({ data: [], isPending: true }))
    expect(app.lcd.requests.filter(({ query }) => query === 'flowsForOwner')).toEqual([])
    for (const [next, ids] of [
      [owner, idsFrom(1, 3)],
      [other, idsFrom(4, 5)],
      [owner, idsFrom(1, 3)],
    ] as const) {
      observer.setOptions({ client: app.client, owner: next })
      await until(() => expect(observer.getResult()).toMatchObject({ isPending: false }))
      expect(idsOf(observer)).toEqual(ids)
    }
  })

  test('an owner without flows has no verdicts', async () => {
    const observer = observe(createApp(), address('new owner'))
    await until(() => expect(observer.getResult()).toEqual({ data: [], isPending: false, error: null }))
  })

  test('reports an error, and checks the flows of the pages that were loaded', async () => {
    const app = createApp()
    app.lcd.fail({ path: 'pagination.offset', status: 500 })
    const observer = observe(app, owner)
    await until(() => expect(observer.getResult()).toMatchObject({ isPending: false, error: { kind: 'node' } }))
    expect(idsOf(observer)).toHaveLength(100)

    const broken = createApp()
    broken.lcd.fail({ status: 500 })
    const nothing = observe(broken, owner)
    await until(() =>
      expect(nothing.getResult()).toMatchObject({ data: [], isPending: false, error: { kind: 'node' } }),
    )
  })

  test('keeps the same result while nothing changes', async () => {
    const app = createApp({ [owner]: 3, [other]: 0 })
    const observer = observe(app, owner)
    await until(() => expect(observer.getResult()).toMatchObject({ isPending: false }))
    const before = observer.getResult()
    observer.setOptions({ client: app.client, owner })
    expect(observer.getResult()).toBe(before)
    expect(observer.getOptimisticResult({ client: app.client, owner })).toBe(before)
  })

  test('a new flow of the owner is checked', async () => {
    const app = createApp({ [owner]: 3, [other]: 0 })
    const observer = observe(app, owner)
    await until(() => expect(idsOf(observer)).toEqual(idsFrom(1, 3)))
    app.lcd.addFlow({ owner })
    await app.queryClient.refetchQueries({ queryKey: flowCollectionQueryOptions(app.client, { owner }).queryKey })
    await until(() => expect(idsOf(observer)).toEqual(idsFrom(1, 4)))
  })
})

test.each([
  ['prefetchFlowsHealth', prefetchFlowsHealth, HealthObserver],
  ['prefetchFlowsVerdict', prefetchFlowsVerdict, ForecastObserver],
] as const)('%s loads the flows of an owner and their facts', async (_, prefetch, Observer) => {
  const { lcd, client, queryClient } = createApp({ [owner]: 3, [other]: 2 })
  await prefetch(queryClient, client, { owner })
  const before = lcd.requests.length
  const observer = new Observer(queryClient, new QueriesObserver(queryClient, []), { client, owner })
  expect(observer.getResult()).toMatchObject({ data: [{}, {}, {}], isPending: false, error: null })
  expect(lcd.requests).toHaveLength(before)
})
