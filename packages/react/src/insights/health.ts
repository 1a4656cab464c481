'use client'

import type { ChainTime, Flow, FlowQueryError } from '@flow-query/core'
import { chainTimeQueryOptions } from '@flow-query/core/query'
import {
  combineFlowsHealth,
  type FlowsVerdict,
  flowHealthQueryOptions,
  withChainTime,
} from '@flow-query/insights/query'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFlowClient } from '../context.js'
import type { CheckOptions } from './observed-facts.js'

export interface UseFlowsHealthOptions extends CheckOptions {
  /** The flows to check. While `flows` is `null` or `undefined`, the hook waits. */
  flows: readonly Flow[] | null | undefined
}
export type UseFlowsHealthResult = FlowsVerdict

type FlowHealthResults = Parameters<typeof combineFlowsHealth>[0]

/**
 * Returns the health of each flow as a verdict without a forecast. For failing flows, this includes the cause and when the
 * failures started. The newest 20 executions of each flow are one query.
 *
 * `useFlowsVerdict` also includes forecasts, which require more requests.
 */
export function useFlowsHealth({ flows, time, client }: UseFlowsHealthOptions): UseFlowsHealthResult {
  const flowClient = useFlowClient(client)
  const { data: newestBlock, error } = useQuery<ChainTime, FlowQueryError>({
    ...chainTimeQueryOptions(flowClient),
    enabled: flows?.length !== 0 && time === undefined,
  })
  const block = time ?? newestBlock
  const options = useMemo(
    () => ({
      queries: flows?.map(flow => flowHealthQueryOptions(flowClient, { flow, time: block })) ?? [],
      // Earlier versions of TanStack Query don't combine the results of a new list of queries unless this function is new too.
      combine: (results: FlowHealthResults) => combineFlowsHealth(results),
    }),
    [flowClient, flows, block],
  )
  const health = useQueries(options)
  return withChainTime(health, { flows, time: block, error })
}
