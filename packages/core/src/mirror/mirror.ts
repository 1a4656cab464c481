import type { FlowClient } from '../client.js'
import { isFlowQueryError, safely } from '../errors.js'
import type { LiveStatus } from '../events.js'
import type { CacheEvent } from '../live/cache.js'
import { LiveCache } from '../live/live-cache.js'
import { initialLiveStatus } from '../live/live-users.js'
import { createPolling } from '../live/polling.js'
import { createReader } from '../live/reader.js'
import { onAbort } from '../request/deadline.js'
import type { Flow } from '../types.js'
import { MirrorCache } from './cache.js'
import { FlowCopy } from './flow-copy.js'
import { Heights } from './heights.js'
import { Retries } from './retries.js'
import type { FlowMirror, FlowMirrorStatus } from './types.js'

/** How often all flows are read while no events arrive, in milliseconds, because polling doesn't notice updates by owners. */
const recheckWithoutEvents = 300_000
/** How often all flows are read while events arrive, in milliseconds, because a node can drop events. */
const recheckWithEvents = 3_600_000
const settleInterval = 10

type Listener = (changed: readonly Flow[]) => void

export class Mirror implements FlowMirror {
  readonly ready: Promise<void>
  readonly flows: ReadonlyMap<string, Flow>
  readonly #signal: AbortSignal | undefined
  readonly #closing = new AbortController()
  readonly #cache: MirrorCache
  readonly #live: LiveCache
  readonly #heights = new Heights()
  readonly #copy = new FlowCopy()
  readonly #retries = new Retries(() => void this.#load())
  readonly #rechecks = createPolling(() => void this.#load())
  readonly #listeners = new Set<Listener>()
  #status = initialLiveStatus
  #isReady = false
  #onReady = () => {}
  #onClosed = (_reason: unknown) => {}

  constructor(client: FlowClient, owner: string | undefined, pollInterval: number, signal: AbortSignal | undefined) {
    this.#signal = signal
    this.flows = this.#copy.flows
    this.ready = new Promise<void>((resolve, reject) => {
      this.#onReady = resolve
      this.#onClosed = reject
    })
    // Without a handler, closing the mirror early would cause an unhandled rejection.
    this.ready.catch(() => {})
    const reader = createReader(client, this.#closing.signal, {
      onHeight: height => this.#heights.responseArrived(height),
      onEvent: height => this.#heights.eventArrived(height),
      onConnection: isConnected => this.#heights.connectionChanged(isConnected),
      onNodeHeight: height => this.#onNodeHeight(height),
    })
    this.#cache = new MirrorCache(reader, owner)
    this.#live = new LiveCache(reader, this.#cache.queryClient, () => {})
    this.#cache.queryClient.getQueryCache().subscribe(event => this.#onCacheEvent(event))
    const onStatus = (status: LiveStatus) => this.#onStatus(status)
    this.#live.join({ fallbackInterval: pollInterval, signal: this.#closing.signal, onStatus })
    const stopListening = onAbort(signal, this.close)
    this.#closing.signal.addEventListener('abort', stopListening)
    if (signal?.aborted) this.close()
    else void this.#load()
  }

  get height(): number | null {
    this.#settle()
    return this.#heights.complete
  }

  get status(): FlowMirrorStatus {
    const { data, error } = this.#cache.state
    return {
      loaded: data?.loaded ?? 0,
      total: data?.total ?? null,
      live: this.#status.state,
      error: isFlowQueryError(error) ? error : this.#status.error,
    }
  }

  readonly changedSince = (height: number): Flow[] | undefined => {
    return this.#heights.covers(height) ? this.#copy.changedSince(height) : undefined
  }

  readonly settled = async (timeout: number): Promise<boolean> => {
    const deadline = Date.now() + timeout
    while (this.#isReady && (this.#isStale() || this.#heights.isBehind)) {
      if (Date.now() >= deadline || this.#closing.signal.aborted) return false
      await new Promise(resolve => setTimeout(resolve, settleInterval))
    }
    return this.#isReady
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly close = (): void => {
    if (this.#closing.signal.aborted) return
    this.#closing.abort()
    this.#retries.cancel()
    this.#rechecks.every(undefined)
    this.#listeners.clear()
    this.#cache.close()
    this.#onClosed(this.#signal?.reason ?? new DOMException('The mirror was closed before it was ready', 'AbortError'))
  }

  async #load(): Promise<void> {
    this.#retries.cancel()
    await this.#cache.load()
  }

  #onNodeHeight(height: number): void {
    if (this.#heights.require(this.#isFromGateway() ? 0 : height)) void this.#load()
  }

  #onStatus(status: LiveStatus): void {
    this.#status = status
    this.#rechecks.every(status.state === 'connected' ? recheckWithEvents : recheckWithoutEvents)
  }

  #onCacheEvent({ action }: CacheEvent): void {
    if (this.#closing.signal.aborted) return
    if (action?.type === 'fetch') this.#heights.loadStarted()
    if (action?.type === 'error') this.#retries.failed()
    if (action?.type !== 'success') return
    if (!action.manual) this.#onLoaded()
    else if (this.#isReady && !this.#heights.isSuspicious) this.#show(false)
    this.#settle()
  }

  #onLoaded(): void {
    if (this.#isFromGateway()) {
      this.#heights.responseArrived(this.#cache.state.data?.height ?? null)
      this.#heights.gatewayResponded()
    }
    if (this.#heights.loadSucceeded()) this.#retries.succeeded()
    else this.#retries.failed()
    if (this.#heights.isSuspicious) return
    this.#copy.setUnknownHeights(this.#heights.newest)
    this.#show(true)
    this.#isReady = true
    this.#onReady()
  }

  #show(isWhole: boolean): void {
    const changed = this.#copy.update(this.#cache.state.data?.flows ?? [])
    if (isWhole) this.#copy.removeOthers()
    if (!this.#isReady || changed.length === 0) return
    // The block of a snapshot is unknown until it is complete.
    const isLoading = this.#cache.state.fetchStatus === 'fetching'
    this.#copy.recordChanges(changed, isLoading ? Number.POSITIVE_INFINITY : this.#heights.newest)
    for (const listener of [...this.#listeners]) safely(() => listener(changed))
  }

  #settle(): void {
    if (this.#status.state === 'connected' && !this.#isStale()) this.#heights.settled()
  }

  /** A response with a height contains the events before it, even if a row is equal to the row from before the event. */
  #isStale(): boolean {
    return this.#heights.complete === null ? this.#live.isStale : this.#live.mustRead
  }

  #isFromGateway(): boolean {
    return this.#cache.state.data?.height !== undefined
  }
}
