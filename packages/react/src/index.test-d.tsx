import type { Coin, Flow, FlowClient, FlowQueryError, FlowsPage, Params } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import type { LiveStatus } from '@flow-query/core/live'
import type { FlowQueryKey } from '@flow-query/core/query'
import {
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  usePrefetchQuery,
  useQueries,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQueries,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { describe, expectTypeOf, test } from 'vitest'
import { flowCollectionQueryOptions } from './collection/index.js'
import type * as hooks from './index.js'
import {
  FlowQueryProvider,
  flowQueryOptions,
  flowsInfiniteQueryOptions,
  type Pages,
  paramsQueryOptions,
  type UseFlowResult,
  useFlow,
} from './index.js'
import { balancesQueryOptions } from './insights/index.js'
import { useLiveFlows } from './live/index.js'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const flow: Flow

describe('suspense', () => {
  test('data is always defined', () => {
    const label = { ...flowQueryOptions(client, { id: 14 }), select: (flow: Flow) => flow.label }
    expectTypeOf(useSuspenseQuery(label).data).toEqualTypeOf<string>()
    const count = { ...flowsInfiniteQueryOptions(client), select: ({ pages }: Pages<FlowsPage>) => pages.length }
    expectTypeOf(useSuspenseInfiniteQuery(count).data).toEqualTypeOf<number>()
    expectTypeOf(useSuspenseQuery(flowCollectionQueryOptions(client)).data).toEqualTypeOf<FlowCollection>()
    const balances = balancesQueryOptions(client, { address: 'into1owner' })
    expectTypeOf(useSuspenseQuery(balances).data).toEqualTypeOf<Coin[]>()
  })

  test('a query that can be skipped is refused', () => {
    // @ts-expect-error suspense queries are always enabled
    useSuspenseQuery({ ...flowQueryOptions(client, { id: 14 }), enabled: false })
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
