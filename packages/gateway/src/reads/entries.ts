import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { heightHeader, type RawResponse } from '../raw-response.js'
import type { Part } from './dependencies.js'
import type { Freshness } from './freshness.js'
import type { AllowedRead } from './routes.js'

export interface CachedRead extends AllowedRead {
  readonly height?: number | undefined
}

export interface Entry {
  readonly raw: RawResponse
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly encoded: Map<string, Promise<Buffer>>
  readonly requestNumber: number
  readonly parts: readonly Part[]
  readonly freshness: Freshness
  readonly storedAt: number
  confirmedAt: number
  dueAt: number
  isOutdated: boolean
}

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
      // The cache rejects an entry that is too large.
      if (byKey.peek(key) !== entry) return
      for (const part of entry.parts) {
        const others = byPart.get(part)
        if (others) others.add(entry)
        else byPart.set(part, new Set([entry]))
      }
    },
    containing: (part: Part): Iterable<Entry> => byPart.get(part) ?? [],
    get size() {
      return { entries: byKey.size, bytes: byKey.calculatedSize }
    },
  }
}

export const vary = `accept-encoding, x-cosmos-block-height, ${heightHeader}`

export function keyOf({ target, height }: CachedRead): string {
  return height === undefined ? target : `${height} ${target}`
}

export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`
}

/**
 * Browsers and CDNs must revalidate responses about the newest block, because an event can make them stale at any time. A past
 * block never changes.
 */
export function headersOf({ height }: RawResponse, etag: string, isImmutable: boolean): Entry['headers'] {
  return {
    etag,
    vary,
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    ...(height !== undefined && { [heightHeader]: `${height}` }),
  }
}
