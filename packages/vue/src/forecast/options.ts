import {
  authzGrantsQueryOptions as authzGrants,
  balancesQueryOptions as balances,
  clientStatusQueryOptions as clientStatus,
  icaChannelQueryOptions as icaChannel,
  spendableBalancesQueryOptions as spendableBalances,
  unbondingDelegationsQueryOptions as unbondingDelegations,
} from '@flow-query/core/forecast'
import { tagged } from './tagged.js'

export type { ForecastQueryOptions } from './tagged.js'

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
