import {
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
  icaQueryOptions,
  paramsQueryOptions,
} from '@flow-query/core'
import { bind, bindInfinite } from './bind.js'

export { setFlowClient, useFlowClient } from './context.js'

/** One flow. */
export const useFlow = bind(flowQueryOptions)
/** One page of all flows. */
export const useFlows = bind(flowsQueryOptions)
/** One page of an owner's flows. */
export const useFlowsForOwner = bind(flowsForOwnerQueryOptions)
/** One page of a flow's executions. */
export const useFlowHistory = bind(flowHistoryQueryOptions)
/** The address of an owner's interchain account on a connection. */
export const useIca = bind(icaQueryOptions)
/** The parameters of the Intent module. */
export const useParams = bind(paramsQueryOptions)

/** All flows, page after page. */
export const useInfiniteFlows = bindInfinite(flowsInfiniteQueryOptions)
/** An owner's flows, page after page. */
export const useInfiniteFlowsForOwner = bindInfinite(flowsForOwnerInfiniteQueryOptions)
/** A flow's executions, page after page. */
export const useInfiniteFlowHistory = bindInfinite(flowHistoryInfiniteQueryOptions)

export { type FlowUpdatesOptions, useFlowUpdates } from './updates.svelte.js'
