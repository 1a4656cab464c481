import {
  type FlowInfiniteQueryOptions as CoreInfiniteQueryOptions,
  type FlowQueryOptions as CoreQueryOptions,
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
import type { DataTag } from '@tanstack/svelte-query'
import type { Pages } from './types.js'

/** A query whose key tells TanStack Query what is cached under it, as those of its own `queryOptions` do. */
export interface FlowQueryOptions<Data, Name extends QueryName> extends CoreQueryOptions<Data, Name>, Throws {
  queryKey: DataTag<FlowQueryKey<Name>, Data, FlowQueryError>
}

/** A list that is read page after page, whose key tells TanStack Query what is cached under it. */
export interface FlowInfiniteQueryOptions<Page, Name extends QueryName>
  extends CoreInfiniteQueryOptions<Page, Name>,
    Throws {
  queryKey: DataTag<FlowQueryKey<Name>, Pages<Page>, FlowQueryError>
  /** Never there: where TanStack Query looks for the type of the data. */
  select?: (data: Pages<Page>) => Pages<Page>
}

/** Never there: where TanStack Query looks for the type of errors. */
interface Throws {
  throwOnError?: (error: FlowQueryError) => boolean
}

/** Core's options as they are: the tag is of types alone. */
function tagged<Args extends unknown[], Data, Name extends QueryName>(
  queryOptions: (...args: Args) => CoreQueryOptions<Data, Name>,
): (...args: Args) => FlowQueryOptions<Data, Name>
function tagged<Args extends unknown[], Page, Name extends QueryName>(
  queryOptions: (...args: Args) => CoreInfiniteQueryOptions<Page, Name>,
): (...args: Args) => FlowInfiniteQueryOptions<Page, Name>
function tagged(queryOptions: unknown) {
  return queryOptions
}

/** One flow. */
export const flowQueryOptions = tagged(flow)

/** One page of all flows. */
export const flowsQueryOptions = tagged(flows)

/** One page of an owner's flows. */
export const flowsForOwnerQueryOptions = tagged(flowsForOwner)

/** One page of a flow's executions. */
export const flowHistoryQueryOptions = tagged(flowHistory)

/** The address of an owner's interchain account on a connection. */
export const icaQueryOptions = tagged(ica)

/** The parameters of the Intent module. */
export const paramsQueryOptions = tagged(params)

/** One trustless agent. */
export const trustlessAgentQueryOptions = tagged(trustlessAgent)

/** One page of all trustless agents. */
export const trustlessAgentsQueryOptions = tagged(trustlessAgents)

/** One page of the trustless agents of an admin. */
export const trustlessAgentsForAdminQueryOptions = tagged(trustlessAgentsForAdmin)

/** What executions have burnt since the chain began. */
export const totalBurntQueryOptions = tagged(totalBurnt)

/** All flows, page after page. */
export const flowsInfiniteQueryOptions = tagged(infiniteFlows)

/** An owner's flows, page after page. */
export const flowsForOwnerInfiniteQueryOptions = tagged(infiniteFlowsForOwner)

/** A flow's executions, page after page. */
export const flowHistoryInfiniteQueryOptions = tagged(infiniteFlowHistory)

/** All trustless agents, page after page. */
export const trustlessAgentsInfiniteQueryOptions = tagged(infiniteTrustlessAgents)

/** The trustless agents of an admin, page after page. */
export const trustlessAgentsForAdminInfiniteQueryOptions = tagged(infiniteTrustlessAgentsForAdmin)
