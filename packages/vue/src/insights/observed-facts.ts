import type { BlockTime } from '@flow-query/core'
import type { ForecastFactQueryOptions } from '@flow-query/insights/forecast'
import { isServer, type QueryClient, type QueryObserverResult, useQueries, useQueryClient } from '@tanstack/vue-query'
import { type ComputedRef, computed, type MaybeRefOrGetter, shallowRef, watch } from 'vue'
import type { ClientOptions } from '../types.js'

export interface CheckOptions extends ClientOptions {
  /** The newest block, from `chainTime`. Defaults to the data of {@link useChainTime}. */
  time?: MaybeRefOrGetter<BlockTime | undefined>
}

/** Computes a state from the cache whenever its queries change, because a loaded fact can show that others are needed. */
export function useObservedFacts<State extends { readonly queries: ForecastFactQueryOptions[] }>(
  initial: State,
  update: (state: State, queryClient: QueryClient) => State,
): ComputedRef<State> {
  const queryClient = useQueryClient()
  let state = initial
  const changes = shallowRef(0)
  const newest = computed(() => {
    void changes.value
    state = update(state, queryClient)
    return state
  })
  if (isServer) {
    // Throws during `setup` if there is no client.
    void newest.value
  } else {
    const queries = computed(() => newest.value.queries)
    const facts = useQueries({ queries, combine: observedFields, shallow: true })
    watch(facts, () => changes.value++, { flush: 'sync' })
  }
  return newest
}

function observedFields(results: readonly QueryObserverResult[]) {
  return results.map(({ data, error, status }) => ({ data, error, status }))
}
