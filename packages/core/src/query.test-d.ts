import { describe, expectTypeOf, test } from 'vitest'
import { createFlowClient, type FlowHistoryPage } from './index.js'
import {
  type FlowQueryKey,
  flowHistoryInfiniteQueryOptions,
  flowQueryKeys,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsInfiniteQueryOptions,
} from './query.js'

const client = createFlowClient({ lcd: 'https://lcd.test' })

describe('query options', () => {
  test('the key contains the name of the query', () => {
    expectTypeOf(flowQueryOptions(client, { id: 1 }).queryKey).toExtend<FlowQueryKey<'flow'>>()
    expectTypeOf(flowsInfiniteQueryOptions(client).queryKey).toExtend<FlowQueryKey<'flows'>>()
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

  test('flowQueryKeys accepts some of the arguments', () => {
    flowQueryKeys.flowHistory(client, { limit: 5 })
    flowQueryKeys.ica(client, { owner: 'a' })
    // @ts-expect-error no such argument
    flowQueryKeys.flow(client, { owner: 'a' })
  })
})
