import {
  type Flow,
  type FlowClient,
  type FlowHistoryEntry,
  type FlowHistoryPage,
  type FlowQueryError,
  type FlowQueryKey,
  type FlowsPage,
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryKeys,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
  icaQueryOptions,
  type Params,
  paramsQueryOptions,
} from '@flow-query/core'
import type { LiveStatus } from '@flow-query/core/live'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/vue-query'
import { describe, expectTypeOf, test } from 'vitest'
import { computed, createApp, reactive, ref, type ShallowRef, shallowRef } from 'vue'
import {
  FlowQueryPlugin,
  useFlow,
  useFlowClient,
  useFlowHistory,
  useFlows,
  useFlowsForOwner,
  useFlowUpdates,
  useIca,
  useInfiniteFlowHistory,
  useInfiniteFlows,
  useInfiniteFlowsForOwner,
  useParams,
} from './index.js'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const owner: string

type Pages<Page> = InfiniteData<Page, string | null>

describe('data and error', () => {
  test('of each query', () => {
    expectTypeOf(useFlow({ id: 14 }).data.value).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(useFlows().data.value).toEqualTypeOf<FlowsPage | undefined>()
    expectTypeOf(useFlowsForOwner({ owner }).data.value).toEqualTypeOf<FlowsPage | undefined>()
    expectTypeOf(useFlowHistory({ id: 14n }).data.value).toEqualTypeOf<FlowHistoryPage | undefined>()
    expectTypeOf(useIca({ owner, connectionId: 'connection-0' }).data.value).toEqualTypeOf<string | undefined>()
    expectTypeOf(useParams().data.value).toEqualTypeOf<Params | undefined>()
  })

  test('of each infinite list', () => {
    expectTypeOf(useInfiniteFlows().data.value).toEqualTypeOf<Pages<FlowsPage> | undefined>()
    expectTypeOf(useInfiniteFlowsForOwner({ owner }).data.value).toEqualTypeOf<Pages<FlowsPage> | undefined>()
    expectTypeOf(useInfiniteFlowHistory({ id: '14' }).data.value).toEqualTypeOf<Pages<FlowHistoryPage> | undefined>()
  })

  test('of a query that was waited for', async () => {
    const result = await useFlow({ id: 14 }).suspense()
    expectTypeOf(result.data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(result.error).toEqualTypeOf<FlowQueryError | null>()
    if (result.isSuccess) expectTypeOf(result.data).toEqualTypeOf<Flow>()
  })

  test('an error is a FlowQueryError', () => {
    expectTypeOf(useFlow({ id: 14 }).error.value).toEqualTypeOf<FlowQueryError | null>()
    expectTypeOf(useParams().error.value).toEqualTypeOf<FlowQueryError | null>()
    expectTypeOf(useInfiniteFlows().error.value).toEqualTypeOf<FlowQueryError | null>()
  })

  test('a checked result narrows', () => {
    const flow = reactive(useFlow({ id: 14 }))
    if (flow.isSuccess) expectTypeOf(flow.data).toEqualTypeOf<Flow>()
    if (flow.isError) expectTypeOf(flow.error.kind).toEqualTypeOf<FlowQueryError['kind']>()
  })
})

describe('arguments', () => {
  test('refs, getters, and objects that hold them', () => {
    useFlow(ref({ id: 14 }))
    useFlow(computed(() => ({ id: '14' })))
    useFlow(() => ({ id: 14n }))
    useFlow(() => ({ id: ref('14') }))
    useFlow({ id: ref(14) })
    useFlow({ id: shallowRef<string | null>(null) })
    useFlow({ id: () => owner })
    useFlow(reactive({ id: 14 }))
    useFlows(ref<{ limit: number }>())
    useIca({ owner: () => owner, connectionId: 'connection-0' })
    useInfiniteFlows({ limit: ref(20), reverse: () => true })
    // @ts-expect-error an id is no boolean
    useFlow({ id: ref(true) })
    // @ts-expect-error an id is no boolean
    useFlow({ id: () => true })
    // @ts-expect-error `id` is needed
    useFlow(() => ({}))
  })

  test('needed ones may be missing for a while', () => {
    useFlow({ id: null })
    useFlow({ id: ref<number>() })
    useFlowsForOwner({ owner: null, limit: 20 })
    useFlowHistory({ id: () => undefined, reverse: true })
    useIca({ owner: undefined, connectionId: null })
    useInfiniteFlowsForOwner({ owner: undefined })
    useInfiniteFlowHistory(() => ({ id: null }))
  })

  test('needed ones cannot be forgotten', () => {
    // @ts-expect-error arguments are needed
    useFlow()
    // @ts-expect-error `id` is needed
    useFlow({})
    // @ts-expect-error `owner` is needed
    useFlowsForOwner({ limit: 20 })
    // @ts-expect-error `id` is needed
    useFlowHistory({})
    // @ts-expect-error `connectionId` is needed
    useIca({ owner })
    // @ts-expect-error `owner` is needed
    useInfiniteFlowsForOwner({})
    // @ts-expect-error `id` is needed
    useInfiniteFlowHistory({ limit: 20 })
  })

  test('names and types are checked', () => {
    // @ts-expect-error `flowId` is no argument
    useFlow({ flowId: 14 })
    // @ts-expect-error `owner` is no argument of this query
    useFlow({ id: 14, owner })
    // @ts-expect-error an id is no boolean
    useFlow({ id: true })
    // @ts-expect-error a limit is a number
    useFlows({ limit: '20' })
    // @ts-expect-error `params` has no page
    useParams({ limit: 20 })
    // @ts-expect-error the pages of an infinite list find their own cursors
    useInfiniteFlows({ key: 'AAAAAAAAAA4=' })
    // @ts-expect-error the pages of an infinite list find their own cursors
    useInfiniteFlowHistory({ id: 14, offset: 20 })
  })

  test('pages and heights can be asked for', () => {
    useFlows({ limit: 20, reverse: true, key: null, countTotal: true })
    useFlows({ offset: 20, height: 100 })
    useFlow({ id: 14, height: 100 })
    useParams({ height: 100 })
    useInfiniteFlows({ limit: 20, reverse: true })
  })
})

describe('options', () => {
  test('select is inferred', () => {
    expectTypeOf(useFlow({ id: 14 }, { select: flow => flow.label }).data.value).toEqualTypeOf<string | undefined>()
    expectTypeOf(useFlows({}, { select: page => page.flows.length }).data.value).toEqualTypeOf<number | undefined>()
    expectTypeOf(useParams({}, { select: params => params.gasFeeCoins[0] ?? null }).data.value).toEqualTypeOf<
      Params['gasFeeCoins'][number] | null | undefined
    >()
    expectTypeOf(useFlow({ id: 14 }, () => ({ select: flow => flow.msgs.length })).data.value).toEqualTypeOf<
      number | undefined
    >()
    expectTypeOf(
      useInfiniteFlowHistory({ id: 14 }, { select: ({ pages }) => pages.flatMap(page => page.history) }).data.value,
    ).toEqualTypeOf<FlowHistoryEntry[] | undefined>()
  })

  test('select gets what the query answers', () => {
    useFlow({ id: 14 }, { select: flow => expectTypeOf(flow).toEqualTypeOf<Flow>() })
    useInfiniteFlows({}, { select: data => expectTypeOf(data).toEqualTypeOf<Pages<FlowsPage>>() })
    // @ts-expect-error a flow has no such field
    useFlow({ id: 14 }, { select: flow => flow.status })
  })

  test('functions get the query, its data and its error', () => {
    useFlow(
      { id: 14 },
      {
        enabled: () => query => {
          expectTypeOf(query.state.data).toEqualTypeOf<Flow | undefined>()
          expectTypeOf(query.queryKey).toEqualTypeOf<FlowQueryKey<'flow'>>()
          return true
        },
        refetchInterval: query => (query.state.data?.interval === '0s' ? false : 5_000),
        retry: (failures, error) => failures < 2 && error.kind === 'rateLimited',
        throwOnError: error => error.kind !== 'notFound',
        staleTime: query => (query.state.data ? 60_000 : 0),
      },
    )
  })

  test('refs, getters, and objects that hold them', () => {
    useFlow({ id: 14 }, ref({ enabled: true }))
    useFlow(
      { id: 14 },
      computed(() => ({ enabled: true, staleTime: 1_000 })),
    )
    useFlow({ id: 14 }, () => ({ enabled: true, refetchInterval: false }))
    useFlow({ id: 14 }, { enabled: ref(true), staleTime: ref(1_000), refetchInterval: computed(() => 1_000) })
    useInfiniteFlows({}, { enabled: () => true })
    // @ts-expect-error Vue Query calls `enabled` without the query
    useFlow({ id: 14 }, { enabled: query => query.state.data === undefined })
    // @ts-expect-error `enabled` is no string
    useFlow({ id: 14 }, { enabled: ref('true') })
  })

  test('the rest of TanStack Query', () => {
    useFlow({ id: 14 }, { placeholderData: keepPreviousData, staleTime: 1_000, gcTime: 0, refetchOnMount: 'always' })
    useInfiniteFlows({}, { maxPages: 3, shallow: true })
    expectTypeOf(useFlow({ id: 14 }, { enabled: false }).data.value).toEqualTypeOf<Flow | undefined>()
    // @ts-expect-error another query's data
    useFlow({ id: 14 }, { initialData: 'flow' })
  })

  test('what makes the query is not to be replaced', () => {
    // @ts-expect-error the key is the query's own
    useFlow({ id: 14 }, { queryKey: ['flow'] })
    // @ts-expect-error the function is the query's own
    useFlow({ id: 14 }, { queryFn: () => client.flow({ id: 14 }) })
    // @ts-expect-error the cursor is the query's own
    useInfiniteFlows({}, { initialPageParam: '' })
    // @ts-expect-error the cursor is the query's own
    useInfiniteFlows({}, { getNextPageParam: () => null })
  })

  test('client', () => {
    useFlow({ id: 14 }, { client })
    useFlow({ id: 14 }, { client: shallowRef(client) })
    useInfiniteFlows({}, { client: () => client })
    useParams({}, () => ({ client }))
    // @ts-expect-error no client
    useFlow({ id: 14 }, { client: { chain: 'intento-1' } })
  })
})

test('updates', () => {
  expectTypeOf(useFlowUpdates()).toEqualTypeOf<Readonly<ShallowRef<LiveStatus>>>()
  useFlowUpdates({ client, fallbackInterval: 10_000 })
  useFlowUpdates({ client: undefined, fallbackInterval: undefined })
  useFlowUpdates({ client: shallowRef(client), fallbackInterval: ref<number>() })
  useFlowUpdates({ client: () => client, fallbackInterval: () => 10_000 })
  useFlowUpdates(() => ({ client }))
  useFlowUpdates(ref({ fallbackInterval: 10_000 }))
  useFlowUpdates(computed(() => ({ fallbackInterval: 10_000 })))
  // @ts-expect-error it is not set from outside
  useFlowUpdates().value = { state: 'connected', error: null }
  // @ts-expect-error milliseconds are a number
  useFlowUpdates({ fallbackInterval: '10s' })
  // @ts-expect-error milliseconds are a number
  useFlowUpdates(() => ({ fallbackInterval: '10s' }))
  // @ts-expect-error no client
  useFlowUpdates({ client: { chain: 'intento-1' } })
  // @ts-expect-error the client knows where to listen
  useFlowUpdates({ rpc: 'https://rpc.example.org' })
})

test('the plugin', () => {
  expectTypeOf(useFlowClient()).toEqualTypeOf<FlowClient>()
  expectTypeOf(useFlowClient(client)).toEqualTypeOf<FlowClient>()
  const app = createApp({})
  app.use(FlowQueryPlugin, { client })
  app.use(FlowQueryPlugin, { client: shallowRef(client) })
  // @ts-expect-error `client` is needed
  app.use(FlowQueryPlugin, {})
  // @ts-expect-error `client` is needed
  app.use(FlowQueryPlugin)
})

describe('the query options of @flow-query/core, in TanStack Query itself', () => {
  test('useQuery, useQueries', () => {
    const { data } = useQuery(flowQueryOptions(client, { id: 14 }))
    expectTypeOf(data.value).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(useQuery(() => flowQueryOptions(client, { id: 14 })).data.value).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(useQuery(computed(() => flowQueryOptions(client, { id: 14 }))).data.value).toEqualTypeOf<
      Flow | undefined
    >()
    expectTypeOf(useQuery(flowsQueryOptions(client)).data.value).toEqualTypeOf<FlowsPage | undefined>()
    expectTypeOf(useQuery(flowsForOwnerQueryOptions(client, { owner })).data.value).toEqualTypeOf<
      FlowsPage | undefined
    >()
    expectTypeOf(useQuery(flowHistoryQueryOptions(client, { id: 14 })).data.value).toEqualTypeOf<
      FlowHistoryPage | undefined
    >()
    expectTypeOf(useQuery(icaQueryOptions(client, { owner, connectionId: null })).data.value).toEqualTypeOf<
      string | undefined
    >()
    expectTypeOf(useQuery(paramsQueryOptions(client)).data.value).toEqualTypeOf<Params | undefined>()
    expectTypeOf(
      useQuery({ ...flowQueryOptions(client, { id: 14 }), select: flow => flow.label }).data.value,
    ).toEqualTypeOf<string | undefined>()
    const results = useQueries({
      queries: [flowQueryOptions(client, { id: 14 }), paramsQueryOptions(client)],
    })
    expectTypeOf(results.value[0].data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(results.value[1].data).toEqualTypeOf<Params | undefined>()
  })

  test('useInfiniteQuery', () => {
    expectTypeOf(useInfiniteQuery(flowsInfiniteQueryOptions(client)).data.value).toEqualTypeOf<
      InfiniteData<FlowsPage> | undefined
    >()
    expectTypeOf(useInfiniteQuery(flowsForOwnerInfiniteQueryOptions(client, { owner })).data.value).toEqualTypeOf<
      InfiniteData<FlowsPage> | undefined
    >()
    expectTypeOf(useInfiniteQuery(() => flowHistoryInfiniteQueryOptions(client, { id: 14 })).data.value).toEqualTypeOf<
      InfiniteData<FlowHistoryPage> | undefined
    >()
  })

  test('QueryClient', () => {
    const options = flowQueryOptions(client, { id: 14 })
    expectTypeOf(queryClient.fetchQuery(options)).resolves.toEqualTypeOf<Flow>()
    expectTypeOf(queryClient.ensureQueryData(options)).resolves.toEqualTypeOf<Flow>()
    expectTypeOf(queryClient.prefetchQuery(options)).resolves.toEqualTypeOf<void>()
    const pages = flowsInfiniteQueryOptions(client, { reverse: true })
    expectTypeOf(queryClient.fetchInfiniteQuery(pages)).resolves.toEqualTypeOf<Pages<FlowsPage>>()
    expectTypeOf(queryClient.ensureInfiniteQueryData(pages)).resolves.toEqualTypeOf<Pages<FlowsPage>>()
    expectTypeOf(queryClient.prefetchInfiniteQuery({ ...pages, pages: 2 })).resolves.toEqualTypeOf<void>()
    expectTypeOf(queryClient.getQueryData<Flow>(options.queryKey)).toEqualTypeOf<Flow | undefined>()
    queryClient.invalidateQueries({ queryKey: flowQueryKeys.flowHistory(client, { id: 14 }) })
  })
})
