import type { FlowClient } from '@flow-query/core'
import type { CacheQuery } from '@flow-query/core/parts/cache'
import { givenArguments, queryKey } from '@flow-query/core/parts/cache'
import type { QueryArgs } from '@flow-query/core/query'
import { dryRunFlow } from '../forecast/facts/dry-run.js'
import {
  type AuthzGrantsArgs,
  type BalancesArgs,
  type ClientStatusArgs,
  type FactQueries,
  type FlowDryRunArgs,
  factQuery,
  type IcaChannelArgs,
  type UnbondingDelegationsArgs,
} from '../forecast/facts/queries.js'
import type { FactQueryName, FactQueryOptions } from './types.js'

/** Returns the query options of `balances`. */
export function balancesQueryOptions(client: FlowClient, args: QueryArgs<BalancesArgs>): FactQueryOptions<'balances'> {
  return tagged(factQuery(client, 'balances', args))
}

/** Returns the query options of `spendableBalances`. */
export function spendableBalancesQueryOptions(
  client: FlowClient,
  args: QueryArgs<BalancesArgs>,
): FactQueryOptions<'spendableBalances'> {
  return tagged(factQuery(client, 'spendableBalances', args))
}

/** Returns the query options of `authzGrants`. */
export function authzGrantsQueryOptions(
  client: FlowClient,
  args: QueryArgs<AuthzGrantsArgs>,
): FactQueryOptions<'authzGrants'> {
  return tagged(factQuery(client, 'authzGrants', args))
}

/** Returns the query options of `icaChannel`. */
export function icaChannelQueryOptions(
  client: FlowClient,
  args: QueryArgs<IcaChannelArgs>,
): FactQueryOptions<'icaChannel'> {
  return tagged(factQuery(client, 'icaChannel', args))
}

/** Returns the query options of `clientStatus`. */
export function clientStatusQueryOptions(
  client: FlowClient,
  args: QueryArgs<ClientStatusArgs>,
): FactQueryOptions<'clientStatus'> {
  return tagged(factQuery(client, 'clientStatus', args))
}

/** Returns the query options of `unbondingDelegations`. */
export function unbondingDelegationsQueryOptions(
  client: FlowClient,
  args: QueryArgs<UnbondingDelegationsArgs>,
): FactQueryOptions<'unbondingDelegations'> {
  return tagged(factQuery(client, 'unbondingDelegations', args))
}

/**
 * Returns the query options of `dryRunFlow`. The query only runs when you call `refetch` or `queryClient.query`. Its cache key contains
 * the times of the flow's last update and next run, so the result is dropped when the messages change and when the flow runs.
 *
 * @example
 * const { data, refetch } = useQuery(flowDryRunQueryOptions(client, { flow }))
 */
export function flowDryRunQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowDryRunArgs>,
): FactQueryOptions<'flowDryRun'> {
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

/** Adds the tag of the data, which only exists in the types. */
function tagged<Name extends FactQueryName>(
  query: CacheQuery<Name, FactQueries[Name]['data']>,
): FactQueryOptions<Name> {
  return query as FactQueryOptions<Name>
}
