import { type Change, createDueRuns, eventGrace } from '@flow-query/core/live'
import { likelyBlocks } from './chain-guard.js'
import { contains, createPastChanges, type PastChange, type ResponseOrigin } from './changes.js'
import { type Contents, contentsOf, newestBlock, partsOfChange, unknownContents } from './dependencies.js'
import { type CachedRead, createEntries, type Entry, etagOf, headersOf } from './entries.js'
import { type Freshness, freshness, ofPastBlock, ofUnknownBlock, ofUnknownContents } from './freshness.js'
import { createSchedules } from './schedules.js'
import { isLargeBody, type RawResponse } from './upstream.js'

/** How long an entry is preferred to a response from an earlier block, in milliseconds. A chain can restart at block 1. */
const longestPreference = 60_000

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Keeps responses, and knows which of them are outdated. It sends no requests.
 *
 * A response is fresh while all of this is true:
 *
 * - It contains all known changes of its parts. `changes.ts` compares them by block height.
 * - No flow in it is due. `schedules.ts` knows the due times, because not every run emits an event.
 * - Its lifetime has not ended. The lifetime is short while no events announce changes.
 */
export function createResponseCache(maxBytes: number, dueRuns = createDueRuns()) {
  const entries = createEntries(maxBytes)
  const changes = createPastChanges()
  const schedules = createSchedules(dueRuns)
  /** The block at which events began to arrive. Undefined while none arrive. */
  let connectedAt: PastChange | undefined
  /** The number of the last request before events began to arrive. -1 while none arrive. */
  let lastUnannounced = -1
  /** The number of the last request before the chain was replaced. */
  let lastOfEarlierChain = 0
  /** The highest block that an event or the connection has reported, and the time of the report in milliseconds since 1970. */
  let newest = { height: 0, time: 0 }

  /** Returns whether events have announced all changes of an entry since its block. */
  function hasEventsSince(entry: Entry): boolean {
    return connectedAt !== undefined && contains(entry, connectedAt)
  }

  /** Returns whether the chain can have reached a block, according to the events. */
  function isPossible(height: number): boolean {
    return newest.height === 0 || height <= newest.height + likelyBlocks(Date.now() - newest.time)
  }

  function isFresh(entry: Entry): boolean {
    const now = Date.now()
    const hasEvents = hasEventsSince(entry)
    const isAnnounced = entry.freshness.withEvents > entry.freshness.withoutEvents
    if (isAnnounced && !hasEvents && entry.requestNumber <= lastUnannounced) return false
    const lifetime = hasEvents ? entry.freshness.withEvents : entry.freshness.withoutEvents
    const age = now - entry.confirmedAt
    // The clock of the machine can be set back.
    return !entry.isOutdated && now < entry.dueAt && age >= 0 && age < lifetime
  }

  /** Returns whether a response was requested before events began to arrive, so that a change may have happened without one. */
  function canMissEvents(response: ResponseOrigin): boolean {
    return response.requestNumber <= lastUnannounced && !(connectedAt && contains(response, connectedAt))
  }

  function createEntry(read: CachedRead, raw: RawResponse, requestNumber: number, body: unknown, sentAt: number) {
    const { parts, rows, freshness, isImmutable } = describe(read, raw, body)
    const etag = etagOf(raw.body)
    const entry: Entry = {
      raw,
      etag,
      headers: headersOf(raw, etag, isImmutable),
      encoded: new Map(),
      requestNumber,
      parts,
      freshness,
      storedAt: sentAt,
      confirmedAt: sentAt,
      dueAt: schedules.dueAt(read, rows, sentAt),
      isOutdated: changes.areMissingIn({ raw, requestNumber }, parts),
    }
    return { entry, rows }
  }

  function clear(): void {
    entries.clear()
    changes.clear()
    schedules.clear()
    newest = { height: 0, time: 0 }
    lastOfEarlierChain = changes.at(0).lastRequest
  }

  return {
    get: entries.get,

    isFresh,

    hasEventsSince,

    isPossible,

    /** The number of cached responses, and their approximate size in bytes. */
    get size() {
      return entries.size
    },

    /** Numbers a request. Call it before the request is sent. */
    nextRequest: changes.nextRequest,

    /** Marks the entries as outdated that contain something that has changed. */
    apply(found: readonly Change[], height: number): void {
      const change = changes.at(height)
      newest = { height: Math.max(newest.height, height), time: Date.now() }
      schedules.apply(found)
      const parts = found.flatMap(one => partsOfChange(one, schedules.accountsOf))
      for (const part of [...parts, newestBlock]) {
        changes.add(part, change)
        for (const entry of entries.containing(part)) if (!contains(entry, change)) entry.isOutdated = true
      }
    },

    /** Removes everything, because the nodes belong to another chain now. Requests that are still running can't be trusted either. */
    clear,

    /**
     * Events arrive from now on, and clients can connect. Changes before that were possibly not announced, so entries are read again.
     */
    subscribed(): void {
      lastUnannounced = changes.at(0).lastRequest
    },

    /** Events arrive from this block on. Entries since this block contain all changes that were not announced. */
    connected(height: number): void {
      // The chain was restarted at an earlier block.
      if (height < newest.height - 100) clear()
      newest = { height, time: Date.now() }
      connectedAt = changes.at(height)
      dueRuns.setEventsSince(newest.time)
      entries.removeIf(({ raw }) => !isPossible(raw.height ?? 0))
    },

    /** Entries expire soon, because no event announces their changes. */
    disconnected(): void {
      connectedAt = undefined
      dueRuns.setEventsSince(Infinity)
      lastUnannounced = -1
    },

    /** Returns whether a response contains all changes so far. */
    contains(read: CachedRead, raw: RawResponse, requestNumber: number, body: unknown): boolean {
      if (requestNumber <= lastOfEarlierChain) return false
      if (read.height !== undefined) return true
      if (canMissEvents({ raw, requestNumber })) return false
      return !changes.areMissingIn({ raw, requestNumber }, describe(read, raw, body).parts)
    },

    /**
     * Adds a response, and returns the entry that clients receive. An entry from a later block stays instead. A response that was
     * requested before the chain was replaced isn't added. `sentAt` is when the
     * request was sent, in milliseconds since 1970. The lifetime of the entry begins then, because a change can happen while the
     * response is on its way.
     */
    store(read: CachedRead, raw: RawResponse, requestNumber: number, body: unknown, sentAt = Date.now()): Entry {
      const now = Date.now()
      const { entry, rows } = createEntry(read, raw, requestNumber, body, sentAt)
      if (requestNumber <= lastOfEarlierChain) return entry
      if (!entry.isOutdated) schedules.remember(rows)
      const known = entries.get(read)
      const isFromLaterBlock = known && (known.raw.height ?? 0) > (raw.height ?? Infinity)
      if (isFromLaterBlock && Math.abs(now - known.storedAt) < longestPreference) {
        if (known.dueAt <= now) known.dueAt = now + eventGrace
        known.confirmedAt = Math.max(known.confirmedAt, sentAt)
        return known
      }
      entries.add(read, entry)
      return entry
    },

    /**
     * Adds a response that another instance requested at this time. Returns undefined if it isn't as good as a fresh entry of this
     * instance. Its height is required, because it shows which changes the response contains.
     */
    adopt(read: CachedRead, raw: RawResponse, sentAt: number): Entry | undefined {
      if (raw.height === undefined) return undefined
      const body = isLargeBody(raw.body.length) ? {} : JSON.parse(raw.body.toString())
      const { entry, rows } = createEntry(read, raw, 0, body, sentAt)
      if (!isFresh(entry) || (entries.get(read)?.raw.height ?? 0) > raw.height) return undefined
      // The chain was restarted at an earlier block.
      if (!isPossible(raw.height)) return undefined
      schedules.remember(rows)
      entries.add(read, entry)
      return entry
    },
  }
}

/** The contents and the lifetime of a response. */
interface Description extends Contents {
  readonly freshness: Freshness
  readonly isImmutable: boolean
}

function describe(read: CachedRead, raw: RawResponse, body: unknown): Description {
  const isPast = read.height !== undefined && read.query !== 'chainTime'
  // A proxy that removes the height from responses may have removed it from the request too.
  const isImmutable = isPast && raw.height === read.height
  if (isPast) return { parts: [], rows: [], freshness: isImmutable ? ofPastBlock : ofUnknownBlock, isImmutable }
  const isLarge = isLargeBody(raw.body.length)
  return {
    ...(isLarge ? unknownContents : contentsOf(read, body)),
    freshness: isLarge ? ofUnknownContents : freshness[read.query],
    isImmutable,
  }
}
