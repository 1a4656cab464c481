'use client'

import type { FlowQueryError } from '@flow-query/core'
import type { FlowDryRun } from '@flow-query/insights/forecast'
import { type FactQueries, flowDryRunQueryOptions } from '@flow-query/insights/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { bind } from '../bind.js'
import type { QueryHookOptions } from '../types.js'

/**
 * Simulates a flow's messages on the node's current state when you call `refetch`. It needs no keys and changes nothing.
 *
 * `data.result` is `succeeded`, `failed` with the message and the chain's reason, or `notLocal` if the messages run on another chain.
 *
 * @example
 * const { data, refetch } = useFlowDryRun({ flow })
 */
export const useFlowDryRun = bind<'flowDryRun', FactQueries>(useQuery, flowDryRunQueryOptions)
export type UseFlowDryRunOptions<Selected = FlowDryRun> = QueryHookOptions<'flowDryRun', Selected, FactQueries>
export type UseFlowDryRunResult<Selected = FlowDryRun> = UseQueryResult<Selected, FlowQueryError>
