/** The types that all bindings share. The TypeScript configuration of each binding maps `binding` to its `test/binding.ts`. */
import type {
  Coin,
  Flow,
  FlowClient,
  FlowHistoryEntry,
  FlowQueryError,
  FlowsPage,
  Queries,
  QueryName,
} from '@flow-query/core'
import type { FlowEvent, LiveStatus } from '@flow-query/core/live'
import { type FlowQueryKey, flowQueryKeys } from '@flow-query/core/query'
import { keepPreviousData, skipToken } from '@tanstack/query-core'
import * as hooks from 'binding'
import {
  flowQueryOptions,
  flowsInfiniteQueryOptions,
  type InfiniteResult,
  type Pages,
  paramsQueryOptions,
  type QueryClient,
  type Result,
  type UseFlowOptions,
  type UseFlowResult,
  useFlow,
  useFlowClient,
  useFlows,
  useInfiniteFlowHistory,
  useInfiniteFlows,
  useLiveFlows,
  useParams,
  useWatchFlows,
  valueIn,
} from 'binding'
import { describe, expectTypeOf, test } from 'vitest'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const flow: Flow
declare const owner: string

describe('each query has a hook with types for its options and result', () => {
  type Data<Name extends QueryName> = Queries[Name]['data']

  test('plain queries', () => {
    type Hooks = { [Name in QueryName as `use${Capitalize<Name>}`]: hooks.QueryHook<Name> }
    expectTypeOf<Pick<typeof hooks, keyof Hooks>>().toEqualTypeOf<Hooks>()
    expectTypeOf<Named>().toEqualTypeOf<{
      [Name in QueryName]: [hooks.QueryHookOptions<Name, Data<Name>>, Result<Data<Name>>]
    }>()
  })

  interface Named {
    flow: [hooks.UseFlowOptions, hooks.UseFlowResult]
    flows: [hooks.UseFlowsOptions, hooks.UseFlowsResult]
    flowsForOwner: [hooks.UseFlowsForOwnerOptions, hooks.UseFlowsForOwnerResult]
    flowHistory: [hooks.UseFlowHistoryOptions, hooks.UseFlowHistoryResult]
    ica: [hooks.UseIcaOptions, hooks.UseIcaResult]
    params: [hooks.UseParamsOptions, hooks.UseParamsResult]
    trustlessAgent: [hooks.UseTrustlessAgentOptions, hooks.UseTrustlessAgentResult]
    trustlessAgents: [hooks.UseTrustlessAgentsOptions, hooks.UseTrustlessAgentsResult]
    trustlessAgentsForAdmin: [hooks.UseTrustlessAgentsForAdminOptions, hooks.UseTrustlessAgentsForAdminResult]
    totalBurnt: [hooks.UseTotalBurntOptions, hooks.UseTotalBurntResult]
  }

  test('infinite queries', () => {
    type Hooks = { [Name in keyof Lists as `useInfinite${Capitalize<Name>}`]: hooks.InfiniteQueryHook<Name> }
    expectTypeOf<Pick<typeof hooks, keyof Hooks>>().toEqualTypeOf<Hooks>()
    expectTypeOf<Lists>().toEqualTypeOf<{
      [Name in keyof Lists]: [
        hooks.InfiniteQueryHookOptions<Name, Pages<Data<Name>>>,
        InfiniteResult<Pages<Data<Name>>>,
      ]
    }>()
  })

  interface Lists {
    flows: [hooks.UseInfiniteFlowsOptions, hooks.UseInfiniteFlowsResult]
    flowsForOwner: [hooks.UseInfiniteFlowsForOwnerOptions, hooks.UseInfiniteFlowsForOwnerResult]
    flowHistory: [hooks.UseInfiniteFlowHistoryOptions, hooks.UseInfiniteFlowHistoryResult]
    trustlessAgents: [hooks.UseInfiniteTrustlessAgentsOptions, hooks.UseInfiniteTrustlessAgentsResult]
    trustlessAgentsForAdmin: [
      hooks.UseInfiniteTrustlessAgentsForAdminOptions,
      hooks.UseInfiniteTrustlessAgentsForAdminResult,
    ]
  }
})

describe('results', () => {
  test('data is undefined until it is loaded, and the error is a FlowQueryError', () => {
    const flow = useFlow({ id: 14 })
    expectTypeOf(flow).toEqualTypeOf<UseFlowResult>()
    expectTypeOf(valueIn(flow.data)).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(valueIn(flow.error)).toEqualTypeOf<FlowQueryError | null>()
    const flows = useInfiniteFlows()
    expectTypeOf(flows).toEqualTypeOf<hooks.UseInfiniteFlowsResult>()
    expectTypeOf(valueIn(flows.data)).toEqualTypeOf<Pages<FlowsPage> | undefined>()
    expectTypeOf(valueIn(flows.error)).toEqualTypeOf<FlowQueryError | null>()
  })

  test('data is defined with `initialData`', () => {
    expectTypeOf(valueIn(useFlow({ id: 14 }, { initialData: flow }).data)).toEqualTypeOf<Flow>()
    expectTypeOf(valueIn(useFlow({ id: 14 }, { initialData: () => flow }).data)).toEqualTypeOf<Flow>()
    expectTypeOf(valueIn(useFlow({ id: null }, { initialData: flow, select: flow => flow.label }).data)).toBeString()
    const initialData: Pages<FlowsPage> = { pages: [], pageParams: [] }
    expectTypeOf(valueIn(useInfiniteFlows({}, { initialData }).data)).toEqualTypeOf<Pages<FlowsPage>>()
    const count = useInfiniteFlows({}, { initialData, select: ({ pages }) => pages.length })
    expectTypeOf(valueIn(count.data)).toBeNumber()
    const perhaps = () => queryClient.getQueryData(flowQueryOptions(client, { id: 14 }).queryKey)
    expectTypeOf(valueIn(useFlow({ id: 14 }, { initialData: perhaps }).data)).toEqualTypeOf<Flow | undefined>()
    // @ts-expect-error the data of another query
    useFlow({ id: 14 }, { initialData: 'flow' })
  })
})

describe('arguments', () => {
  test('required arguments can be null or undefined', () => {
    useFlow({ id: null })
    hooks.useIca({ owner: undefined, connectionId: null })
    useInfiniteFlowHistory({ id: null })
    useFlow(owner ? { id: 14 } : skipToken)
    useInfiniteFlows(skipToken)
    useParams(skipToken)
  })

  test('required arguments cannot be omitted', () => {
    // @ts-expect-error the arguments are required
    useFlow()
    // @ts-expect-error `id` is required
    useFlow({})
    // @ts-expect-error `id` is required
    useInfiniteFlowHistory({ limit: 20 })
  })

  test('names and types are checked', () => {
    // @ts-expect-error `flowId` is not an argument
    useFlow({ flowId: 14 })
    // @ts-expect-error `owner` is not an argument of this query
    useFlow({ id: 14, owner })
    // @ts-expect-error an ID is not a boolean
    useFlow({ id: true })
    // @ts-expect-error `limit` is a number
    useFlows({ limit: '20' })
    // @ts-expect-error `params` has no pages
    useParams({ limit: 20 })
    // @ts-expect-error an infinite query sets the cursor
    useInfiniteFlows({ key: 'AAAAAAAAAA4=' })
    // @ts-expect-error an infinite query sets the cursor
    useInfiniteFlowHistory({ id: 14, offset: 20 })
  })

  test('pages and heights are arguments', () => {
    useFlows({ limit: 20, reverse: true, key: null, countTotal: true })
    useFlow({ id: 14, height: 100 })
    useInfiniteFlows({ limit: 20, reverse: true })
  })
})

describe('options', () => {
  test('the result of `select` is inferred', () => {
    expectTypeOf(valueIn(useFlow({ id: 14 }, { select: flow => flow.label }).data)).toEqualTypeOf<string | undefined>()
    const gasFee = useParams({}, { select: params => params.gasFeeCoins[0] ?? null })
    expectTypeOf(valueIn(gasFee.data)).toEqualTypeOf<Coin | null | undefined>()
    const history = useInfiniteFlowHistory({ id: 14 }, { select: ({ pages }) => pages.flatMap(page => page.history) })
    expectTypeOf(valueIn(history.data)).toEqualTypeOf<FlowHistoryEntry[] | undefined>()
    useFlow({ id: 14 }, { select: flow => expectTypeOf(flow).toEqualTypeOf<Flow>() })
    // @ts-expect-error a flow has no such field
    useFlow({ id: 14 }, { select: flow => flow.status })
  })

  test('option functions receive a typed query and a typed error', () => {
    useFlow(
      { id: 14 },
      {
        refetchInterval: query => {
          expectTypeOf(query.state.data).toEqualTypeOf<Flow | undefined>()
          expectTypeOf(query.queryKey).toEqualTypeOf<FlowQueryKey<'flow'>>()
          return 5_000
        },
        retry: (failures, error) => failures < 2 && error.kind === 'rateLimited',
        throwOnError: error => error.kind !== 'notFound',
        staleTime: query => (query.state.data ? 60_000 : 0),
      },
    )
  })

  test('all options of TanStack Query except those that the query sets', () => {
    useFlow({ id: 14 }, { placeholderData: keepPreviousData, staleTime: 1_000, gcTime: 0, refetchOnMount: 'always' })
    useInfiniteFlows({}, { maxPages: 3 })
    // @ts-expect-error the query sets the key
    useFlow({ id: 14 }, { queryKey: ['flow'] })
    // @ts-expect-error the query sets the function
    useFlow({ id: 14 }, { queryFn: () => client.flow({ id: 14 }) })
    // @ts-expect-error the query sets the cursor
    useInfiniteFlows({}, { initialPageParam: '' })
    // @ts-expect-error the query sets the cursor
    useInfiniteFlows({}, { getNextPageParam: () => null })
  })

  test('client', () => {
    useFlow({ id: 14 }, { client })
    useInfiniteFlows({}, { client: undefined })
    // @ts-expect-error not a client
    useFlow({ id: 14 }, { client: { scope: 'intento-1' } })
  })

  test('types for custom hooks', () => {
    const useLabelled = (options?: UseFlowOptions): UseFlowResult => useFlow({ id: 14 }, options)
    const useLabel = (options?: UseFlowOptions<string>): UseFlowResult<string> =>
      useFlow({ id: 14 }, { ...options, select: flow => flow.label })
    expectTypeOf(valueIn(useLabelled({ staleTime: 1_000 }).data)).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(valueIn(useLabel().data)).toEqualTypeOf<string | undefined>()
    const useAnother: hooks.QueryHook<'flow'> = useFlow
    expectTypeOf(useAnother({ id: 14 })).toEqualTypeOf<UseFlowResult>()
  })
})

describe('live', () => {
  test('useLiveFlows', () => {
    useLiveFlows({ client, fallbackInterval: 10_000 })
    useLiveFlows({ client: undefined, fallbackInterval: undefined })
    // @ts-expect-error the interval is a number
    useLiveFlows({ fallbackInterval: '10s' })
    // @ts-expect-error not a client
    useLiveFlows({ client: { scope: 'intento-1' } })
    // @ts-expect-error `rpc` is an option of the client
    useLiveFlows({ rpc: 'https://rpc.example.org' })
  })

  test('useWatchFlows', () => {
    useWatchFlows({
      onEvent: event => expectTypeOf(event).toEqualTypeOf<FlowEvent>(),
      onStatus: status => expectTypeOf(status).toEqualTypeOf<LiveStatus>(),
      client,
    })
    useWatchFlows({ onEvent: () => {}, onStatus: undefined, client: undefined })
    // @ts-expect-error `onEvent` is required
    useWatchFlows({})
  })
})

test('useFlowClient', () => {
  expectTypeOf(useFlowClient()).toEqualTypeOf<FlowClient>()
  useFlowClient(client)
  useFlowClient(undefined)
})

describe('query options', () => {
  const options = flowQueryOptions(client, { id: 14 })
  const pages = flowsInfiniteQueryOptions(client, { limit: 20 })

  test('the key has the type of the data', () => {
    expectTypeOf(queryClient.getQueryData(options.queryKey)).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(queryClient.getQueryData(pages.queryKey)).toEqualTypeOf<Pages<FlowsPage> | undefined>()
    queryClient.setQueryData(options.queryKey, flow)
    queryClient.setQueryData(options.queryKey, old => old && { ...old, label: 'Another' })
    // @ts-expect-error not a flow
    queryClient.setQueryData(options.queryKey, 42)
    // @ts-expect-error not pages of flows
    queryClient.setQueryData(pages.queryKey, { pages: [flow], pageParams: [] })
    queryClient.invalidateQueries({ queryKey: flowQueryKeys.flowHistory(client, { id: 14 }) })
  })

  test('methods of the query client', () => {
    expectTypeOf(queryClient.fetchQuery(options)).resolves.toEqualTypeOf<Flow>()
    expectTypeOf(queryClient.ensureQueryData(options)).resolves.toEqualTypeOf<Flow>()
    expectTypeOf(queryClient.prefetchQuery(options)).resolves.toEqualTypeOf<void>()
    expectTypeOf(queryClient.fetchInfiniteQuery(pages)).resolves.toEqualTypeOf<Pages<FlowsPage>>()
    expectTypeOf(queryClient.ensureInfiniteQueryData(pages)).resolves.toEqualTypeOf<Pages<FlowsPage>>()
    expectTypeOf(queryClient.prefetchInfiniteQuery({ ...pages, pages: 2 })).resolves.toEqualTypeOf<void>()
  })

  test('arguments are checked', () => {
    flowQueryOptions(client, { id: null })
    // @ts-expect-error `id` is required
    flowQueryOptions(client, {})
    // @ts-expect-error not a client
    paramsQueryOptions({ scope: 'intento-1' })
  })
})
