'use client'

import type { Flow, FlowClient } from '@flow-query/core'
import { combineFlowsHealth, type FlowsHealth, flowHealthQueryOptions } from '@flow-query/core/insights'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFlowClient } from './context.js'

export interface UseFlowsHealthOptions {
  /** All of them are asked for: those of an owner, or what is on screen. While they are missing, nothing is sent. */
  flows: readonly Flow[] | null | undefined
  /** Milliseconds since 1970, or a Date. Default: when something has changed last. */
  now?: number | Date | undefined
  /** Replaces the provider's. */
  client?: FlowClient | undefined
}
export type UseFlowsHealthResult = FlowsHealth

/**
 * Whether flows do what they were made for, since when, and what is wrong. The newest runs of each are one query, which
 * {@link useLiveFlows} keeps up to date; six are asked for at a time.
 */
export function useFlowsHealth({ flows, now, client }: UseFlowsHealthOptions): UseFlowsHealthResult {
  const flowClient = useFlowClient(client)
  const queries = useMemo(
    () => flows?.map(flow => flowHealthQueryOptions(flowClient, { flow, now })) ?? [],
    [flowClient, flows, now],
  )
  const health = useQueries({ queries, combine: results => combineFlowsHealth(results) })
  return { ...health, isPending: !flows || health.isPending }
}
