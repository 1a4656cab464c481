import type { Flow, FlowClient, FlowQueryError } from '@flow-query/core'
import {
  combineFlowsHealth,
  type FlowsHealth,
  type FlowWithHealth,
  flowHealthQueryOptions,
} from '@flow-query/core/insights'
import {
  QueriesObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  useIsRestoring,
  useQueryClient,
} from '@tanstack/svelte-query'
import { untrack } from 'svelte'
import { useFlowClient } from './context.js'
import { type Given, reader } from './given.js'
import { type QueryStore, queryStore } from './store.js'

export interface UseFlowsHealthOptions {
  /** All of them are asked for: those of an owner, or what is on screen. While they are missing, nothing is sent. */
  flows: readonly Flow[] | null | undefined
  /** Milliseconds since 1970, or a Date. Default: when something has changed last. */
  now?: number | Date | undefined
  /** Replaces the context's. */
  client?: FlowClient | undefined
}
export type UseFlowsHealthResult = QueryStore<FlowsHealth>

/**
 * Whether flows do what they were made for, since when, and what is wrong. The newest runs of each are one query, which
 * {@link useLiveFlows} keeps up to date; six are asked for at a time.
 */
export function useFlowsHealth(options: Given<UseFlowsHealthOptions>): UseFlowsHealthResult {
  const given = reader(options)
  const isRestoring = useIsRestoring()
  // The casts: TanStack's observer of many queries knows no types of theirs.
  const queries = $derived.by(() => {
    const { flows, now, client } = given()
    const flowClient = useFlowClient(client)
    return (flows ?? []).map(
      flow => flowHealthQueryOptions(flowClient, { flow, now }) as object as QueryObserverOptions,
    )
  })

  // TanStack's `createQueries` makes another observer whenever its queries change, and asks all of them again.
  const observer = new QueriesObserver(
    useQueryClient(),
    untrack(() => queries),
  )
  let results = $state.raw(observer.getCurrentResult())
  $effect.pre(() => {
    observer.setQueries(queries)
    results = observer.getCurrentResult()
  })
  $effect(() => {
    if (isRestoring.current) return
    return observer.subscribe(next => {
      results = next
    })
  })

  const health = $derived(combineFlowsHealth(results as QueryObserverResult<FlowWithHealth, FlowQueryError>[]))
  return queryStore({
    get data() {
      return health.data
    },
    get isPending() {
      return !given().flows || health.isPending
    },
    get error() {
      return health.error
    },
  })
}
