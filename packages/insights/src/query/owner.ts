import type { Flow, FlowClient, FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import type { ForecastFactQueryOptions } from '../forecast/facts/reader.js'
import type { FlowVerdict } from '../verdict/verdict.js'
import type { Computation, FactsState } from './facts-observer.js'
import { hasSameValues } from './unchanged.js'

/** The flows to check: a list, or all flows of an owner. */
export type CheckedFlows =
  | {
      /** The flows to check. While `flows` is `null` or `undefined`, the check waits. */
      flows: readonly Flow[] | null | undefined
      owner?: undefined
    }
  | {
      /** The owner whose flows are loaded and checked. While `owner` is empty, `null` or `undefined`, the check waits. */
      owner: string | null | undefined
      flows?: undefined
    }

/** The same options without the difference between the two cases, for code that reads them. */
export interface CheckOptions {
  client: FlowClient
  flows?: readonly Flow[] | null | undefined
  owner?: string | null | undefined
  otherFlows?: readonly Flow[] | undefined
}

export interface LoadedState<State> extends FactsState<FlowVerdict[]> {
  readonly client: FlowClient | undefined
  readonly owner: string | undefined
  readonly checks: State
}

/** Loads the flows of an owner for a computation that checks flows. Until all are loaded, the checks wait. */
export function withOwner<Options extends CheckOptions, State extends FactsState<FlowVerdict[]>>({
  initial,
  update,
  isAbout,
}: Computation<Options, State>): Computation<Options, LoadedState<State>> {
  return {
    initial: { ...initial, client: undefined, owner: undefined, checks: initial },
    *update(state, options, cache) {
      const { client, flows, owner } = options
      if (flows || !owner) {
        const checks = yield* update(state.checks, options, cache)
        const { queries, result } = checks
        return changed(state, { queries, result, client, owner: undefined, checks })
      }
      const query = flowCollectionQueryOptions(client, { owner })
      const { data, error = null } = cache.getQueryState<FlowCollection, FlowQueryError>(query.queryKey) ?? {}
      const all = data?.complete ? data.flows : undefined
      // If a page can't be loaded, the flows of the other pages are checked.
      const known = all ?? (error && data?.flows)
      const checks = yield* update(state.checks, { ...options, flows: known, otherFlows: all }, cache)
      // Unlike the queries of facts, this one computes its `staleTime`.
      const flowsQuery = query as unknown as ForecastFactQueryOptions
      const isPending = known || !error ? checks.result.isPending : false
      const result = { ...checks.result, isPending, error: checks.result.error ?? error }
      const isSameOwner = state.client === client && state.owner === owner
      return changed(state, {
        queries:
          isSameOwner && checks.queries === state.checks.queries ? state.queries : [flowsQuery, ...checks.queries],
        result: isSameOwner && hasSameValues(state.result, result) ? state.result : result,
        client,
        owner,
        checks,
      })
    },
    isAbout: (state, options) =>
      options.flows || !options.owner ? isAbout(state.checks, options) : state.owner === options.owner,
  }
}

/** Returns the previous state if nothing has changed. */
function changed<State extends object>(before: State, state: State): State {
  return hasSameValues(before, state) ? before : state
}
