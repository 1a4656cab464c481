import type { FlowId } from '@flow-query/core'
import { type KeyArgs, keyOf, type Scoped } from '@flow-query/core/parts/cache'
import type { FactQueries } from '../forecast/facts/queries.js'
import type { FactQueryName } from './types.js'

type ArgsOf<Name extends FactQueryName> = KeyArgs<FactQueries[Name]['args']>

/**
 * Cache keys of facts for TanStack Query's filters, such as `invalidateQueries`. They work like `flowQueryKeys`.
 *
 * @example
 * await queryClient.invalidateQueries({ queryKey: factQueryKeys.balances(client, { address }) })
 */
export const factQueryKeys = {
  balances: (client: Scoped, args?: ArgsOf<'balances'>) => keyOf(client, 'balances', args),
  spendableBalances: (client: Scoped, args?: ArgsOf<'spendableBalances'>) => keyOf(client, 'spendableBalances', args),
  authzGrants: (client: Scoped, args?: ArgsOf<'authzGrants'>) => keyOf(client, 'authzGrants', args),
  icaChannel: (client: Scoped, args?: ArgsOf<'icaChannel'>) => keyOf(client, 'icaChannel', args),
  connectionChannels: (client: Scoped, args?: ArgsOf<'connectionChannels'>) =>
    keyOf(client, 'connectionChannels', args),
  clientStatus: (client: Scoped, args?: ArgsOf<'clientStatus'>) => keyOf(client, 'clientStatus', args),
  delegations: (client: Scoped, args?: ArgsOf<'delegations'>) => keyOf(client, 'delegations', args),
  unbondingDelegations: (client: Scoped, args?: ArgsOf<'unbondingDelegations'>) =>
    keyOf(client, 'unbondingDelegations', args),
  stakingParams: (client: Scoped, args?: ArgsOf<'stakingParams'>) => keyOf(client, 'stakingParams', args),
  flowDryRun: (client: Scoped, args?: KeyArgs<{ id: FlowId }>) => keyOf(client, 'flowDryRun', args),
} satisfies { [Name in FactQueryName]: unknown }
