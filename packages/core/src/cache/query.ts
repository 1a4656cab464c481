import { requiredArguments } from '../arguments.js'
import type { FlowClient, RequestOptions } from '../client.js'
import type { Queries, QueryName } from '../types.js'
import { type FlowQueryKey, givenArguments, type QueryArgs, queryKey } from './keys.js'

export interface QueryContext {
  signal: AbortSignal
  onHeight?: RequestOptions['onHeight']
}

export interface CacheQuery<Name extends string, Data> {
  /** The cache key, which contains the chain and all arguments. */
  queryKey: FlowQueryKey<Name>
  queryFn: (context: QueryContext) => Promise<Data>
  /** TanStack Query doesn't retry, because the client does. */
  retry: false
  /** Set if a required argument is missing or empty, and for dry runs, which only start when you call `refetch`. */
  enabled?: false
  /** Only set for queries with a `height`, because the data of a past block never changes. */
  staleTime?: 'static'
}

export interface Definition<Name extends string, Args, Data> {
  name: Name
  required: readonly string[]
  read: (client: FlowClient, args: Args, options: RequestOptions) => Promise<Data>
}

export function createQuery<Name extends string, Args, Data>(
  client: FlowClient,
  { name, required, read }: Definition<Name, Args, Data>,
  args: QueryArgs<Args>,
): CacheQuery<Name, Data> {
  const given = givenArguments(args)
  return {
    queryKey: queryKey(client, name, given),
    queryFn: ({ signal, onHeight }) => read(client, given as Args, { signal, onHeight }),
    ...commonOptions(required, args),
  }
}

export function methodQuery<Name extends QueryName>(
  client: FlowClient,
  name: Name,
  args: QueryArgs<Queries[Name]['args']>,
): CacheQuery<Name, Queries[Name]['data']> {
  return createQuery(client, { name, required: requiredArguments[name], read: methodOf(client, name) }, args)
}

type Read<Name extends QueryName> = Definition<Name, Queries[Name]['args'], Queries[Name]['data']>['read']
type Methods = {
  [Name in QueryName]: (args: Queries[Name]['args'], options: RequestOptions) => Promise<Queries[Name]['data']>
}

export function methodOf<Name extends QueryName>(client: FlowClient, name: Name): Read<Name> {
  const methods: Methods = client
  return (_, args, options) => methods[name](args, options)
}

export function commonOptions(required: readonly string[], args: object | symbol) {
  const given = givenArguments(args)
  // An input field is empty until the user types something.
  const isComplete = typeof args !== 'symbol' && required.every(argument => (given[argument] ?? '') !== '')
  return {
    retry: false as const,
    ...(!isComplete && { enabled: false as const }),
    ...('height' in given && { staleTime: 'static' as const }),
  }
}

/** TanStack Query adds a listener to the signal for each page, and Node warns about more than ten. */
export function allowListeners(signal: AbortSignal): void {
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => NodeEvents | undefined } }
    process?.getBuiltinModule?.('node:events')?.setMaxListeners(0, signal)
  } catch {
    // This signal isn't Node's own class, so it causes no warning.
  }
}

interface NodeEvents {
  setMaxListeners: (count: number, signal: AbortSignal) => void
}
