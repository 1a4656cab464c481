import type { BlockTime, Flow, FlowClient, FlowHistoryPage, FlowId, FlowQueryError } from '@flow-query/core'
import { newestRunsQuery } from '@flow-query/core/parts/cache'
import type { FlowQueryOptions } from '@flow-query/core/query'
import { type FlowVerdict, flowVerdict, unknownVerdict } from '../verdict/verdict.js'

export interface FlowsVerdict {
  /** The verdicts of the flows whose data has been loaded, in the order of the flows. */
  data: FlowVerdict[]
  isPending: boolean
  error: FlowQueryError | null
}

/** The options of a health query for TanStack Query, in any framework. */
export interface FlowHealthQueryOptions extends FlowQueryOptions<'flowHistory'> {
  /** Converts the flow's newest runs to a verdict without a forecast. */
  select: (newest: FlowHistoryPage) => FlowVerdict
}

export interface FlowHealthArgs {
  flow: Flow
  /** The newest block, from `chainTime`, without which the health is unknown. */
  time: BlockTime | null | undefined
}

/** Returns the query options for a flow's newest 20 runs, newest first. */
export function newestRunsQueryOptions(client: FlowClient, flow: { id: FlowId }): FlowQueryOptions<'flowHistory'> {
  // The cast adds the tag of the data, which only exists in the types.
  return newestRunsQuery(client, flow) as FlowQueryOptions<'flowHistory'>
}

/**
 * Returns the query options for the health of a flow.
 *
 * @example
 * const { data: time } = useChainTime()
 * useQueries({ queries: flows.map(flow => flowHealthQueryOptions(client, { flow, time })) })
 */
export function flowHealthQueryOptions(client: FlowClient, { flow, time }: FlowHealthArgs): FlowHealthQueryOptions {
  return {
    ...newestRunsQueryOptions(client, flow),
    select: newest => (time ? flowVerdict(flow, newest, null, time) : unknownVerdict(flow)),
  }
}
