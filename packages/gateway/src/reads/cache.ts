import type { Change } from '@flow-query/core/live'
import { createDueRuns, type DueRuns, eventGrace } from '@flow-query/core/parts/runs'
import { isLargeBody, type RawResponse } from '../raw-response.js'
import { type PastChange, PastChanges, type ResponseOrigin } from './changes.js'
import {
  type Contents,
  contentsOf,
  newestBlock,
  type Part,
  partsOfChange,
  type Row,
  unknownContents,
} from './dependencies.js'
import { createCachedDueRuns } from './due-runs.js'
import { type CachedRead, createEntries, type Entry, etagOf, headersOf } from './entries.js'
import { type Freshness, freshness, ofPastBlock, ofUnknownBlock, ofUnknownContents } from './freshness.js'

const longestPreference = 60_000
/** A response may be this many blocks ahead of the last event. */
const likelyLead = 100
/** A node may be this many blocks behind another one. */
const likelyLag = 5

/**
 * Keeps responses, and determines which of them are outdated. It sends no requests.
 *
 * A response is fresh while all of this is true:
 *
 * - It contains all known changes of its parts. `changes.ts` compares them by block height.
 * - No flow in it is due. `due-runs.ts` knows the due times, because not every run emits an event.
 * - Its lifetime has not ended. The lifetime is short while no events announce changes.
 */
export class ResponseCache {
  readonly #entries: ReturnType<typeof createEntries>
  readonly #changes = new PastChanges()
  readonly #dueRuns: ReturnType<typeof createCachedDueRuns>
  #connectedAt: PastChange | undefined
  #lastUnannounced = -1
  #eventAt = 0

  constructor(maxBytes: number, dueRuns: DueRuns = createDueRuns()) {
    this.#entries = createEntries(maxBytes)
    this.#dueRuns = createCachedDueRuns(dueRuns)
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return this.#entries.size
  }

  get(read: CachedRead): Entry | undefined {
    return this.#entries.get(read)
  }

  isFresh(entry: Entry): boolean {
    const now = Date.now()
    const hasEvents = this.hasEventsSince(entry)
    if (isAnnounced(entry) && !hasEvents && entry.requestNumber <= this.#lastUnannounced) return false
    const lifetime = hasEvents ? entry.freshness.withEvents : entry.freshness.withoutEvents
    const age = now - entry.confirmedAt
    // The clock of the machine can be set back.
    return !entry.isOutdated && now < entry.dueAt && age >= 0 && age < lifetime
  }

  hasEventsSince(entry: Entry): boolean {
    return this.#connectedAt !== undefined && this.#changes.contains(entry, this.#connectedAt)
  }

  /** Returns whether a response may lack changes from before the events. Responses without a height are not recognized. */
  isBeforeEvents({ height }: RawResponse): boolean {
    return height !== undefined && height < (this.#connectedAt?.height ?? 0)
  }

  /** Returns whether an entry may lack changes that no event will announce anymore. */
  isBehind(entry: Entry): boolean {
    return isAnnounced(entry) && this.isBeforeEvents(entry.raw)
  }

  /** The newest block that can be believed. */
  get reached(): number {
    return this.#changes.reached
  }

  /** Whether clients may see this height. It allows for the blocks since the last event. */
  isPossible(height: number): boolean {
    return this.reached === 0 || height <= this.reached + likelyLead + (Date.now() - this.#eventAt) / 100
  }

  nextRequest(): number {
    return this.#changes.nextRequest()
  }

  apply(found: readonly Change[], height: number): void {
    const change = this.#changes.at(height)
    this.#changes.eventArrived(height)
    this.#eventAt = Date.now()
    const hidden = this.#dueRuns.updatedWhileDue(found)
    this.#dueRuns.apply(found)
    this.#addChange([...this.#partsOf([...found, ...hidden]), newestBlock], change)
  }

  #partsOf(changes: readonly Change[]): Part[] {
    return changes.flatMap(change => partsOfChange(change, this.#dueRuns.accountsOf))
  }

  #addChange(parts: readonly Part[], change: PastChange): void {
    for (const part of parts) {
      this.#changes.add(part, change)
      for (const entry of this.#entries.containing(part))
        if (!this.#changes.contains(entry, change)) entry.isOutdated = true
    }
  }

  #rememberRows(rows: readonly Row[], { height = 0 }: RawResponse): void {
    const histories = this.#dueRuns.remember(rows)
    this.#addChange(this.#partsOf(histories), this.#changes.at(height))
  }

  /** Changes until now may not have been announced, so entries are read again. */
  subscribed(): void {
    this.#lastUnannounced = this.#changes.at(0).lastRequest
  }

  connected(height: number): void {
    this.#changes.connected(height)
    this.#connectedAt = this.#changes.at(height)
    this.#eventAt = Date.now()
    this.#dueRuns.setEventsSince(this.#eventAt)
  }

  /** Call this with the newest block of the node that sends the events. */
  limitEvents(height: number): void {
    this.#changes.limitEvents(height)
  }

  /** Entries expire soon, because no event announces their changes. */
  disconnected(): void {
    this.#connectedAt = undefined
    this.#dueRuns.setEventsSince(Infinity)
    this.#lastUnannounced = -1
  }

  contains(read: CachedRead, raw: RawResponse, requestNumber: number, body: unknown): boolean {
    if (read.height !== undefined) return true
    if (this.#canMissEvents({ raw, requestNumber })) return false
    return !this.#changes.areMissingIn({ raw, requestNumber }, describe(read, raw, body).parts)
  }

  store(read: CachedRead, raw: RawResponse, requestNumber: number, body: unknown, sentAt = Date.now()): Entry {
    const now = Date.now()
    if (read.height === undefined) this.#changes.responseArrived(raw.height)
    const { entry, rows } = this.#createEntry(read, raw, requestNumber, body, sentAt)
    if (!entry.isOutdated) this.#rememberRows(rows, raw)
    const known = this.#entries.get(read)
    const isBetter = known?.isOutdated && !entry.isOutdated
    const isFromLaterBlock = known && !isBetter && this.#isLater(known.raw, raw)
    if (isFromLaterBlock && Math.abs(now - known.storedAt) < longestPreference) {
      if (known.dueAt <= now) known.dueAt = now + eventGrace
      known.confirmedAt = Math.max(known.confirmedAt, sentAt)
      return known
    }
    this.#entries.add(read, entry)
    return entry
  }

  adopt(read: CachedRead, raw: RawResponse, sentAt: number): Entry | undefined {
    if (raw.height === undefined) return undefined
    const body = isLargeBody(raw.body.length) ? {} : JSON.parse(raw.body.toString())
    const { entry, rows } = this.#createEntry(read, raw, this.nextRequest(), body, sentAt)
    const known = this.#entries.get(read)
    if (!this.isFresh(entry) || (known && this.#isLater(known.raw, raw))) return undefined
    this.#rememberRows(rows, raw)
    this.#entries.add(read, entry)
    return entry
  }

  /** A height that is far ahead only counts if another response or an event has reached it, because it can be wrong. */
  #isLater({ height = 0 }: RawResponse, { height: other = Infinity }: RawResponse): boolean {
    return height > other && (height <= this.reached || height <= other + likelyLag)
  }

  /** Returns whether a response was requested before events began to arrive. Such a response may be outdated without an event. */
  #canMissEvents(response: ResponseOrigin): boolean {
    const hasAll = this.#connectedAt !== undefined && this.#changes.contains(response, this.#connectedAt)
    return response.requestNumber <= this.#lastUnannounced && !hasAll
  }

  #createEntry(read: CachedRead, raw: RawResponse, requestNumber: number, body: unknown, sentAt: number) {
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
      dueAt: this.#dueRuns.dueAt(read, rows, sentAt),
      isOutdated: this.#changes.areMissingIn({ raw, requestNumber }, parts),
    }
    return { entry, rows }
  }
}

function isAnnounced({ freshness }: Entry): boolean {
  return freshness.withEvents > freshness.withoutEvents
}

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
