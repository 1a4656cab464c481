import type { FlowClient } from '../client.js'
import type { FlowQueryError } from '../errors.js'
import { tellAsked } from '../queries/asked.js'
import { type FlowQueryOptions, flowHistoryQueryOptions } from '../queries.js'
import type { Flow, FlowHistoryPage, FlowId } from '../types.js'
import { type FlowHealth, flowHealth } from './health.js'
import { createTurns, type Turns } from './turns.js'

/** A flow, and whether it does what it was made for. */
export interface FlowWithHealth {
  flow: Flow
  health: FlowHealth
}

/** The health of flows, as far as it is known. */
export interface FlowsHealth {
  /** In the order of the flows, those whose runs have been read. */
  data: FlowWithHealth[]
  /** Whether the runs of others are yet to come. */
  isPending: boolean
  /** What went wrong with the first of those that could not be read. */
  error: FlowQueryError | null
}

/** The health of a flow as TanStack Query takes it, in every framework. */
export interface FlowHealthQueryOptions extends FlowQueryOptions<FlowHistoryPage, 'flowHistory'> {
  select: (newest: FlowHistoryPage) => FlowWithHealth
  /** Never there: where TanStack Query looks for the type of errors. */
  throwOnError?: (error: FlowQueryError) => boolean
}

export interface FlowHealthArgs {
  flow: Flow
  /** Milliseconds since 1970, or a Date. Default: when it is looked at. */
  now?: number | Date | undefined
}

/** How many runs are read: they tell the health of most flows, and since when. */
const newestRuns = 20
/** Requests for them that are under way at once, of one client. */
const mostRequests = 6

const turnsOf = new WeakMap<FlowClient, Turns>()

/**
 * A flow's newest 20 runs, newest first: `flowHistory` as any, but for many flows at once, as six of them are asked for at
 * a time.
 */
export function newestRunsQueryOptions(
  client: FlowClient,
  { id }: { id: FlowId },
): FlowQueryOptions<FlowHistoryPage, 'flowHistory'> {
  const { queryFn, ...query } = flowHistoryQueryOptions(client, { id, limit: newestRuns, reverse: true })
  return {
    ...query,
    queryFn: ({ signal, queryKey = query.queryKey }: { signal: AbortSignal; queryKey?: readonly unknown[] }) => {
      const turns = turnsOf.get(client) ?? createTurns(mostRequests)
      turnsOf.set(client, turns)
      const stopWaiting = tellAsked(queryKey, () => 0)
      const ask = () => {
        stopWaiting()
        return queryFn({ signal })
      }
      return turns.take(signal, ask).finally(stopWaiting)
    },
  }
}

/**
 * The health of a flow, out of its {@link newestRunsQueryOptions}: one of many that are asked together.
 *
 * @example
 * useQueries({ queries: flows.map(flow => flowHealthQueryOptions(client, { flow })) })
 */
export function flowHealthQueryOptions(client: FlowClient, { flow, now }: FlowHealthArgs): FlowHealthQueryOptions {
  return {
    ...newestRunsQueryOptions(client, flow),
    select: newest => ({ flow, health: flowHealth(flow, newest, now ?? Date.now()) }),
  }
}

/** One answer out of those of many {@link flowHealthQueryOptions}: TanStack's `combine`. */
export function combineFlowsHealth(
  results: readonly { data: FlowWithHealth | undefined; isPending: boolean; error: FlowQueryError | null }[],
): FlowsHealth {
  return {
    data: results.flatMap(({ data }) => data ?? []),
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error)?.error ?? null,
  }
}
