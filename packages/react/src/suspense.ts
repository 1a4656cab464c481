'use client'

import type * as core from '@flow-query/core'
import {
  type UseSuspenseInfiniteQueryResult,
  type UseSuspenseQueryResult,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { bind } from './bind.js'
import * as options from './options.js'
import type { Pages, SuspenseInfiniteQueryHookOptions, SuspenseQueryHookOptions } from './types.js'

/** Like {@link useFlow}, but suspends the component until `data` is available. */
export const useSuspenseFlow = bind(useSuspenseQuery, options.flowQueryOptions)
export type UseSuspenseFlowOptions<Selected = core.Flow> = SuspenseQueryHookOptions<'flow', Selected>
export type UseSuspenseFlowResult<Selected = core.Flow> = UseSuspenseQueryResult<Selected, core.FlowQueryError>

/** Like {@link useFlows}, but suspends the component until `data` is available. */
export const useSuspenseFlows = bind(useSuspenseQuery, options.flowsQueryOptions)
export type UseSuspenseFlowsOptions<Selected = core.FlowsPage> = SuspenseQueryHookOptions<'flows', Selected>
export type UseSuspenseFlowsResult<Selected = core.FlowsPage> = UseSuspenseQueryResult<Selected, core.FlowQueryError>

/** Like {@link useFlowsForOwner}, but suspends the component until `data` is available. */
export const useSuspenseFlowsForOwner = bind(useSuspenseQuery, options.flowsForOwnerQueryOptions)
export type UseSuspenseFlowsForOwnerOptions<Selected = core.FlowsPage> = SuspenseQueryHookOptions<
  'flowsForOwner',
  Selected
>
export type UseSuspenseFlowsForOwnerResult<Selected = core.FlowsPage> = UseSuspenseQueryResult<
  Selected,
  core.FlowQueryError
>

/** Like {@link useFlowHistory}, but suspends the component until `data` is available. */
export const useSuspenseFlowHistory = bind(useSuspenseQuery, options.flowHistoryQueryOptions)
export type UseSuspenseFlowHistoryOptions<Selected = core.FlowHistoryPage> = SuspenseQueryHookOptions<
  'flowHistory',
  Selected
>
export type UseSuspenseFlowHistoryResult<Selected = core.FlowHistoryPage> = UseSuspenseQueryResult<
  Selected,
  core.FlowQueryError
>

/** Like {@link useIca}, but suspends the component until `data` is available. */
export const useSuspenseIca = bind(useSuspenseQuery, options.icaQueryOptions)
export type UseSuspenseIcaOptions<Selected = string> = SuspenseQueryHookOptions<'ica', Selected>
export type UseSuspenseIcaResult<Selected = string> = UseSuspenseQueryResult<Selected, core.FlowQueryError>

/** Like {@link useParams}, but suspends the component until `data` is available. */
export const useSuspenseParams = bind(useSuspenseQuery, options.paramsQueryOptions)
export type UseSuspenseParamsOptions<Selected = core.Params> = SuspenseQueryHookOptions<'params', Selected>
export type UseSuspenseParamsResult<Selected = core.Params> = UseSuspenseQueryResult<Selected, core.FlowQueryError>

/** Like {@link useTrustlessAgent}, but suspends the component until `data` is available. */
export const useSuspenseTrustlessAgent = bind(useSuspenseQuery, options.trustlessAgentQueryOptions)
export type UseSuspenseTrustlessAgentOptions<Selected = core.TrustlessAgent> = SuspenseQueryHookOptions<
  'trustlessAgent',
  Selected
>
export type UseSuspenseTrustlessAgentResult<Selected = core.TrustlessAgent> = UseSuspenseQueryResult<
  Selected,
  core.FlowQueryError
>

/** Like {@link useTrustlessAgents}, but suspends the component until `data` is available. */
export const useSuspenseTrustlessAgents = bind(useSuspenseQuery, options.trustlessAgentsQueryOptions)
export type UseSuspenseTrustlessAgentsOptions<Selected = core.TrustlessAgentsPage> = SuspenseQueryHookOptions<
  'trustlessAgents',
  Selected
>
export type UseSuspenseTrustlessAgentsResult<Selected = core.TrustlessAgentsPage> = UseSuspenseQueryResult<
  Selected,
  core.FlowQueryError
>

/** Like {@link useTrustlessAgentsForAdmin}, but suspends the component until `data` is available. */
export const useSuspenseTrustlessAgentsForAdmin = bind(useSuspenseQuery, options.trustlessAgentsForAdminQueryOptions)
export type UseSuspenseTrustlessAgentsForAdminOptions<Selected = core.TrustlessAgentsPage> = SuspenseQueryHookOptions<
  'trustlessAgentsForAdmin',
  Selected
>
export type UseSuspenseTrustlessAgentsForAdminResult<Selected = core.TrustlessAgentsPage> = UseSuspenseQueryResult<
  Selected,
  core.FlowQueryError
>

/** Like {@link useTotalBurnt}, but suspends the component until `data` is available. */
export const useSuspenseTotalBurnt = bind(useSuspenseQuery, options.totalBurntQueryOptions)
export type UseSuspenseTotalBurntOptions<Selected = core.Coin> = SuspenseQueryHookOptions<'totalBurnt', Selected>
export type UseSuspenseTotalBurntResult<Selected = core.Coin> = UseSuspenseQueryResult<Selected, core.FlowQueryError>

/** Like {@link useInfiniteFlows}, but suspends the component until `data` is available. */
export const useSuspenseInfiniteFlows = bind(useSuspenseInfiniteQuery, options.flowsInfiniteQueryOptions)
export type UseSuspenseInfiniteFlowsOptions<Selected = Pages<core.FlowsPage>> = SuspenseInfiniteQueryHookOptions<
  'flows',
  Selected
>
export type UseSuspenseInfiniteFlowsResult<Selected = Pages<core.FlowsPage>> = UseSuspenseInfiniteQueryResult<
  Selected,
  core.FlowQueryError
>

/** Like {@link useInfiniteFlowsForOwner}, but suspends the component until `data` is available. */
export const useSuspenseInfiniteFlowsForOwner = bind(
  useSuspenseInfiniteQuery,
  options.flowsForOwnerInfiniteQueryOptions,
)
export type UseSuspenseInfiniteFlowsForOwnerOptions<Selected = Pages<core.FlowsPage>> =
  SuspenseInfiniteQueryHookOptions<'flowsForOwner', Selected>
export type UseSuspenseInfiniteFlowsForOwnerResult<Selected = Pages<core.FlowsPage>> = UseSuspenseInfiniteQueryResult<
  Selected,
  core.FlowQueryError
>

/** Like {@link useInfiniteFlowHistory}, but suspends the component until `data` is available. */
export const useSuspenseInfiniteFlowHistory = bind(useSuspenseInfiniteQuery, options.flowHistoryInfiniteQueryOptions)
export type UseSuspenseInfiniteFlowHistoryOptions<Selected = Pages<core.FlowHistoryPage>> =
  SuspenseInfiniteQueryHookOptions<'flowHistory', Selected>
export type UseSuspenseInfiniteFlowHistoryResult<Selected = Pages<core.FlowHistoryPage>> =
  UseSuspenseInfiniteQueryResult<Selected, core.FlowQueryError>

/** Like {@link useInfiniteTrustlessAgents}, but suspends the component until `data` is available. */
export const useSuspenseInfiniteTrustlessAgents = bind(
  useSuspenseInfiniteQuery,
  options.trustlessAgentsInfiniteQueryOptions,
)
export type UseSuspenseInfiniteTrustlessAgentsOptions<Selected = Pages<core.TrustlessAgentsPage>> =
  SuspenseInfiniteQueryHookOptions<'trustlessAgents', Selected>
export type UseSuspenseInfiniteTrustlessAgentsResult<Selected = Pages<core.TrustlessAgentsPage>> =
  UseSuspenseInfiniteQueryResult<Selected, core.FlowQueryError>

/** Like {@link useInfiniteTrustlessAgentsForAdmin}, but suspends the component until `data` is available. */
export const useSuspenseInfiniteTrustlessAgentsForAdmin = bind(
  useSuspenseInfiniteQuery,
  options.trustlessAgentsForAdminInfiniteQueryOptions,
)
export type UseSuspenseInfiniteTrustlessAgentsForAdminOptions<Selected = Pages<core.TrustlessAgentsPage>> =
  SuspenseInfiniteQueryHookOptions<'trustlessAgentsForAdmin', Selected>
export type UseSuspenseInfiniteTrustlessAgentsForAdminResult<Selected = Pages<core.TrustlessAgentsPage>> =
  UseSuspenseInfiniteQueryResult<Selected, core.FlowQueryError>
