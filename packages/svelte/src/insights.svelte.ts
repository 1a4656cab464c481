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
  /** The store fetches the executions of each of these flows. While `flows` is `null` or `undefined`, it waits. */
  flows: readonly Flow[] | null | undefined
  /** The current time, in milliseconds since 1970 or as a Date. Default: the time when the data last changed. */
  now?: number | Date | undefined
  /** Replaces the context's client. */
  client?: FlowClient | undefined
}
export type UseFlowsHealthResult = QueryStore<FlowsHealth>

/**
 * Returns the health of each flow. For failing flows, this includes the cause and when the failures started.
 *
 * The newest 20 executions of each flow are one query. At most six of these queries are fetched at the same time.
 * {@link useLiveFlows} keeps them current.
 */
export function useFlowsHealth(options: Given<UseFlowsHealthOptions>): UseFlowsHealthResult {
  const given = reader(options)
  const isRestoring = useIsRestoring()
  // The casts are needed because `QueriesObserver` is not generic in the types of its queries.
  const queries = $derived.by(() => {
    const { flows, now, client } = given()
    const flowClient = useFlowClient(client)
    return (flows ?? []).map(
      flow => flowHealthQueryOptions(flowClient, { flow, now }) as object as QueryObserverOptions,
    )
  })

  // `createQueries` isn't used because it creates a new observer when its queries change, which refetches all of them.
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
