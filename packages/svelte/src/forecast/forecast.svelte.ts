import type { BlockTime, Flow, FlowClient } from '@flow-query/core'
import type { FlowForecast } from '@flow-query/core/forecast'
import { type FlowsForecast, initialForecaster, updateForecaster } from '@flow-query/core/query'
import { QueriesObserver, type QueryObserverOptions, useIsRestoring, useQueryClient } from '@tanstack/svelte-query'
import { untrack } from 'svelte'
import { useFlowClient } from '../context.js'
import { type Given, reader } from '../given.js'
import { type QueryStore, queryStore } from '../store.js'

interface Options {
  /** The newest block, from `chainTime`. Default: the store fetches it, and shares it with {@link useChainTime}. */
  time?: BlockTime | undefined
  /** Replaces the context's client. */
  client?: FlowClient | undefined
}

export interface UseFlowsForecastOptions extends Options {
  /** The flows to forecast. While `flows` is `null` or `undefined`, the store waits. */
  flows: readonly Flow[] | null | undefined
}
export type UseFlowsForecastResult = QueryStore<FlowsForecast>

/**
 * Returns for each flow whether its next run will work, what can go wrong, and how long its money lasts.
 *
 * All runs are simulated together, because flows of one owner share a wallet. Each fact is one query, which other stores such as
 * {@link useBalances} share.
 */
export function useFlowsForecast(options: Given<UseFlowsForecastOptions>): UseFlowsForecastResult {
  const forecast = observeForecasts(reader(options))
  return queryStore({
    get data() {
      return forecast().data
    },
    get isPending() {
      return forecast().isPending
    },
    get error() {
      return forecast().error
    },
  })
}

export interface UseFlowForecastOptions extends Options {
  /** The flow to forecast. While `flow` is `null` or `undefined`, the store waits. */
  flow: Flow | null | undefined
}
export type UseFlowForecastResult = QueryStore<
  Pick<FlowsForecast, 'isPending' | 'error'> & {
    readonly data: FlowForecast | undefined
  }
>

/**
 * Returns whether the next run of a flow will work, what can go wrong, and how long its money lasts.
 *
 * The forecast includes the owner's other flows, because they spend the same money.
 */
export function useFlowForecast(options: Given<UseFlowForecastOptions>): UseFlowForecastResult {
  const given = reader(options)
  const forecast = observeForecasts(() => {
    const { flow, ...shared } = given()
    return { ...shared, flows: flow && [flow] }
  })
  return queryStore({
    get data() {
      return forecast().data[0]
    },
    get isPending() {
      return forecast().isPending
    },
    get error() {
      return forecast().error
    },
  })
}

function observeForecasts(given: () => UseFlowsForecastOptions): () => FlowsForecast {
  const queryClient = useQueryClient()
  const isRestoring = useIsRestoring()
  let state = initialForecaster
  const observer = new QueriesObserver(queryClient, [])
  let facts = $state.raw(observer.getCurrentResult())

  const forecasts = $derived.by(() => {
    // The forecasts are computed from the cache, because facts determine which others are needed.
    void facts
    void isRestoring.current
    const { client, ...args } = given()
    state = updateForecaster(state, useFlowClient(client), args, queryClient)
    return state
  })
  // Throws during initialization if there is no client.
  untrack(() => forecasts)

  $effect.pre(() => {
    observer.setQueries(forecasts.queries as object[] as QueryObserverOptions[])
    facts = observer.getCurrentResult()
  })
  $effect(() => {
    if (isRestoring.current) return
    return observer.subscribe(next => {
      facts = next
    })
  })
  return () => forecasts.result
}
