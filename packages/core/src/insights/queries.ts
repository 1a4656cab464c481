import type { FlowClient } from '../client.js'
import type { FlowQueryError } from '../errors.js'
import { type FetchContext, fetchRestarts, fetchWaits } from '../queries/fetch-progress.js'
import { type FlowQueryOptions, flowHistoryQueryOptions } from '../queries.js'
import type { BlockTime, Flow, FlowHistoryPage, FlowId } from '../types.js'
import { type FlowHealth, flowHealth } from './health.js'
import { createLimiter, type Limiter } from './limiter.js'

/** A flow and its health. */
export interface FlowWithHealth {
  /** The flow. */
  flow: Flow
  /** The flow's health, from `flowHealth`. */
  health: FlowHealth
}

/** The health of several flows. */
export interface FlowsHealth {
  /** The flows whose runs and time have been loaded, in their original order. */
  data: FlowWithHealth[]
  /** Whether the runs of some flows are still loading. */
  isPending: boolean
  /** The error of the first flow whose runs could not be loaded. Null without errors. */
  error: FlowQueryError | null
}

/** The options of a health query for TanStack Query, in any framework. */
export interface FlowHealthQueryOptions extends FlowQueryOptions<FlowHistoryPage, 'flowHistory'> {
  /** Converts the flow's newest runs to its health. */
  select: (newest: FlowHistoryPage) => FlowWithHealth
  /** Always undefined. TanStack Query infers the type of errors from this property. */
  throwOnError?: (error: FlowQueryError) => boolean
}

/** The arguments of {@link flowHealthQueryOptions}. */
export interface FlowHealthArgs {
  /** The flow to check. */
  flow: Flow
  /** The newest block, from `chainTime`. While it is null or undefined, the health is unknown. */
  time: BlockTime | null | undefined
}

/** The number of runs per flow. Enough to know the state of most flows and when it began. */
export const runsPerFlow = 20
const concurrentRequests = 6

const limiters = new WeakMap<FlowClient, Limiter>()

/**
 * Returns the query options for a flow's newest 20 runs, newest first. Unlike `flowHistoryQueryOptions`, it is suitable for many flows,
 * because a client sends at most six of these requests at the same time.
 */
export function newestRunsQueryOptions(
  client: FlowClient,
  { id }: { id: FlowId },
): FlowQueryOptions<FlowHistoryPage, 'flowHistory'> {
  return limited(client, flowHistoryQueryOptions(client, { id, limit: runsPerFlow, reverse: true }))
}

interface Limited<Data> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
}

/** Returns query options that are suitable for many queries, because a client sends at most six of their requests at the same time. */
export function limited<Data, Query extends Limited<Data>>(client: FlowClient, query: Query & Limited<Data>): Query {
  return {
    ...query,
    queryFn: (context: { signal: AbortSignal } & Partial<FetchContext>) => {
      const { signal, queryKey = query.queryKey, client: cache } = context
      const limiter = limiters.get(client) ?? createLimiter(concurrentRequests)
      limiters.set(client, limiter)
      // The limiter may delay the request, so nothing has been requested yet.
      if (cache) fetchWaits({ queryKey, client: cache })
      return limiter.run(signal, () => {
        if (cache) fetchRestarts({ queryKey, client: cache })
        return query.queryFn({ signal })
      })
    },
  }
}

/**
 * Returns the query options for the health of a flow. It reads the flow's newest runs with {@link newestRunsQueryOptions}, so it is
 * suitable for many flows.
 *
 * @example
 * const { data: time } = useChainTime()
 * useQueries({ queries: flows.map(flow => flowHealthQueryOptions(client, { flow, time })) })
 */
export function flowHealthQueryOptions(client: FlowClient, { flow, time }: FlowHealthArgs): FlowHealthQueryOptions {
  return {
    ...newestRunsQueryOptions(client, flow),
    select: newest => ({ flow, health: time ? flowHealth(flow, newest, time) : { state: 'unknown' } }),
  }
}

/** Combines the results of many {@link flowHealthQueryOptions} into one. Pass it to TanStack Query as `combine`. */
export function combineFlowsHealth(
  results: readonly { data: FlowWithHealth | undefined; isPending: boolean; error: FlowQueryError | null }[],
): FlowsHealth {
  return {
    data: results.flatMap(({ data }) => data ?? []),
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error)?.error ?? null,
  }
}

/** The arguments of {@link withChainTime}, without the health. */
export interface ChainTimeState {
  /** The flows, or null or undefined while they are unknown. */
  flows: readonly Flow[] | null | undefined
  /** The newest block, or null or undefined while it is unknown. */
  time: BlockTime | null | undefined
  /** Why the newest block could not be read. */
  error: FlowQueryError | null
}

/** Returns the health of flows as the result of a hook. It contains no flows until the chain's time is known. */
export function withChainTime(health: FlowsHealth, { flows, time, error }: ChainTimeState): FlowsHealth {
  const waits = !time && !error && flows?.length !== 0
  return {
    data: time ? health.data : [],
    isPending: !flows || waits || health.isPending,
    error: time ? health.error : (health.error ?? error),
  }
}
