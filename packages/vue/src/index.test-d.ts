import type { Coin, Flow, FlowClient, FlowQueryError, Params } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import type { LiveStatus } from '@flow-query/core/live'
import type { FlowQueryKey } from '@flow-query/core/query'
import { skipToken, useInfiniteQuery, useQueries, useQuery } from '@tanstack/vue-query'
import { describe, expectTypeOf, test } from 'vitest'
import { computed, createApp, reactive, ref, type ShallowRef, shallowRef } from 'vue'
import { flowCollectionQueryOptions, useFlowCollection } from './collection/index.js'
import * as hooks from './index.js'
import {
  FlowQueryPlugin,
  flowQueryOptions,
  flowsInfiniteQueryOptions,
  paramsQueryOptions,
  type UseFlowResult,
  useFlow,
  useFlows,
  useInfiniteFlows,
} from './index.js'
import { balancesQueryOptions, useBalances, useFlowsHealth, useFlowsVerdict, useFlowVerdict } from './insights/index.js'
import { type UseLiveFlowsResult, useLiveFlows, useWatchFlows } from './live/index.js'

declare const client: FlowClient
declare const flow: Flow
declare const flows: readonly Flow[]
declare const owner: string

describe('results', () => {
  test('suspense() returns the result', async () => {
    const result = await useFlow({ id: 14 }).suspense()
    expectTypeOf(result.data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(result.error).toEqualTypeOf<FlowQueryError | null>()
    if (result.isSuccess) expectTypeOf(result.data).toEqualTypeOf<Flow>()
  })

  test('isSuccess and isError narrow the types', () => {
    const result = reactive(useFlow({ id: 14 }))
    if (result.isSuccess) expectTypeOf(result.data).toEqualTypeOf<Flow>()
    if (result.isError) expectTypeOf(result.error.kind).toEqualTypeOf<FlowQueryError['kind']>()
  })
})

describe('refs, getters, and objects that contain them', () => {
  test('arguments', () => {
    useFlow(ref({ id: 14 }))
    useFlow(computed(() => ({ id: '14' })))
    useFlow(() => ({ id: 14n }))
    useFlow(() => ({ id: ref('14') }))
    useFlow({ id: ref(14) })
    useFlow({ id: shallowRef<string | null>(null) })
    useFlow({ id: () => owner })
    useFlow(reactive({ id: 14 }))
    useFlow(() => (owner ? { id: 14 } : skipToken))
    useFlows(ref<{ limit: number }>())
    hooks.useIca({ owner: () => owner, connectionId: 'connection-0' })
    useInfiniteFlows({ limit: ref(20), reverse: () => true })
    useBalances({ address: ref('into1owner') })
    useBalances(() => ({ address: undefined }))
    useFlowCollection({ owner: ref('into1owner') })
    useFlowCollection(() => ({ owner: undefined }))
    // @ts-expect-error an ID is not a boolean
    useFlow({ id: ref(true) })
    // @ts-expect-error an ID is not a boolean
    useFlow({ id: () => true })
    // @ts-expect-error `id` is required
    useFlow(() => ({}))
  })

  test('options', () => {
    useFlow({ id: 14 }, ref({ enabled: true }))
    useFlow(
      { id: 14 },
      computed(() => ({ enabled: true, staleTime: 1_000 })),
    )
    useFlow({ id: 14 }, () => ({ enabled: true, refetchInterval: false }))
    useFlow({ id: 14 }, { enabled: ref(true), staleTime: ref(1_000), refetchInterval: computed(() => 1_000) })
    useInfiniteFlows({}, { enabled: () => true, shallow: true })
    expectTypeOf(useFlow({ id: 14 }, () => ({ select: flow => flow.msgs.length })).data.value).toEqualTypeOf<
      number | undefined
    >()
    expectTypeOf(useFlow({ id: 14 }, () => ({ initialData: flow })).data.value).toEqualTypeOf<Flow>()
    useFlow({ id: 14 }, { client: shallowRef(client) })
    useInfiniteFlows({}, { client: () => client })
    useFlow({ id: 14 }, { enabled: () => query => expectTypeOf(query.queryKey).toEqualTypeOf<FlowQueryKey<'flow'>>() })
    // @ts-expect-error Vue Query calls `enabled` without the query
    useFlow({ id: 14 }, { enabled: query => query.state.data === undefined })
    // @ts-expect-error `enabled` is not a string
    useFlow({ id: 14 }, { enabled: ref('true') })
  })

  test('flows of health and forecasts', () => {
    useFlowsHealth({ flows: () => undefined, time: ref({ block: '2026-11-24T12:00:00Z' }) })
    useFlowsHealth(() => ({ flows }))
    useFlowsVerdict({ flows: () => undefined, time: ref({ block: '2026-11-24T12:00:00Z' }) })
    useFlowsVerdict(() => ({ flows }))
    useFlowVerdict({ flow: ref(flow) })
    useFlowVerdict(() => ({ flow: null }))
  })

  test('options of useLiveFlows and useWatchFlows', () => {
    useLiveFlows({ client: shallowRef(client), fallbackInterval: ref<number>() })
    useLiveFlows({ client: () => client, fallbackInterval: () => 10_000 })
    useLiveFlows(() => ({ client }))
    useLiveFlows(ref({ fallbackInterval: 10_000 }))
    useWatchFlows(() => ({ onEvent: () => {} }))
    useWatchFlows({ onEvent: () => {}, client: () => client })
  })
})

test('useLiveFlows', () => {
  expectTypeOf(useLiveFlows()).toEqualTypeOf<UseLiveFlowsResult>()
  expectTypeOf(useLiveFlows()).toEqualTypeOf<Readonly<ShallowRef<LiveStatus>>>()
  // @ts-expect-error the status is read-only
  useLiveFlows().value = { state: 'connected', error: null }
})

test('the plugin', () => {
  const app = createApp({})
  app.use(FlowQueryPlugin, { client })
  app.use(FlowQueryPlugin, { client: shallowRef(client) })
  // @ts-expect-error `client` is required
  app.use(FlowQueryPlugin, {})
  // @ts-expect-error `client` is required
  app.use(FlowQueryPlugin)
})

describe('query options', () => {
  const options = flowQueryOptions(client, { id: 14 })
  const pages = flowsInfiniteQueryOptions(client, { limit: 20 })

  test('useQuery and similar hooks', () => {
    expectTypeOf(useQuery(options)).toEqualTypeOf<UseFlowResult>()
    expectTypeOf(useQuery(computed(() => options))).toEqualTypeOf<UseFlowResult>()
    expectTypeOf(useQuery({ ...options, select: flow => flow.label })).toEqualTypeOf<UseFlowResult<string>>()
    expectTypeOf(useQuery({ ...options, initialData: flow }).data.value).toEqualTypeOf<Flow>()
    expectTypeOf(useInfiniteQuery(pages)).toEqualTypeOf<hooks.UseInfiniteFlowsResult>()
    const collection = useQuery(flowCollectionQueryOptions(client))
    expectTypeOf(collection.data.value).toEqualTypeOf<FlowCollection | undefined>()
    const balances = useQuery(balancesQueryOptions(client, { address: 'into1owner' }))
    expectTypeOf(balances.data.value).toEqualTypeOf<Coin[] | undefined>()
    useQuery(flowQueryOptions(client, skipToken))
  })

  test('useQueries', () => {
    const results = useQueries({ queries: [options, paramsQueryOptions(client)] })
    expectTypeOf(results.value[0].data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(results.value[0].error).toEqualTypeOf<FlowQueryError | null>()
    expectTypeOf(results.value[1].data).toEqualTypeOf<Params | undefined>()
    const many = useQueries({ queries: computed(() => [1, 2].map(id => flowQueryOptions(client, { id }))) })
    expectTypeOf(many.value.map(({ data }) => data)).toEqualTypeOf<(Flow | undefined)[]>()
  })
})
