import type { FlowClient } from '../client.js'
import { isRecord } from '../decode.js'
import { flowQueryKeys } from '../queries.js'
import type { PageArgs } from '../types.js'

/** What is needed of TanStack's QueryClient. */
export interface LiveQueryClient {
  getQueryCache: () => {
    findAll: (filters: { queryKey: readonly unknown[] }) => CachedQuery[]
    subscribe: (listener: (event: CacheEvent) => void) => () => void
  }
  setQueryData: (queryKey: readonly unknown[], data: unknown, options: { updatedAt: number }) => unknown
  invalidateQueries: (filters: { predicate: (query: CachedQuery) => boolean; refetchType: 'none' }) => Promise<void>
}

/** What is needed of a query of TanStack's cache. */
export interface CachedQuery {
  readonly queryKey: readonly unknown[]
  readonly state: {
    readonly data: unknown
    readonly dataUpdatedAt: number
    readonly error: unknown
    readonly errorUpdateCount: number
    readonly isInvalidated: boolean
    readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  }
  isActive: () => boolean
  isStatic: () => boolean
  fetch: () => Promise<unknown>
  setState: (state: FailedState) => void
}

/** As TanStack has it of a query whose data could not be fetched anew. */
interface FailedState {
  status: 'error'
  error: Error
  errorUpdateCount: number
  errorUpdatedAt: number
  isInvalidated: true
}

/** What is needed of what TanStack's cache tells. */
interface CacheEvent {
  readonly type: string
  readonly query: CachedQuery
  /** Of an `updated` query. */
  readonly action?: {
    readonly type: string
    readonly manual?: boolean
    readonly meta?: object
    readonly state?: { readonly data?: unknown }
  }
}

/** A query of ours, by what its key says. */
export interface ChainQuery {
  readonly cached: CachedQuery
  readonly name: string
  readonly args: QueryArguments
}

interface QueryArguments extends PageArgs {
  id?: string
  owner?: string
  infinite?: boolean
}

/** A query that shows the present of the client's chain; undefined for one of another chain, or of the past. */
export function chainQuery(client: FlowClient, cached: CachedQuery): ChainQuery | undefined {
  const [prefix, scope, name, args] = cached.queryKey
  const isOurs = prefix === 'flow-query' && scope === client.scope && isRecord(args)
  if (!isOurs || 'height' in args || cached.isStatic()) return undefined
  return { cached, name: String(name), args }
}

export function chainQueries(client: FlowClient, queryClient: LiveQueryClient): ChainQuery[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: flowQueryKeys.all(client) })
    .flatMap(cached => chainQuery(client, cached) ?? [])
}
