import type { FlowQueryError } from '@flow-query/core'
import type { CacheQuery } from '@flow-query/core/parts/cache'
import type { ErrorTypes, FlowQueryKey } from '@flow-query/core/query'
import type { DataTag } from '@tanstack/query-core'
import type { FactQueries } from '../forecast/facts/queries.js'

/** The name of a query of a fact, in cache keys, options and hooks. */
export type FactQueryName = keyof FactQueries

type Data<Name extends FactQueryName> = FactQueries[Name]['data']

/** The options of a query of a fact, such as a balance, for TanStack Query in any framework. */
export interface FactQueryOptions<Name extends FactQueryName> extends CacheQuery<Name, Data<Name>>, ErrorTypes {
  queryKey: DataTag<FlowQueryKey<Name>, Data<Name>, FlowQueryError>
}
