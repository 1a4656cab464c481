import { type FlowClient, normalizedId } from './client.js'
import type { RequestOptions } from './fetcher.js'
import type {
  Flow,
  FlowArgs,
  FlowHistoryArgs,
  FlowHistoryPage,
  FlowId,
  FlowsArgs,
  FlowsForOwnerArgs,
  FlowsPage,
  IcaArgs,
  PageArgs,
  PageInfo,
  Params,
  QueryName,
} from './types.js'

/** What a query is asked with, where each argument may still be missing; and a block height to read at. */
export type QueryArgs<Args> = { [Name in keyof Args]: Args[Name] | null | undefined } & {
  height?: number | undefined
}

/** The arguments of a list that is read page after page: its cursors are found on the way. */
export type InfiniteArgs<Args> = Omit<QueryArgs<Args>, 'key' | 'offset'>

/** `['flow-query', chain, query, arguments]`: plain JSON, never a client or a function. */
export type FlowQueryKey<Name extends QueryName = QueryName> = readonly ['flow-query', string, Name, object]

/**
 * A query as TanStack Query takes it, in every framework: `useQuery`, `createQuery`, `prefetchQuery`, `ensureQueryData`.
 *
 * `enabled` is there, and false, only while a needed argument is missing. `retry` is off: the client has retried.
 */
export interface FlowQueryOptions<Data, Name extends QueryName> {
  queryKey: FlowQueryKey<Name>
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  retry: false
  enabled?: false
}

/** A list as TanStack Query's infinite queries take it, `nextKey` after `nextKey`. */
export interface FlowInfiniteQueryOptions<Page, Name extends QueryName> {
  queryKey: FlowQueryKey<Name>
  queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<Page>
  initialPageParam: string | null
  getNextPageParam: (page: Page) => string | null
  retry: false
  enabled?: false
}

/** One flow: {@link FlowClient.flow}. */
export function flowQueryOptions(client: FlowClient, args: QueryArgs<FlowArgs>): FlowQueryOptions<Flow, 'flow'> {
  return query(client, 'flow', args, ['id'], (args: FlowArgs, options) => client.flow(args, options))
}

/** One page of all flows: {@link FlowClient.flows}. */
export function flowsQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowsArgs> = {},
): FlowQueryOptions<FlowsPage, 'flows'> {
  return query(client, 'flows', args, [], (args: FlowsArgs, options) => client.flows(args, options))
}

/** One page of an owner's flows: {@link FlowClient.flowsForOwner}. */
export function flowsForOwnerQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowsForOwnerArgs>,
): FlowQueryOptions<FlowsPage, 'flowsForOwner'> {
  return query(client, 'flowsForOwner', args, ['owner'], (args: FlowsForOwnerArgs, options) =>
    client.flowsForOwner(args, options),
  )
}

/** One page of a flow's executions: {@link FlowClient.flowHistory}. */
export function flowHistoryQueryOptions(
  client: FlowClient,
  args: QueryArgs<FlowHistoryArgs>,
): FlowQueryOptions<FlowHistoryPage, 'flowHistory'> {
  return query(client, 'flowHistory', args, ['id'], (args: FlowHistoryArgs, options) =>
    client.flowHistory(args, options),
  )
}

/** The address of an interchain account: {@link FlowClient.ica}. */
export function icaQueryOptions(client: FlowClient, args: QueryArgs<IcaArgs>): FlowQueryOptions<string, 'ica'> {
  return query(client, 'ica', args, ['owner', 'connectionId'], (args: IcaArgs, options) => client.ica(args, options))
}

/** The parameters of the Intent module: {@link FlowClient.params}. */
export function paramsQueryOptions(
  client: FlowClient,
  args: QueryArgs<object> = {},
): FlowQueryOptions<Params, 'params'> {
  return query(client, 'params', args, [], (_args: object, options) => client.params(options))
}

/** All flows, page after page. */
export function flowsInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowsArgs> = {},
): FlowInfiniteQueryOptions<FlowsPage, 'flows'> {
  return pages(client, 'flows', args, [], (args: FlowsArgs, options) => client.flows(args, options))
}

/** An owner's flows, page after page. */
export function flowsForOwnerInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowsForOwnerArgs>,
): FlowInfiniteQueryOptions<FlowsPage, 'flowsForOwner'> {
  return pages(client, 'flowsForOwner', args, ['owner'], (args: FlowsForOwnerArgs, options) =>
    client.flowsForOwner(args, options),
  )
}

/** A flow's executions, page after page. */
export function flowHistoryInfiniteQueryOptions(
  client: FlowClient,
  args: InfiniteArgs<FlowHistoryArgs>,
): FlowInfiniteQueryOptions<FlowHistoryPage, 'flowHistory'> {
  return pages(client, 'flowHistory', args, ['id'], (args: FlowHistoryArgs, options) =>
    client.flowHistory(args, options),
  )
}

const keyOf =
  <Name extends QueryName, Args>(name: Name) =>
  (client: Pick<FlowClient, 'chain'>, args?: Partial<QueryArgs<Args>>) =>
    args ? queryKey(client, name, args) : (['flow-query', client.chain, name] as const)

/**
 * Keys to find queries by, for `invalidateQueries` and its like: of the whole chain, of one query, or of those whose
 * arguments include the given ones (`flowHistory(client, { id: 14 })` is every page of that flow's history).
 */
export const flowQueryKeys = {
  all: (client: Pick<FlowClient, 'chain'>) => ['flow-query', client.chain] as const,
  flow: keyOf<'flow', FlowArgs>('flow'),
  flows: keyOf<'flows', FlowsArgs>('flows'),
  flowsForOwner: keyOf<'flowsForOwner', FlowsForOwnerArgs>('flowsForOwner'),
  flowHistory: keyOf<'flowHistory', FlowHistoryArgs>('flowHistory'),
  ica: keyOf<'ica', IcaArgs>('ica'),
  params: keyOf<'params', object>('params'),
}

type Asked = { height?: number | undefined; infinite?: true }

function query<Args, Data, Name extends QueryName>(
  client: FlowClient,
  name: Name,
  args: Asked,
  needed: string[],
  read: (args: Args, options: RequestOptions) => Promise<Data>,
): FlowQueryOptions<Data, Name> {
  const given = withoutMissing(args)
  return {
    queryKey: queryKey(client, name, given),
    queryFn: ({ signal }) => read(given as Args, { signal, height: args.height }),
    retry: false,
    ...(needed.every(argument => argument in given) ? {} : { enabled: false }),
  }
}

function pages<Args extends PageArgs, Page extends PageInfo, Name extends QueryName>(
  client: FlowClient,
  name: Name,
  args: Asked,
  needed: string[],
  read: (args: Args, options: RequestOptions) => Promise<Page>,
): FlowInfiniteQueryOptions<Page, Name> {
  const { queryFn: _, ...options } = query(client, name, { ...args, infinite: true }, needed, read)
  return {
    ...options,
    queryFn: ({ signal, pageParam }) =>
      read({ ...(withoutMissing(args) as Args), key: pageParam }, { signal, height: args.height }),
    initialPageParam: null,
    getNextPageParam: page => page.nextKey,
  }
}

/** Equal arguments have equal keys: an id has one form, and what is missing is left out. */
function queryKey<Name extends QueryName>(
  client: Pick<FlowClient, 'chain'>,
  name: Name,
  args: object,
): FlowQueryKey<Name> {
  const given = withoutMissing(args)
  if ('id' in given) given.id = normalizedId(given.id as FlowId) ?? String(given.id)
  return ['flow-query', client.chain, name, given]
}

function withoutMissing(args: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value != null))
}
