import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Part } from './dependencies.js'
import type { Freshness } from './freshness.js'
import type { AllowedRead } from './routes.js'
import { heightHeader, type RawResponse } from './upstream.js'

/** A request for the newest block, or for the block at `height`. */
export interface CachedRead extends AllowedRead {
  readonly height?: number | undefined
}

/** A successful response in the cache. */
export interface Entry {
  readonly raw: RawResponse
  readonly etag: string
  /** The headers that all clients receive. */
  readonly headers: Readonly<Record<string, string>>
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

/** Keeps the most recently used entries, and finds those that contain a part. */
export function createEntries(maxBytes: number) {
  const byPart = new Map<Part, Set<Entry>>()
  const byKey = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation: ({ raw, parts }) => 2 * raw.body.length + 300 * parts.length + 1_000,
    dispose(entry) {
      for (const part of entry.parts) {
        const others = byPart.get(part)
        others?.delete(entry)
        if (others?.size === 0) byPart.delete(part)
      }
    },
  })
  return {
    get: (read: CachedRead): Entry | undefined => byKey.get(keyOf(read)),
    add(read: CachedRead, entry: Entry): void {
      const key = keyOf(read)
      byKey.set(key, entry)
      // Entries that are too large are rejected.
      if (byKey.peek(key) !== entry) return
      for (const part of entry.parts) {
        const others = byPart.get(part)
        if (others) others.add(entry)
        else byPart.set(part, new Set([entry]))
      }
    },
    /** Returns the entries that contain a part. */
    containing: (part: Part): Iterable<Entry> => byPart.get(part) ?? [],
    removeIf(isRemoved: (entry: Entry) => boolean): void {
      for (const [key, entry] of [...byKey.entries()]) if (isRemoved(entry)) byKey.delete(key)
    },
    /** The number of entries, and their approximate size in bytes. */
    get size() {
      return { entries: byKey.size, bytes: byKey.calculatedSize }
    },
  }
}

/** The request headers that change a response. Nodes accept both names of the height. */
export const vary = `accept-encoding, x-cosmos-block-height, ${heightHeader}`

export function keyOf({ target, height }: CachedRead): string {
  return height === undefined ? target : `${height} ${target}`
}

/** Returns the tag of a body, which is the same in all instances. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`
}

/**
 * Returns the headers of a response. Browsers and CDNs must revalidate responses about the newest block, because an event can make
 * them stale at any time. A past block never changes.
 */
export function headersOf({ height }: RawResponse, etag: string, isImmutable: boolean): Entry['headers'] {
  return {
    etag,
    vary,
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    ...(height !== undefined && { [heightHeader]: `${height}` }),
  }
}
