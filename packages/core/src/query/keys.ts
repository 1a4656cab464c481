import { chainKey, type FlowQueryKey, queryKey } from '../cache/key.js'
import type { QueryArgs } from '../cache/query.js'
import type { FlowClient } from '../client.js'
import type { FlowId } from '../types.js'
import type { FlowQueries, FlowQueryName } from './types.js'

/**
 * Cache keys for TanStack Query's filters, such as `invalidateQueries`. Each function returns a key that matches all queries with its name,
 * or only those with the arguments that you pass. For example, `flowHistory(client, { id: 14 })` matches every cached page of this flow's
 * history.
 *
 * @example
 * await queryClient.invalidateQueries({ queryKey: flowQueryKeys.flowHistory(client, { id: 14 }) })
 */
export const flowQueryKeys = {
  /** Returns the key of all queries of the client's chain. */
  all: (client: Pick<FlowClient, 'scope'>) => chainKey(client),
  flow: keysOf('flow'),
  flows: keysOf('flows'),
  flowsForOwner: keysOf('flowsForOwner'),
  flowHistory: keysOf('flowHistory'),
  ica: keysOf('ica'),
  params: keysOf('params'),
  trustlessAgent: keysOf('trustlessAgent'),
  trustlessAgents: keysOf('trustlessAgents'),
  trustlessAgentsForAdmin: keysOf('trustlessAgentsForAdmin'),
  totalBurnt: keysOf('totalBurnt'),
  chainTime: keysOf('chainTime'),
  flowCollection: keysOf('flowCollection'),
  balances: keysOf('balances'),
  spendableBalances: keysOf('spendableBalances'),
  authzGrants: keysOf('authzGrants'),
  icaChannel: keysOf('icaChannel'),
  connectionChannels: keysOf('connectionChannels'),
  clientStatus: keysOf('clientStatus'),
  delegations: keysOf('delegations'),
  unbondingDelegations: keysOf('unbondingDelegations'),
  flowDryRun: keysOf('flowDryRun'),
} satisfies { [Name in FlowQueryName]: unknown } & { all: unknown }

interface KeyArgs {
  flowCollection: { owner?: string; height?: number }
  flowDryRun: { id: FlowId }
}

type ArgsInKey<Name extends FlowQueryName> = Name extends keyof KeyArgs ? KeyArgs[Name] : FlowQueries[Name]['args']

function keysOf<Name extends FlowQueryName>(name: Name) {
  return (
    client: Pick<FlowClient, 'scope'>,
    args?: Partial<Exclude<QueryArgs<ArgsInKey<Name>>, symbol>>,
  ): FlowQueryKey<Name> | readonly ['flow-query', string, Name] =>
    args ? queryKey(client, name, args) : [...chainKey(client), name]
}
