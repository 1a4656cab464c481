import { queryKey as keyOf } from '../cache/keys.js'
import type { FlowClient } from '../client.js'
import { readCollection } from '../collection/read.js'
import type { FlowCollection } from '../collection/types.js'
import type { CachedQuery, CacheEvent, LiveQueryClient } from '../live/cache.js'

type State = Omit<CachedQuery['state'], 'data'> & { readonly data: FlowCollection | undefined }

/**
 * Has the parts of TanStack Query's `QueryClient` that `liveFlows` and `readCollection` use, so that they keep the collection up to date
 * without TanStack Query.
 */
export function createCollectionCache(client: FlowClient, owner: string | undefined) {
  const queryKey = keyOf(client, 'flowCollection', { owner })
  const args = { owner, height: undefined, autoLoadLimit: Number.POSITIVE_INFINITY }
  const listeners = new Set<(event: CacheEvent) => void>()
  let running: Promise<unknown> | undefined
  let state: State = {
    data: undefined,
    dataUpdatedAt: 0,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    isInvalidated: false,
    fetchStatus: 'idle',
    fetchMeta: null,
  }

  const query = {
    queryKey,
    get state() {
      return state
    },
    isActive: () => true,
    isStatic: () => false,
    getObserversCount: () => 1,
    cancel,
    fetch,
    setState: (changed: Partial<State>) => update(changed, { type: 'setState', state: changed }),
  }

  function update(changed: Partial<State>, action: NonNullable<CacheEvent['action']>): void {
    state = { ...state, ...changed }
    for (const listener of [...listeners]) listener({ type: 'updated', query, action })
  }

  function fetch(): Promise<unknown> {
    running ??= load().finally(() => {
      running = undefined
    })
    return running
  }

  async function load(): Promise<void> {
    const dataUpdatedAt = Date.now()
    update({ fetchStatus: 'fetching', fetchMeta: null }, { type: 'fetch' })
    try {
      const data = await readCollection(client, args, { queryKey, client: queryClient })
      update(
        { data, dataUpdatedAt, error: null, isInvalidated: false, fetchStatus: 'idle', fetchMeta: null },
        { type: 'success' },
      )
    } catch (error) {
      const errorUpdateCount = state.errorUpdateCount + 1
      update(
        { error, errorUpdateCount, errorUpdatedAt: Date.now(), isInvalidated: true, fetchStatus: 'idle' },
        { type: 'error' },
      )
      throw error
    }
  }

  function cancel(): void {
    update({ fetchStatus: 'idle' }, { type: 'cancelled' })
  }

  const queryClient = {
    getQueryCache: () => ({
      find: () => query,
      getAll: () => [query],
      findAll: () => [query],
      subscribe(listener: (event: CacheEvent) => void) {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
    }),
    getQueryData: () => state.data,
    setQueryData(_: readonly unknown[], data: unknown, options?: { updatedAt: number }): void {
      const dataUpdatedAt = options?.updatedAt ?? state.dataUpdatedAt
      const changed = { data: data as FlowCollection, dataUpdatedAt, error: null, isInvalidated: false }
      update(changed, { type: 'success', manual: true })
    },
    async invalidateQueries({ predicate }: { predicate: (query: CachedQuery) => boolean }) {
      if (predicate(query)) update({ isInvalidated: true }, { type: 'invalidate' })
    },
  } satisfies LiveQueryClient & Record<string, unknown>

  return {
    queryClient,
    fetch,
    get state() {
      return state
    },
    cancel,
  }
}
