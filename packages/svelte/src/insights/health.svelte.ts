import type { ChainTime, Flow, FlowQueryError } from '@flow-query/core'
import { chainTimeQueryOptions } from '@flow-query/core/query'
import type { FlowVerdict } from '@flow-query/insights'
import {
  combineFlowsHealth,
  type FlowsVerdict,
  flowHealthQueryOptions,
  withChainTime,
} from '@flow-query/insights/query'
import {
  createQuery,
  QueriesObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  useIsRestoring,
  useQueryClient,
} from '@tanstack/svelte-query'
import { untrack } from 'svelte'
import { useFlowClient } from '../context.js'
import type { QueryStore } from '../store.js'
import { type Given, reader } from '../store.js'
import { checkStore } from './check-store.js'
import type { CheckOptions } from './observed-facts.svelte.js'

export interface UseFlowsHealthOptions extends CheckOptions {
  /** The flows to check. While `flows` is `null` or `undefined`, the store waits. */
  flows: readonly Flow[] | null | undefined
}
export type UseFlowsHealthResult = QueryStore<FlowsVerdict>

/**
 * Returns the health of each flow as a verdict without a forecast. For failing flows, this includes the cause and when the
 * failures started. The newest 20 executions of each flow are one query.
 *
 * `useFlowsVerdict` also includes forecasts, which require more requests.
 */
export function useFlowsHealth(options: Given<UseFlowsHealthOptions>): UseFlowsHealthResult {
  const given = reader(options)
  const isRestoring = useIsRestoring()
  const newest = createQuery<ChainTime, FlowQueryError>(() => {
    const { flows, time, client } = given()
    return {
      ...chainTimeQueryOptions(useFlowClient(client)),
      enabled: flows?.length !== 0 && time === undefined,
    }
  })
  const block = $derived(given().time ?? newest.data)
  // The casts are needed because `QueriesObserver` is not generic in the types of its queries.
  const queries = $derived.by(() => {
    const { flows, client } = given()
    const flowClient = useFlowClient(client)
    return (flows ?? []).map(
      flow => flowHealthQueryOptions(flowClient, { flow, time: block }) as object as QueryObserverOptions,
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

  const health = $derived(
    withChainTime(combineFlowsHealth(results as QueryObserverResult<FlowVerdict, FlowQueryError>[]), {
      flows: given().flows,
      time: block,
      error: newest.error,
    }),
  )
  return checkStore(() => health)
}
