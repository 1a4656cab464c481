import { type ListName, normalizedId, requiredArguments } from './arguments.js'
import type { FlowClient, RequestOptions } from './client.js'
import { defaultLimit } from './pagination.js'
import type {
  FlowArgs,
  FlowHistoryArgs,
  FlowId,
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

/**
 * The arguments of a query. The query waits while a required argument is null or undefined. To disable a query without required
 * arguments, pass TanStack Query's `skipToken` instead.
 */
export type QueryArgs<Args> = { [Name in keyof Args]: Args[Name] | null | undefined } | symbol

/** The arguments of an infinite query, which finds the cursors of its pages automatically. */
export type InfiniteArgs<Args> = QueryArgs<Omit<Args, 'key' | 'offset'>>

/** A cache key: `['flow-query', scope, query, arguments]`. It is plain JSON, so it survives persistence. */
export type FlowQueryKey<Name extends string = QueryName> = readonly ['flow-query', string, Name, object]

/**
 * The options of a query for TanStack Query, in any framework. Pass them to `useQuery`, `createQuery`, `prefetchQuery` or
 * `ensureQueryData`.
 */
export interface FlowQueryOptions<Data, Name extends QueryName | 'chainTime'> {
  /** The cache key, which contains the chain and all arguments. */
  queryKey: FlowQueryKey<Name>
  /** Fetches the data with the client. */
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  /** Retries are off, because the client retries. */
  retry: false
  /** Only set while a required argument is missing. */
  enabled?: false
  /** Only set for queries with a `height`, because the data of a past block never changes. */
  staleTime?: 'static'
}

/** The options of an infinite query for TanStack Query. Each page starts at the `nextKey` of the previous page. */
export interface FlowInfiniteQueryOptions<Page, Name extends QueryName> {
  /** The cache key, which contains the chain and all arguments. */
  queryKey: FlowQueryKey<Name>
  /** Fetches one page with the client. */
  queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<Page>
  /** The cursor of the first page, always null. */
  initialPageParam: string | null
  /** Returns the cursor of the next page, or null after the last page. */
  getNextPageParam: (
    lastPage: Page,
    pages: Page[],
    lastPageParam: string | null,
    pageParams: (string | null)[],
  ) => string | null
  /** Retries are off, because the client retries. */
  retry: false
  /** Only set while a required argument is missing. */
  enabled?: false
  /** Only set for queries with a `height`, because the data of a past block never changes. */
  staleTime?: 'static'
}

type QueryOptions<Name extends QueryName> = FlowQueryOptions<Queries[Name]['data'], Name>
type InfiniteQueryOptions<Name extends QueryName> = FlowInfiniteQueryOptions<Queries[Name]['data'], Name>

/**
 * Returns the query options of {@link FlowClient.flow}: one flow.
 *
 * @example
 * const flow = await queryClient.ensureQueryData(flowQueryOptions(client, { id: 14 }))
 */
export function flowQueryOptions(client: FlowClient, args: QueryArgs<FlowArgs>): QueryOptions<'flow'> {
  return queryOptions(client, 'flow', args)
}

/** Returns the query options of {@link FlowClient.flows}: one page of all flows. */
export function flowsQueryOptions(client: FlowClient, args: QueryArgs<FlowsArgs> = {}): QueryOptions<'flows'> {
  return queryOptions(client, 'flows', args)
}

/** Returns the query options of {@link FlowClient.flowsForOwner}: one page of an owner's flows. */
export function flowsForOwnerQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowsForOwnerArgs>,
): QueryOptions<'flowsForOwner'> {
  return queryOptions(client, 'flowsForOwner', args)
}

/** Returns the query options of {@link FlowClient.flowHistory}: one page of a flow's execution history. */
export function flowHistoryQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowHistoryArgs>,
): QueryOptions<'flowHistory'> {
  return queryOptions(client, 'flowHistory', args)
}

/** Returns the query options of {@link FlowClient.ica}: the address of an owner's interchain account. */
export function icaQueryOptions(client: FlowClient, args: QueryArgs<IcaArgs>): QueryOptions<'ica'> {
  return queryOptions(client, 'ica', args)
}

/** Returns the query options of {@link FlowClient.params}: the parameters of the chain's Intent module. */
export function paramsQueryOptions(client: FlowClient, args: QueryArgs<ParamsArgs> = {}): QueryOptions<'params'> {
  return queryOptions(client, 'params', args)
}

/** Returns the query options of {@link FlowClient.trustlessAgent}: one trustless agent. */
export function trustlessAgentQueryOptions(
  client: FlowClient,
  args: QueryArgs<TrustlessAgentArgs>,
): QueryOptions<'trustlessAgent'> {
  return queryOptions(client, 'trustlessAgent', args)
}

/** Returns the query options of {@link FlowClient.trustlessAgents}: one page of all trustless agents. */
export function trustlessAgentsQueryOptions(
  client: FlowClient,
  args: QueryArgs<TrustlessAgentsArgs> = {},
): QueryOptions<'trustlessAgents'> {
  return queryOptions(client, 'trustlessAgents', args)
}

/** Returns the query options of {@link FlowClient.trustlessAgentsForAdmin}: one page of the agents with a given fee admin. */
export function trustlessAgentsForAdminQueryOptions(
  client: FlowClient,
  args: QueryArgs<TrustlessAgentsForAdminArgs>,
): QueryOptions<'trustlessAgentsForAdmin'> {
  return queryOptions(client, 'trustlessAgentsForAdmin', args)
}

/** Returns the query options of {@link FlowClient.totalBurnt}: the total amount that executions have burnt. */
export function totalBurntQueryOptions(
  client: FlowClient,
  args: QueryArgs<TotalBurntArgs> = {},
): QueryOptions<'totalBurnt'> {
  return queryOptions(client, 'totalBurnt', args)
}

/** Returns the infinite query options of {@link FlowClient.flows}: all flows, page by page. */
export function flowsInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowsArgs> = {},
): InfiniteQueryOptions<'flows'> {
  return infiniteQueryOptions(client, 'flows', args, page => page.flows)
}

/** Returns the infinite query options of {@link FlowClient.flowsForOwner}: an owner's flows, page by page. */
export function flowsForOwnerInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowsForOwnerArgs>,
): InfiniteQueryOptions<'flowsForOwner'> {
  return infiniteQueryOptions(client, 'flowsForOwner', args, page => page.flows)
}

/** Returns the infinite query options of {@link FlowClient.flowHistory}: a flow's execution history, page by page. */
export function flowHistoryInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowHistoryArgs>,
): InfiniteQueryOptions<'flowHistory'> {
  return infiniteQueryOptions(client, 'flowHistory', args, page => page.history)
}

/** Returns the infinite query options of {@link FlowClient.trustlessAgents}: all trustless agents, page by page. */
export function trustlessAgentsInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<TrustlessAgentsArgs> = {},
): InfiniteQueryOptions<'trustlessAgents'> {
  return infiniteQueryOptions(client, 'trustlessAgents', args, page => page.trustlessAgents)
}

/** Returns the infinite query options of {@link FlowClient.trustlessAgentsForAdmin}: an admin's agents, page by page. */
export function trustlessAgentsForAdminInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<TrustlessAgentsForAdminArgs>,
): InfiniteQueryOptions<'trustlessAgentsForAdmin'> {
  return infiniteQueryOptions(client, 'trustlessAgentsForAdmin', args, page => page.trustlessAgents)
}

/**
 * Cache keys for TanStack Query's filters, such as `invalidateQueries`. Each function returns the key of all queries with its name.
 * If you pass arguments, the key only matches queries with these arguments: `flowHistory(client, { id: 14 })` matches every
 * cached page of this flow's history.
 *
 * @example
 * await queryClient.invalidateQueries({ queryKey: flowQueryKeys.flowHistory(client, { id: 14 }) })
 */
export const flowQueryKeys = {
  /** Returns the key of all queries of the client's chain. */
  all: (client: Pick<FlowClient, 'scope'>) => ['flow-query', client.scope] as const,
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
}

function keysOf<Name extends QueryName>(name: Name) {
  return (client: Pick<FlowClient, 'scope'>, args?: Partial<Exclude<QueryArgs<Queries[Name]['args']>, symbol>>) =>
    args ? queryKey(client, name, args) : (['flow-query', client.scope, name] as const)
}

function queryOptions<Name extends QueryName>(
  client: FlowClient,
  name: Name,
  args: QueryArgs<Queries[Name]['args']>,
): QueryOptions<Name> {
  const given = givenArguments(args)
  return {
    queryKey: queryKey(client, name, given),
    queryFn: ({ signal }) => methodOf(client, name)(given as Queries[Name]['args'], { signal }),
    ...commonOptions(requiredArguments[name], args),
  }
}

function infiniteQueryOptions<Name extends ListName>(
  client: FlowClient,
  name: Name,
  args: InfiniteArgs<Queries[Name]['args']>,
  itemsOf: (page: Queries[Name]['data']) => readonly unknown[],
): InfiniteQueryOptions<Name> {
  const given = givenArguments(args)
  return {
    queryKey: queryKey(client, name, { ...given, infinite: true }),
    queryFn: ({ signal, pageParam }) => {
      allowListeners(signal)
      return methodOf(client, name)({ ...given, key: pageParam } as Queries[Name]['args'], { signal })
    },
    initialPageParam: null,
    // Stops if a node returns the same cursor again or an empty page, because the query would otherwise never end.
    getNextPageParam: (page, _, __, pageParams) =>
      itemsOf(page).length === 0 || pageParams.includes(page.nextKey) ? null : page.nextKey,
    ...commonOptions(requiredArguments[name], args),
  }
}

/** Prevents a warning: TanStack Query adds a listener to the signal for each page, and Node warns about more than ten. */
export function allowListeners(signal: AbortSignal): void {
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => NodeEvents | undefined } }
    process?.getBuiltinModule?.('node:events')?.setMaxListeners(0, signal)
  } catch {
    // The signal isn't Node's own, so it causes no warning.
  }
}

interface NodeEvents {
  setMaxListeners: (count: number, signal: AbortSignal) => void
}

type Methods = {
  [Name in QueryName]: (args: Queries[Name]['args'], options: RequestOptions) => Promise<Queries[Name]['data']>
}

function methodOf<Name extends QueryName>(client: FlowClient, name: Name): Methods[Name] {
  const methods: Methods = client
  return methods[name]
}

/** The options that depend only on the arguments. */
export function commonOptions(required: readonly string[], args: object | symbol) {
  const given = givenArguments(args)
  const isComplete = typeof args !== 'symbol' && required.every(argument => argument in given)
  return {
    retry: false as const,
    ...(!isComplete && { enabled: false as const }),
    ...('height' in given && { staleTime: 'static' as const }),
  }
}

/** Equal queries have equal keys: IDs are normalized, and missing arguments and default values are removed. */
export function queryKey<Name extends string>(
  client: Pick<FlowClient, 'scope'>,
  name: Name,
  args: object,
): FlowQueryKey<Name> {
  const given = givenArguments(args)
  for (const [argument, value] of Object.entries(defaults)) if (given[argument] === value) delete given[argument]
  if ('id' in given) given.id = normalizedId(given.id as FlowId) ?? String(given.id)
  return ['flow-query', client.scope, name, given]
}

const defaults = { key: '', offset: 0, limit: defaultLimit, reverse: false, countTotal: false }

export function givenArguments(args: object | symbol): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value != null))
}
