'use client'

import type { ForecastFactQueryOptions } from '@flow-query/core/forecast'
import { type QueryClient, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Observes the queries of a state, and returns the newest state. The state is computed from the cache, because facts determine which
 * others are needed.
 */
export function useFacts<State extends { readonly queries: ForecastFactQueryOptions[] }>(
  initial: State,
  update: (state: State, queryClient: QueryClient) => State,
): State {
  const queryClient = useQueryClient()
  const committed = useRef(initial)
  const state = update(committed.current, queryClient)
  useEffect(() => {
    committed.current = state
  }, [state])
  useQueries({ queries: state.queries, combine: factsOf })
  return state
}

function factsOf(results: readonly UseQueryResult<unknown>[]) {
  return results.map(({ data, error, status }) => ({ data, error, status }))
}
