import type { Flow, HeightArgs } from '../types.js'

/** The loaded flows of a chain or an owner. */
export interface FlowCollection {
  /** Sorted by id. */
  flows: Flow[]
  /**
   * The number of flows that were loaded in order of their ids. Lower than `flows.length` while a collection is being reloaded, and if
   * flows before the newest ones are missing.
   */
  loaded: number
  /** The total number of flows, or null while it is unknown. */
  total: number | null
  /** Whether all flows have been loaded at least once. */
  complete: boolean
  /**
   * When all flows were last up to date, in milliseconds since 1970. Only set if a refetch has read the newest flows only, because of
   * `autoLoadLimit`.
   */
  asOf?: number
  /** The block height up to which `flows` contains all changes. Only set if the endpoint is a gateway. */
  height?: number
  /** The ID of the chain that `height` belongs to. */
  chainId?: string
}

export interface FlowCollectionArgs extends HeightArgs {
  /** The bech32 address of an owner. Without it, the collection contains all flows of the chain. */
  owner?: string | undefined
  /**
   * The maximum number of flows that load automatically. If more flows are missing, only the newest 100 are loaded, until you call
   * `loadAllFlows`. No limit by default.
   */
  autoLoadLimit?: number | undefined
}

/** Omits `signal`, because TanStack Query would discard the loaded flows when the last observer unmounts. */
export interface CollectionContext {
  queryKey: readonly unknown[]
  client: CollectionCache
}

export interface CollectionCache {
  getQueryData: (queryKey: readonly unknown[]) => unknown
  setQueryData: (queryKey: readonly unknown[], data: FlowCollection, options?: { updatedAt: number }) => unknown
  getQueryCache: () => {
    find: (filters: { queryKey: readonly unknown[] }) => CollectionQuery | undefined
    getAll: () => CollectionQuery[]
    subscribe: (listener: (event: { query: { queryKey: readonly unknown[] } }) => void) => () => void
  }
}

export interface CollectionQuery {
  queryKey: readonly unknown[]
  state: { fetchStatus: string; fetchMeta: object | null; dataUpdatedAt: number }
  setState(state: { fetchMeta: object | null }): void
  getObserversCount: () => number
  cancel: (options: { revert: true }) => unknown
}

export interface CollectionArgs {
  owner: string | undefined
  height: number | undefined
  autoLoadLimit: number
}
