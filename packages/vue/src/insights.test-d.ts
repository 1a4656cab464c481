import type { Flow, FlowClient, FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import type { FlowWithHealth } from '@flow-query/core/insights'
import { type QueryClient, type UseQueryReturnType, useQuery } from '@tanstack/vue-query'
import { describe, expectTypeOf, test } from 'vitest'
import { type ComputedRef, ref } from 'vue'
import {
  flowCollectionQueryOptions,
  type UseFlowCollectionOptions,
  type UseFlowCollectionResult,
  useFlowCollection,
} from './collection/index.js'
import { useFlowsHealth } from './insights.js'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const flows: readonly Flow[]

// A custom hook that wraps this hook.
const useCount = (options?: UseFlowCollectionOptions<number>): UseFlowCollectionResult<number> =>
  useFlowCollection({}, { select: ({ flows }) => flows.length, ...options })

describe('collections', () => {
  test('useFlowCollection: data, error and the result of `select` have types', () => {
    expectTypeOf(useFlowCollection()).toEqualTypeOf<UseQueryReturnType<FlowCollection, FlowQueryError>>()
    expectTypeOf(useFlowCollection({ owner: null }, { staleTime: 0, client }).data.value).toEqualTypeOf<
      FlowCollection | undefined
    >()
    expectTypeOf(useFlowCollection({}, { select: data => data.complete }).data.value).toEqualTypeOf<
      boolean | undefined
    >()
    expectTypeOf(useCount().data.value).toEqualTypeOf<number | undefined>()
    useFlowCollection({ owner: ref('into1owner') })
    useFlowCollection(() => ({ owner: undefined }))
    // @ts-expect-error an address is a string
    useFlowCollection({ owner: 14 })
    // @ts-expect-error the query sets the key
    useFlowCollection({}, { queryKey: [] })
  })

  test('flowCollectionQueryOptions: TanStack Query infers the types', () => {
    const options = flowCollectionQueryOptions(client, { owner: 'into1owner' })
    expectTypeOf(queryClient.getQueryData(options.queryKey)).toEqualTypeOf<FlowCollection | undefined>()
    expectTypeOf(queryClient.fetchQuery(options)).resolves.toEqualTypeOf<FlowCollection>()
    expectTypeOf(useQuery(flowCollectionQueryOptions(client)).data.value).toEqualTypeOf<FlowCollection | undefined>()
  })
})

test('useFlowsHealth: returns each flow with its health', () => {
  const { data, isPending, error } = useFlowsHealth({ flows, now: new Date(), client })
  expectTypeOf(data).toEqualTypeOf<ComputedRef<FlowWithHealth[]>>()
  expectTypeOf(isPending).toEqualTypeOf<ComputedRef<boolean>>()
  expectTypeOf(error).toEqualTypeOf<ComputedRef<FlowQueryError | null>>()
  useFlowsHealth({ flows: () => undefined, now: ref(0) })
  useFlowsHealth(() => ({ flows }))
  // @ts-expect-error `flows` is required
  useFlowsHealth({ now: 0 })
  // @ts-expect-error these are IDs instead of flows
  useFlowsHealth({ flows: ['1'] })
})
