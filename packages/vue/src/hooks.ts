import type * as core from '@flow-query/core'
import {
  type UseInfiniteQueryReturnType,
  type UseQueryReturnType,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/vue-query'
import { bind } from './bind.js'
import * as options from './options.js'
import type { InfiniteQueryHookOptions, Pages, QueryHookOptions } from './types.js'

/** One flow. */
export const useFlow = bind(useQuery, options.flowQueryOptions)
export type UseFlowOptions<Selected = core.Flow> = QueryHookOptions<'flow', Selected>
export type UseFlowResult<Selected = core.Flow> = UseQueryReturnType<Selected, core.FlowQueryError>

/** One page of all flows. */
export const useFlows = bind(useQuery, options.flowsQueryOptions)
export type UseFlowsOptions<Selected = core.FlowsPage> = QueryHookOptions<'flows', Selected>
export type UseFlowsResult<Selected = core.FlowsPage> = UseQueryReturnType<Selected, core.FlowQueryError>

/** One page of an owner's flows. */
export const useFlowsForOwner = bind(useQuery, options.flowsForOwnerQueryOptions)
export type UseFlowsForOwnerOptions<Selected = core.FlowsPage> = QueryHookOptions<'flowsForOwner', Selected>
export type UseFlowsForOwnerResult<Selected = core.FlowsPage> = UseQueryReturnType<Selected, core.FlowQueryError>

/** One page of a flow's executions. */
export const useFlowHistory = bind(useQuery, options.flowHistoryQueryOptions)
export type UseFlowHistoryOptions<Selected = core.FlowHistoryPage> = QueryHookOptions<'flowHistory', Selected>
export type UseFlowHistoryResult<Selected = core.FlowHistoryPage> = UseQueryReturnType<Selected, core.FlowQueryError>

/** The address of an owner's interchain account on a connection. */
export const useIca = bind(useQuery, options.icaQueryOptions)
export type UseIcaOptions<Selected = string> = QueryHookOptions<'ica', Selected>
export type UseIcaResult<Selected = string> = UseQueryReturnType<Selected, core.FlowQueryError>

/** The parameters of the Intent module. */
export const useParams = bind(useQuery, options.paramsQueryOptions)
export type UseParamsOptions<Selected = core.Params> = QueryHookOptions<'params', Selected>
export type UseParamsResult<Selected = core.Params> = UseQueryReturnType<Selected, core.FlowQueryError>

/** One trustless agent. */
export const useTrustlessAgent = bind(useQuery, options.trustlessAgentQueryOptions)
export type UseTrustlessAgentOptions<Selected = core.TrustlessAgent> = QueryHookOptions<'trustlessAgent', Selected>
export type UseTrustlessAgentResult<Selected = core.TrustlessAgent> = UseQueryReturnType<Selected, core.FlowQueryError>

/** One page of all trustless agents. */
export const useTrustlessAgents = bind(useQuery, options.trustlessAgentsQueryOptions)
export type UseTrustlessAgentsOptions<Selected = core.TrustlessAgentsPage> = QueryHookOptions<
  'trustlessAgents',
  Selected
>
export type UseTrustlessAgentsResult<Selected = core.TrustlessAgentsPage> = UseQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** One page of the trustless agents of an admin. */
export const useTrustlessAgentsForAdmin = bind(useQuery, options.trustlessAgentsForAdminQueryOptions)
export type UseTrustlessAgentsForAdminOptions<Selected = core.TrustlessAgentsPage> = QueryHookOptions<
  'trustlessAgentsForAdmin',
  Selected
>
export type UseTrustlessAgentsForAdminResult<Selected = core.TrustlessAgentsPage> = UseQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** What executions have burnt since the chain began. */
export const useTotalBurnt = bind(useQuery, options.totalBurntQueryOptions)
export type UseTotalBurntOptions<Selected = core.Coin> = QueryHookOptions<'totalBurnt', Selected>
export type UseTotalBurntResult<Selected = core.Coin> = UseQueryReturnType<Selected, core.FlowQueryError>

/** All flows, page after page. */
export const useInfiniteFlows = bind(useInfiniteQuery, options.flowsInfiniteQueryOptions)
export type UseInfiniteFlowsOptions<Selected = Pages<core.FlowsPage>> = InfiniteQueryHookOptions<'flows', Selected>
export type UseInfiniteFlowsResult<Selected = Pages<core.FlowsPage>> = UseInfiniteQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** An owner's flows, page after page. */
export const useInfiniteFlowsForOwner = bind(useInfiniteQuery, options.flowsForOwnerInfiniteQueryOptions)
export type UseInfiniteFlowsForOwnerOptions<Selected = Pages<core.FlowsPage>> = InfiniteQueryHookOptions<
  'flowsForOwner',
  Selected
>
export type UseInfiniteFlowsForOwnerResult<Selected = Pages<core.FlowsPage>> = UseInfiniteQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** A flow's executions, page after page. */
export const useInfiniteFlowHistory = bind(useInfiniteQuery, options.flowHistoryInfiniteQueryOptions)
export type UseInfiniteFlowHistoryOptions<Selected = Pages<core.FlowHistoryPage>> = InfiniteQueryHookOptions<
  'flowHistory',
  Selected
>
export type UseInfiniteFlowHistoryResult<Selected = Pages<core.FlowHistoryPage>> = UseInfiniteQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** All trustless agents, page after page. */
export const useInfiniteTrustlessAgents = bind(useInfiniteQuery, options.trustlessAgentsInfiniteQueryOptions)
export type UseInfiniteTrustlessAgentsOptions<Selected = Pages<core.TrustlessAgentsPage>> = InfiniteQueryHookOptions<
  'trustlessAgents',
  Selected
>
export type UseInfiniteTrustlessAgentsResult<Selected = Pages<core.TrustlessAgentsPage>> = UseInfiniteQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** The trustless agents of an admin, page after page. */
export const useInfiniteTrustlessAgentsForAdmin = bind(
  useInfiniteQuery,
  options.trustlessAgentsForAdminInfiniteQueryOptions,
)
export type UseInfiniteTrustlessAgentsForAdminOptions<Selected = Pages<core.TrustlessAgentsPage>> =
  InfiniteQueryHookOptions<'trustlessAgentsForAdmin', Selected>
export type UseInfiniteTrustlessAgentsForAdminResult<Selected = Pages<core.TrustlessAgentsPage>> =
  UseInfiniteQueryReturnType<Selected, core.FlowQueryError>
