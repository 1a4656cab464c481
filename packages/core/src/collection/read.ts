import { checkAddress } from '../arguments.js'
import { fetchAdvances, fetchRestarts, fetchWaits } from '../cache/fetch-progress.js'
import { liveStart } from '../cache/live-start.js'
import type { FlowClient } from '../client.js'
import { FlowQueryError } from '../errors.js'
import { withTimeout } from '../request/deadline.js'
import type { ScanOptions, ScanProgress } from '../scan/readahead.js'
import { scanFlows, scanFlowsForOwner, scanFlowsUpTo } from '../scan/scan.js'
import type { Flow } from '../types.js'
import { isGateway, loadFromGateway, updateInterval } from './gateway.js'
import { isWithin, pageSize, readNewestFlows, withNewest } from './newest.js'
import { watchObservers } from './observers.js'
import { createReading, type Reading } from './reading.js'
import type { CollectionArgs, CollectionContext, CollectionQuery, FlowCollection } from './types.js'

export const loadAll = { loadAll: true }

const concurrency = 8
const longCollection = 4 * pageSize
const requestedAhead = pageSize * concurrency

/**
 * Returns the flows loaded so far if the last observer unmounts. Before the first page, or during a refetch, it cancels the fetch.
 *
 * The loop is necessary because TanStack Query starts no second fetch while one is running. An observer that mounts after the last
 * one has unmounted joins this fetch, so loading continues where it stopped.
 */
export async function readCollection(
  client: FlowClient,
  args: CollectionArgs,
  context: CollectionContext,
): Promise<FlowCollection> {
  const { queryKey, client: cache } = context
  const query = cache.getQueryCache().find({ queryKey })
  const { autoLoadLimit, owner } = args
  if (owner !== undefined) checkAddress('owner', owner)
  const loadsAll = isLoadAll(query)
  let collection = cache.getQueryData(queryKey) as FlowCollection | undefined
  const age = query && collection?.complete ? { updatedAt: query.state.dataUpdatedAt } : undefined
  for (;;) {
    const observers = watchObservers(cache, queryKey, loadsAll)
    const { signal } = observers
    let reading = createReading(collection, args)
    let hasTriedGateway = false
    const fromGateway = async (known: FlowCollection | undefined) => {
      if (hasTriedGateway || !isGateway(client)) return undefined
      hasTriedGateway = true
      return loadFromGateway(client, args, context, known, signal)
    }
    try {
      // Waits for the end of the task, because a component may still start live updates.
      if (collection?.complete) await Promise.resolve()
      if (collection?.complete) {
        await connected(client, context, signal)
        // Live updates may also have connected while a persister restored the collection.
        fetchRestarts(context)
      }
      const readsNewest = !loadsAll && !isWithin(collection, autoLoadLimit)
      const mayUseGateway = !readsNewest || collection?.height !== undefined
      const updated = mayUseGateway ? await fromGateway(collection) : undefined
      if (updated) return updated
      let newestId: number | undefined
      if (readsNewest) {
        const newest = await readNewestFlows(client, args, signal)
        collection = withNewest(collection, newest, args, query?.state.dataUpdatedAt)
        const { total, loaded, complete } = collection
        if (!complete) cache.setQueryData(queryKey, collection)
        // Only the first response shows whether the endpoint is a gateway.
        const isCurrent = complete && collection.asOf === undefined
        const snapshot = isCurrent ? undefined : await fromGateway(collection)
        if (snapshot) return snapshot
        if (complete || (total ?? 0) - loaded > autoLoadLimit) {
          fetchAdvances(context, null, Number(newest.flows[0]?.id ?? 1))
          return collection
        }
        newestId = newest.newestId
        reading = createReading(collection, args)
        await connected(client, context, signal)
        fetchRestarts(context)
      }
      return await readAll(client, args, context, { reading, collection, newestId, fromGateway, signal })
    } catch (error) {
      if (!signal.aborted) {
        const loaded = withCounts(reading.soFar())
        // A complete collection keeps its age, because not all its flows were read.
        if (loaded.flows.length > 0) cache.setQueryData(queryKey, loaded, age)
        throw error
      }
    } finally {
      observers.stop()
    }
    collection = withCounts(reading.soFar())
    if (!observers.haveReturned()) {
      if (observers.areGone() && (collection.complete || collection.flows.length === 0)) {
        // TanStack Query treats returned data as new, so an old or empty collection would become fresh.
        await query?.cancel({ revert: true })
        if (collection.complete) cache.setQueryData(queryKey, collection, age)
      }
      return collection
    }
  }
}

/** During a refetch, `loaded` and `total` describe its progress. Afterwards, they describe all flows again. */
function withCounts(collection: FlowCollection): FlowCollection {
  const { flows, complete } = collection
  return complete ? { ...collection, loaded: flows.length, total: flows.length } : collection
}

const longestWait = 2_000

/** Requests before the first connection of live updates would have to be repeated. */
async function connected({ scope }: FlowClient, context: CollectionContext, signal: AbortSignal): Promise<void> {
  const started = liveStart(context.client, scope)
  if (!started) return
  fetchWaits(context)
  const timeoutError = () => new FlowQueryError('timeout', 'Live updates have not connected')
  await withTimeout(longestWait, signal, timeoutError, () => started).catch(() => signal.throwIfAborted())
}

function isLoadAll(query: CollectionQuery | undefined): boolean {
  return (query?.state.fetchMeta as Partial<typeof loadAll> | null | undefined)?.loadAll === true
}

interface ReadingState {
  reading: Reading
  collection: FlowCollection | undefined
  newestId: number | undefined
  fromGateway: (known: FlowCollection | undefined) => Promise<FlowCollection | undefined>
  signal: AbortSignal
}

async function readAll(
  client: FlowClient,
  args: CollectionArgs,
  context: CollectionContext,
  { reading, collection, newestId, fromGateway, signal }: ReadingState,
): Promise<FlowCollection> {
  // All rows count as requested, because a complete collection keeps its old rows if this fetch ends early.
  const isByIds = args.owner === undefined && !collection?.complete
  const trackProgress = () => isByIds && fetchAdvances(context, reading.lastId() + requestedAhead, reading.from)
  let nextUpdate = 0
  let isLong = false
  const onProgress = ({ total }: ScanProgress) => {
    reading.setExtent(total)
    isLong = total !== null && total > longCollection
    trackProgress()
    if (performance.now() < nextUpdate || signal.aborted) return
    nextUpdate = performance.now() + updateInterval
    context.client.setQueryData(context.queryKey, reading.soFar())
  }
  trackProgress()
  const options = { pageSize, concurrency, signal, onProgress }
  for await (const flow of scan(client, args, reading.from, newestId, options)) {
    const snapshot = isLong ? await fromGateway(collection) : undefined
    if (snapshot) return snapshot
    reading.add(flow)
  }
  return reading.whole()
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
