'use client'

import type { BlockTime } from '@flow-query/core'
import type { ForecastFactQueryOptions } from '@flow-query/insights/forecast'
import { type QueryClient, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ClientOptions } from '../types.js'

export interface CheckOptions extends ClientOptions {
  /** The newest block, from `chainTime`. Defaults to the data of {@link useChainTime}. */
  time?: BlockTime | undefined
}

/** Computes a state from the cache whenever its queries change, because a loaded fact can show that others are needed. */
export function useObservedFacts<State extends { readonly queries: ForecastFactQueryOptions[] }>(
  initial: State,
  update: (state: State, queryClient: QueryClient) => State,
): State {
  const queryClient = useQueryClient()
  const committed = useRef(initial)
  const state = update(committed.current, queryClient)
  useEffect(() => {
    committed.current = state
  }, [state])
  useQueries({ queries: state.queries, combine: observedFields })
  return state
}

function observedFields(results: readonly UseQueryResult<unknown>[]) {
  return results.map(({ data, error, status }) => ({ data, error, status }))
}
