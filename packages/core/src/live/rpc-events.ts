import { FlowQueryError, safely } from '../errors.js'
import type { FlowEventListener, FlowEventSource, LiveStatus } from '../events.js'
import { baseUrl } from '../request/endpoint.js'
import type { WebSocketConstructor } from '../types.js'
import { type Connection, connect } from './connection.js'
import { parseHeight } from './frames.js'

/** The parts of a client that choose where events come from. */
export interface EventsOptions {
  /** The URL of the node's RPC. With several URLs, each failed connection moves on to the next one. */
  readonly rpc?: string | readonly string[] | undefined
  /** Defaults to the global `WebSocket`. */
  readonly WebSocket?: WebSocketConstructor | undefined
  /** Replaces the connection to `rpc`. */
  readonly events?: FlowEventSource | undefined
}

const sources = new WeakMap<WebSocketConstructor, Map<string, FlowEventSource>>()

export function eventsOf({
  rpc,
  WebSocket = globalThis.WebSocket,
  events,
}: EventsOptions): FlowEventSource | undefined {
  if (events) return events
  const urls = [rpc ?? []].flat().map(socketUrl)
  if (urls.length === 0) return undefined
  if (!WebSocket)
    throw new FlowQueryError(
      'argument',
      'There is no global `WebSocket`. Node.js has one since version 22',
      {},
      'Pass a `WebSocket` to `createFlowClient`, for example the one from the `ws` package.',
    )
  const known = sources.get(WebSocket) ?? new Map<string, FlowEventSource>()
  sources.set(WebSocket, known)
  const source = known.get(`${urls}`) ?? rpcEvents(urls, WebSocket)
  known.set(`${urls}`, source)
  return source
}

function rpcEvents(urls: readonly string[], WebSocket: WebSocketConstructor): FlowEventSource {
  const listeners = new Set<FlowEventListener>()
  let connection: Connection | undefined
  let isOpen = false
  let status: LiveStatus = { state: 'connecting', error: null }

  function notify(call: (listener: FlowEventListener) => void): void {
    for (const listener of [...listeners]) if (listeners.has(listener)) safely(() => call(listener))
  }

  function onStatus(next: LiveStatus): void {
    status = next
    notify(listener => listener.onStatus(next))
  }

  function closeIfUnused(): void {
    if (listeners.size > 0 || !isOpen) return
    connection?.close()
    isOpen = false
    status = { state: 'connecting', error: null }
  }

  return {
    listen(listener, signal) {
      if (signal?.aborted) return
      listeners.add(listener)
      const leave = () => {
        listeners.delete(listener)
        // When one page replaces another, the last listener leaves just before the next one arrives.
        queueMicrotask(closeIfUnused)
      }
      signal?.addEventListener('abort', leave, { once: true })
      safely(() => listener.onStatus(status))
      if (isOpen || listeners.size === 0) return
      // A callback can add another listener while the connection is being opened.
      isOpen = true
      connection = connect({
        urls,
        WebSocket,
        onStatus,
        onEvents: events => notify(({ onEvents }) => onEvents(events)),
      })
    },
    async height() {
      // A single status can contain a height that is too high.
      const statuses = await Promise.all([connection?.nodeStatus(), connection?.nodeStatus()])
      const heights = (statuses as (NodeStatus | undefined)[]).map(
        status => parseHeight(status?.sync_info?.latest_block_height) ?? Number.POSITIVE_INFINITY,
      )
      const height = Math.min(...heights)
      return Number.isFinite(height) ? height : Promise.reject()
    },
  }
}

interface NodeStatus {
  readonly sync_info?: { readonly latest_block_height?: unknown }
}

export function socketUrl(rpc: string): string {
  const base = baseUrl('rpc', rpc, ['http:', 'https:', 'ws:', 'wss:'], 'http://localhost:26657').replace(
    /\/websocket$/,
    '',
  )
  return `${base.replace(/^http/, 'ws')}/websocket`
}
