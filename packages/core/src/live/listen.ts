import { safely } from '../callbacks.js'
import { FlowQueryError, invalidArgument } from '../errors.js'
import { baseUrl } from '../request/endpoint.js'
import { isSame } from '../same.js'
import type { WebSocketConstructor } from '../types.js'
import { connect, type LiveStatus } from './connection.js'
import type { FlowEvent } from './frames.js'

export interface Listener {
  /** Called with the new events of one frame. They all belong to the same block. */
  onEvents: (events: FlowEvent[]) => void
  onStatus: (status: LiveStatus) => void
  /** In milliseconds. Only the first listener of a connection sets it. */
  readonly maxReconnectDelay?: number | undefined
}

/** A node whose events are read. */
export interface EventSource {
  /** The URL of the node's RPC. With several URLs, each failed connection moves on to the next one. */
  readonly rpc?: string | readonly string[] | undefined
  /** Defaults to the global `WebSocket`. */
  readonly WebSocket?: WebSocketConstructor | undefined
}

interface Shared {
  urls: readonly string[]
  WebSocket: WebSocketConstructor
  listeners: Set<Listener>
  status: LiveStatus
  stop?: () => void
}

const open = new Set<Shared>()

/**
 * Adds a listener to the connection to a node. All listeners of a node share one connection, which opens with the first
 * listener and closes after the last one has left.
 *
 * Calls `onStatus` with the current status before it returns. The connection stays open if a new listener arrives in the same
 * task in which the last one leaves.
 *
 * @throws {FlowQueryError} with kind `argument` if `rpc` is missing or not a URL, or if there is no WebSocket
 */
export function listen(
  { rpc, WebSocket = globalThis.WebSocket }: EventSource,
  signal: AbortSignal | undefined,
  listener: Listener,
): void {
  const urls = [rpc ?? []].flat().map(socketUrl)
  if (urls.length === 0)
    throw invalidArgument('rpc', rpc, 'set on the client to receive events, such as http://localhost:26657')
  if (!WebSocket)
    throw new FlowQueryError(
      'argument',
      'There is no global `WebSocket`. Node.js has one since version 22',
      {},
      'Pass a `WebSocket` to `createFlowClient`, for example the one from the `ws` package.',
    )
  if (signal?.aborted) return

  const shared: Shared = [...open].find(other => isSame(other.urls, urls) && other.WebSocket === WebSocket) ?? {
    urls,
    WebSocket,
    listeners: new Set(),
    status: { state: 'connecting', error: null },
  }
  const { listeners } = shared
  open.add(shared)
  listeners.add(listener)
  signal?.addEventListener(
    'abort',
    () => {
      listeners.delete(listener)
      // When one page replaces another, the last listener leaves just before the next one arrives.
      queueMicrotask(() => !listeners.size && open.delete(shared) && shared.stop?.())
    },
    { once: true },
  )
  safely(() => listener.onStatus(shared.status))
  if (shared.stop || !listeners.size) return

  const notifyAll = (notify: (listener: Listener) => void) => {
    for (const listener of [...listeners]) if (listeners.has(listener)) safely(() => notify(listener))
  }
  // If a callback adds another listener while `connect` runs, that listener must not open a second connection.
  shared.stop = () => {}
  shared.stop = connect(
    urls,
    WebSocket,
    events => notifyAll(listener => listener.onEvents(events)),
    status => {
      shared.status = status
      notifyAll(listener => listener.onStatus(status))
    },
    listener.maxReconnectDelay,
  )
}

/** Returns the URL of a node's WebSocket. */
export function socketUrl(rpc: string): string {
  const base = baseUrl('rpc', rpc, ['http:', 'https:', 'ws:', 'wss:'], 'http://localhost:26657').replace(
    /\/websocket$/,
    '',
  )
  return `${base.replace(/^http/, 'ws')}/websocket`
}
