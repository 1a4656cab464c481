import type { FlowClient } from '../client.js'
import { tellAsked } from '../queries/asked.js'
import { keepSameParts } from '../same.js'
import type { ScanOptions, ScanProgress } from '../scan/readahead.js'
import { scanFlows, scanFlowsForOwner } from '../scan.js'
import type { Flow } from '../types.js'
import { createSharing } from './sharing.js'

/** Flows of a chain, or of an owner, as far as they are read. */
export interface FlowCollection {
  /** In the order of ids. */
  flows: Flow[]
  /** How many of them are read; less than there are `flows` while a collection is read anew. */
  done: number
  /** How many there are in all; null while that is not known. */
  of: number | null
  /** Whether all of them were read, at least once. */
  complete: boolean
}

/** What TanStack Query hands to a query function: of it, all but the signal, as what was read is to outlive its readers. */
export interface CollectionContext {
  queryKey: readonly unknown[]
  client: CollectionCache
}

/** What is needed of TanStack's QueryClient. */
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
  getObserversCount: () => number
}

export interface CollectionArgs {
  owner: string | undefined
  height: number | undefined
}

/** Milliseconds between two updates of those who look at a collection while it is read. */
const updateInterval = 150
const pageSize = 100
/** Pages that are in memory or on their way together. */
const concurrency = 8
/** Of a chain, whose ids have no gaps: how far beyond the last flow that was read others are being asked for. */
const askedAhead = pageSize * concurrency

/** Reads a collection into the cache, and answers it; or what was read of it, once the last who looked at it has left. */
export async function readCollection(
  client: FlowClient,
  args: CollectionArgs,
  { queryKey, client: cache }: CollectionContext,
): Promise<FlowCollection> {
  let collection = cache.getQueryData(queryKey) as FlowCollection | undefined
  for (;;) {
    const readers = watchReaders(cache, queryKey)
    const reading = createReading(collection, args)
    // Of one that was complete, the rows that are not read again would stay as they are if this were to end before.
    const isByIds = args.owner === undefined && !collection?.complete
    const stopTelling = isByIds ? tellAsked(queryKey, () => reading.lastId() + askedAhead) : undefined
    let updatedAt = Number.NEGATIVE_INFINITY
    const onProgress = ({ of }: ScanProgress) => {
      reading.setExtent(of)
      if (Date.now() - updatedAt < updateInterval || readers.signal.aborted) return
      updatedAt = Date.now()
      cache.setQueryData(queryKey, reading.soFar())
    }
    try {
      for await (const flow of scan(client, args, reading.from, {
        pageSize,
        concurrency,
        signal: readers.signal,
        onProgress,
      }))
        reading.add(flow)
      return reading.whole()
    } catch (error) {
      if (!readers.signal.aborted) {
        // What was read stays, and reading can go on.
        cache.setQueryData(queryKey, reading.soFar())
        throw error
      }
    } finally {
      readers.stop()
      stopTelling?.()
    }
    collection = reading.soFar()
    if (!readers.haveReturned()) return collection
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

/** A collection that is being read over what there was of it before. */
interface Reading {
  /** The first id to read. */
  readonly from: number
  /** Of what was read so far; before that, the one before `from`. */
  readonly lastId: () => number
  readonly setExtent: (of: number | null) => void
  readonly add: (flow: Flow) => void
  readonly soFar: () => FlowCollection
  readonly whole: () => FlowCollection
}

function createReading(before: FlowCollection | undefined, { owner }: CollectionArgs): Reading {
  const share = createSharing()
  // One of the chain goes on where it was left. Which ids an owner has nobody knows: theirs begins anew.
  const goesOn = before !== undefined && !before.complete && owner === undefined
  const known = before && !goesOn ? before.flows : []
  const flows = goesOn ? [...before.flows] : []
  const skipped = flows.length
  let of = before?.of ?? null
  /** Of the known flows, how many are read again. */
  let passed = 0

  const lastId = () => Number(flows.at(-1)?.id ?? 0)
  return {
    from: lastId() + 1,
    lastId,
    setExtent(rest) {
      of = rest === null ? null : skipped + rest
    },
    add(flow) {
      // A node may list one twice.
      if (Number(flow.id) <= lastId()) return
      while (Number(known[passed]?.id) < Number(flow.id)) passed++
      const same = known[passed]
      const isKnown = same?.id === flow.id
      if (isKnown) passed++
      flows.push(isKnown ? keepSameParts(same, flow) : share(flow))
    },
    soFar: () => ({
      flows: [...flows, ...known.slice(passed)],
      done: flows.length,
      of,
      complete: before?.complete ?? false,
    }),
    whole: () => ({ flows, done: flows.length, of: flows.length, complete: true }),
  }
}

interface Readers {
  /** Aborted when the last who looked at the query has left, or the fetch was cancelled. */
  readonly signal: AbortSignal
  /** Whether somebody looks at it again, since the signal was aborted. */
  readonly haveReturned: () => boolean
  readonly stop: () => void
}

/** Follows who looks at a query. One that nobody looks at from the beginning is read for whoever has asked for it. */
function watchReaders(cache: CollectionCache, queryKey: readonly unknown[]): Readers {
  const controller = new AbortController()
  let leaving: ReturnType<typeof setTimeout> | undefined
  let hasHadReaders = false

  const query = () => cache.getQueryCache().find({ queryKey })
  const isLookedAt = () => (query()?.getObserversCount() ?? 0) > 0
  const isFetched = () => query() !== undefined && query()?.state.fetchStatus !== 'idle'

  function check(): void {
    if (!isFetched()) controller.abort()
    if (isLookedAt()) {
      hasHadReaders = true
      clearTimeout(leaving)
      leaving = undefined
    } else if (hasHadReaders) {
      // Where one page follows another, the last leaves just before the next comes.
      leaving ??= setTimeout(() => controller.abort(), 0)
    }
  }

  const unsubscribe = cache.getQueryCache().subscribe(check)
  check()
  return {
    signal: controller.signal,
    haveReturned: () => isFetched() && isLookedAt(),
    stop() {
      clearTimeout(leaving)
      unsubscribe()
    },
  }
}
