import {
  type FlowEvent,
  type LiveStatus,
  type WebSocketConstructor,
  type WebSocketLike,
  watchFlows,
} from '@flow-query/core/live'
import { WebSocket as NodeWebSocket } from 'ws'
import { goJson, isRecord } from './jsonrpc.js'

export interface UpstreamOptions {
  /** The RPCs of the nodes. If a connection fails, the next RPC is used. */
  rpc: readonly string[]
  WebSocket?: WebSocketConstructor | undefined
  /** Returns whether a node belongs to the right chain. `chainId` is undefined if the node doesn't report it. */
  accepts: (rpc: string, chainId: string | undefined) => Promise<boolean>
  /** Called with the new events of a frame, before `onFrame`. */
  onEvents: (events: readonly FlowEvent[]) => void
  /** Called with each frame that core accepts, as the node sent it. */
  onFrame: (text: string) => void
  onStatus: (status: LiveStatus) => void
  signal: AbortSignal
}

export interface Upstream {
  /** Closes the connection for this reason, and connects to the next node. */
  readonly reconnect: (reason: string) => void
  /** Returns the node's response to `status` as JSON text. Requests within a second share one response, if there is no event between them. */
  readonly nodeStatus: () => Promise<string>
}

/** The longest delay before a lost connection is reopened, in milliseconds. All clients wait for this one connection. */
const maxReconnectDelay = 4_000
/** How long a node may take to respond to `status`, in milliseconds. */
const longestAnswer = 5_000
/** How long a response to `status` is reused, in milliseconds. */
const reuseTime = 1_000

/**
 * Connects to the first node of the right chain that responds. Subscriptions, health checks, backoff and failover are those of `watchFlows`, which reads
 * each frame before it is forwarded.
 */
export function connectUpstream(options: UpstreamOptions): Upstream {
  const { rpc, WebSocket = NodeWebSocket, accepts, onEvents, onFrame, onStatus, signal } = options
  let open: WebSocketLike | undefined
  let newest: UpstreamSocket | undefined
  let shared: { response: Promise<string>; until: number } | undefined
  const waiting = new Map<string, (result: unknown) => void>()
  let requests = 0

  /** Forwards the frames of a socket after core has read them. */
  class UpstreamSocket implements WebSocketLike {
    onopen: WebSocketLike['onopen'] = null
    onmessage: ((event: { data: unknown }) => void) | null = null
    onerror: WebSocketLike['onerror'] = null
    onclose: ((event: object) => void) | null = null
    readonly #socket: WebSocketLike

    constructor(url: string) {
      const socket: WebSocketLike = new WebSocket(url)
      shared = undefined
      this.#socket = socket
      newest = this
      socket.onopen = (event: never) => {
        open = socket
        // The response may be from another node, or from before events that were missed.
        shared = undefined
        void this.#checkChain(url, event)
      }
      socket.onerror = (event: never) => this.onerror?.(event)
      socket.onclose = (event: never) => {
        if (open === socket) open = undefined
        this.onclose?.(event)
      }
      socket.onmessage = ({ data }: { data: unknown }) => this.#receive(String(data))
    }

    /** Core subscribes only after the chain of the node is known, so no event of another chain is forwarded. */
    async #checkChain(url: string, event: never): Promise<void> {
      const chainId = chainIdIn(await requestStatus().catch(() => undefined))
      const isAccepted = await accepts(url, chainId)
      if (open !== this.#socket) return
      if (isAccepted) this.onopen?.(event)
      else this.lose(`its chain is ${chainId}, but the LCDs belong to another one`)
    }

    #receive(data: string): void {
      if (waiting.size > 0 && takeStatus(data)) return
      this.onmessage?.({ data })
      // Core removes its handler when it closes the connection, for example because the frame is invalid.
      if (this.onmessage) onFrame(data)
    }

    send(data: string): void {
      this.#socket.send(data)
    }

    /** Reports that the node has closed the connection, so that core closes it and connects again. */
    lose(reason: string): void {
      this.onclose?.({ reason })
    }

    close(): void {
      if (open === this.#socket) open = undefined
      this.#socket.close()
    }
  }

  /** Returns whether the message is the response to `status`. */
  function takeStatus(text: string): boolean {
    if (text.length > longestStatus) return false
    const message = parse(text)
    const settle = isRecord(message) && typeof message.id === 'string' ? waiting.get(message.id) : undefined
    settle?.(isRecord(message) ? message.result : undefined)
    return settle !== undefined
  }

  function requestStatus(): Promise<string> {
    const id = `status-${++requests}`
    return new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error('the node did not respond'))
      if (!open) return fail()
      const timer = setTimeout(fail, longestAnswer)
      waiting.set(id, result => {
        clearTimeout(timer)
        if (result === undefined) fail()
        else resolve(goJson(result))
      })
      open.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'status', params: {} }))
    }).finally(() => waiting.delete(id))
  }

  function onNewEvents(events: readonly FlowEvent[]): void {
    // A response from before the events can be from an earlier block.
    shared = undefined
    onEvents(events)
  }

  const callbacks = { onEvents: onNewEvents, onStatus }
  if (rpc.length > 0) watchFlows({ rpc, WebSocket: UpstreamSocket }, { ...callbacks, maxReconnectDelay, signal })
  return {
    reconnect: reason => newest?.lose(reason),
    nodeStatus() {
      if (!shared || shared.until < Date.now()) shared = { response: requestStatus(), until: Date.now() + reuseTime }
      return shared.response
    },
  }
}

/** The maximum length of a response to `status`, in characters. */
const longestStatus = 100_000

/** Returns the ID of the chain in a node's response to `status`. */
function chainIdIn(status: string | undefined): string | undefined {
  const message = parse(status ?? '')
  const info = isRecord(message) ? message.node_info : undefined
  const chainId = isRecord(info) ? info.network : undefined
  return typeof chainId === 'string' && chainId !== '' ? chainId : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
