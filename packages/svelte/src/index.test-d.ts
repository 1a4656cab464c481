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
  type CreateQueryResult,
  createInfiniteQuery,
  createQueries,
  createQuery,
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/svelte-query'
import { derived, get, type Readable, readable, writable } from 'svelte/store'
import { describe, expectTypeOf, test } from 'vitest'
import {
  setFlowClient,
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
    expectTypeOf(useFlow({ id: 14 }).data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(useFlows().data).toEqualTypeOf<FlowsPage | undefined>()
    expectTypeOf(useFlowsForOwner({ owner }).data).toEqualTypeOf<FlowsPage | undefined>()
    expectTypeOf(useFlowHistory({ id: 14n }).data).toEqualTypeOf<FlowHistoryPage | undefined>()
    expectTypeOf(useIca({ owner, connectionId: 'connection-0' }).data).toEqualTypeOf<string | undefined>()
    expectTypeOf(useParams().data).toEqualTypeOf<Params | undefined>()
  })

  test('of each infinite list', () => {
    expectTypeOf(useInfiniteFlows().data).toEqualTypeOf<Pages<FlowsPage> | undefined>()
    expectTypeOf(useInfiniteFlowsForOwner({ owner }).data).toEqualTypeOf<Pages<FlowsPage> | undefined>()
    expectTypeOf(useInfiniteFlowHistory({ id: '14' }).data).toEqualTypeOf<Pages<FlowHistoryPage> | undefined>()
  })

  test('an error is a FlowQueryError', () => {
    expectTypeOf(useFlow({ id: 14 }).error).toEqualTypeOf<FlowQueryError | null>()
    expectTypeOf(useParams().error).toEqualTypeOf<FlowQueryError | null>()
    expectTypeOf(useInfiniteFlows().error).toEqualTypeOf<FlowQueryError | null>()
  })

  test('a checked result narrows', () => {
    const flow = useFlow({ id: 14 })
    if (flow.isSuccess) expectTypeOf(flow.data).toEqualTypeOf<Flow>()
    if (flow.isError) expectTypeOf(flow.error).toEqualTypeOf<FlowQueryError>()
  })
})

describe('a store', () => {
  const flow = useFlow({ id: 14 })

  test('of the query', () => {
    expectTypeOf(flow).toExtend<Readable<CreateQueryResult<Flow, FlowQueryError>>>()
    expectTypeOf(get(flow).data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(get(useInfiniteFlows()).data).toEqualTypeOf<Pages<FlowsPage> | undefined>()
    expectTypeOf(get(useIca({ owner, connectionId: null }, { select: address => address.length })).data).toEqualTypeOf<
      number | undefined
    >()
  })

  test('derived, subscribed to, narrowed', () => {
    expectTypeOf(derived(flow, ({ data }) => data?.label)).toEqualTypeOf<Readable<string | undefined>>()
    flow.subscribe(({ error }) => expectTypeOf(error).toEqualTypeOf<FlowQueryError | null>())
    const now = get(flow)
    if (now.isSuccess) expectTypeOf(now.data).toEqualTypeOf<Flow>()
    if (now.isError) expectTypeOf(now.error).toEqualTypeOf<FlowQueryError>()
    // @ts-expect-error only TanStack Query writes it
    flow.set
  })
})

describe('arguments', () => {
  test('needed ones may be missing for a while', () => {
    useFlow({ id: null })
    useFlow({ id: undefined })
    useFlowsForOwner({ owner: null, limit: 20 })
    useFlowHistory({ id: undefined, reverse: true })
    useIca({ owner: undefined, connectionId: null })
    useInfiniteFlowsForOwner({ owner: undefined })
    useInfiniteFlowHistory({ id: null })
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

  test('plain, a getter or a store', () => {
    useFlow(() => ({ id: 14 }))
    useFlow(writable({ id: '14' }))
    useFlow(derived(useFlows(), ({ data }) => ({ id: data?.flows[0]?.id })))
    useFlows(() => undefined)
    useIca(() => ({ owner: null, connectionId: undefined }))
    useInfiniteFlowsForOwner(readable({ owner, limit: 20 }))
    // @ts-expect-error `id` is needed
    useFlow(() => ({}))
    // @ts-expect-error an id is no boolean
    useFlow(() => ({ id: true }))
    // @ts-expect-error an id is no boolean
    useFlow(writable({ id: true }))
    // @ts-expect-error `owner` is needed
    useInfiniteFlowsForOwner(readable({ limit: 20 }))
    // @ts-expect-error arguments may be a store, but not each of them
    useFlow({ id: writable(14) })
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
    expectTypeOf(useFlow({ id: 14 }, { select: flow => flow.label }).data).toEqualTypeOf<string | undefined>()
    expectTypeOf(useFlows({}, { select: page => page.flows.length }).data).toEqualTypeOf<number | undefined>()
    expectTypeOf(useParams({}, { select: params => params.gasFeeCoins[0] ?? null }).data).toEqualTypeOf<
      Params['gasFeeCoins'][number] | null | undefined
    >()
    expectTypeOf(
      useInfiniteFlowHistory({ id: 14 }, { select: ({ pages }) => pages.flatMap(page => page.history) }).data,
    ).toEqualTypeOf<FlowHistoryEntry[] | undefined>()
  })

  test('select gets what the query answers', () => {
    useFlow({ id: 14 }, { select: flow => expectTypeOf(flow).toEqualTypeOf<Flow>() })
    useInfiniteFlows({}, { select: data => expectTypeOf(data).toEqualTypeOf<Pages<FlowsPage>>() })
    // @ts-expect-error a flow has no such field
    useFlow({ id: 14 }, { select: flow => flow.status })
  })

  test('plain, a getter or a store', () => {
    expectTypeOf(useFlow({ id: 14 }, () => ({ select: flow => flow.label })).data).toEqualTypeOf<string | undefined>()
    expectTypeOf(
      useInfiniteFlows({}, () => ({ enabled: false, select: ({ pages }) => pages.length })).data,
    ).toEqualTypeOf<number | undefined>()
    expectTypeOf(useFlow({ id: 14 }, writable({ enabled: false })).data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(useFlow({ id: 14 }, readable({ select: (flow: Flow) => flow.label })).data).toEqualTypeOf<
      string | undefined
    >()
    useFlow({ id: 14 }, () => ({ client }))
    // @ts-expect-error a time is a number
    useFlow({ id: 14 }, () => ({ staleTime: '1s' }))
    // @ts-expect-error a time is a number
    useFlow({ id: 14 }, writable({ staleTime: '1s' }))
  })

  test('functions get the query, its data and its error', () => {
    useFlow(
      { id: 14 },
      {
        enabled: query => {
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

  test('the rest of TanStack Query', () => {
    useFlow({ id: 14 }, { placeholderData: keepPreviousData, staleTime: 1_000, gcTime: 0, refetchOnMount: 'always' })
    useInfiniteFlows({}, { maxPages: 3 })
    expectTypeOf(useFlow({ id: 14 }, { enabled: false }).data).toEqualTypeOf<Flow | undefined>()
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
    useInfiniteFlows({}, { client })
    // @ts-expect-error no client
    useFlow({ id: 14 }, { client: { chain: 'intento-1' } })
  })
})

test('updates', () => {
  const updates = useFlowUpdates()
  expectTypeOf(updates.state).toEqualTypeOf<LiveStatus['state']>()
  expectTypeOf(updates.error).toEqualTypeOf<FlowQueryError | null>()
  expectTypeOf(updates).toExtend<Readable<LiveStatus>>()
  expectTypeOf(get(updates)).toEqualTypeOf<LiveStatus>()
  expectTypeOf(derived(updates, ({ state }) => state)).toEqualTypeOf<Readable<LiveStatus['state']>>()
  useFlowUpdates({ client, fallbackInterval: 10_000 })
  useFlowUpdates({ client: undefined, fallbackInterval: undefined })
  useFlowUpdates(() => ({ client }))
  useFlowUpdates(writable({ fallbackInterval: 10_000 }))
  // @ts-expect-error nothing is set from outside
  updates.set({ state: 'connected', error: null })
  // @ts-expect-error milliseconds are a number
  useFlowUpdates({ fallbackInterval: '10s' })
  // @ts-expect-error milliseconds are a number
  useFlowUpdates(writable({ fallbackInterval: '10s' }))
  // @ts-expect-error no client
  useFlowUpdates({ client: { chain: 'intento-1' } })
  // @ts-expect-error the client knows where to listen
  useFlowUpdates({ rpc: 'https://rpc.example.org' })
})

test('the client', () => {
  expectTypeOf(useFlowClient()).toEqualTypeOf<FlowClient>()
  expectTypeOf(useFlowClient(client)).toEqualTypeOf<FlowClient>()
  setFlowClient(client)
  setFlowClient(() => client)
  setFlowClient(readable(client))
  // @ts-expect-error a client is needed
  setFlowClient()
  // @ts-expect-error no client
  setFlowClient({ chain: 'intento-1' })
})

describe('the query options of @flow-query/core, in TanStack Query itself', () => {
  test('createQuery, createQueries', () => {
    const { data } = createQuery(() => flowQueryOptions(client, { id: 14 }))
    expectTypeOf(data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(createQuery(() => flowsQueryOptions(client)).data).toEqualTypeOf<FlowsPage | undefined>()
    expectTypeOf(createQuery(() => flowsForOwnerQueryOptions(client, { owner })).data).toEqualTypeOf<
      FlowsPage | undefined
    >()
    expectTypeOf(createQuery(() => flowHistoryQueryOptions(client, { id: 14 })).data).toEqualTypeOf<
      FlowHistoryPage | undefined
    >()
    expectTypeOf(createQuery(() => icaQueryOptions(client, { owner, connectionId: null })).data).toEqualTypeOf<
      string | undefined
    >()
    expectTypeOf(createQuery(() => paramsQueryOptions(client)).data).toEqualTypeOf<Params | undefined>()
    expectTypeOf(
      createQuery(() => ({ ...flowQueryOptions(client, { id: 14 }), select: (flow: Flow) => flow.label })).data,
    ).toEqualTypeOf<string | undefined>()
    const [flow, params] = createQueries(() => ({
      queries: [flowQueryOptions(client, { id: 14 }), paramsQueryOptions(client)],
    }))
    expectTypeOf(flow.data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(params.data).toEqualTypeOf<Params | undefined>()
  })

  test('createInfiniteQuery', () => {
    expectTypeOf(createInfiniteQuery(() => flowsInfiniteQueryOptions(client)).data).toEqualTypeOf<
      InfiniteData<FlowsPage> | undefined
    >()
    expectTypeOf(createInfiniteQuery(() => flowsForOwnerInfiniteQueryOptions(client, { owner })).data).toEqualTypeOf<
      InfiniteData<FlowsPage> | undefined
    >()
    expectTypeOf(createInfiniteQuery(() => flowHistoryInfiniteQueryOptions(client, { id: 14 })).data).toEqualTypeOf<
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
