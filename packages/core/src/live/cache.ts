import { chainKey } from '../cache/keys.js'
import type { FlowClient } from '../client.js'
import { isRecord } from '../decode.js'
import { isFlowQueryError } from '../errors.js'
import type { PageArgs } from '../types.js'
import type { LiveQueryName } from './changes.js'

/** The part of TanStack Query's `QueryClient` that `liveFlows` uses. */
export interface LiveQueryClient {
  getQueryCache: () => {
    findAll: (filters: { queryKey: readonly unknown[] }) => CachedQuery[]
    subscribe: (listener: (event: CacheEvent) => void) => () => void
  }
  setQueryData: (queryKey: readonly unknown[], data: unknown, options: { updatedAt: number }) => unknown
  invalidateQueries: (filters: { predicate: (query: CachedQuery) => boolean; refetchType: 'none' }) => Promise<void>
}

export interface CachedQuery {
  readonly queryKey: readonly unknown[]
  readonly state: {
    readonly data: unknown
    readonly dataUpdatedAt: number
    readonly error: unknown
    readonly errorUpdateCount: number
    readonly errorUpdatedAt: number
    readonly isInvalidated: boolean
    readonly fetchStatus: 'fetching' | 'paused' | 'idle'
    readonly fetchMeta: object | null
  }
  isActive: () => boolean
  isStatic: () => boolean
  fetch: () => Promise<unknown>
  setState: (state: FailedState) => void
}

interface FailedState {
  status: 'error'
  error: Error
  errorUpdateCount: number
  errorUpdatedAt: number
  isInvalidated: true
}

export interface CacheEvent {
  readonly type: string
  readonly query: CachedQuery
  readonly action?: {
    readonly type: string
    readonly manual?: boolean
    readonly meta?: object
    readonly state?: { readonly dataUpdatedAt?: number; readonly fetchMeta?: object | null }
  }
}

export interface ChainQuery {
  readonly cached: CachedQuery
  readonly name: LiveQueryName
  readonly args: QueryArguments
}

interface QueryArguments extends PageArgs {
  id?: string
  owner?: string
  address?: string
  granter?: string
  grantee?: string
  delegator?: string
  connectionId?: string
  infinite?: boolean
}

export function chainQuery(client: FlowClient, cached: CachedQuery): ChainQuery | undefined {
  const [prefix, scope, name, args] = cached.queryKey
  const isOfChain = prefix === 'flow-query' && scope === client.scope && isRecord(args)
  if (!isOfChain || 'height' in args || cached.isStatic() || !isLiveQuery(name)) return undefined
  return { cached, name, args }
}

function isLiveQuery(name: unknown): name is LiveQueryName {
  return typeof name === 'string' && Object.hasOwn(dataOf, name)
}

const dataOf: Record<LiveQueryName, 'flows' | 'runs' | 'accounts' | 'other'> = {
  flow: 'flows',
  flows: 'flows',
  flowsForOwner: 'flows',
  flowCollection: 'flows',
  flowHistory: 'runs',
  ica: 'other',
  params: 'other',
  trustlessAgent: 'other',
  trustlessAgents: 'other',
  trustlessAgentsForAdmin: 'other',
  totalBurnt: 'other',
  balances: 'accounts',
  spendableBalances: 'accounts',
  authzGrants: 'accounts',
  icaChannel: 'accounts',
  connectionChannels: 'accounts',
  delegations: 'accounts',
  unbondingDelegations: 'accounts',
  clientStatus: 'other',
  stakingParams: 'other',
}

export const holdsFlows = ({ name }: ChainQuery): boolean => dataOf[name] === 'flows'
export const holdsAccounts = ({ name }: ChainQuery): boolean => dataOf[name] === 'accounts'
export const isObservedAndIdle = ({ cached }: ChainQuery): boolean =>
  cached.isActive() && cached.state.fetchStatus === 'idle'
export const isAnnounced = ({ name }: ChainQuery): boolean => dataOf[name] === 'flows' || dataOf[name] === 'runs'

/**
 * Returns the observed queries whose error may be temporary, such as queries of a past block or of another chain, except for those in
 * {@link chainQueries}.
 */
export function otherFailedQueries(client: FlowClient, queryClient: LiveQueryClient): CachedQuery[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: ['flow-query'] })
    .filter(cached => isOfClient(client, cached) && !chainQuery(client, cached))
    .filter(cached => cached.isActive() && cached.state.fetchStatus === 'idle' && mayRecover(cached.state.error))
}

/** The scope of another chain begins with the scope of the chain that is connected to it. */
function isOfClient({ scope }: FlowClient, { queryKey: [prefix, given] }: CachedQuery): boolean {
  return prefix === 'flow-query' && typeof given === 'string' && (given === scope || given.startsWith(`${scope}/`))
}

/** A proxy can replace a response with any status and body. An error of the node itself has a code. */
export function mayRecover(error: unknown): boolean {
  if (!isFlowQueryError(error)) return false
  return error.retryable || error.kind === 'decode' || (error.kind === 'node' && error.code === undefined)
}

export function chainQueries(client: FlowClient, queryClient: LiveQueryClient): ChainQuery[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: chainKey(client) })
    .flatMap(cached => chainQuery(client, cached) ?? [])
}
