import { givenArguments, queryKey } from '../cache/key.js'
import type { QueryArgs } from '../cache/query.js'
import type { FlowClient } from '../client.js'
import { dryRunFlow } from '../forecast/facts/dry-run.js'
import {
  type AuthzGrantsArgs,
  type BalancesArgs,
  type ClientStatusArgs,
  type FlowDryRunArgs,
  factQuery,
  type IcaChannelArgs,
  type UnbondingDelegationsArgs,
} from '../forecast/facts/queries.js'
import { type FlowQueryOptions, tagged } from './types.js'

/** Returns the query options of `balances`. */
export function balancesQueryOptions(client: FlowClient, args: QueryArgs<BalancesArgs>): FlowQueryOptions<'balances'> {
  return tagged(factQuery(client, 'balances', args))
}

/** Returns the query options of `spendableBalances`. */
export function spendableBalancesQueryOptions(
  client: FlowClient,
  args: QueryArgs<BalancesArgs>,
): FlowQueryOptions<'spendableBalances'> {
  return tagged(factQuery(client, 'spendableBalances', args))
}

/** Returns the query options of `authzGrants`. */
export function authzGrantsQueryOptions(
  client: FlowClient,
  args: QueryArgs<AuthzGrantsArgs>,
): FlowQueryOptions<'authzGrants'> {
  return tagged(factQuery(client, 'authzGrants', args))
}

/** Returns the query options of `icaChannel`. */
export function icaChannelQueryOptions(
  client: FlowClient,
  args: QueryArgs<IcaChannelArgs>,
): FlowQueryOptions<'icaChannel'> {
  return tagged(factQuery(client, 'icaChannel', args))
}

/** Returns the query options of `clientStatus`. */
export function clientStatusQueryOptions(
  client: FlowClient,
  args: QueryArgs<ClientStatusArgs>,
): FlowQueryOptions<'clientStatus'> {
  return tagged(factQuery(client, 'clientStatus', args))
}

/** Returns the query options of `unbondingDelegations`. */
export function unbondingDelegationsQueryOptions(
  client: FlowClient,
  args: QueryArgs<UnbondingDelegationsArgs>,
): FlowQueryOptions<'unbondingDelegations'> {
  return tagged(factQuery(client, 'unbondingDelegations', args))
}

/**
 * Returns the query options of `dryRunFlow`. The query only runs when you call `refetch` or `queryClient.query`. Its cache key contains
 * the times of the flow's last update and next run. So the result is dropped when the messages change and when the flow runs.
 *
 * @example
 * const { data, refetch } = useQuery(flowDryRunQueryOptions(client, { flow }))
 */
export function flowDryRunQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowDryRunArgs>,
): FlowQueryOptions<'flowDryRun'> {
  const { flow } = givenArguments(args) as Partial<FlowDryRunArgs>
  return tagged({
    queryKey: queryKey(
      client,
      'flowDryRun',
      flow ? { id: flow.id, updated: flow.updateHistory.at(-1), next: flow.execTime } : {},
    ),
    queryFn: ({ signal }) => dryRunFlow(client, { flow } as FlowDryRunArgs, { signal }),
    retry: false,
    enabled: false,
  })
}
