import { normalizedId } from '../arguments.js'
import type { FlowClient } from '../client.js'
import { invalidArgument } from '../errors.js'
import type { ChainTimeArgs, FlowId, Queries } from '../types.js'
import { defaultLimit } from '../versions/pagination.js'

/** A cache key: `['flow-query', scope, query, arguments]`. It is plain JSON, so it survives persistence. */
export type FlowQueryKey<Name extends string = string> = readonly ['flow-query', string, Name, object]

/**
 * The arguments of a query. The query waits while a required argument is null, undefined or an empty string. To disable a query without
 * required arguments, pass TanStack Query's `skipToken` instead.
 */
export type QueryArgs<Args> = { [Name in keyof Args]: Args[Name] | null | undefined } | symbol

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
  all: (client: Scoped) => chainKey(client),
  flow: (client: Scoped, args?: KeyArgs<Queries['flow']['args']>) => keyOf(client, 'flow', args),
  flows: (client: Scoped, args?: KeyArgs<Queries['flows']['args']>) => keyOf(client, 'flows', args),
  flowsForOwner: (client: Scoped, args?: KeyArgs<Queries['flowsForOwner']['args']>) =>
    keyOf(client, 'flowsForOwner', args),
  flowHistory: (client: Scoped, args?: KeyArgs<Queries['flowHistory']['args']>) => keyOf(client, 'flowHistory', args),
  ica: (client: Scoped, args?: KeyArgs<Queries['ica']['args']>) => keyOf(client, 'ica', args),
  params: (client: Scoped, args?: KeyArgs<Queries['params']['args']>) => keyOf(client, 'params', args),
  trustlessAgent: (client: Scoped, args?: KeyArgs<Queries['trustlessAgent']['args']>) =>
    keyOf(client, 'trustlessAgent', args),
  trustlessAgents: (client: Scoped, args?: KeyArgs<Queries['trustlessAgents']['args']>) =>
    keyOf(client, 'trustlessAgents', args),
  trustlessAgentsForAdmin: (client: Scoped, args?: KeyArgs<Queries['trustlessAgentsForAdmin']['args']>) =>
    keyOf(client, 'trustlessAgentsForAdmin', args),
  totalBurnt: (client: Scoped, args?: KeyArgs<Queries['totalBurnt']['args']>) => keyOf(client, 'totalBurnt', args),
  chainTime: (client: Scoped, args?: KeyArgs<ChainTimeArgs>) => keyOf(client, 'chainTime', args),
  flowCollection: (client: Scoped, args?: KeyArgs<{ owner?: string; height?: number }>) =>
    keyOf(client, 'flowCollection', args),
}

export type Scoped = Pick<FlowClient, 'scope'>

/** The arguments that a key contains. A key with some of them matches all queries with these arguments. */
export type KeyArgs<Args> = Partial<Exclude<QueryArgs<Args>, symbol>>

/** Returns the key of a query, or without arguments the key that matches all queries with this name. */
export function keyOf<Name extends string>(
  client: Scoped,
  name: Name,
  args: object | undefined,
): FlowQueryKey<Name> | readonly ['flow-query', string, Name] {
  return args ? queryKey(client, name, args) : [...chainKey(client), name]
}

export function chainKey({ scope }: Scoped): readonly ['flow-query', string] {
  return ['flow-query', scope]
}

/** Equal queries have equal keys, because IDs are normalized, and missing arguments and default values are removed. */
export function queryKey<Name extends string>(client: Scoped, name: Name, args: object): FlowQueryKey<Name> {
  const given = givenArguments(args)
  for (const [argument, value] of Object.entries(defaults)) if (given[argument] === value) delete given[argument]
  if ('id' in given) given.id = normalizedId(given.id as FlowId) ?? String(given.id)
  return [...chainKey(client), name, given]
}

const defaults = { key: '', offset: 0, limit: defaultLimit, reverse: false, countTotal: false }

export function givenArguments(args: object | symbol | null | undefined): Record<string, unknown> {
  if (args == null) return {}
  // A query with `skipToken` must not have the key, and thus the data, of a query without arguments.
  if (typeof args === 'symbol') return { skipped: true }
  if (typeof args !== 'object') throw invalidArgument('args', args, 'an object such as { id: 14 }')
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value != null))
}
