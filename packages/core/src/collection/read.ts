import type { FlowClient } from '../client.js'
import { trackFetchProgress } from '../queries/fetch-progress.js'
import { keepSameParts } from '../same.js'
import type { ScanOptions, ScanProgress } from '../scan/readahead.js'
import { scanFlows, scanFlowsForOwner } from '../scan.js'
import type { Flow } from '../types.js'
import { createSharing } from './sharing.js'

/** The loaded flows of a chain or an owner. */
export interface FlowCollection {
  /** The loaded flows, sorted by id. */
  flows: Flow[]
  /** The number of loaded flows. Lower than `flows.length` while a collection is being reloaded. */
  loaded: number
  /** The total number of flows, or null while it is unknown. */
  total: number | null
  /** Whether all flows have been loaded at least once. */
  complete: boolean
}

/**
 * The part of TanStack Query's `QueryFunctionContext` that a collection uses. The signal isn't part of it, because TanStack Query
 * discards the loaded flows of a query that uses the signal when the last observer unmounts.
 */
export interface CollectionContext {
  queryKey: readonly unknown[]
  client: CollectionCache
}

/** The part of TanStack Query's `QueryClient` that a collection uses. */
interface CollectionCache {
  getQueryData: (queryKey: readonly unknown[]) => unknown
  setQueryData: (queryKey: readonly unknown[], data: FlowCollection) => unknown
  getQueryCache: () => {
    find: (filters: { queryKey: readonly unknown[] }) => CollectionQuery | undefined
    subscribe: (listener: () => void) => () => void
  }
}

interface CollectionQuery {
  state: { fetchStatus: string }
  setState(state: { fetchMeta: object | null }): void
  getObserversCount: () => number
}

export interface CollectionArgs {
  owner: string | undefined
  height: number | undefined
}

/** Milliseconds between updates of the cache while a collection is loading. */
const updateInterval = 150
const pageSize = 100
/** The maximum number of pages that are requested or in memory. */
const concurrency = 8
/** The number of ids after the last loaded flow that may have been requested. The ids of a chain have no gaps. */
const requestedAhead = pageSize * concurrency

/**
 * Loads a collection into the cache and returns it. Returns the flows loaded so far if the last observer unmounts.
 *
 * The loop is necessary because TanStack Query starts no second fetch while one is running. An observer can mount after the last
 * one has unmounted but before this function has returned. That observer joins this fetch, so loading continues where it stopped.
 */
export async function readCollection(
  client: FlowClient,
  args: CollectionArgs,
  context: CollectionContext,
): Promise<FlowCollection> {
  const { queryKey, client: cache } = context
  let collection = cache.getQueryData(queryKey) as FlowCollection | undefined
  for (;;) {
    const observers = watchObservers(cache, queryKey)
    const { signal } = observers
    const reading = createReading(collection, args)
    // A complete collection keeps its old rows if this fetch ends early, so live updates must treat all rows as requested.
    const isByIds = args.owner === undefined && !collection?.complete
    const trackProgress = () => isByIds && trackFetchProgress(context, reading.lastId() + requestedAhead)
    let nextUpdate = 0
    const onProgress = ({ total }: ScanProgress) => {
      reading.setExtent(total)
      trackProgress()
      if (performance.now() < nextUpdate || signal.aborted) return
      nextUpdate = performance.now() + updateInterval
      cache.setQueryData(queryKey, reading.soFar())
    }
    try {
      trackProgress()
      for await (const flow of scan(client, args, reading.from, { pageSize, concurrency, signal, onProgress }))
        reading.add(flow)
      return reading.whole()
    } catch (error) {
      if (!signal.aborted) {
        // A refetch continues with the flows loaded so far.
        cache.setQueryData(queryKey, reading.soFar())
        throw error
      }
    } finally {
      observers.stop()
    }
    collection = reading.soFar()
    if (!observers.haveReturned()) return collection
  }
}

function scan(
  client: FlowClient,
  { owner, height }: CollectionArgs,
  from: number,
  options: ScanOptions,
): AsyncIterable<Flow> {
  return owner === undefined
    ? scanFlows(client, { ...options, height, from })
    : scanFlowsForOwner(client, { ...options, height, owner })
}

/** A collection that is being loaded. The flows of the previous collection are replaced one by one. */
interface Reading {
  /** The first id to read. */
  readonly from: number
  /** Returns the id of the last loaded flow. Until a flow is loaded, this is the id before `from`. */
  readonly lastId: () => number
  readonly setExtent: (total: number | null) => void
  readonly add: (flow: Flow) => void
  readonly soFar: () => FlowCollection
  readonly whole: () => FlowCollection
}

function createReading(before: FlowCollection | undefined, { owner }: CollectionArgs): Reading {
  const share = createSharing()
  // An incomplete collection of the chain continues after its last id. For an owner, loading starts from the beginning, because
  // the positions of an owner's flows can't be computed from ids.
  const continues = before !== undefined && !before.complete && owner === undefined
  const known = before && !continues ? before.flows : []
  const flows = continues ? [...before.flows] : []
  const skipped = flows.length
  let total = before?.total ?? null
  /** How many of the known flows have been reloaded. */
  let passed = 0

  const lastId = () => Number(flows.at(-1)?.id ?? 0)
  return {
    from: lastId() + 1,
    lastId,
    setExtent(rest) {
      total = rest === null ? null : skipped + rest
    },
    add(flow) {
      // A node may return a flow twice.
      if (Number(flow.id) <= lastId()) return
      while (Number(known[passed]?.id) < Number(flow.id)) passed++
      const same = known[passed]
      const isKnown = same?.id === flow.id
      if (isKnown) passed++
      flows.push(isKnown ? keepSameParts(same, flow) : share(flow))
    },
    soFar: () => ({
      flows: [...flows, ...known.slice(passed)],
      loaded: flows.length,
      total,
      complete: before?.complete ?? false,
    }),
    whole: () => ({ flows, loaded: flows.length, total: flows.length, complete: true }),
  }
}

interface Observers {
  /** Aborted when the last observer unmounts or the fetch is cancelled. */
  readonly signal: AbortSignal
  /** Returns whether the query has an observer again after the signal was aborted. */
  readonly haveReturned: () => boolean
  readonly stop: () => void
}

/** Watches the observers of a query. A query that starts without observers is a prefetch, so it is loaded completely. */
function watchObservers(cache: CollectionCache, queryKey: readonly unknown[]): Observers {
  const controller = new AbortController()
  let leaving: ReturnType<typeof setTimeout> | undefined
  let hasBeenObserved = false

  const query = () => cache.getQueryCache().find({ queryKey })
  const isObserved = () => (query()?.getObserversCount() ?? 0) > 0
  const isFetching = () => query() !== undefined && query()?.state.fetchStatus !== 'idle'

  function check(): void {
    if (!isFetching()) controller.abort()
    if (isObserved()) {
      hasBeenObserved = true
      clearTimeout(leaving)
      leaving = undefined
    } else if (hasBeenObserved) {
      // When one page replaces another, the last observer unmounts just before the next one mounts.
      leaving ??= setTimeout(() => controller.abort(), 0)
    }
  }

  const unsubscribe = cache.getQueryCache().subscribe(check)
  check()
  return {
    signal: controller.signal,
    haveReturned: () => isFetching() && isObserved(),
    stop() {
      clearTimeout(leaving)
      unsubscribe()
    },
  }
}
