import type { WebSocketConstructor } from '@flow-query/core'
import type { FlowEvent, FlowEventListener, FlowEventSource, LiveStatus } from '@flow-query/core/live'
import { type Connection, connect, socketUrl } from '@flow-query/core/parts/events'
import { WebSocket as NodeWebSocket } from 'ws'
import { type ChainReport, reportOfRpc } from '../chain/report.js'
import { within } from '../within.js'
import type { EventClients } from './clients.js'
import { eventFrame } from './frame.js'

export interface GatewayEventsOptions {
  readonly rpc: readonly string[]
  readonly WebSocket?: WebSocketConstructor | undefined
  readonly accept?: ((host: string, report: ChainReport) => void) | undefined
  readonly clients: EventClients
}

const maxReconnectDelay = 4_000
const reuseTime = 1_000

const longestAnswer = 5_000

export class GatewayEvents implements FlowEventSource {
  readonly #clients: EventClients
  readonly #options: GatewayEventsOptions
  #connection: Connection | undefined
  readonly #listeners = new Set<FlowEventListener>()
  #status: LiveStatus
  #isSilent = false
  #isAccepted = false
  /** Counts events and changes of the status. */
  #changes = 0
  #nodeStatus: { readonly response: Promise<unknown>; readonly until: number } | undefined

  constructor(options: GatewayEventsOptions) {
    this.#options = options
    this.#clients = options.clients
    this.#status = { state: options.rpc.length > 0 ? 'connecting' : 'stopped', error: null }
  }

  get state(): LiveStatus['state'] {
    return this.#status.state
  }

  open(): void {
    const { rpc, WebSocket = NodeWebSocket } = this.#options
    if (rpc.length === 0) return
    this.#connection = connect({
      urls: rpc.map(socketUrl),
      WebSocket,
      maxReconnectDelay,
      onEvents: events => this.#onEvents(events),
      onFrame: (frame, text) => {
        const event = this.#isAccepted ? eventFrame(frame, text) : null
        if (event) this.#clients.send(event)
      },
      onStatus: status => this.#onStatus(status),
    })
  }

  close(): void {
    this.#connection?.close()
  }

  async attempted(milliseconds: number): Promise<void> {
    const over = new AbortController()
    const timeout = AbortSignal.any([over.signal, AbortSignal.timeout(milliseconds)])
    await new Promise<void>(resolve => {
      timeout.addEventListener('abort', () => resolve(), { once: true })
      this.listen({ onEvents: () => {}, onStatus: ({ state }) => state !== 'connecting' && resolve() }, timeout)
    })
    over.abort()
  }

  /**
   * Calls `onEvents` before any client receives the events. If a cache removes changed responses in this callback, clients never get an
   * older response after an event.
   */
  listen(listener: FlowEventListener, signal?: AbortSignal): void {
    if (signal?.aborted) return
    this.#listeners.add(listener)
    signal?.addEventListener('abort', () => this.#listeners.delete(listener), { once: true })
    listener.onStatus(this.#status)
  }

  async height(): Promise<number> {
    // A single status can contain a height that is too high.
    const statuses = await Promise.all([this.nodeStatus(), this.#readStatus()])
    const heights = statuses.flatMap(status => reportOfRpc(status).block?.height ?? [])
    if (heights.length === 0) throw new Error('the node does not report its newest block')
    return Math.min(...heights)
  }

  nodeStatus(): Promise<unknown> {
    if (!this.#nodeStatus || this.#nodeStatus.until < Date.now()) {
      const response = this.#readStatus()
      this.#nodeStatus = { response, until: Date.now() + reuseTime }
    }
    return this.#nodeStatus.response
  }

  #readStatus(): Promise<unknown> {
    return statusFrom(this.#connection?.nodeStatus() ?? Promise.reject())
  }

  /** Flows run without events. If the node doesn't respond over the connection either, the connection is dead. */
  async silent(): Promise<void> {
    if (this.#status.state !== 'connected') return
    const change = this.#changes
    const isDead = await this.nodeStatus().then(
      () => false,
      () => true,
    )
    if (change !== this.#changes) return
    if (!isDead) {
      this.#isSilent = true
      this.#setStatus({ state: 'silent', error: null })
    }
    // Behind the same URL, another node may send events.
    this.#connection?.reconnect('sends no events although flows run')
  }

  get isUnsupported(): boolean {
    return this.#isSilent || this.#options.rpc.length === 0
  }

  #onEvents(events: FlowEvent[]): void {
    if (!this.#isAccepted) return
    // Discards the status of the node, which may be from an earlier block.
    this.#nodeStatus = undefined
    this.#changes++
    this.#isSilent = false
    if (this.#status.state === 'silent') this.#setStatus({ state: 'connected', error: null })
    for (const listener of this.#listeners) listener.onEvents(events)
  }

  #onStatus(next: LiveStatus): void {
    this.#changes++
    this.#nodeStatus = undefined
    if (next.state === 'connected' && !this.#isAccepted) {
      void this.#checkNode()
      return
    }
    this.#isAccepted = next.state === 'connected'
    this.#setStatus(next)
  }

  async #checkNode(): Promise<void> {
    const change = this.#changes
    const status = await this.nodeStatus().catch(() => undefined)
    const connection = this.#connection
    if (!connection || change !== this.#changes) return
    try {
      this.#options.accept?.(new URL(connection.url).host, reportOfRpc(status))
    } catch (error) {
      connection.reconnect(`is refused: ${(error as Error).message}`)
      return
    }
    this.#isAccepted = true
    // A silent node stays silent after a reconnect, until an event arrives.
    this.#setStatus({ state: this.#isSilent ? 'silent' : 'connected', error: null })
  }

  #setStatus(next: LiveStatus): void {
    const wasConnected = this.#status.state === 'connected'
    this.#status = next
    for (const listener of this.#listeners) listener.onStatus(next)
    if (wasConnected) this.#clients.interrupt()
  }
}

async function statusFrom(response: Promise<unknown>): Promise<unknown> {
  const status = await within(longestAnswer, response).catch(() => undefined)
  if (status === undefined) throw new Error('the node did not respond')
  return status
}
