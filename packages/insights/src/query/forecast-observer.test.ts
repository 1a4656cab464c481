import { createFlowClient } from '@flow-query/core'
import { finish } from '@flow-query/core/parts/collection'
import { chainTimeQueryOptions, flowHistoryQueryOptions } from '@flow-query/core/query'
import {
  balancesQueryOptions,
  type FlowsVerdict,
  type FlowsVerdictArgs,
  ForecastObserver,
  newestRunsQueryOptions,
  prefetchFlowsVerdict,
} from '@flow-query/insights/query'
import { address, chainTimeAt, createLcd, type Flow as NodeFlow } from '@flow-query/testing'
import { QueriesObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { mount } from '../../../core/test/cache.js'
import { flowOf } from '../../../core/test/flows.js'
import { forecastComputation } from './forecast-observer.js'

const owner = address('owner')
const fallback = { walletFallback: true }
const rich = [{ denom: 'uinto', amount: '1000000000' }]

const unmounts: (() => void)[] = []
afterEach(() => {
  for (const unmount of unmounts.splice(0)) unmount()
})

function createApp(flows: Partial<NodeFlow>[]) {
  const lcd = createLcd({ flows })
  lcd.accounts.balances[owner] = rich
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  return { lcd, client, queryClient, now: lcd.now() }
}

type App = ReturnType<typeof createApp>

/** Observes forecasts as a framework's hook does. */
function observe({ client, queryClient }: App, args: () => FlowsVerdictArgs) {
  const options = () => ({ client, ...args() })
  const observer = new ForecastObserver(queryClient, new QueriesObserver(queryClient, []), options())
  const seen = [observer.getResult()]
  const unmount = observer.subscribe(result => seen.push(result))
  unmounts.push(unmount)
  return { seen, unmount, update: () => observer.setOptions(options()), current: () => observer.getResult() }
}

/** Computes the verdicts without an observer. */
function stateOf({ client, queryClient }: App, args: FlowsVerdictArgs, before = forecastComputation.initial) {
  return finish(forecastComputation.update(before, { client, ...args }, queryClient))
}

const settled = (forecasts: { current: () => FlowsVerdict }) =>
  until(() => expect(forecasts.current().isPending).toBe(false))
const many = (length: number, flow: Partial<NodeFlow> = {}) =>
  Array.from({ length }, () => ({ owner, configuration: fallback, ...flow })) as Partial<NodeFlow>[]
const idsOf = ({ data }: FlowsVerdict) => data.map(({ flow }) => flow.id)

describe('ForecastObserver', () => {
  test('an empty list of other flows saves their requests', async () => {
    const app = createApp(many(3))
    const { flows } = await app.client.flows({ limit: 1 })
    const otherFlows: typeof flows = []
    const requested = async (args: FlowsVerdictArgs) => {
      const before = app.lcd.requests.length
      await settled(observe(app, () => args))
      return app.lcd.requests.slice(before).filter(({ query }) => query === 'flowsForOwner').length
    }
    expect(await requested({ flows, otherFlows })).toBe(0)
    expect(await requested({ flows })).toBe(1)
  })

  test('does not change the state that it gets, because a framework can discard a rendering', () => {
    const app = createApp(many(2))
    const flows = [flowOf({ owner })]
    const update = (state = forecastComputation.initial) => stateOf(app, { flows }, state)
    const first = update()
    expect(update().result).toEqual(first.result)
    expect(update().queries.map(({ queryKey }) => queryKey)).toEqual(first.queries.map(({ queryKey }) => queryKey))
    expect(update(first)).toBe(first)
    expect(forecastComputation.initial).toMatchObject({ queries: [], result: { data: [], isPending: true } })
  })

  test('100 flows of one owner share five requests, and each history is one more', async () => {
    const app = createApp(many(100))
    const { flows } = await app.client.flows({ limit: 100 })
    const forecasts = observe(app, () => ({ flows, time: chainTimeAt(app.now) }))
    await settled(forecasts)

    const targets = app.lcd.requests.slice(1).map(({ target }) => target)
    expect(targets.filter(target => target.includes('/flow-history/'))).toHaveLength(100)
    expect(targets).toHaveLength(105)
    expect(new Set(forecasts.current().data.map(({ forecast }) => forecast?.nextRun))).toEqual(new Set(['likely']))
  })

  test('histories that are already in the cache are not requested again', async () => {
    const app = createApp(many(100))
    const { flows } = await app.client.flows({ limit: 100 })
    await Promise.all(flows.map(flow => app.queryClient.query(newestRunsQueryOptions(app.client, flow))))
    const before = app.lcd.requests.length
    const forecasts = observe(app, () => ({ flows, time: chainTimeAt(app.now) }))
    await settled(forecasts)
    expect(app.lcd.requests.length - before).toBe(5)
  })

  test('queries for single facts use the same cache entries', async () => {
    const app = createApp(many(1))
    const { flows } = await app.client.flows()
    const forecasts = observe(app, () => ({ flows, time: chainTimeAt(app.now) }))
    const balances = new QueryObserver(app.queryClient, balancesQueryOptions(app.client, { address: owner }))
    unmounts.push(balances.subscribe(() => {}))
    await settled(forecasts)
    mount(app.queryClient, flowHistoryQueryOptions(app.client, { id: 1, limit: 20, reverse: true })).unmount()

    expect(balances.getCurrentResult().data).toEqual(rich)
    const targets = app.lcd.requests.map(({ target }) => target)
    expect(new Set(targets).size).toBe(targets.length)
  })

  test('sends at most six requests at a time, and the shared facts first', async () => {
    const app = createApp(many(30))
    const { flows } = await app.client.flows()
    app.lcd.fail({ hang: true })
    observe(app, () => ({ flows, time: chainTimeAt(app.now) }))
    await until(() => expect(app.lcd.requests).toHaveLength(7))
    expect(app.lcd.requests.slice(1, 5).map(({ target }) => target)).not.toContainEqual(
      expect.stringContaining('flow-history'),
    )
  })

  test('reads the fee accounts of flows with a fallback only if the wallet can’t pay all runs', async () => {
    const app = createApp(many(3))
    app.lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '20000' }]
    const { flows } = await app.client.flows()
    const forecasts = observe(app, () => ({ flows, time: chainTimeAt(app.now) }))
    await settled(forecasts)

    const read = app.lcd.requests.filter(({ target }) => flows.some(flow => target.includes(flow.feeAddress)))
    expect(read).toHaveLength(3)
    expect(forecasts.current().data.map(({ forecast }) => forecast?.nextRun)).toEqual([
      'willFail',
      'willFail',
      'willFail',
    ])
  })

  test('reads the channel of an agent after the agent', async () => {
    const agentAddress = address('agent', 'into', 32)
    const app = createApp([{ owner, trustlessAgent: { agentAddress, feeLimit: [], connectionId: '' } as never }])
    const { flows } = await app.client.flows()
    const forecasts = observe(app, () => ({ flows, time: chainTimeAt(app.now) }))
    await settled(forecasts)

    expect(forecasts.current().error).toBeNull()
    expect(forecasts.current().data[0]?.forecast?.risks.map(({ kind }) => kind)).toContain('agentNotFound')
  })

  test('keeps the verdicts while the facts of more flows are loading', async () => {
    const app = createApp([...many(4), ...many(2, { owner: address('newcomer') })])
    app.lcd.accounts.balances[address('newcomer')] = rich
    const { flows } = await app.client.flows()
    let shown = flows.slice(0, 4)
    const forecasts = observe(app, () => ({ flows: shown, time: chainTimeAt(app.now) }))
    expect(forecasts.current()).toMatchObject({ data: [], isPending: true })
    await settled(forecasts)
    const [first] = forecasts.current().data

    shown = flows
    forecasts.update()
    expect(forecasts.current().isPending).toBe(true)
    expect(idsOf(forecasts.current())).toEqual(['1', '2', '3', '4'])
    expect(forecasts.current().data[0]).toBe(first)
    await settled(forecasts)
    expect(idsOf(forecasts.current())).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  test('computes the verdicts once when all facts are loaded, and again when a balance changes', async () => {
    const app = createApp(many(20))
    const { flows } = await app.client.flows()
    const forecasts = observe(app, () => ({ flows, time: chainTimeAt(app.now) }))
    await settled(forecasts)
    const results = new Set(forecasts.seen.map(({ data }) => data[0]).filter(Boolean))
    expect(results.size).toBe(1)
    const before = forecasts.current()
    forecasts.update()
    expect(forecasts.current()).toBe(before)

    app.lcd.accounts.balances[owner] = []
    await app.queryClient.refetchQueries({ queryKey: balancesQueryOptions(app.client, { address: owner }).queryKey })
    await until(() => expect(forecasts.current().data[0]?.forecast?.nextRun).toBe('willFail'))
  })

  test('does not change with each balance and history of the other flows', async () => {
    const app = createApp(many(20))
    const { flows } = await app.client.flows()
    const forecasts = observe(app, () => ({ flows: flows.slice(0, 1), time: chainTimeAt(app.now) }))
    await settled(forecasts)
    // The 21 balances and 20 histories cause one change.
    expect(forecasts.seen.length).toBeLessThan(10)
  })

  test('a new block replaces the times of verdicts and can end a flow, without a request', async () => {
    const app = createApp(many(2))
    const { flows } = await app.client.flows()
    const { queryKey } = chainTimeQueryOptions(app.client)
    app.queryClient.setQueryData(queryKey, chainTimeAt(app.now))
    const verdicts = observe(app, () => ({ flows }))
    await settled(verdicts)
    const before = verdicts.current()
    const requests = app.lcd.requests.length

    const time = chainTimeAt(app.now + 1_000)
    app.queryClient.setQueryData(queryKey, time)
    verdicts.update()
    expect(verdicts.current()).toEqual({ ...before, data: before.data.map(verdict => ({ ...verdict, time })) })
    app.queryClient.setQueryData(queryKey, chainTimeAt(Date.parse('2040-01-01T00:00:00Z')))
    await until(() => expect(verdicts.current().data.map(({ state }) => state)).toEqual(['ended', 'ended']))
    expect(app.lcd.requests).toHaveLength(requests)
  })

  test('a failed dry run changes the verdict', async () => {
    const app = createApp(many(1))
    const { flows } = await app.client.flows()
    let dryRuns: FlowsVerdictArgs['dryRuns']
    const verdicts = observe(app, () => ({ flows, dryRuns, time: chainTimeAt(app.now) }))
    await settled(verdicts)
    expect(verdicts.current().data[0]?.state).toBe('waiting')
    dryRuns = { 1: { result: 'failed', messageIndex: 0, problem: 'other', message: 'validator does not exist' } }
    verdicts.update()
    expect(verdicts.current().data[0]?.state).toBe('willFail')
  })

  test('flows that share a wallet have the same verdicts alone and in a list of many owners', async () => {
    const short = address('short owner')
    const app = createApp([...many(120), ...many(3, { owner: short, interval: '1800s' })])
    app.lcd.accounts.balances[short] = [{ denom: 'uinto', amount: '2520000' }]
    const { flows } = await app.client.flows({ limit: 1_000 })
    const time = chainTimeAt(app.now)
    const list = observe(app, () => ({ flows, time }))
    await settled(list)
    for (const { flow, state, failure } of list.current().data.slice(-3)) {
      const alone = observe(app, () => ({ flows: [flow], otherFlows: flows, time }))
      await settled(alone)
      expect(alone.current().data[0]).toMatchObject({ state, failure })
      expect(failure?.at).toBeDefined()
    }
  })

  test('a changed balance changes only the verdicts of its owner, and each owner is computed in a separate step', async () => {
    const other = address('other owner')
    const app = createApp([...many(2), ...many(2, { owner: other })])
    app.lcd.accounts.balances[other] = rich
    const { flows } = await app.client.flows()
    const args = { flows, time: chainTimeAt(app.now) }
    const verdicts = observe(app, () => args)
    await settled(verdicts)
    const before = verdicts.current().data
    app.queryClient.setQueryData(balancesQueryOptions(app.client, { address: other }).queryKey, [])
    verdicts.update()
    await settled(verdicts)
    expect(verdicts.current().data.map((verdict, index) => verdict === before[index])).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(
      Array.from(
        forecastComputation.update(forecastComputation.initial, { client: app.client, ...args }, app.queryClient),
      ).length,
    ).toBeGreaterThan(2)
  })

  test('a fact that changes between two steps counts at the next update', async () => {
    const app = createApp(many(2))
    const { flows } = await app.client.flows()
    const args = { flows, time: chainTimeAt(app.now) }
    await settled(observe(app, () => args))
    const { queryKey } = balancesQueryOptions(app.client, { address: owner })
    const steps = forecastComputation.update(
      forecastComputation.initial,
      { client: app.client, ...args },
      app.queryClient,
    )
    let step = steps.next()
    app.queryClient.setQueryData(queryKey, [])
    while (!step.done) step = steps.next()
    const next = stateOf(app, args, step.value)
    // The fee accounts pay if the wallet is empty.
    expect(next.queries.length).toBeGreaterThan(step.value.queries.length)
  })

  test('forecasts say that facts of other flows are missing, if these flows spend the same money', async () => {
    const app = createApp([...many(2), ...many(1, { owner: address('single') })])
    app.lcd.accounts.balances[address('single')] = rich
    const { flows: otherFlows } = await app.client.flows()
    const flows = otherFlows.slice(1)
    const assumptionsOf = async (args: Partial<FlowsVerdictArgs>) => {
      const forecasts = observe(app, () => ({ flows, maxOtherFlows: 0, ...args }))
      await settled(forecasts)
      return forecasts.current().data.map(({ forecast }) => forecast?.assumptions.includes('otherFlowsIgnored'))
    }
    expect(await assumptionsOf({})).toEqual([true, true])
    expect(await assumptionsOf({ otherFlows })).toEqual([true, false])
    const targets = app.lcd.requests.map(({ target }) => target)
    expect(targets.filter(target => /flow-history.1\b|flows-by-owner|flows_by_owner/.test(target))).toEqual([])
    expect(await assumptionsOf({ otherFlows, maxOtherFlows: 1 })).toEqual([false, false])
  })

  test('returns the error of a history that could not be loaded, and the forecasts of the other flows', async () => {
    const app = createApp(many(3))
    const { flows } = await app.client.flows()
    app.lcd.fail({ path: '/flow-history/2', status: 503 })
    const forecasts = observe(app, () => ({ flows, time: chainTimeAt(app.now) }))
    await settled(forecasts)
    expect(idsOf(forecasts.current())).toEqual(['1', '3'])
    expect(forecasts.current().error?.kind).toBe('node')
  })

  test('sends no request without flows', () => {
    const app = createApp(many(1))
    let flows: [] | undefined
    const forecasts = observe(app, () => ({ flows }))
    expect(forecasts.current()).toEqual({ data: [], isPending: true, error: null })
    flows = []
    forecasts.update()
    expect(forecasts.current()).toEqual({ data: [], isPending: false, error: null })
    expect(app.lcd.requests).toEqual([])
  })
})

test('prefetchFlowsVerdict: loads all facts, so that the first result has forecasts', async () => {
  const app = createApp(many(3))
  app.lcd.accounts.balances[owner] = []
  const { flows } = await app.client.flows()
  await prefetchFlowsVerdict(app.queryClient, app.client, { flows, time: chainTimeAt(app.now) })
  const before = app.lcd.requests.length
  const forecasts = observe(app, () => ({ flows, time: chainTimeAt(app.now) }))
  expect(forecasts.seen).toHaveLength(1)
  expect(forecasts.current()).toMatchObject({ isPending: false, error: null })
  expect(idsOf(forecasts.current())).toEqual(['1', '2', '3'])
  expect(app.lcd.requests).toHaveLength(before)
})

test('prefetchFlowsVerdict: ends without an error if requests fail', async () => {
  const app = createApp(many(1))
  const { flows } = await app.client.flows()
  app.lcd.fail({ status: 503 })
  await expect(prefetchFlowsVerdict(app.queryClient, app.client, { flows })).resolves.toBeUndefined()
})

test('keeps its result if a node returns two flows with the same ID', async () => {
  const app = createApp([{ owner }, { owner }])
  const { flows } = await app.client.flows()
  const duplicates = flows.map(flow => ({ ...flow, id: '1' }))
  const { current, update } = observe(app, () => ({ flows: [...duplicates] }))
  await until(() => expect(current()).toMatchObject({ data: [{}, {}], isPending: false }))
  const result = current()
  update()
  expect(current()).toBe(result)
})
