import type * as core from '@flow-query/core'
import {
  type CreateInfiniteQueryResult,
  type CreateQueryResult,
  createInfiniteQuery,
  createQuery,
} from '@tanstack/svelte-query'
import { bind } from './bind.js'
import * as options from './options.js'
import type { QueryStore } from './store.js'
import type { InfiniteQueryHookOptions, Pages, QueryHookOptions } from './types.js'

/** One flow. */
export const useFlow = bind(createQuery, options.flowQueryOptions)
export type UseFlowOptions<Selected = core.Flow> = QueryHookOptions<'flow', Selected>
export type UseFlowResult<Selected = core.Flow> = QueryStore<CreateQueryResult<Selected, core.FlowQueryError>>

/** One page of all flows. */
export const useFlows = bind(createQuery, options.flowsQueryOptions)
export type UseFlowsOptions<Selected = core.FlowsPage> = QueryHookOptions<'flows', Selected>
export type UseFlowsResult<Selected = core.FlowsPage> = QueryStore<CreateQueryResult<Selected, core.FlowQueryError>>

/** One page of an owner's flows. */
export const useFlowsForOwner = bind(createQuery, options.flowsForOwnerQueryOptions)
export type UseFlowsForOwnerOptions<Selected = core.FlowsPage> = QueryHookOptions<'flowsForOwner', Selected>
export type UseFlowsForOwnerResult<Selected = core.FlowsPage> = QueryStore<
  CreateQueryResult<Selected, core.FlowQueryError>
>

/** One page of a flow's executions. */
export const useFlowHistory = bind(createQuery, options.flowHistoryQueryOptions)
export type UseFlowHistoryOptions<Selected = core.FlowHistoryPage> = QueryHookOptions<'flowHistory', Selected>
export type UseFlowHistoryResult<Selected = core.FlowHistoryPage> = QueryStore<
  CreateQueryResult<Selected, core.FlowQueryError>
>

/** The address of an owner's interchain account on a connection. */
export const useIca = bind(createQuery, options.icaQueryOptions)
export type UseIcaOptions<Selected = string> = QueryHookOptions<'ica', Selected>
export type UseIcaResult<Selected = string> = QueryStore<CreateQueryResult<Selected, core.FlowQueryError>>

/** The parameters of the Intent module. */
export const useParams = bind(createQuery, options.paramsQueryOptions)
export type UseParamsOptions<Selected = core.Params> = QueryHookOptions<'params', Selected>
export type UseParamsResult<Selected = core.Params> = QueryStore<CreateQueryResult<Selected, core.FlowQueryError>>

/** One trustless agent. */
export const useTrustlessAgent = bind(createQuery, options.trustlessAgentQueryOptions)
export type UseTrustlessAgentOptions<Selected = core.TrustlessAgent> = QueryHookOptions<'trustlessAgent', Selected>
export type UseTrustlessAgentResult<Selected = core.TrustlessAgent> = QueryStore<
  CreateQueryResult<Selected, core.FlowQueryError>
>

/** One page of all trustless agents. */
export const useTrustlessAgents = bind(createQuery, options.trustlessAgentsQueryOptions)
export type UseTrustlessAgentsOptions<Selected = core.TrustlessAgentsPage> = QueryHookOptions<
  'trustlessAgents',
  Selected
>
export type UseTrustlessAgentsResult<Selected = core.TrustlessAgentsPage> = QueryStore<
  CreateQueryResult<Selected, core.FlowQueryError>
>

/** One page of the trustless agents of an admin. */
export const useTrustlessAgentsForAdmin = bind(createQuery, options.trustlessAgentsForAdminQueryOptions)
export type UseTrustlessAgentsForAdminOptions<Selected = core.TrustlessAgentsPage> = QueryHookOptions<
  'trustlessAgentsForAdmin',
  Selected
>
export type UseTrustlessAgentsForAdminResult<Selected = core.TrustlessAgentsPage> = QueryStore<
  CreateQueryResult<Selected, core.FlowQueryError>
>

/** What executions have burnt since the chain began. */
export const useTotalBurnt = bind(createQuery, options.totalBurntQueryOptions)
export type UseTotalBurntOptions<Selected = core.Coin> = QueryHookOptions<'totalBurnt', Selected>
export type UseTotalBurntResult<Selected = core.Coin> = QueryStore<CreateQueryResult<Selected, core.FlowQueryError>>

/** All flows, page after page. */
export const useInfiniteFlows = bind(createInfiniteQuery, options.flowsInfiniteQueryOptions)
export type UseInfiniteFlowsOptions<Selected = Pages<core.FlowsPage>> = InfiniteQueryHookOptions<'flows', Selected>
export type UseInfiniteFlowsResult<Selected = Pages<core.FlowsPage>> = QueryStore<
  CreateInfiniteQueryResult<Selected, core.FlowQueryError>
>

/** An owner's flows, page after page. */
export const useInfiniteFlowsForOwner = bind(createInfiniteQuery, options.flowsForOwnerInfiniteQueryOptions)
export type UseInfiniteFlowsForOwnerOptions<Selected = Pages<core.FlowsPage>> = InfiniteQueryHookOptions<
  'flowsForOwner',
  Selected
>
export type UseInfiniteFlowsForOwnerResult<Selected = Pages<core.FlowsPage>> = QueryStore<
  CreateInfiniteQueryResult<Selected, core.FlowQueryError>
>

/** A flow's executions, page after page. */
export const useInfiniteFlowHistory = bind(createInfiniteQuery, options.flowHistoryInfiniteQueryOptions)
export type UseInfiniteFlowHistoryOptions<Selected = Pages<core.FlowHistoryPage>> = InfiniteQueryHookOptions<
  'flowHistory',
  Selected
>
export type UseInfiniteFlowHistoryResult<Selected = Pages<core.FlowHistoryPage>> = QueryStore<
  CreateInfiniteQueryResult<Selected, core.FlowQueryError>
>

/** All trustless agents, page after page. */
export const useInfiniteTrustlessAgents = bind(createInfiniteQuery, options.trustlessAgentsInfiniteQueryOptions)
export type UseInfiniteTrustlessAgentsOptions<Selected = Pages<core.TrustlessAgentsPage>> = InfiniteQueryHookOptions<
  'trustlessAgents',
  Selected
>
export type UseInfiniteTrustlessAgentsResult<Selected = Pages<core.TrustlessAgentsPage>> = QueryStore<
  CreateInfiniteQueryResult<Selected, core.FlowQueryError>
>

/** The trustless agents of an admin, page after page. */
export const useInfiniteTrustlessAgentsForAdmin = bind(
  createInfiniteQuery,
  options.trustlessAgentsForAdminInfiniteQueryOptions,
)
export type UseInfiniteTrustlessAgentsForAdminOptions<Selected = Pages<core.TrustlessAgentsPage>> =
  InfiniteQueryHookOptions<'trustlessAgentsForAdmin', Selected>
export type UseInfiniteTrustlessAgentsForAdminResult<Selected = Pages<core.TrustlessAgentsPage>> = QueryStore<
  CreateInfiniteQueryResult<Selected, core.FlowQueryError>
>
