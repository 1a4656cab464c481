import type { FlowQueryError, FlowQueryKey } from '@flow-query/core'
import type { ForecastQueryOptions as CoreQueryOptions, ForecastQueries } from '@flow-query/core/forecast'
import type { DataTag } from '@tanstack/vue-query'

type Name = keyof ForecastQueries

/** Query options for an account, a connection or the node. The type of `queryKey` includes the types of the data and the error. */
export interface ForecastQueryOptions<Query extends Name> extends CoreQueryOptions<Query> {
  queryKey: DataTag<FlowQueryKey<Query>, ForecastQueries[Query]['data'], FlowQueryError>
  /** Never set. TanStack Query infers the error type from it. */
  throwOnError?: (error: FlowQueryError) => boolean
}

/** Adds types to a query options function of core. At runtime, it returns the function unchanged. */
export function tagged<Args extends unknown[], Query extends Name>(
  queryOptions: (...args: Args) => CoreQueryOptions<Query>,
): (...args: Args) => ForecastQueryOptions<Query>
export function tagged(queryOptions: unknown) {
  return queryOptions
}
