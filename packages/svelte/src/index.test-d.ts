import type { Coin, Flow, FlowClient, FlowQueryError, FlowsPage, Params } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import type { FlowEvent, LiveStatus } from '@flow-query/core/live'
import type { FlowQueryKey } from '@flow-query/core/query'
import {
  type CreateQueryResult,
  createInfiniteQuery,
  createQueries,
  createQuery,
  type QueryClient,
  skipToken,
} from '@tanstack/svelte-query'
import { derived, get, type Readable, readable, writable } from 'svelte/store'
import { describe, expectTypeOf, test } from 'vitest'
import { flowCollectionQueryOptions, useFlowCollection } from './collection/index.js'
import * as hooks from './index.js'
import {
  flowQueryOptions,
  flowsInfiniteQueryOptions,
  type Pages,
  paramsQueryOptions,
  setFlowClient,
  useFlow,
  useFlows,
  useInfiniteFlows,
} from './index.js'
import { balancesQueryOptions, useBalances, useFlowsHealth, useFlowsVerdict, useFlowVerdict } from './insights/index.js'
import { type UseLiveFlowsResult, useLiveFlows, useWatchFlows } from './live/index.js'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const flow: Flow
declare const owner: string

describe('a store', () => {
  const store = useFlow({ id: 14 })

  test('has the type of the query', () => {
    expectTypeOf(store).toExtend<Readable<CreateQueryResult<Flow, FlowQueryError>>>()
    expectTypeOf(get(store).data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(get(useInfiniteFlows()).data).toEqualTypeOf<Pages<FlowsPage> | undefined>()
    expectTypeOf(get(useFlow({ id: 14 }, { initialData: flow })).data).toEqualTypeOf<Flow>()
  })

  test('isSuccess and isError narrow the types', () => {
    if (store.isSuccess) expectTypeOf(store.data).toEqualTypeOf<Flow>()
    if (store.isError) expectTypeOf(store.error).toEqualTypeOf<FlowQueryError>()
  })

  test('can be derived and subscribed to', () => {
    expectTypeOf(derived(store, ({ data }) => data?.label)).toEqualTypeOf<Readable<string | undefined>>()
    store.subscribe(({ error }) => expectTypeOf(error).toEqualTypeOf<FlowQueryError | null>())
    const now = get(store)
    if (now.isSuccess) expectTypeOf(now.data).toEqualTypeOf<Flow>()
    // @ts-expect-error the store is read-only
    store.set
  })
})

describe('plain values, getters and stores', () => {
  test('arguments', () => {
    useFlow(() => ({ id: 14 }))
    useFlow(() => (owner ? { id: 14 } : skipToken))
    useFlow(writable({ id: '14' }))
    useFlow(derived(useFlows(), ({ data }) => ({ id: data?.flows[0]?.id })))
    useFlows(() => undefined)
    hooks.useInfiniteFlowsForOwner(readable({ owner, limit: 20 }))
    useBalances(() => ({ address: 'into1owner' }))
    useBalances(writable({ address: undefined }))
    useFlowCollection(() => ({ owner: 'into1owner' }))
    useFlowCollection(writable({ owner: undefined }))
    // @ts-expect-error `id` is required
    useFlow(() => ({}))
    // @ts-expect-error an ID is not a boolean
    useFlow(() => ({ id: true }))
    // @ts-expect-error an ID is not a boolean
    useFlow(writable({ id: true }))
    // @ts-expect-error a property of the arguments can't be a store
    useFlow({ id: writable(14) })
  })

  test('options', () => {
    expectTypeOf(useFlow({ id: 14 }, () => ({ select: flow => flow.label })).data).toEqualTypeOf<string | undefined>()
    expectTypeOf(useFlow({ id: 14 }, () => ({ initialData: flow })).data).toEqualTypeOf<Flow>()
    expectTypeOf(useInfiniteFlows({}, () => ({ select: ({ pages }) => pages.length })).data).toEqualTypeOf<
      number | undefined
    >()
    expectTypeOf(useFlow({ id: 14 }, writable({ enabled: false })).data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(useFlow({ id: 14 }, readable({ select: (flow: Flow) => flow.label })).data).toEqualTypeOf<
      string | undefined
    >()
    useFlow({ id: 14 }, () => ({ client }))
    // @ts-expect-error `staleTime` is a number
    useFlow({ id: 14 }, () => ({ staleTime: '1s' }))
    // @ts-expect-error `staleTime` is a number
    useFlow({ id: 14 }, writable({ staleTime: '1s' }))
  })

  test('flows of health and forecasts', () => {
    useFlowsHealth(() => ({ flows: undefined, time: undefined }))
    useFlowsVerdict(() => ({ flows: undefined, time: undefined }))
    useFlowVerdict(writable({ flow: null }))
  })

  test('options of useLiveFlows and useWatchFlows', () => {
    useLiveFlows(() => ({ client }))
    useLiveFlows(writable({ fallbackInterval: 10_000 }))
    useWatchFlows(() => ({ onEvent: () => {} }))
    useWatchFlows(readable({ onEvent: ({ id }: FlowEvent) => void id }))
  })
})

test('`enabled` can be a function, which receives the query', () => {
  const enabled: hooks.UseFlowOptions['enabled'] = query => {
    expectTypeOf(query.state.data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(query.queryKey).toEqualTypeOf<FlowQueryKey<'flow'>>()
    return true
  }
  useFlow({ id: 14 }, { enabled })
})

test('useLiveFlows', () => {
  const live = useLiveFlows()
  expectTypeOf(live).toEqualTypeOf<UseLiveFlowsResult>()
  expectTypeOf(live.state).toEqualTypeOf<LiveStatus['state']>()
  expectTypeOf(live.error).toEqualTypeOf<FlowQueryError | null>()
  expectTypeOf(get(live)).toEqualTypeOf<LiveStatus>()
  // @ts-expect-error the status is read-only
  live.set({ state: 'connected', error: null })
})

test('setFlowClient', () => {
  setFlowClient(client)
  setFlowClient(() => client)
  setFlowClient(readable(client))
  // @ts-expect-error the client is required
  setFlowClient()
  // @ts-expect-error not a client
  setFlowClient({ scope: 'intento-1' })
})

describe('query options', () => {
  const options = flowQueryOptions(client, { id: 14 })
  const pages = flowsInfiniteQueryOptions(client, { limit: 20 })

  test('createQuery and similar functions', () => {
    expectTypeOf(createQuery(() => options)).toEqualTypeOf<CreateQueryResult<Flow, FlowQueryError>>()
    expectTypeOf(createQuery(() => ({ ...options, select: (flow: Flow) => flow.label })).data).toEqualTypeOf<
      string | undefined
    >()
    expectTypeOf(createQuery(() => ({ ...options, initialData: flow })).data).toEqualTypeOf<Flow>()
    expectTypeOf(createInfiniteQuery(() => pages).data).toEqualTypeOf<Pages<FlowsPage> | undefined>()
    expectTypeOf(createInfiniteQuery(() => pages).error).toEqualTypeOf<FlowQueryError | null>()
    const collection = createQuery(() => flowCollectionQueryOptions(client))
    expectTypeOf(collection.data).toEqualTypeOf<FlowCollection | undefined>()
    const balances = createQuery(() => balancesQueryOptions(client, { address: 'into1owner' }))
    expectTypeOf(balances.data).toEqualTypeOf<Coin[] | undefined>()
    expectTypeOf(queryClient.getQueryState(options.queryKey)?.error).toEqualTypeOf<FlowQueryError | null | undefined>()
    createQuery(() => flowQueryOptions(client, skipToken))
  })

  test('createQueries', () => {
    const [one, params] = createQueries(() => ({ queries: [options, paramsQueryOptions(client)] }))
    expectTypeOf(one.data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(one.error).toEqualTypeOf<FlowQueryError | null>()
    expectTypeOf(params.data).toEqualTypeOf<Params | undefined>()
    const many = createQueries(() => ({ queries: [1, 2].map(id => flowQueryOptions(client, { id })) }))
    expectTypeOf(many.map(({ data }) => data)).toEqualTypeOf<(Flow | undefined)[]>()
  })
})
