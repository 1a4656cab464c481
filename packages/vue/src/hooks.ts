import type * as core from '@flow-query/core'
import {
  chainTimeQueryOptions,
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
  icaQueryOptions,
  type Pages,
  paramsQueryOptions,
  totalBurntQueryOptions,
  trustlessAgentQueryOptions,
  trustlessAgentsForAdminInfiniteQueryOptions,
  trustlessAgentsForAdminQueryOptions,
  trustlessAgentsInfiniteQueryOptions,
  trustlessAgentsQueryOptions,
} from '@flow-query/core/query'
import {
  type UseInfiniteQueryReturnType,
  type UseQueryReturnType,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/vue-query'
import { bind } from './bind.js'
import type { InfiniteQueryHookOptions, QueryHookOptions } from './types.js'

/**
 * Fetches a flow by its ID.
 *
 * If the flow doesn't exist, `error.kind` is `notFound`.
 */
export const useFlow = bind(useQuery, flowQueryOptions)
export type UseFlowOptions<Selected = core.Flow> = QueryHookOptions<'flow', Selected>
export type UseFlowResult<Selected = core.Flow> = UseQueryReturnType<Selected, core.FlowQueryError>

/** Fetches one page of all flows, oldest first unless `reverse` is set. */
export const useFlows = bind(useQuery, flowsQueryOptions)
export type UseFlowsOptions<Selected = core.FlowsPage> = QueryHookOptions<'flows', Selected>
export type UseFlowsResult<Selected = core.FlowsPage> = UseQueryReturnType<Selected, core.FlowQueryError>

/** Fetches one page of an owner's flows, oldest first unless `reverse` is set. */
export const useFlowsForOwner = bind(useQuery, flowsForOwnerQueryOptions)
export type UseFlowsForOwnerOptions<Selected = core.FlowsPage> = QueryHookOptions<'flowsForOwner', Selected>
export type UseFlowsForOwnerResult<Selected = core.FlowsPage> = UseQueryReturnType<Selected, core.FlowQueryError>

/**
 * Fetches one page of a flow's executions, oldest first unless `reverse` is set.
 *
 * A missing flow has an empty history.
 */
export const useFlowHistory = bind(useQuery, flowHistoryQueryOptions)
export type UseFlowHistoryOptions<Selected = core.FlowHistoryPage> = QueryHookOptions<'flowHistory', Selected>
export type UseFlowHistoryResult<Selected = core.FlowHistoryPage> = UseQueryReturnType<Selected, core.FlowQueryError>

/**
 * Fetches the address of an owner's interchain account on the other end of a connection.
 *
 * If the account was never registered, `error.kind` is `notFound`.
 */
export const useIca = bind(useQuery, icaQueryOptions)
export type UseIcaOptions<Selected = string> = QueryHookOptions<'ica', Selected>
export type UseIcaResult<Selected = string> = UseQueryReturnType<Selected, core.FlowQueryError>

/** Fetches the parameters of the chain's intent module. */
export const useParams = bind(useQuery, paramsQueryOptions)
export type UseParamsOptions<Selected = core.Params> = QueryHookOptions<'params', Selected>
export type UseParamsResult<Selected = core.Params> = UseQueryReturnType<Selected, core.FlowQueryError>

/**
 * Fetches a trustless agent, an account that executes flows for a fee.
 *
 * If the agent doesn't exist, `error.kind` is `notFound`.
 */
export const useTrustlessAgent = bind(useQuery, trustlessAgentQueryOptions)
export type UseTrustlessAgentOptions<Selected = core.TrustlessAgent> = QueryHookOptions<'trustlessAgent', Selected>
export type UseTrustlessAgentResult<Selected = core.TrustlessAgent> = UseQueryReturnType<Selected, core.FlowQueryError>

/** Fetches one page of all trustless agents, in the order of their addresses. */
export const useTrustlessAgents = bind(useQuery, trustlessAgentsQueryOptions)
export type UseTrustlessAgentsOptions<Selected = core.TrustlessAgentsPage> = QueryHookOptions<
  'trustlessAgents',
  Selected
>
export type UseTrustlessAgentsResult<Selected = core.TrustlessAgentsPage> = UseQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** Fetches one page of the trustless agents of a fee admin. */
export const useTrustlessAgentsForAdmin = bind(useQuery, trustlessAgentsForAdminQueryOptions)
export type UseTrustlessAgentsForAdminOptions<Selected = core.TrustlessAgentsPage> = QueryHookOptions<
  'trustlessAgentsForAdmin',
  Selected
>
export type UseTrustlessAgentsForAdminResult<Selected = core.TrustlessAgentsPage> = UseQueryReturnType<
  Selected,
  core.FlowQueryError
>

/**
 * Fetches the coins that all executions have burnt since the chain started.
 *
 * Chain releases before 1.0.5 don't support this query, so `error.kind` is `unsupported`.
 */
export const useTotalBurnt = bind(useQuery, totalBurntQueryOptions)
export type UseTotalBurntOptions<Selected = core.Coin> = QueryHookOptions<'totalBurnt', Selected>
export type UseTotalBurntResult<Selected = core.Coin> = UseQueryReturnType<Selected, core.FlowQueryError>

/**
 * Fetches the time and the height of the newest block.
 *
 * Functions such as `flowStatus` need this time to decide whether a flow is over.
 */
export const useChainTime = bind(useQuery, chainTimeQueryOptions)
export type UseChainTimeOptions<Selected = core.ChainTime> = QueryHookOptions<'chainTime', Selected>
export type UseChainTimeResult<Selected = core.ChainTime> = UseQueryReturnType<Selected, core.FlowQueryError>

/** Fetches all flows, page by page. */
export const useInfiniteFlows = bind(useInfiniteQuery, flowsInfiniteQueryOptions)
export type UseInfiniteFlowsOptions<Selected = Pages<core.FlowsPage>> = InfiniteQueryHookOptions<'flows', Selected>
export type UseInfiniteFlowsResult<Selected = Pages<core.FlowsPage>> = UseInfiniteQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** Fetches an owner's flows, page by page. */
export const useInfiniteFlowsForOwner = bind(useInfiniteQuery, flowsForOwnerInfiniteQueryOptions)
export type UseInfiniteFlowsForOwnerOptions<Selected = Pages<core.FlowsPage>> = InfiniteQueryHookOptions<
  'flowsForOwner',
  Selected
>
export type UseInfiniteFlowsForOwnerResult<Selected = Pages<core.FlowsPage>> = UseInfiniteQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** Fetches a flow's executions, page by page. */
export const useInfiniteFlowHistory = bind(useInfiniteQuery, flowHistoryInfiniteQueryOptions)
export type UseInfiniteFlowHistoryOptions<Selected = Pages<core.FlowHistoryPage>> = InfiniteQueryHookOptions<
  'flowHistory',
  Selected
>
export type UseInfiniteFlowHistoryResult<Selected = Pages<core.FlowHistoryPage>> = UseInfiniteQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** Fetches all trustless agents, page by page. */
export const useInfiniteTrustlessAgents = bind(useInfiniteQuery, trustlessAgentsInfiniteQueryOptions)
export type UseInfiniteTrustlessAgentsOptions<Selected = Pages<core.TrustlessAgentsPage>> = InfiniteQueryHookOptions<
  'trustlessAgents',
  Selected
>
export type UseInfiniteTrustlessAgentsResult<Selected = Pages<core.TrustlessAgentsPage>> = UseInfiniteQueryReturnType<
  Selected,
  core.FlowQueryError
>

/** Fetches the trustless agents of a fee admin, page by page. */
export const useInfiniteTrustlessAgentsForAdmin = bind(useInfiniteQuery, trustlessAgentsForAdminInfiniteQueryOptions)
export type UseInfiniteTrustlessAgentsForAdminOptions<Selected = Pages<core.TrustlessAgentsPage>> =
  InfiniteQueryHookOptions<'trustlessAgentsForAdmin', Selected>
export type UseInfiniteTrustlessAgentsForAdminResult<Selected = Pages<core.TrustlessAgentsPage>> =
  UseInfiniteQueryReturnType<Selected, core.FlowQueryError>
