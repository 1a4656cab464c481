import type { Coin, FlowQueryError } from '@flow-query/core'
import type { AuthzGrant, IcaChannel, UnbondingDelegation } from '@flow-query/insights/forecast'
import {
  authzGrantsQueryOptions,
  balancesQueryOptions,
  clientStatusQueryOptions,
  type FactQueries,
  icaChannelQueryOptions,
  spendableBalancesQueryOptions,
  unbondingDelegationsQueryOptions,
} from '@flow-query/insights/query'
import { type UseQueryReturnType, useQuery } from '@tanstack/vue-query'
import { bind } from '../bind.js'
import type { QueryHookOptions } from '../types.js'

/** Fetches all coins of an account, including locked coins. */
export const useBalances = bind<'balances', FactQueries>(useQuery, balancesQueryOptions)
export type UseBalancesOptions<Selected = Coin[]> = QueryHookOptions<'balances', Selected, FactQueries>
export type UseBalancesResult<Selected = Coin[]> = UseQueryReturnType<Selected, FlowQueryError>

/** Fetches the coins that an account can send, without locked coins. */
export const useSpendableBalances = bind<'spendableBalances', FactQueries>(useQuery, spendableBalancesQueryOptions)
export type UseSpendableBalancesOptions<Selected = Coin[]> = QueryHookOptions<
  'spendableBalances',
  Selected,
  FactQueries
>
export type UseSpendableBalancesResult<Selected = Coin[]> = UseQueryReturnType<Selected, FlowQueryError>

/** Fetches the permissions that one account has granted to another, without those that have expired. */
export const useAuthzGrants = bind<'authzGrants', FactQueries>(useQuery, authzGrantsQueryOptions)
export type UseAuthzGrantsOptions<Selected = AuthzGrant[]> = QueryHookOptions<'authzGrants', Selected, FactQueries>
export type UseAuthzGrantsResult<Selected = AuthzGrant[]> = UseQueryReturnType<Selected, FlowQueryError>

/**
 * Fetches the channel of an interchain account. If there are several, returns an open channel, or the newest if no channel is open.
 *
 * If there is no channel, `error.kind` is `notFound`.
 */
export const useIcaChannel = bind<'icaChannel', FactQueries>(useQuery, icaChannelQueryOptions)
export type UseIcaChannelOptions<Selected = IcaChannel> = QueryHookOptions<'icaChannel', Selected, FactQueries>
export type UseIcaChannelResult<Selected = IcaChannel> = UseQueryReturnType<Selected, FlowQueryError>

/**
 * Fetches the status of a connection's light client, which is `Active`, `Expired` or `Frozen`.
 *
 * If the connection doesn't exist, `error.kind` is `notFound`.
 */
export const useClientStatus = bind<'clientStatus', FactQueries>(useQuery, clientStatusQueryOptions)
export type UseClientStatusOptions<Selected = string> = QueryHookOptions<'clientStatus', Selected, FactQueries>
export type UseClientStatusResult<Selected = string> = UseQueryReturnType<Selected, FlowQueryError>

/** Fetches the coins that a delegator is withdrawing from validators. */
export const useUnbondingDelegations = bind<'unbondingDelegations', FactQueries>(
  useQuery,
  unbondingDelegationsQueryOptions,
)
export type UseUnbondingDelegationsOptions<Selected = UnbondingDelegation[]> = QueryHookOptions<
  'unbondingDelegations',
  Selected,
  FactQueries
>
export type UseUnbondingDelegationsResult<Selected = UnbondingDelegation[]> = UseQueryReturnType<
  Selected,
  FlowQueryError
>
