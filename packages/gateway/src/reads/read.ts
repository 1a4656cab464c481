import { type FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { LRUCache } from 'lru-cache'
import type { SharedResponses } from '../redis/shared-responses.js'
import type { ResponseCache } from './cache.js'
import { type CachedRead, type Entry, keyOf } from './entries.js'
import { errorTime } from './freshness.js'
import type { ReadResult } from './observer.js'
import { type RawResponse, responseOf, type Upstream } from './upstream.js'

export type ReadResponse =
  | { readonly kind: 'entry'; readonly entry: Entry; readonly isStale: boolean; readonly result: ReadResult }
  | { readonly kind: 'error'; readonly error: FlowQueryError; readonly raw: RawResponse | undefined }

const longestLag = 2_000
const firstDelay = 50
const patience = 3_000

interface Refreshed {
  readonly entry: Entry
  readonly isBehind: boolean
}

/** An error that is repeated until it expires, unless the next request could succeed. */
interface KnownError {
  readonly error: FlowQueryError
  readonly requestNumber: number
}

export function createReader(cache: ResponseCache, upstream: Upstream, shared?: SharedResponses) {
  const running = new Map<string, Promise<Refreshed>>()
  const errors = new LRUCache<string, KnownError>({ max: 5_000, ttl: errorTime })

  async function read(request: CachedRead, address = ''): Promise<ReadResponse> {
    const key = keyOf(request)
    const entry = cache.get(request)
    if (entry && cache.isFresh(entry)) return { kind: 'entry', entry, isStale: false, result: 'hit' }
    const known = errors.get(key)
    // Without an earlier response, a retry of the client must reach the node, like without a gateway.
    const isRepeated = known && (entry !== undefined || !known.error.retryable)
    if (isRepeated && isCurrent(request, known)) return failed(known.error, entry)

    const isMerged = running.has(key)
    try {
      const refreshed = await withPatience(
        isMerged ? join(key, request, address) : refreshOnce(key, request, address),
        entry,
      )
      if (!refreshed) return stale(entry as Entry)
      const { entry: latest, isBehind } = refreshed
      return { kind: 'entry', entry: latest, isStale: isBehind, result: isMerged ? 'merged' : 'miss' }
    } catch (error) {
      if (!isFlowQueryError(error)) throw error
      return failed(error, cache.get(request))
    }
  }

  async function join(key: string, request: CachedRead, address: string): Promise<Refreshed> {
    upstream.join(request, { address, key })
    const refreshed = await refreshOnce(key, request, address)
    return refreshed.isBehind ? refreshOnce(key, request, address) : refreshed
  }

  function refreshOnce(key: string, request: CachedRead, address: string): Promise<Refreshed> {
    const other = running.get(key)
    if (other) return other
    const promise = refreshForAll(key, request, address).finally(() => running.delete(key))
    running.set(key, promise)
    return promise
  }

  async function refreshForAll(key: string, request: CachedRead, address: string): Promise<Refreshed> {
    if (!shared) return refresh(key, request, address)
    const found = await shared.find(key, ({ raw, requestedAt }) => cache.adopt(request, raw, requestedAt))
    if ('accepted' in found) return { entry: found.accepted, isBehind: false }
    try {
      const refreshed = await refresh(key, request, address)
      if (refreshed.isBehind) found.release()
      else found.share(refreshed.entry.raw)
      return refreshed
    } catch (error) {
      found.release()
      throw error
    }
  }

  async function refresh(key: string, request: CachedRead, address: string): Promise<Refreshed> {
    const deadline = performance.now() + longestLag
    const except = new Set<string>()
    let best: Entry | undefined
    for (let delay = firstDelay; ; ) {
      const requestNumber = cache.nextRequest()
      const sentAt = Date.now()
      try {
        const { raw, json } = await upstream.read(request, { except, address, key })
        const isComplete = cache.contains(request, raw, requestNumber, json)
        const stored = cache.store(request, raw, requestNumber, json, sentAt)
        if (isComplete) return { entry: stored, isBehind: false }
        best = newer(best, stored)
        except.add(raw.node)
      } catch (error) {
        if (!isFlowQueryError(error)) throw error
        const raw = responseOf(error)
        const isBehind = raw !== undefined && !cache.contains(request, raw, requestNumber, undefined)
        const isLast = performance.now() >= deadline || (best === undefined && !isBehind)
        if (isLast && best === undefined) {
          errors.set(key, { error, requestNumber })
          throw error
        }
        if (raw && isBehind) except.add(raw.node)
        else for (const node of upstream.nodes) except.add(node)
      }
      if (except.size < upstream.nodes.length) continue
      if (performance.now() >= deadline && best) {
        return { entry: best, isBehind: true }
      }
      except.clear()
      await new Promise(resolve => setTimeout(resolve, delay))
      delay *= 2
    }
  }

  function isCurrent(request: CachedRead, { error, requestNumber }: KnownError): boolean {
    const raw = responseOf(error)
    return raw === undefined || cache.contains(request, raw, requestNumber, undefined)
  }

  return read
}

function stale(entry: Entry): ReadResponse {
  return { kind: 'entry', entry, isStale: true, result: 'stale' }
}

/** If the nodes can't be reached, the last good response is better than an error. */
function failed(error: FlowQueryError, entry: Entry | undefined): ReadResponse {
  // A broken node can also send a body without an end.
  const isTemporary = error.retryable || error.kind === 'tooLarge'
  return entry && isTemporary ? stale(entry) : { kind: 'error', error, raw: responseOf(error) }
}

function newer(one: Entry | undefined, other: Entry): Entry {
  return one && (one.raw.height ?? 0) > (other.raw.height ?? 0) ? one : other
}

async function withPatience<Value>(promise: Promise<Value>, earlier: Entry | undefined): Promise<Value | undefined> {
  if (!earlier) return promise
  // After the timeout, a rejection must not count as unhandled.
  promise.catch(() => {})
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), patience)
  })
  try {
    return await Promise.race([promise, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
