import type { Flow, FlowClient, FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import type { FlowWithHealth } from '@flow-query/core/insights'
import { type CreateQueryResult, createQuery, type QueryClient } from '@tanstack/svelte-query'
import { writable } from 'svelte/store'
import { describe, expectTypeOf, test } from 'vitest'
import {
  flowCollectionQueryOptions,
  type UseFlowCollectionOptions,
  type UseFlowCollectionResult,
  useFlowCollection,
} from './collection/index.js'
import { useFlowsHealth } from './insights.svelte.js'
import type { QueryStore } from './store.js'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const flows: readonly Flow[]

// A custom hook that wraps this hook.
const useCount = (options?: UseFlowCollectionOptions<number>): UseFlowCollectionResult<number> =>
  useFlowCollection({}, { select: ({ flows }) => flows.length, ...options })

describe('collections', () => {
  test('useFlowCollection: data, error and the result of `select` have types', () => {
    expectTypeOf(useFlowCollection()).toEqualTypeOf<QueryStore<CreateQueryResult<FlowCollection, FlowQueryError>>>()
    expectTypeOf(useFlowCollection({ owner: null }, { staleTime: 0, client }).data).toEqualTypeOf<
      FlowCollection | undefined
    >()
    expectTypeOf(useFlowCollection({}, { select: data => data.complete }).data).toEqualTypeOf<boolean | undefined>()
    expectTypeOf(useCount().data).toEqualTypeOf<number | undefined>()
    useFlowCollection(() => ({ owner: 'into1owner' }))
    useFlowCollection(writable({ owner: undefined }))
    // @ts-expect-error an address is a string
    useFlowCollection({ owner: 14 })
    // @ts-expect-error the query sets the key
    useFlowCollection({}, { queryKey: [] })
  })

  test('flowCollectionQueryOptions: TanStack Query infers the types', () => {
    const options = flowCollectionQueryOptions(client, { owner: 'into1owner' })
    expectTypeOf(queryClient.getQueryData(options.queryKey)).toEqualTypeOf<FlowCollection | undefined>()
    expectTypeOf(queryClient.fetchQuery(options)).resolves.toEqualTypeOf<FlowCollection>()
    expectTypeOf(createQuery(() => flowCollectionQueryOptions(client)).data).toEqualTypeOf<FlowCollection | undefined>()
  })
})

test('useFlowsHealth: returns each flow with its health', () => {
  const health = useFlowsHealth({ flows, now: new Date(), client })
  expectTypeOf(health.data).toEqualTypeOf<FlowWithHealth[]>()
  expectTypeOf(health.isPending).toEqualTypeOf<boolean>()
  expectTypeOf(health.error).toEqualTypeOf<FlowQueryError | null>()
  useFlowsHealth(() => ({ flows: undefined, now: undefined }))
  // @ts-expect-error `flows` is required
  useFlowsHealth({ now: 0 })
  // @ts-expect-error these are IDs instead of flows
  useFlowsHealth({ flows: ['1'] })
})
