import { checkAddress } from './arguments.js'
import { safely } from './callbacks.js'
import type { FlowClient } from './client.js'
import { checkInteger, type FlowQueryError, isFlowQueryError } from './errors.js'
import type { LiveStatus } from './events.js'
import { LiveCache } from './live/live-cache.js'
import { initialLiveStatus } from './live/live-users.js'
import { createPolling } from './live/polling.js'
import { createCollectionCache } from './mirror/cache.js'
import { FlowCopy } from './mirror/flow-copy.js'
import { createHeights } from './mirror/heights.js'
import { createReader } from './mirror/reader.js'
import { Retries } from './mirror/retries.js'
import { onAbort } from './request/deadline.js'
import type { Flow } from './types.js'

export interface MirrorFlowsOptions {
  /** The bech32 address of an owner. Defaults to all owners. */
  owner?: string | undefined
  /** The polling interval while no events arrive, in milliseconds. Defaults to 10,000. */
  pollInterval?: number | undefined
  /** Aborting the signal closes the mirror. */
  signal?: AbortSignal | undefined
}

export interface FlowMirrorStatus {
  /** The number of flows that were loaded so far. */
  readonly loaded: number
  /** The total number of flows, or null while it is unknown. */
  readonly total: number | null
  readonly live: LiveStatus['state']
  /** Why flows can't be read or events don't arrive, or null. */
  readonly error: FlowQueryError | null
}

/** All flows of a chain or of an owner, kept up to date in memory. */
export interface FlowMirror {
  /** Resolves when all flows are loaded. Rejects only if the mirror is closed before that. */
  readonly ready: Promise<void>
  /** The flows by id, in order of their ids. Empty until `ready`. A flow that hasn't changed stays the same object. */
  readonly flows: ReadonlyMap<string, Flow>
  /**
   * The block height up to which `flows` contains all changes. It is a few blocks behind the chain, because some runs emit no event. Null
   * until `ready`, and if the node doesn't report heights.
   */
  readonly height: number | null
  readonly status: FlowMirrorStatus
  /**
   * Returns the flows that may have changed after a block. Returns undefined if the block is older than the mirror or isn't on this chain
   * yet.
   */
  readonly changedSince: (height: number) => Flow[] | undefined
  /**
   * Waits until `flows` contains the changes of all events so far. Resolves to false if that takes longer than `timeout`, in
   * milliseconds.
   */
  readonly settled: (timeout: number) => Promise<boolean>
  /** Calls `listener` with each batch of new and changed flows after `ready`. */
  readonly subscribe: (listener: (changed: readonly Flow[]) => void) => () => void
  /** Ends all requests. */
  readonly close: () => void
}

/** Polling alone doesn't notice updates by the owner. */
const recheckWithoutEvents = 300_000
/** A node can drop events. */
const recheckWithEvents = 3_600_000
const settleInterval = 10

/**
 * Loads all flows of a chain, or of one owner, and keeps them up to date.
 *
 * It works like {@link liveFlows} with a single collection, but without TanStack Query. While nothing happens, the mirror only reads all
 * flows once an hour.
 *
 * Without events, it polls for new and due flows, and reads all flows every five minutes.
 *
 * @example
 * const mirror = mirrorFlows(client, { signal })
 * await mirror.ready
 * mirror.subscribe(changed => console.log(changed.map(({ id }) => id)))
 *
 * @throws {FlowQueryError} with kind `argument` if `owner` is not an address or `pollInterval` not a positive integer. All other errors go to `status.error`
 */
export function mirrorFlows(client: FlowClient, options: MirrorFlowsOptions = {}): FlowMirror {
  const { owner, pollInterval = 10_000, signal } = options
  if (owner !== undefined) checkAddress('owner', owner)
  checkInteger('pollInterval', pollInterval, 1, 10_000)
  const closing = new AbortController()
  const heights = createHeights()
  const reader = createReader(client, closing.signal, {
    onHeight: heights.responseArrived,
    onConnection: heights.connectionChanged,
    onNodeHeight(height) {
      if (heights.require(isFromGateway() ? 0 : height)) void load()
    },
  })
  const cache = createCollectionCache(reader, owner)
  const live = new LiveCache(reader, cache.queryClient, () => {})
  const rechecks = createPolling(() => void load())
  const listeners = new Set<(changed: readonly Flow[]) => void>()
  const copy = new FlowCopy()
  const retries = new Retries(() => void load())
  let status = initialLiveStatus
  let isReady = false
  let onReady = () => {}
  let onClosed = (_reason: unknown) => {}
  const ready = new Promise<void>((resolve, reject) => {
    onReady = resolve
    onClosed = reject
  })
  // Without a handler, closing the mirror early would be an unhandled rejection.
  ready.catch(() => {})

  function isFromGateway(): boolean {
    return cache.state.data?.height !== undefined
  }

  async function load(): Promise<void> {
    retries.cancel()
    // The error is in the state of the cache.
    await cache.fetch().catch(() => {})
  }

  function onCacheEvent({ action }: { action?: { type: string; manual?: boolean } }): void {
    if (closing.signal.aborted) return
    if (action?.type === 'fetch') heights.loadStarted()
    if (action?.type === 'error') retries.failed()
    if (action?.type !== 'success') return
    if (!action.manual) onLoaded()
    else if (isReady) show(false)
    settle()
  }

  function onLoaded(): void {
    if (isFromGateway()) {
      heights.responseArrived(cache.state.data?.height ?? null)
      heights.gatewayResponded()
    }
    if (heights.loadSucceeded()) retries.succeeded()
    else retries.failed()
    show(true)
    isReady = true
    onReady()
  }

  function show(isWhole: boolean): void {
    const changed = copy.update(cache.state.data?.flows ?? [])
    if (isWhole) copy.removeOthers()
    if (!isReady || changed.length === 0) return
    copy.recordChanges(changed, heights.newest)
    for (const listener of [...listeners]) safely(() => listener(changed))
  }

  function settle(): void {
    if (status.state === 'connected' && !live.isStale) heights.settled()
  }

  function onStatus(next: LiveStatus): void {
    status = next
    rechecks.every(next.state === 'connected' ? recheckWithEvents : recheckWithoutEvents)
  }

  function close(): void {
    if (closing.signal.aborted) return
    closing.abort()
    retries.cancel()
    rechecks.every(undefined)
    listeners.clear()
    cache.cancel()
    onClosed(signal?.reason ?? new DOMException('The mirror was closed before it was ready', 'AbortError'))
  }

  cache.queryClient.getQueryCache().subscribe(onCacheEvent)
  live.join({ fallbackInterval: pollInterval, signal: closing.signal, onStatus })
  const stopListening = onAbort(signal, close)
  closing.signal.addEventListener('abort', stopListening)
  if (signal?.aborted) close()
  else void load()

  return {
    ready,
    flows: copy.flows,
    get height() {
      settle()
      return heights.complete
    },
    get status() {
      const { data, error } = cache.state
      return {
        loaded: data?.loaded ?? 0,
        total: data?.total ?? null,
        live: status.state,
        error: isFlowQueryError(error) ? error : status.error,
      }
    },
    changedSince(height) {
      return heights.covers(height) ? copy.changedSince(height) : undefined
    },
    async settled(timeout) {
      const deadline = Date.now() + timeout
      while (isReady && (live.isStale || heights.isBehind)) {
        if (Date.now() >= deadline || closing.signal.aborted) return false
        await new Promise(resolve => setTimeout(resolve, settleInterval))
      }
      return isReady
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close,
  }
}
