'use client'

import type { Coin, FlowQueryError } from '@flow-query/core'
import type { AuthzGrant, IcaChannel, NodeInfo, UnbondingDelegation } from '@flow-query/core/forecast'
import { type UseSuspenseQueryResult, useSuspenseQuery } from '@tanstack/react-query'
import { bind } from '../bind.js'
import type { SuspenseQueryHookOptions } from '../types.js'
import * as options from './options.js'

/** Like {@link useBalances}, but suspends the component until `data` is available. */
export const useSuspenseBalances = bind(useSuspenseQuery, options.balancesQueryOptions)
export type UseSuspenseBalancesOptions<Selected = Coin[]> = SuspenseQueryHookOptions<'balances', Selected>
export type UseSuspenseBalancesResult<Selected = Coin[]> = UseSuspenseQueryResult<Selected, FlowQueryError>

/** Like {@link useSpendableBalances}, but suspends the component until `data` is available. */
export const useSuspenseSpendableBalances = bind(useSuspenseQuery, options.spendableBalancesQueryOptions)
export type UseSuspenseSpendableBalancesOptions<Selected = Coin[]> = SuspenseQueryHookOptions<
  'spendableBalances',
  Selected
>
export type UseSuspenseSpendableBalancesResult<Selected = Coin[]> = UseSuspenseQueryResult<Selected, FlowQueryError>

/** Like {@link useAuthzGrants}, but suspends the component until `data` is available. */
export const useSuspenseAuthzGrants = bind(useSuspenseQuery, options.authzGrantsQueryOptions)
export type UseSuspenseAuthzGrantsOptions<Selected = AuthzGrant[]> = SuspenseQueryHookOptions<'authzGrants', Selected>
export type UseSuspenseAuthzGrantsResult<Selected = AuthzGrant[]> = UseSuspenseQueryResult<Selected, FlowQueryError>

/** Like {@link useIcaChannel}, but suspends the component until `data` is available. */
export const useSuspenseIcaChannel = bind(useSuspenseQuery, options.icaChannelQueryOptions)
export type UseSuspenseIcaChannelOptions<Selected = IcaChannel> = SuspenseQueryHookOptions<'icaChannel', Selected>
export type UseSuspenseIcaChannelResult<Selected = IcaChannel> = UseSuspenseQueryResult<Selected, FlowQueryError>

/** Like {@link useClientStatus}, but suspends the component until `data` is available. */
export const useSuspenseClientStatus = bind(useSuspenseQuery, options.clientStatusQueryOptions)
export type UseSuspenseClientStatusOptions<Selected = string> = SuspenseQueryHookOptions<'clientStatus', Selected>
export type UseSuspenseClientStatusResult<Selected = string> = UseSuspenseQueryResult<Selected, FlowQueryError>

/** Like {@link useUnbondingDelegations}, but suspends the component until `data` is available. */
export const useSuspenseUnbondingDelegations = bind(useSuspenseQuery, options.unbondingDelegationsQueryOptions)
export type UseSuspenseUnbondingDelegationsOptions<Selected = UnbondingDelegation[]> = SuspenseQueryHookOptions<
  'unbondingDelegations',
  Selected
>
export type UseSuspenseUnbondingDelegationsResult<Selected = UnbondingDelegation[]> = UseSuspenseQueryResult<
  Selected,
  FlowQueryError
>

/** Like {@link useNodeInfo}, but suspends the component until `data` is available. */
export const useSuspenseNodeInfo = bind(useSuspenseQuery, options.nodeInfoQueryOptions)
export type UseSuspenseNodeInfoOptions<Selected = NodeInfo> = SuspenseQueryHookOptions<'nodeInfo', Selected>
export type UseSuspenseNodeInfoResult<Selected = NodeInfo> = UseSuspenseQueryResult<Selected, FlowQueryError>
