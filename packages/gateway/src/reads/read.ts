import { type FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { LRUCache } from 'lru-cache'
import { type RawResponse, responseOf } from '../raw-response.js'
import type { SharedResponses } from '../redis/shared-responses.js'
import { within } from '../within.js'
import type { ResponseCache } from './cache.js'
import { type CachedRead, type Entry, keyOf } from './entries.js'
import { errorTime } from './freshness.js'
import type { ReadResult } from './observer.js'
import { type FailedRefresh, type Refreshed, refresh } from './refresh.js'
import type { Upstream } from './upstream.js'

export type ReadResponse =
  | { readonly kind: 'entry'; readonly entry: Entry; readonly isStale: boolean; readonly result: ReadResult }
  | { readonly kind: 'error'; readonly error: FlowQueryError; readonly raw: RawResponse | undefined }

const patience = 3_000

/** Merges equal requests, and repeats errors until they expire or the next request could succeed. */
export class Reader {
  readonly #cache: ResponseCache
  readonly #upstream: Upstream
  readonly #shared: SharedResponses | undefined
  readonly #running = new Map<string, Promise<Refreshed>>()
  readonly #errors = new LRUCache<string, FailedRefresh>({ max: 5_000, ttl: errorTime })

  constructor(cache: ResponseCache, upstream: Upstream, shared?: SharedResponses) {
    this.#cache = cache
    this.#upstream = upstream
    this.#shared = shared
  }

  async read(request: CachedRead, address = ''): Promise<ReadResponse> {
    const key = keyOf(request)
    const entry = this.#cache.get(request)
    if (entry && this.#cache.isFresh(entry)) return { kind: 'entry', entry, isStale: false, result: 'hit' }
    const known = this.#errors.get(key)
    // Without an earlier response, a retry of the client must reach the node, like without a gateway.
    const isRepeated = known && (entry !== undefined || !known.error.retryable)
    if (isRepeated && this.#isCurrent(request, known)) return failed(known.error, entry)

    const isMerged = this.#running.has(key)
    const refreshing = isMerged ? this.#join(key, request, address) : this.#refreshOnce(key, request, address)
    try {
      const refreshed = entry ? await within(patience, refreshing) : await refreshing
      if (!refreshed) return stale(entry as Entry)
      const { entry: latest, isBehind } = refreshed
      return { kind: 'entry', entry: latest, isStale: isBehind, result: isMerged ? 'merged' : 'miss' }
    } catch (error) {
      if (!isFlowQueryError(error)) throw error
      return failed(error, this.#cache.get(request))
    }
  }

  async #join(key: string, request: CachedRead, address: string): Promise<Refreshed> {
    this.#upstream.join(request, { address, key })
    const refreshed = await this.#refreshOnce(key, request, address)
    return refreshed.isBehind ? this.#refreshOnce(key, request, address) : refreshed
  }

  #refreshOnce(key: string, request: CachedRead, address: string): Promise<Refreshed> {
    const other = this.#running.get(key)
    if (other) return other
    const promise = this.#refreshForAll(key, request, address).finally(() => this.#running.delete(key))
    this.#running.set(key, promise)
    return promise
  }

  async #refreshForAll(key: string, request: CachedRead, address: string): Promise<Refreshed> {
    if (!this.#shared) return this.#refresh(key, request, address)
    const found = await this.#shared.find(key, ({ raw, requestedAt }) => this.#cache.adopt(request, raw, requestedAt))
    if ('accepted' in found) return { entry: found.accepted, isBehind: false }
    try {
      const refreshed = await this.#refresh(key, request, address)
      if (refreshed.isBehind) found.release()
      else found.share(refreshed.entry.raw)
      return refreshed
    } catch (error) {
      found.release()
      throw error
    }
  }

  async #refresh(key: string, request: CachedRead, address: string): Promise<Refreshed> {
    const found = await refresh(this.#cache, this.#upstream, request, { address, key })
    if ('entry' in found) return found
    this.#errors.set(key, found)
    throw found.error
  }

  #isCurrent(request: CachedRead, { error, requestNumber }: FailedRefresh): boolean {
    const raw = responseOf(error)
    return raw === undefined || this.#cache.contains(request, raw, requestNumber, undefined)
  }
}

function stale(entry: Entry): ReadResponse {
  return { kind: 'entry', entry, isStale: true, result: 'stale' }
}

/** If the nodes can't be reached, the last good response is better than an error. */
function failed(error: FlowQueryError, entry: Entry | undefined): ReadResponse {
  // `tooLarge` counts as temporary, because a broken node can send an endless body.
  const isTemporary = error.retryable || error.kind === 'tooLarge'
  return entry && isTemporary ? stale(entry) : { kind: 'error', error, raw: responseOf(error) }
}
