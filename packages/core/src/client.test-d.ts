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
  test('each method returns the data of its query', () => {
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

  test('64-bit integers are strings, and unset values are null', () => {
    expectTypeOf<Flow['id']>().toBeString()
    expectTypeOf<Flow['execTime']>().toBeString()
    expectTypeOf<Flow['selfHostedIca']>().toEqualTypeOf<{ portId: string; connectionId: string } | null>()
    expectTypeOf<Flow['configuration']['stopOnSuccess']>().toBeBoolean()
    expectTypeOf<FlowsPage['total']>().toEqualTypeOf<number | null>()
    expectTypeOf<FlowsPage['nextKey']>().toEqualTypeOf<string | null>()
  })

  test('enums accept unknown values', () => {
    expectTypeOf<'EQUAL'>().toExtend<ComparisonOperator>()
    expectTypeOf<string>().toExtend<ComparisonOperator>()
  })

  test('accepts a readonly list of endpoints', () => {
    createFlowClient({ lcd: ['https://a.test'] as const, timeout: undefined, fetch: undefined })
    // @ts-expect-error no endpoint
    createFlowClient({})
  })

  test('isFlowQueryError narrows the type and checks the kind', () => {
    const error: unknown = new FlowQueryError('node', 'x')
    if (isFlowQueryError(error)) expectTypeOf(error.kind).toEqualTypeOf<FlowQueryErrorKind>()
    // @ts-expect-error no such kind
    isFlowQueryError(error, 'oops')
  })
})
