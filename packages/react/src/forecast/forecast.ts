'use client'

import type { BlockTime, Flow, FlowClient } from '@flow-query/core'
import type { FlowForecast } from '@flow-query/core/forecast'
import { type FlowsForecast, initialForecaster, updateForecaster } from '@flow-query/core/query'
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useFlowClient } from '../context.js'

interface Options {
  /** The newest block, from `chainTime`. Default: the hook fetches it, and shares it with {@link useChainTime}. */
  time?: BlockTime | undefined
  /** Replaces the provider's client. */
  client?: FlowClient | undefined
}

export interface UseFlowsForecastOptions extends Options {
  /** The flows to forecast. While `flows` is `null` or `undefined`, the hook waits. */
  flows: readonly Flow[] | null | undefined
}
export type UseFlowsForecastResult = FlowsForecast

/**
 * Returns for each flow whether its next run will work, what can go wrong, and how long its money lasts.
 *
 * All runs are simulated together, because flows of one owner share a wallet. Each fact is one query, which other hooks such as
 * {@link useBalances} share.
 */
export function useFlowsForecast({ flows, time, client }: UseFlowsForecastOptions): UseFlowsForecastResult {
  const flowClient = useFlowClient(client)
  const queryClient = useQueryClient()
  const committed = useRef(initialForecaster)
  const state = updateForecaster(committed.current, flowClient, { flows, time }, queryClient)
  useEffect(() => {
    committed.current = state
  }, [state])
  const { queries, result } = state
  // Renders again when a fact changes. The forecasts are computed from the cache, because facts determine which others are needed.
  useQueries({ queries, combine: factsOf })
  return result
}

export interface UseFlowForecastOptions extends Options {
  /** The flow to forecast. While `flow` is `null` or `undefined`, the hook waits. */
  flow: Flow | null | undefined
}

export interface UseFlowForecastResult extends Pick<FlowsForecast, 'isPending' | 'error'> {
  data: FlowForecast | undefined
}

/**
 * Returns whether the next run of a flow will work, what can go wrong, and how long its money lasts.
 *
 * The forecast includes the owner's other flows, because they spend the same money.
 */
export function useFlowForecast({ flow, time, client }: UseFlowForecastOptions): UseFlowForecastResult {
  const flows = useMemo(() => flow && [flow], [flow])
  const { data, isPending, error } = useFlowsForecast({ flows, time, client })
  return { data: data[0], isPending, error }
}

function factsOf(results: readonly UseQueryResult<unknown>[]) {
  return results.map(({ data, error, status }) => ({ data, error, status }))
}
