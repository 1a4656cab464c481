'use client'

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
import { bind, bindInfinite, bindSuspense } from './bind.js'

export { FlowQueryProvider, useFlowClient } from './context.js'

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

/** {@link useFlow}, for a component inside `Suspense`: its `data` is always there. */
export const useSuspenseFlow = bindSuspense(flowQueryOptions)
/** {@link useFlows}, suspending. */
export const useSuspenseFlows = bindSuspense(flowsQueryOptions)
/** {@link useFlowsForOwner}, suspending. */
export const useSuspenseFlowsForOwner = bindSuspense(flowsForOwnerQueryOptions)
/** {@link useFlowHistory}, suspending. */
export const useSuspenseFlowHistory = bindSuspense(flowHistoryQueryOptions)
/** {@link useIca}, suspending. */
export const useSuspenseIca = bindSuspense(icaQueryOptions)
/** {@link useParams}, suspending. */
export const useSuspenseParams = bindSuspense(paramsQueryOptions)

export { type FlowUpdatesOptions, useFlowUpdates } from './updates.js'
