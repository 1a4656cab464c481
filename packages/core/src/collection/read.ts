import type { FlowClient } from '../client.js'
import { trackFetchProgress } from '../queries/fetch-progress.js'
import { keepSameParts } from '../same.js'
import type { ScanOptions, ScanProgress } from '../scan/readahead.js'
import { scanFlows, scanFlowsForOwner, scanFlowsUpTo } from '../scan.js'
import type { Flow } from '../types.js'
import { isWithin, pageSize, readNewest, withNewest } from './newest.js'
import { createSharing } from './sharing.js'

/** The loaded flows of a chain or an owner. */
export interface FlowCollection {
  /** The loaded flows, sorted by id. */
  flows: Flow[]
  /**
   * The number of flows that were loaded in order of their ids. Lower than `flows.length` while a collection is being reloaded. Also
   * lower if `flows` ends with the newest flows, but those before them are missing.
   */
  loaded: number
  /** The total number of flows, or null while it is unknown. */
  total: number | null
  /** Whether all flows have been loaded at least once. */
  complete: boolean
  /**
   * When all flows were last up to date, in milliseconds since 1970. Only set if a refetch has read the newest flows, but not the
   * others because of `autoLoadLimit`.
   */
  asOf?: number
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
  state: { fetchStatus: string; fetchMeta: object | null; dataUpdatedAt: number }
  setState(state: { fetchMeta: object | null }): void
  getObserversCount: () => number
}

export interface CollectionArgs {
  owner: string | undefined
  height: number | undefined
  /** The maximum number of flows that are loaded without `loadAllFlows`. */
  autoLoadLimit: number
}

/** The `fetchMeta` of a fetch that loads all flows, whatever their number. */
export const loadAll = { loadAll: true }

/** Milliseconds between updates of the cache while a collection is loading. */
const updateInterval = 150
/** The maximum number of pages that are requested or in memory. */
const concurrency = 8
/** The number of ids after the last loaded flow that may have been requested. The ids of a chain have no gaps. */
const requestedAhead = pageSize * concurrency

/**
 * Loads a collection into the cache and returns it. Returns the flows loaded so far if the last observer unmounts.
 *
 * With an `autoLoadLimit`, the newest page is read first. If more flows than the limit are missing, nothing else is read.
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
  const query = cache.getQueryCache().find({ queryKey })
  const { autoLoadLimit } = args
  const loadsAll = isLoadAll(query)
  let collection = cache.getQueryData(queryKey) as FlowCollection | undefined
  for (;;) {
    const observers = watchObservers(cache, queryKey, loadsAll)
    const { signal } = observers
    let reading = createReading(collection, args)
    try {
      let newestId: number | undefined
      if (!loadsAll && !isWithin(collection, autoLoadLimit)) {
        const newest = await readNewest(client, args, signal)
        collection = withNewest(collection, newest, args, query?.state.dataUpdatedAt)
        const { total, loaded, complete } = collection
        if (complete || (total ?? 0) - loaded > autoLoadLimit) {
          trackFetchProgress(context, null, Number(newest.flows[0]?.id ?? 1))
          return collection
        }
        cache.setQueryData(queryKey, collection)
        newestId = newest.total ?? undefined
        reading = createReading(collection, args)
        trackFetchProgress(context, 0)
      }
      await readAll(client, args, context, { reading, collection, newestId, signal })
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

function isLoadAll(query: CollectionQuery | undefined): boolean {
  return (query?.state.fetchMeta as Partial<typeof loadAll> | null | undefined)?.loadAll === true
}

interface ReadingState {
  reading: Reading
  /** The flows before this fetch. */
  collection: FlowCollection | undefined
  /** The newest id of the chain, if it is known. */
  newestId: number | undefined
  signal: AbortSignal
}

/** Reads all missing flows, or reloads all flows of a complete collection. */
async function readAll(
  client: FlowClient,
  args: CollectionArgs,
  context: CollectionContext,
  { reading, collection, newestId, signal }: ReadingState,
): Promise<void> {
  // A complete collection keeps its old rows if this fetch ends early, so live updates must treat all rows as requested.
  const isByIds = args.owner === undefined && !collection?.complete
  const trackProgress = () => isByIds && trackFetchProgress(context, reading.lastId() + requestedAhead, reading.from)
  let nextUpdate = 0
  const onProgress = ({ total }: ScanProgress) => {
    reading.setExtent(total)
    trackProgress()
    if (performance.now() < nextUpdate || signal.aborted) return
    nextUpdate = performance.now() + updateInterval
    context.client.setQueryData(context.queryKey, reading.soFar())
  }
  trackProgress()
  const options = { pageSize, concurrency, signal, onProgress }
  for await (const flow of scan(client, args, reading.from, newestId, options)) reading.add(flow)
}

function scan(
  client: FlowClient,
  { owner, height }: CollectionArgs,
  from: number,
  newestId: number | undefined,
  options: ScanOptions,
): AsyncIterable<Flow> {
  if (owner !== undefined) return scanFlowsForOwner(client, { ...options, height, owner })
  if (newestId !== undefined) return scanFlowsUpTo(client, newestId, { ...options, height, from })
  return scanFlows(client, { ...options, height, from })
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
  const skipped = continues ? before.loaded : 0
  const flows = before?.flows.slice(0, skipped) ?? []
  const known = before?.flows.slice(skipped) ?? []
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
      ...age(before),
    }),
    // The flows of a complete collection have all been read again.
    whole: () => ({
      flows,
      loaded: flows.length,
      total: flows.length,
      complete: true,
      ...(continues && age(before)),
    }),
  }
}

function age(collection: FlowCollection | undefined): Pick<FlowCollection, 'asOf'> {
  return collection?.asOf === undefined ? {} : { asOf: collection.asOf }
}

interface Observers {
  /** Aborted when the last observer unmounts or the fetch is cancelled. */
  readonly signal: AbortSignal
  /** Returns whether the query has an observer again after the signal was aborted. */
  readonly haveReturned: () => boolean
  readonly stop: () => void
}

/**
 * Watches the observers of a query. A query that starts without observers is a prefetch, so it is loaded completely.
 * `loadAllFlows` loads it completely too.
 */
function watchObservers(cache: CollectionCache, queryKey: readonly unknown[], loadsAll: boolean): Observers {
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
    } else if (hasBeenObserved && !loadsAll) {
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
