import type { BlockTime } from '@flow-query/core'
import type { ForecastFactQueryOptions } from '@flow-query/insights/forecast'
import {
  hashKey,
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  useIsRestoring,
  useQueryClient,
} from '@tanstack/svelte-query'
import { untrack } from 'svelte'
import type { ClientOptions } from '../types.js'

export interface CheckOptions extends ClientOptions {
  /** The newest block, from `chainTime`. Defaults to the data of {@link useChainTime}. */
  time?: BlockTime | undefined
}

/** Computes a state from the cache whenever its queries change, because a loaded fact can show that others are needed. */
export function observeFacts<State extends { readonly queries: ForecastFactQueryOptions[] }>(
  initial: State,
  update: (state: State, queryClient: QueryClient) => State,
): () => State {
  const queryClient = useQueryClient()
  const isRestoring = useIsRestoring()
  let state = initial
  const observer = new QueriesObserver(queryClient, [])
  let facts = $state.raw(observer.getCurrentResult())

  const newest = $derived.by(() => {
    void facts
    void isRestoring.current
    state = update(state, queryClient)
    return state
  })
  // Throws during initialization if there is no client.
  untrack(() => newest)

  $effect.pre(() => {
    const queries = newest.queries as object[] as QueryObserverOptions[]
    // Before Svelte Query 6.0.14, adding queries fails if the result of an observed one changes at the same time.
    const observed = new Set(observer.getQueries().map(({ queryHash }) => queryHash))
    observer.setQueries(queries.filter(({ queryKey }) => queryKey && observed.has(hashKey(queryKey))))
    observer.setQueries(queries)
    facts = observer.getCurrentResult()
  })
  $effect(() => {
    if (isRestoring.current) return
    return observer.subscribe(next => {
      facts = next
    })
  })
  return () => newest
}
