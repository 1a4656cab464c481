import { createHash } from 'node:crypto'
import type { Change } from '@flow-query/core/live'
import { LRUCache } from 'lru-cache'
import { type Contents, canonicalId, contentsOf, newestBlock, type Part, partsOfChange } from './dependencies.js'
import { type Freshness, freshness, ofPastBlock } from './freshness.js'
import type { AllowedRead } from './routes.js'
import type { Run } from './silence.js'
import type { RawResponse } from './upstream.js'

/** A request for the newest block, or for the block at `height`. */
export interface CachedRead extends AllowedRead {
  readonly height: number | undefined
}

/** A successful response in the cache. */
export interface Entry {
  readonly raw: RawResponse
  readonly etag: string
  /** The compressed bodies that clients have requested so far, by encoding. */
  readonly encoded: Map<string, Promise<Buffer>>
  /** The number of the request. A change with a lower number happened before the request was sent. */
  readonly requestNumber: number
  readonly parts: readonly Part[]
  readonly freshness: Freshness
  /** When a node sent the response, in milliseconds since 1970. */
  readonly storedAt: number
  /** When a node last sent this or an earlier block, in milliseconds since 1970. */
  confirmedAt: number
  /** When a flow in the response should have run, in milliseconds since 1970. Not every run emits an event. */
  dueAt: number
  /** Whether a change has happened that the response doesn't contain. */
  isOutdated: boolean
}

/** The last change of a part. */
interface Mark {
  readonly height: number
  /** The number of the last request before the change. */
  readonly since: number
}

/** How long a run and its event may take after the due time, in milliseconds. */
const graceOfRuns = 5_000
/** How long a history stays fresh if the next run of its flow is unknown, in milliseconds. */
const unknownSchedule = 15_000
/** How many flows the cache remembers the schedule and the accounts of. */
const mostRows = 20_000
/** How long an entry is preferred to a response from an earlier block, in milliseconds. A chain can restart at block 1. */
const longestPreference = 60_000

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Keeps responses, and knows which of them are outdated. It sends no requests.
 *
 * A response is compared with a change by block height, because nodes report the height of each response. So a response from a node
 * that lags behind is recognized, and the order in which responses arrive doesn't matter. If a proxy removes the height, a response
 * only counts as newer than a change if it was requested later.
 *
 * - `nextRequest` numbers a request. Call it before the request is sent.
 * - `apply` marks the parts that changes affect, and the entries that contain these parts.
 * - `disconnected` makes entries expire soon, because no event announces their changes.
 * - `connected` makes entries from before this block expire soon, because their events may have been lost.
 * - `contains` returns whether a response contains all changes so far.
 * - `store` adds a response. An entry from a later block stays instead.
 * - `adopt` adds a response of another instance if it is fresh.
 *
 * `onMissingEvent` is called if a response shows that a flow has run, and no event has named it.
 */
export function createResponseCache(maxBytes: number, onMissingEvent: (run: Run) => void = () => {}) {
  const marks = new Map<Part, Mark>()
  const entriesOf = new Map<Part, Set<Entry>>()
  const rows = new LRUCache<string, { accounts: readonly string[]; execTime: number }>({ max: mostRows })
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation: ({ raw, parts }) => 2 * raw.body.length + 300 * parts.length + 1_000,
    dispose: forget,
  })
  let requests = 0
  /** The block at which events began to arrive, and the time in milliseconds since 1970. Undefined while none arrive. */
  let connectedAt: (Mark & { readonly time: number }) | undefined
  let newestHeight = 0
  /** When the newest height was reported, in milliseconds since 1970. */
  let newestHeightAt = 0

  function forget(entry: Entry): void {
    for (const part of entry.parts) {
      const others = entriesOf.get(part)
      others?.delete(entry)
      if (others?.size === 0) entriesOf.delete(part)
    }
  }

  function includes({ raw: { height }, requestNumber }: Pick<Entry, 'raw' | 'requestNumber'>, mark: Mark): boolean {
    return height === undefined ? requestNumber > mark.since : height >= mark.height
  }

  function applyMark(part: Part, mark: Mark): void {
    const known = marks.get(part)
    if (!known || mark.height >= known.height) marks.set(part, mark)
    for (const entry of entriesOf.get(part) ?? []) if (!includes(entry, mark)) entry.isOutdated = true
  }

  function isOutdated(parts: readonly Part[], response: Pick<Entry, 'raw' | 'requestNumber'>): boolean {
    return parts.some(part => {
      const mark = marks.get(part)
      return mark !== undefined && !includes(response, mark)
    })
  }

  function isFresh(entry: Entry, now: number): boolean {
    const hasEvents = connectedAt !== undefined && includes(entry, connectedAt)
    const lifetime = hasEvents ? entry.freshness.withEvents : entry.freshness.withoutEvents
    return !entry.isOutdated && now < entry.dueAt && now < entry.confirmedAt + lifetime
  }

  /** Returns the time after which a run that emitted no event would change the response. */
  function dueAtOf({ query, args, height }: CachedRead, found: Contents, now: number): number {
    if (height !== undefined) return Infinity
    const nextLook = (execTime: number) => (execTime > now - graceOfRuns ? execTime + graceOfRuns : Infinity)
    if (query !== 'flowHistory') return Math.min(...found.rows.map(({ execTime }) => nextLook(execTime)), Infinity)
    const execTime = rows.get(canonicalId(args.id))?.execTime ?? Number.NaN
    return Number.isNaN(execTime) ? now + unknownSchedule : nextLook(execTime)
  }

  function entryOf(read: CachedRead, raw: RawResponse, requestNumber: number, body: unknown, sentAt: number) {
    const isPast = read.height !== undefined && read.query !== 'nodeInfo'
    const found: Contents = isPast ? { parts: [], rows: [] } : contentsOf(read, body)
    const entry: Entry = {
      raw,
      etag: `W/"${createHash('sha1').update(raw.body).digest('base64url')}"`,
      encoded: new Map(),
      requestNumber,
      parts: found.parts,
      freshness: isPast ? ofPastBlock : freshness[read.query],
      storedAt: sentAt,
      confirmedAt: sentAt,
      dueAt: dueAtOf(read, found, sentAt),
      isOutdated: isOutdated(found.parts, { raw, requestNumber }),
    }
    return { entry, found }
  }

  function add(key: string, entry: Entry): void {
    entries.set(key, entry)
    // The cache rejects entries that are too large.
    if (entries.peek(key) !== entry) return
    for (const part of entry.parts) {
      const others = entriesOf.get(part)
      if (others) others.add(entry)
      else entriesOf.set(part, new Set([entry]))
    }
  }

  function rememberRows(found: Contents): void {
    for (const { id, ...row } of found.rows) {
      // After an event, the due time is unknown until the flow is read again.
      const dueAt = rows.get(id)?.execTime ?? Number.NaN
      const hasRun = connectedAt !== undefined && dueAt > connectedAt.time && row.execTime > dueAt
      if (hasRun && Date.now() >= dueAt + graceOfRuns) onMissingEvent({ id, dueAt })
      rows.set(id, row)
    }
  }

  return {
    nextRequest: () => ++requests,

    get: (read: CachedRead) => entries.get(keyOf(read)),

    isFresh: (entry: Entry) => isFresh(entry, Date.now()),

    /** The number of cached responses, and their approximate size in bytes. */
    get size() {
      return { entries: entries.size, bytes: entries.calculatedSize }
    },

    apply(changes: readonly Change[], height: number): void {
      const mark: Mark = { height, since: requests }
      newestHeight = Math.max(newestHeight, height)
      newestHeightAt = Date.now()
      for (const change of changes) {
        // An update can change the accounts of a flow, and each run changes its schedule.
        const row = change.kind === 'flow' ? rows.get(change.id) : undefined
        if (change.kind === 'flow' && row) {
          if (change.certainty === 'certain') rows.delete(change.id)
          else rows.set(change.id, { ...row, execTime: Number.NaN })
        }
        for (const part of partsOfChange(change, id => rows.get(id)?.accounts)) applyMark(part, mark)
      }
      applyMark(newestBlock, mark)
    },

    connected(height: number): void {
      // The chain was restarted at an earlier block.
      if (height < newestHeight - 100) {
        entries.clear()
        marks.clear()
      }
      newestHeight = height
      newestHeightAt = Date.now()
      connectedAt = { height, since: requests, time: Date.now() }
    },

    disconnected(): void {
      connectedAt = undefined
    },

    contains(read: CachedRead, raw: RawResponse, requestNumber: number, body: unknown): boolean {
      return read.height !== undefined || !isOutdated(contentsOf(read, body).parts, { raw, requestNumber })
    },

    /**
     * Adds a response, and returns the entry that clients receive. `sentAt` is when the request was sent, in milliseconds since 1970.
     * The lifetime of the entry begins then, because a change can happen while the response is on its way.
     */
    store(read: CachedRead, raw: RawResponse, requestNumber: number, body: unknown, sentAt = Date.now()): Entry {
      const now = Date.now()
      const { entry, found } = entryOf(read, raw, requestNumber, body, sentAt)
      if (!entry.isOutdated) rememberRows(found)
      const known = entries.peek(keyOf(read))
      const isNewer = known && (known.raw.height ?? 0) > (raw.height ?? Infinity)
      if (isNewer && now < known.storedAt + longestPreference) {
        if (known.dueAt <= now) known.dueAt = now + graceOfRuns
        known.confirmedAt = Math.max(known.confirmedAt, sentAt)
        return known
      }
      add(keyOf(read), entry)
      return entry
    },

    /**
     * Adds a response that another instance requested at this time. Returns undefined if it isn't as good as a fresh entry of this
     * instance. Its height is required, because it shows which changes the response contains.
     */
    adopt(read: CachedRead, raw: RawResponse, sentAt: number): Entry | undefined {
      if (raw.height === undefined) return undefined
      const { entry, found } = entryOf(read, raw, 0, JSON.parse(raw.body.toString()), sentAt)
      const known = entries.peek(keyOf(read))
      if (!isFresh(entry, Date.now()) || (known?.raw.height ?? 0) > raw.height) return undefined
      // The chain was restarted at an earlier block.
      if (connectedAt && raw.height > newestHeight + likelyBlocks(Date.now() - newestHeightAt)) return undefined
      rememberRows(found)
      add(keyOf(read), entry)
      return entry
    },
  }
}

/** Returns the maximum number of blocks in this many milliseconds. */
function likelyBlocks(milliseconds: number): number {
  return 100 + milliseconds / 100
}

export function keyOf({ target, height }: CachedRead): string {
  return height === undefined ? target : `${height} ${target}`
}
