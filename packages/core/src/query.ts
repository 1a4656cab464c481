import { type ListName, requiredArguments } from './arguments.js'
import { givenArguments, type QueryArgs, queryKey } from './cache/keys.js'
import { allowListeners, type CacheQuery, commonOptions, methodOf, methodQuery } from './cache/query.js'
import { chainTimeQuery } from './chain-time.js'
import type { FlowClient } from './client.js'
import type {
  FlowInfiniteQueryOptions,
  FlowQueries,
  FlowQueryName,
  FlowQueryOptions,
  InfiniteArgs,
} from './query/types.js'
import type {
  ChainTimeArgs,
  FlowArgs,
  FlowHistoryArgs,
  FlowsArgs,
  FlowsForOwnerArgs,
  IcaArgs,
  ParamsArgs,
  Queries,
  QueryName,
  TotalBurntArgs,
  TrustlessAgentArgs,
  TrustlessAgentsArgs,
  TrustlessAgentsForAdminArgs,
} from './types.js'

export { type FlowQueryKey, flowQueryKeys, type QueryArgs } from './cache/keys.js'
export type {
  ErrorTypes,
  FlowInfiniteQueryOptions,
  FlowQueries,
  FlowQueryName,
  FlowQueryOptions,
  InfiniteArgs,
  Pages,
} from './query/types.js'

/**
 * Returns the query options of {@link FlowClient.flow}: one flow.
 *
 * @example
 * const flow = await queryClient.query(flowQueryOptions(client, { id: 14 }))
 */
export function flowQueryOptions(client: FlowClient, args: QueryArgs<FlowArgs>): FlowQueryOptions<'flow'> {
  return optionsOf(client, 'flow', args)
}

/** Returns the query options of {@link FlowClient.flows}: one page of all flows. */
export function flowsQueryOptions(client: FlowClient, args: QueryArgs<FlowsArgs> = {}): FlowQueryOptions<'flows'> {
  return optionsOf(client, 'flows', args)
}

/** Returns the query options of {@link FlowClient.flowsForOwner}: one page of an owner's flows. */
export function flowsForOwnerQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowsForOwnerArgs>,
): FlowQueryOptions<'flowsForOwner'> {
  return optionsOf(client, 'flowsForOwner', args)
}

/** Returns the query options of {@link FlowClient.flowHistory}: one page of a flow's execution history. */
export function flowHistoryQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowHistoryArgs>,
): FlowQueryOptions<'flowHistory'> {
  return optionsOf(client, 'flowHistory', args)
}

/** Returns the query options of {@link FlowClient.ica}: the address of an owner's interchain account. */
export function icaQueryOptions(client: FlowClient, args: QueryArgs<IcaArgs>): FlowQueryOptions<'ica'> {
  return optionsOf(client, 'ica', args)
}

/** Returns the query options of {@link FlowClient.params}: the parameters of the chain's Intent module. */
export function paramsQueryOptions(client: FlowClient, args: QueryArgs<ParamsArgs> = {}): FlowQueryOptions<'params'> {
  return optionsOf(client, 'params', args)
}

/** Returns the query options of {@link FlowClient.trustlessAgent}: one trustless agent. */
export function trustlessAgentQueryOptions(
  client: FlowClient,
  args: QueryArgs<TrustlessAgentArgs>,
): FlowQueryOptions<'trustlessAgent'> {
  return optionsOf(client, 'trustlessAgent', args)
}

/** Returns the query options of {@link FlowClient.trustlessAgents}: one page of all trustless agents. */
export function trustlessAgentsQueryOptions(
  client: FlowClient,
  args: QueryArgs<TrustlessAgentsArgs> = {},
): FlowQueryOptions<'trustlessAgents'> {
  return optionsOf(client, 'trustlessAgents', args)
}

/** Returns the query options of {@link FlowClient.trustlessAgentsForAdmin}: one page of the agents with a given fee admin. */
export function trustlessAgentsForAdminQueryOptions(
  client: FlowClient,
  args: QueryArgs<TrustlessAgentsForAdminArgs>,
): FlowQueryOptions<'trustlessAgentsForAdmin'> {
  return optionsOf(client, 'trustlessAgentsForAdmin', args)
}

/** Returns the query options of {@link FlowClient.totalBurnt}: the total amount that executions have burnt. */
export function totalBurntQueryOptions(
  client: FlowClient,
  args: QueryArgs<TotalBurntArgs> = {},
): FlowQueryOptions<'totalBurnt'> {
  return optionsOf(client, 'totalBurnt', args)
}

/** Returns the infinite query options of {@link FlowClient.flows}: all flows, page by page. */
export function flowsInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowsArgs> = {},
): FlowInfiniteQueryOptions<'flows'> {
  return infiniteOptionsOf(client, 'flows', args, page => page.flows)
}

/** Returns the infinite query options of {@link FlowClient.flowsForOwner}: an owner's flows, page by page. */
export function flowsForOwnerInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowsForOwnerArgs>,
): FlowInfiniteQueryOptions<'flowsForOwner'> {
  return infiniteOptionsOf(client, 'flowsForOwner', args, page => page.flows)
}

/** Returns the infinite query options of {@link FlowClient.flowHistory}: a flow's execution history, page by page. */
export function flowHistoryInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowHistoryArgs>,
): FlowInfiniteQueryOptions<'flowHistory'> {
  return infiniteOptionsOf(client, 'flowHistory', args, page => page.history)
}

/** Returns the infinite query options of {@link FlowClient.trustlessAgents}: all trustless agents, page by page. */
export function trustlessAgentsInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<TrustlessAgentsArgs> = {},
): FlowInfiniteQueryOptions<'trustlessAgents'> {
  return infiniteOptionsOf(client, 'trustlessAgents', args, page => page.trustlessAgents)
}

/** Returns the infinite query options of {@link FlowClient.trustlessAgentsForAdmin}: an admin's agents, page by page. */
export function trustlessAgentsForAdminInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<TrustlessAgentsForAdminArgs>,
): FlowInfiniteQueryOptions<'trustlessAgentsForAdmin'> {
  return infiniteOptionsOf(client, 'trustlessAgentsForAdmin', args, page => page.trustlessAgents)
}

/**
 * Returns the query options of `chainTime`: the newest block. `liveFlows` refetches the query while a component observes it.
 *
 * @example
 * const time = await queryClient.query(chainTimeQueryOptions(client))
 */
export function chainTimeQueryOptions(
  client: FlowClient,
  args: QueryArgs<ChainTimeArgs> = {},
): FlowQueryOptions<'chainTime'> {
  return tagged(chainTimeQuery(client, args))
}

function optionsOf<Name extends QueryName>(
  client: FlowClient,
  name: Name,
  args: QueryArgs<Queries[Name]['args']>,
): FlowQueryOptions<Name> {
  return tagged(methodQuery(client, name, args))
}

function infiniteOptionsOf<Name extends ListName>(
  client: FlowClient,
  name: Name,
  args: InfiniteArgs<Queries[Name]['args']>,
  itemsOf: (page: Queries[Name]['data']) => readonly unknown[],
): FlowInfiniteQueryOptions<Name> {
  const given = givenArguments(args)
  const read = methodOf(client, name)
  const options: Omit<FlowInfiniteQueryOptions<Name>, 'queryKey'> = {
    queryFn: ({ signal, pageParam }) => {
      allowListeners(signal)
      return read(client, { ...given, key: pageParam } as Queries[Name]['args'], { signal })
    },
    initialPageParam: null,
    // Stops if a node returns the same cursor again or an empty page, because the query would otherwise never end.
    getNextPageParam: (page, _, __, pageParams) =>
      itemsOf(page).length === 0 || pageParams.includes(page.nextKey) ? null : page.nextKey,
    ...commonOptions(requiredArguments[name], args),
  }
  return {
    queryKey: queryKey(client, name, { ...given, infinite: true }),
    ...options,
  } as FlowInfiniteQueryOptions<Name>
}

/** Adds the tag of the data, which only exists in the types. */
function tagged<Name extends FlowQueryName>(
  query: CacheQuery<Name, FlowQueries[Name]['data']>,
): FlowQueryOptions<Name> {
  return query as FlowQueryOptions<Name>
}
