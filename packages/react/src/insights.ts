'use client'

import type { Flow, FlowClient } from '@flow-query/core'
import { combineFlowsHealth, type FlowsHealth, flowHealthQueryOptions } from '@flow-query/core/insights'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFlowClient } from './context.js'

export interface UseFlowsHealthOptions {
  /** The hook fetches the executions of each of these flows. While `flows` is `null` or `undefined`, it waits. */
  flows: readonly Flow[] | null | undefined
  /** The current time, in milliseconds since 1970 or as a Date. Default: the time when the data last changed. */
  now?: number | Date | undefined
  /** Replaces the provider's client. */
  client?: FlowClient | undefined
}
export type UseFlowsHealthResult = FlowsHealth

type FlowHealthResults = Parameters<typeof combineFlowsHealth>[0]

/**
 * Returns the health of each flow. For failing flows, this includes the cause and when the failures started.
 *
 * The newest 20 executions of each flow are one query. At most six of these queries are fetched at the same time.
 * {@link useLiveFlows} keeps them current.
 */
export function useFlowsHealth({ flows, now, client }: UseFlowsHealthOptions): UseFlowsHealthResult {
  const flowClient = useFlowClient(client)
  const options = useMemo(
    () => ({
      queries: flows?.map(flow => flowHealthQueryOptions(flowClient, { flow, now })) ?? [],
      // Earlier versions of TanStack Query only combine the results of other queries if this function is another one.
      combine: (results: FlowHealthResults) => combineFlowsHealth(results),
    }),
    [flowClient, flows, now],
  )
  const health = useQueries(options)
  return { ...health, isPending: !flows || health.isPending }
}
