import { describe, expectTypeOf, test } from 'vitest'
import {
  type ComparisonOperator,
  createFlowClient,
  type Flow,
  type FlowHistoryPage,
  type FlowId,
  FlowQueryError,
  type FlowQueryErrorKind,
  type FlowsPage,
  isFlowQueryError,
  type Params,
  v1,
  v1beta1,
} from './index.js'

const client = createFlowClient({ lcd: ['https://a.test', 'https://b.test'], versions: [v1, v1beta1] })

describe('FlowClient', () => {
  test('answers what each query is about', () => {
    expectTypeOf(client.flow({ id: 1 })).resolves.toEqualTypeOf<Flow>()
    expectTypeOf(client.flows()).resolves.toEqualTypeOf<FlowsPage>()
    expectTypeOf(client.flowsForOwner({ owner: 'a' })).resolves.toEqualTypeOf<FlowsPage>()
    expectTypeOf(client.flowHistory({ id: '1' })).resolves.toEqualTypeOf<FlowHistoryPage>()
    expectTypeOf(client.ica({ owner: 'a', connectionId: 'b' })).resolves.toBeString()
    expectTypeOf(client.params()).resolves.toEqualTypeOf<Params>()
  })

  test('an id is a string, a number or a bigint', () => {
    expectTypeOf<FlowId>().toEqualTypeOf<string | number | bigint>()
    // @ts-expect-error no id
    client.flow({})
    // @ts-expect-error null is for query options
    client.flow({ id: null })
  })

  test('64 bits and more stay strings, absence is null, everything else is there', () => {
    expectTypeOf<Flow['id']>().toBeString()
    expectTypeOf<Flow['execTime']>().toBeString()
    expectTypeOf<Flow['selfHostedIca']>().toEqualTypeOf<{ portId: string; connectionId: string } | null>()
    expectTypeOf<Flow['configuration']['stopOnSuccess']>().toBeBoolean()
    expectTypeOf<FlowsPage['total']>().toEqualTypeOf<number | null>()
    expectTypeOf<FlowsPage['nextKey']>().toEqualTypeOf<string | null>()
  })

  test('an enum may get new values', () => {
    expectTypeOf<'EQUAL'>().toExtend<ComparisonOperator>()
    expectTypeOf<string>().toExtend<ComparisonOperator>()
  })

  test('a list of endpoints that cannot change will do', () => {
    createFlowClient({ lcd: ['https://a.test'] as const, timeout: undefined, fetch: undefined })
    // @ts-expect-error no endpoint
    createFlowClient({})
  })

  test('an error is known by its kind', () => {
    const error: unknown = new FlowQueryError('node', 'x')
    if (isFlowQueryError(error)) expectTypeOf(error.kind).toEqualTypeOf<FlowQueryErrorKind>()
    // @ts-expect-error no such kind
    isFlowQueryError(error, 'oops')
  })
})
