import {
  type FlowInfiniteQueryOptions as CoreInfiniteQueryOptions,
  type FlowQueryOptions as CoreQueryOptions,
  chainTimeQueryOptions as chainTime,
  type FlowQueryError,
  type FlowQueryKey,
  flowQueryOptions as flow,
  flowHistoryQueryOptions as flowHistory,
  flowsQueryOptions as flows,
  flowsForOwnerQueryOptions as flowsForOwner,
  icaQueryOptions as ica,
  flowHistoryInfiniteQueryOptions as infiniteFlowHistory,
  flowsInfiniteQueryOptions as infiniteFlows,
  flowsForOwnerInfiniteQueryOptions as infiniteFlowsForOwner,
  trustlessAgentsInfiniteQueryOptions as infiniteTrustlessAgents,
  trustlessAgentsForAdminInfiniteQueryOptions as infiniteTrustlessAgentsForAdmin,
  paramsQueryOptions as params,
  type QueryName,
  totalBurntQueryOptions as totalBurnt,
  trustlessAgentQueryOptions as trustlessAgent,
  trustlessAgentsQueryOptions as trustlessAgents,
  trustlessAgentsForAdminQueryOptions as trustlessAgentsForAdmin,
} from '@flow-query/core'
import type { DataTag } from '@tanstack/vue-query'
import type { Pages } from './types.js'

/**
 * Query options for a plain query.
 *
 * The type of `queryKey` includes the types of the data and the error, as with TanStack Query's `queryOptions`.
 */
export interface FlowQueryOptions<Data, Name extends QueryName | 'chainTime'>
  extends CoreQueryOptions<Data, Name>,
    Throws {
  queryKey: DataTag<FlowQueryKey<Name>, Data, FlowQueryError>
}

/** Query options for an infinite query. The type of `queryKey` includes the types of the pages and the error. */
export interface FlowInfiniteQueryOptions<Page, Name extends QueryName>
  extends CoreInfiniteQueryOptions<Page, Name>,
    Throws {
  queryKey: DataTag<FlowQueryKey<Name>, Pages<Page>, FlowQueryError>
  /** Never set. TanStack Query infers the type of the data from it. */
  select?: (data: Pages<Page>) => Pages<Page>
}

/** Never set. TanStack Query infers the error type from it. */
interface Throws {
  throwOnError?: (error: FlowQueryError) => boolean
}

/** Adds types to a query options function of core. At runtime, it returns the function unchanged. */
function tagged<Args extends unknown[], Data, Name extends QueryName | 'chainTime'>(
  queryOptions: (...args: Args) => CoreQueryOptions<Data, Name>,
): (...args: Args) => FlowQueryOptions<Data, Name>
function tagged<Args extends unknown[], Page, Name extends QueryName>(
  queryOptions: (...args: Args) => CoreInfiniteQueryOptions<Page, Name>,
): (...args: Args) => FlowInfiniteQueryOptions<Page, Name>
function tagged(queryOptions: unknown) {
  return queryOptions
}

/** Returns query options for the time and the height of the newest block. */
export const chainTimeQueryOptions = tagged(chainTime)

/** Returns query options for a flow. */
export const flowQueryOptions = tagged(flow)

/** Returns query options for one page of all flows. */
export const flowsQueryOptions = tagged(flows)

/** Returns query options for one page of an owner's flows. */
export const flowsForOwnerQueryOptions = tagged(flowsForOwner)

/** Returns query options for one page of a flow's executions. */
export const flowHistoryQueryOptions = tagged(flowHistory)

/** Returns query options for the address of an owner's interchain account. */
export const icaQueryOptions = tagged(ica)

/** Returns query options for the parameters of the chain's intent module. */
export const paramsQueryOptions = tagged(params)

/** Returns query options for a trustless agent. */
export const trustlessAgentQueryOptions = tagged(trustlessAgent)

/** Returns query options for one page of all trustless agents. */
export const trustlessAgentsQueryOptions = tagged(trustlessAgents)

/** Returns query options for one page of the trustless agents of a fee admin. */
export const trustlessAgentsForAdminQueryOptions = tagged(trustlessAgentsForAdmin)

/** Returns query options for the coins that all executions have burnt since the chain started. */
export const totalBurntQueryOptions = tagged(totalBurnt)

/** Returns infinite query options for all flows. */
export const flowsInfiniteQueryOptions = tagged(infiniteFlows)

/** Returns infinite query options for an owner's flows. */
export const flowsForOwnerInfiniteQueryOptions = tagged(infiniteFlowsForOwner)

/** Returns infinite query options for a flow's executions. */
export const flowHistoryInfiniteQueryOptions = tagged(infiniteFlowHistory)

/** Returns infinite query options for all trustless agents. */
export const trustlessAgentsInfiniteQueryOptions = tagged(infiniteTrustlessAgents)

/** Returns infinite query options for the trustless agents of a fee admin. */
export const trustlessAgentsForAdminInfiniteQueryOptions = tagged(infiniteTrustlessAgentsForAdmin)
