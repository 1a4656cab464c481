import { normalizedId } from '../arguments.js'
import type { FlowClient } from '../client.js'
import { invalidArgument } from '../errors.js'
import type { FlowId } from '../types.js'
import { defaultLimit } from '../versions/pagination.js'

/** A cache key: `['flow-query', scope, query, arguments]`. It is plain JSON, so it survives persistence. */
export type FlowQueryKey<Name extends string = string> = readonly ['flow-query', string, Name, object]

type Scoped = Pick<FlowClient, 'scope'>

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
