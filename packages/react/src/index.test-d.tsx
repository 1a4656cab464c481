import type {
  Coin,
  Flow,
  FlowClient,
  FlowQueryError,
  FlowQueryKey,
  FlowsPage,
  Params,
  Queries,
  QueryName,
} from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import type { LiveStatus } from '@flow-query/core/live'
import {
  type QueryClient,
  skipToken,
  type UseSuspenseInfiniteQueryResult,
  type UseSuspenseQueryResult,
  useInfiniteQuery,
  usePrefetchQuery,
  useQueries,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQueries,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { describe, expectTypeOf, test } from 'vitest'
import { flowCollectionQueryOptions, useSuspenseFlowCollection } from './collection/index.js'
import { balancesQueryOptions, useSuspenseBalances } from './forecast/index.js'
import * as hooks from './index.js'
import {
  FlowQueryProvider,
  flowQueryOptions,
  flowsInfiniteQueryOptions,
  type Pages,
  paramsQueryOptions,
  type UseFlowResult,
  useFlow,
  useLiveFlows,
  useSuspenseFlow,
  useSuspenseInfiniteFlows,
  useSuspenseParams,
} from './index.js'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const flow: Flow

describe('each query has a suspense hook with types for its options and result', () => {
  type Data<Name extends QueryName> = Queries[Name]['data']
  type ListName = 'flows' | 'flowsForOwner' | 'flowHistory' | 'trustlessAgents' | 'trustlessAgentsForAdmin'

  test('suspense queries', () => {
    type Hooks = { [Name in QueryName as `useSuspense${Capitalize<Name>}`]: hooks.SuspenseQueryHook<Name> }
    expectTypeOf<Pick<typeof hooks, keyof Hooks>>().toEqualTypeOf<Readonly<Hooks>>()
    expectTypeOf<Suspending>().toEqualTypeOf<{
      [Name in QueryName]: [
        hooks.SuspenseQueryHookOptions<Name, Data<Name>>,
        UseSuspenseQueryResult<Data<Name>, FlowQueryError>,
      ]
    }>()
  })

  interface Suspending {
    flow: [hooks.UseSuspenseFlowOptions, hooks.UseSuspenseFlowResult]
    flows: [hooks.UseSuspenseFlowsOptions, hooks.UseSuspenseFlowsResult]
    flowsForOwner: [hooks.UseSuspenseFlowsForOwnerOptions, hooks.UseSuspenseFlowsForOwnerResult]
    flowHistory: [hooks.UseSuspenseFlowHistoryOptions, hooks.UseSuspenseFlowHistoryResult]
    ica: [hooks.UseSuspenseIcaOptions, hooks.UseSuspenseIcaResult]
    params: [hooks.UseSuspenseParamsOptions, hooks.UseSuspenseParamsResult]
    trustlessAgent: [hooks.UseSuspenseTrustlessAgentOptions, hooks.UseSuspenseTrustlessAgentResult]
    trustlessAgents: [hooks.UseSuspenseTrustlessAgentsOptions, hooks.UseSuspenseTrustlessAgentsResult]
    trustlessAgentsForAdmin: [
      hooks.UseSuspenseTrustlessAgentsForAdminOptions,
      hooks.UseSuspenseTrustlessAgentsForAdminResult,
    ]
    totalBurnt: [hooks.UseSuspenseTotalBurntOptions, hooks.UseSuspenseTotalBurntResult]
  }

  test('infinite suspense queries', () => {
    type Hooks = {
      [Name in ListName as `useSuspenseInfinite${Capitalize<Name>}`]: hooks.SuspenseInfiniteQueryHook<Name>
    }
    expectTypeOf<Pick<typeof hooks, keyof Hooks>>().toEqualTypeOf<Readonly<Hooks>>()
    expectTypeOf<SuspendingLists>().toEqualTypeOf<{
      [Name in ListName]: [
        hooks.SuspenseInfiniteQueryHookOptions<Name, Pages<Data<Name>>>,
        UseSuspenseInfiniteQueryResult<Pages<Data<Name>>, FlowQueryError>,
      ]
    }>()
  })

  interface SuspendingLists {
    flows: [hooks.UseSuspenseInfiniteFlowsOptions, hooks.UseSuspenseInfiniteFlowsResult]
    flowsForOwner: [hooks.UseSuspenseInfiniteFlowsForOwnerOptions, hooks.UseSuspenseInfiniteFlowsForOwnerResult]
    flowHistory: [hooks.UseSuspenseInfiniteFlowHistoryOptions, hooks.UseSuspenseInfiniteFlowHistoryResult]
    trustlessAgents: [hooks.UseSuspenseInfiniteTrustlessAgentsOptions, hooks.UseSuspenseInfiniteTrustlessAgentsResult]
    trustlessAgentsForAdmin: [
      hooks.UseSuspenseInfiniteTrustlessAgentsForAdminOptions,
      hooks.UseSuspenseInfiniteTrustlessAgentsForAdminResult,
    ]
  }
})

describe('suspense', () => {
  test('data is always defined', () => {
    expectTypeOf(useSuspenseFlow({ id: 14 }).data).toEqualTypeOf<Flow>()
    expectTypeOf(useSuspenseInfiniteFlows().data).toEqualTypeOf<Pages<FlowsPage>>()
    expectTypeOf(useSuspenseFlow({ id: 14 }, { select: flow => flow.msgs.length }).data).toEqualTypeOf<number>()
    expectTypeOf(useSuspenseInfiniteFlows({}, { select: ({ pages }) => pages.length }).data).toEqualTypeOf<number>()
    expectTypeOf(useSuspenseFlowCollection().data).toEqualTypeOf<FlowCollection>()
    expectTypeOf(useSuspenseBalances({ address: 'into1owner' }).data).toEqualTypeOf<Coin[]>()
  })

  test('suspense hooks require all arguments', () => {
    // @ts-expect-error the arguments are required
    useSuspenseFlow()
    // @ts-expect-error `id` is required
    useSuspenseFlow({ id: null })
    // @ts-expect-error the arguments are required
    useSuspenseFlow(skipToken)
    // @ts-expect-error `owner` is required
    hooks.useSuspenseInfiniteFlowsForOwner({ owner: null })
    // @ts-expect-error an infinite query sets the cursor
    useSuspenseInfiniteFlows({ offset: 20 })
    hooks.useSuspenseFlows({ key: null, limit: undefined })
  })

  test('suspense hooks have no `enabled`, because they are always enabled', () => {
    useSuspenseParams({}, { client })
    // @ts-expect-error suspense queries are always enabled
    useSuspenseFlow({ id: 14 }, { enabled: false })
    // @ts-expect-error suspense queries are always enabled
    useSuspenseFlowCollection({}, { enabled: false })
    // @ts-expect-error suspense queries are always enabled
    useSuspenseBalances({ address: 'into1owner' }, { enabled: false })
  })
})

test('isSuccess and isError narrow the types', () => {
  const result = useFlow({ id: 14 })
  if (result.isSuccess) expectTypeOf(result.data).toEqualTypeOf<Flow>()
  if (result.isError) expectTypeOf(result.error).toEqualTypeOf<FlowQueryError>()
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
  expectTypeOf(useLiveFlows()).toEqualTypeOf<LiveStatus>()
})

test('the provider', () => {
  const provider = <FlowQueryProvider client={client} />
  // @ts-expect-error `client` is required
  const none = <FlowQueryProvider>{provider}</FlowQueryProvider>
  expectTypeOf(none).toExtend<object>()
})

describe('query options', () => {
  const options = flowQueryOptions(client, { id: 14 })
  const pages = flowsInfiniteQueryOptions(client, { limit: 20 })

  test('useQuery and similar hooks', () => {
    expectTypeOf(useQuery(options)).toEqualTypeOf<UseFlowResult>()
    expectTypeOf(useQuery({ ...options, select: flow => flow.label })).toEqualTypeOf<UseFlowResult<string>>()
    expectTypeOf(useQuery({ ...options, initialData: flow }).data).toEqualTypeOf<Flow>()
    expectTypeOf(useSuspenseQuery(options).data).toEqualTypeOf<Flow>()
    expectTypeOf(useSuspenseQuery(options).error).toEqualTypeOf<FlowQueryError | null>()
    expectTypeOf(useQuery(flowCollectionQueryOptions(client)).data).toEqualTypeOf<FlowCollection | undefined>()
    expectTypeOf(useQuery(balancesQueryOptions(client, { address: 'into1owner' })).data).toEqualTypeOf<
      Coin[] | undefined
    >()
    expectTypeOf(useInfiniteQuery(pages)).toEqualTypeOf<hooks.UseInfiniteFlowsResult>()
    expectTypeOf(useSuspenseInfiniteQuery(pages).data).toEqualTypeOf<Pages<FlowsPage>>()
    expectTypeOf(queryClient.getQueryState(options.queryKey)?.error).toEqualTypeOf<FlowQueryError | null | undefined>()
    usePrefetchQuery(options)
    useQuery(flowQueryOptions(client, skipToken))
  })

  test('useQueries, useSuspenseQueries', () => {
    const [one, params] = useQueries({ queries: [options, paramsQueryOptions(client)] })
    expectTypeOf(one.data).toEqualTypeOf<Flow | undefined>()
    expectTypeOf(one.error).toEqualTypeOf<FlowQueryError | null>()
    expectTypeOf(params.data).toEqualTypeOf<Params | undefined>()
    const many = useQueries({ queries: [1, 2].map(id => flowQueryOptions(client, { id })) })
    expectTypeOf(many.map(({ data }) => data)).toEqualTypeOf<(Flow | undefined)[]>()
    const [sure] = useSuspenseQueries({ queries: [options] })
    expectTypeOf(sure.data).toEqualTypeOf<Flow>()
    expectTypeOf(sure.error).toEqualTypeOf<FlowQueryError | null>()
  })
})
