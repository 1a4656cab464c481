import type { FlowQueryError, FlowQueryKey } from '@flow-query/core'
import {
  authzGrantsQueryOptions as authzGrants,
  balancesQueryOptions as balances,
  type ForecastQueryOptions as CoreQueryOptions,
  clientStatusQueryOptions as clientStatus,
  type ForecastQueries,
  flowDryRunQueryOptions as flowDryRun,
  icaChannelQueryOptions as icaChannel,
  nodeInfoQueryOptions as nodeInfo,
  spendableBalancesQueryOptions as spendableBalances,
  unbondingDelegationsQueryOptions as unbondingDelegations,
} from '@flow-query/core/forecast'
import type { DataTag } from '@tanstack/vue-query'

type Name = keyof ForecastQueries

/** Query options for an account, a connection or the node. The type of `queryKey` includes the types of the data and the error. */
export interface ForecastQueryOptions<Query extends Name> extends CoreQueryOptions<Query> {
  queryKey: DataTag<FlowQueryKey<Query>, ForecastQueries[Query]['data'], FlowQueryError>
  /** Never set. TanStack Query infers the error type from it. */
  throwOnError?: (error: FlowQueryError) => boolean
}

/** Adds types to a query options function of core. At runtime, it returns the function unchanged. */
function tagged<Args extends unknown[], Query extends Name>(
  queryOptions: (...args: Args) => CoreQueryOptions<Query>,
): (...args: Args) => ForecastQueryOptions<Query>
function tagged(queryOptions: unknown) {
  return queryOptions
}

/** Returns query options for all coins of an account. */
export const balancesQueryOptions = tagged(balances)

/** Returns query options for the coins that an account can send. */
export const spendableBalancesQueryOptions = tagged(spendableBalances)

/** Returns query options for the permissions that one account has granted to another. */
export const authzGrantsQueryOptions = tagged(authzGrants)

/** Returns query options for the channel of an interchain account. */
export const icaChannelQueryOptions = tagged(icaChannel)

/** Returns query options for the status of a connection's light client. */
export const clientStatusQueryOptions = tagged(clientStatus)

/** Returns query options for the coins that a delegator is withdrawing from validators. */
export const unbondingDelegationsQueryOptions = tagged(unbondingDelegations)

/** Returns query options for the newest block of the node. */
export const nodeInfoQueryOptions = tagged(nodeInfo)

/** Returns query options for a dry run of a flow's messages. The query only runs when you call `refetch`. */
export const flowDryRunQueryOptions = tagged(flowDryRun)
