import { describe, expectTypeOf, test } from 'vitest'
import {
  createFlowClient,
  type Flow,
  type FlowHistoryPage,
  type FlowQueryKey,
  type FlowsPage,
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryKeys,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
  icaQueryOptions,
  type Params,
  paramsQueryOptions,
} from './index.js'

const client = createFlowClient({ lcd: 'https://lcd.test' })

describe('query options', () => {
  test('the data has the type of the query', () => {
    expectTypeOf(flowQueryOptions(client, { id: 1 }).queryFn).returns.resolves.toEqualTypeOf<Flow>()
    expectTypeOf(flowsQueryOptions(client).queryFn).returns.resolves.toEqualTypeOf<FlowsPage>()
    expectTypeOf(flowHistoryQueryOptions(client, { id: 1n }).queryFn).returns.resolves.toEqualTypeOf<FlowHistoryPage>()
    expectTypeOf(icaQueryOptions(client, { owner: 'a', connectionId: 'b' }).queryFn).returns.resolves.toBeString()
    expectTypeOf(paramsQueryOptions(client).queryFn).returns.resolves.toEqualTypeOf<Params>()
  })

  test('the key contains the name of the query', () => {
    expectTypeOf(flowQueryOptions(client, { id: 1 }).queryKey).toEqualTypeOf<FlowQueryKey<'flow'>>()
    expectTypeOf(flowsInfiniteQueryOptions(client).queryKey).toEqualTypeOf<FlowQueryKey<'flows'>>()
    expectTypeOf(flowQueryKeys.all(client)).toEqualTypeOf<readonly ['flow-query', string]>()
  })

  test('enabled is false or missing', () => {
    expectTypeOf(flowQueryOptions(client, { id: 1 }))
      .toHaveProperty('enabled')
      .toEqualTypeOf<false | undefined>()
    expectTypeOf(flowQueryOptions(client, { id: 1 }).retry).toEqualTypeOf<false>()
  })

  test('infinite queries use cursors', () => {
    const options = flowHistoryInfiniteQueryOptions(client, { id: 1 })
    expectTypeOf(options.getNextPageParam).parameter(0).toEqualTypeOf<FlowHistoryPage>()
    expectTypeOf(options.getNextPageParam).returns.toEqualTypeOf<string | null>()
    expectTypeOf(options.initialPageParam).toEqualTypeOf<string | null>()
    // @ts-expect-error infinite queries accept no key
    flowsInfiniteQueryOptions(client, { key: 'AAAAAAAAAAY=' })
    // @ts-expect-error infinite queries accept no offset
    flowsForOwnerInfiniteQueryOptions(client, { owner: 'a', offset: 5 })
  })

  test('required arguments can be null or undefined, but must be passed', () => {
    flowQueryOptions(client, { id: undefined })
    flowQueryOptions(client, { id: null })
    // @ts-expect-error no id
    flowQueryOptions(client, {})
    // @ts-expect-error no such argument
    flowQueryOptions(client, { id: 1, limit: 5 })
    // @ts-expect-error no owner
    icaQueryOptions(client, { connectionId: 'connection-0' })
  })

  test('flowQueryKeys accepts some of the arguments', () => {
    flowQueryKeys.flowHistory(client, { limit: 5 })
    flowQueryKeys.ica(client, { owner: 'a' })
    // @ts-expect-error no such argument
    flowQueryKeys.flow(client, { owner: 'a' })
  })
})
