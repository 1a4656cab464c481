import { type ListName, neededArguments, normalizedId } from './arguments.js'
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
 * What a query is asked with, where each argument may still be missing; or TanStack's `skipToken`, where it is not to be
 * asked yet.
 */
export type QueryArgs<Args> = { [Name in keyof Args]: Args[Name] | null | undefined } | symbol

/** The arguments of a list that is read page after page: its cursors are found on the way. */
export type InfiniteArgs<Args> = QueryArgs<Omit<Args, 'key' | 'offset'>>

/** `['flow-query', scope, query, arguments]`: plain JSON, never a client or a function. */
export type FlowQueryKey<Name extends string = QueryName> = readonly ['flow-query', string, Name, object]

/**
 * A query as TanStack Query takes it, in every framework: `useQuery`, `createQuery`, `prefetchQuery`, `ensureQueryData`.
 *
 * `enabled` is there, and false, only while a needed argument is missing. `retry` is off: the client has retried. What was
 * read at a height never changes, and is never stale.
 */
export interface FlowQueryOptions<Data, Name extends QueryName> {
  queryKey: FlowQueryKey<Name>
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  retry: false
  enabled?: false
  staleTime?: 'static'
}

/** A list as TanStack Query's infinite queries take it, `nextKey` after `nextKey`. */
export interface FlowInfiniteQueryOptions<Page, Name extends QueryName> {
  queryKey: FlowQueryKey<Name>
  queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<Page>
  initialPageParam: string | null
  getNextPageParam: (
    lastPage: Page,
    pages: Page[],
    lastPageParam: string | null,
    pageParams: (string | null)[],
  ) => string | null
  retry: false
  enabled?: false
  staleTime?: 'static'
}

type QueryOptions<Name extends QueryName> = FlowQueryOptions<Queries[Name]['data'], Name>
type InfiniteQueryOptions<Name extends QueryName> = FlowInfiniteQueryOptions<Queries[Name]['data'], Name>

/**
 * One flow: {@link FlowClient.flow}.
 *
 * @example
 * const flow = await queryClient.ensureQueryData(flowQueryOptions(client, { id: 14 }))
 */
export function flowQueryOptions(client: FlowClient, args: QueryArgs<FlowArgs>): QueryOptions<'flow'> {
  return queryOptions(client, 'flow', args)
}

/** One page of all flows: {@link FlowClient.flows}. */
export function flowsQueryOptions(client: FlowClient, args: QueryArgs<FlowsArgs> = {}): QueryOptions<'flows'> {
  return queryOptions(client, 'flows', args)
}

/** One page of an owner's flows: {@link FlowClient.flowsForOwner}. */
export function flowsForOwnerQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowsForOwnerArgs>,
): QueryOptions<'flowsForOwner'> {
  return queryOptions(client, 'flowsForOwner', args)
}

/** One page of a flow's executions: {@link FlowClient.flowHistory}. */
export function flowHistoryQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowHistoryArgs>,
): QueryOptions<'flowHistory'> {
  return queryOptions(client, 'flowHistory', args)
}

/** The address of an interchain account: {@link FlowClient.ica}. */
export function icaQueryOptions(client: FlowClient, args: QueryArgs<IcaArgs>): QueryOptions<'ica'> {
  return queryOptions(client, 'ica', args)
}

/** The parameters of the Intent module: {@link FlowClient.params}. */
export function paramsQueryOptions(client: FlowClient, args: QueryArgs<ParamsArgs> = {}): QueryOptions<'params'> {
  return queryOptions(client, 'params', args)
}

/** One trustless agent: {@link FlowClient.trustlessAgent}. */
export function trustlessAgentQueryOptions(
  client: FlowClient,
  args: QueryArgs<TrustlessAgentArgs>,
): QueryOptions<'trustlessAgent'> {
  return queryOptions(client, 'trustlessAgent', args)
}

/** One page of all trustless agents: {@link FlowClient.trustlessAgents}. */
export function trustlessAgentsQueryOptions(
  client: FlowClient,
  args: QueryArgs<TrustlessAgentsArgs> = {},
): QueryOptions<'trustlessAgents'> {
  return queryOptions(client, 'trustlessAgents', args)
}

/** One page of the trustless agents of an admin: {@link FlowClient.trustlessAgentsForAdmin}. */
export function trustlessAgentsForAdminQueryOptions(
  client: FlowClient,
  args: QueryArgs<TrustlessAgentsForAdminArgs>,
): QueryOptions<'trustlessAgentsForAdmin'> {
  return queryOptions(client, 'trustlessAgentsForAdmin', args)
}

/** What executions have burnt: {@link FlowClient.totalBurnt}. */
export function totalBurntQueryOptions(
  client: FlowClient,
  args: QueryArgs<TotalBurntArgs> = {},
): QueryOptions<'totalBurnt'> {
  return queryOptions(client, 'totalBurnt', args)
}

/** All flows, page after page. */
export function flowsInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowsArgs> = {},
): InfiniteQueryOptions<'flows'> {
  return infiniteQueryOptions(client, 'flows', args, page => page.flows)
}

/** An owner's flows, page after page. */
export function flowsForOwnerInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowsForOwnerArgs>,
): InfiniteQueryOptions<'flowsForOwner'> {
  return infiniteQueryOptions(client, 'flowsForOwner', args, page => page.flows)
}

/** A flow's executions, page after page. */
export function flowHistoryInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowHistoryArgs>,
): InfiniteQueryOptions<'flowHistory'> {
  return infiniteQueryOptions(client, 'flowHistory', args, page => page.history)
}

/** All trustless agents, page after page. */
export function trustlessAgentsInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<TrustlessAgentsArgs> = {},
): InfiniteQueryOptions<'trustlessAgents'> {
  return infiniteQueryOptions(client, 'trustlessAgents', args, page => page.trustlessAgents)
}

/** The trustless agents of an admin, page after page. */
export function trustlessAgentsForAdminInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<TrustlessAgentsForAdminArgs>,
): InfiniteQueryOptions<'trustlessAgentsForAdmin'> {
  return infiniteQueryOptions(client, 'trustlessAgentsForAdmin', args, page => page.trustlessAgents)
}

/**
 * Keys to find queries by, for `invalidateQueries` and its like: of the whole chain, of one query, or of those whose
 * arguments include the given ones (`flowHistory(client, { id: 14 })` is every page of that flow's history).
 */
export const flowQueryKeys = {
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
    ...commonOptions(name, args),
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
    // A node that repeats itself, or sends nothing and a key, would be asked for ever.
    getNextPageParam: (page, _, __, pageParams) =>
      itemsOf(page).length === 0 || pageParams.includes(page.nextKey) ? null : page.nextKey,
    ...commonOptions(name, args),
  }
}

/** TanStack listens to the signal of a list once for each page, and Node warns of more than ten listeners. */
function allowListeners(signal: AbortSignal): void {
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => NodeEvents | undefined } }
    process?.getBuiltinModule?.('node:events')?.setMaxListeners(0, signal)
  } catch {
    // A signal that is not Node's own, which warns of nothing.
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

function commonOptions(name: QueryName, args: object | symbol) {
  const given = givenArguments(args)
  const isComplete = typeof args !== 'symbol' && neededArguments[name].every(argument => argument in given)
  return {
    retry: false as const,
    ...(!isComplete && { enabled: false as const }),
    ...('height' in given && { staleTime: 'static' as const }),
  }
}

/** Equal queries have equal keys: an id has one form, and what is missing or as it is by default is left out. */
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

function givenArguments(args: object | symbol): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value != null))
}
