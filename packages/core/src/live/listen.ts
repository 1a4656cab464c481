import { safely } from '../callbacks.js'
import type { FlowClient } from '../client.js'
import { FlowQueryError, invalidArgument } from '../errors.js'
import { baseUrl } from '../request/endpoint.js'
import type { WebSocketConstructor } from '../types.js'
import { connect, type LiveStatus } from './connection.js'
import type { FlowEvent } from './frames.js'

export interface Listener {
  /** The events of one frame, all of one block. */
  onEvents: (events: FlowEvent[]) => void
  onStatus: (status: LiveStatus) => void
}

interface Shared {
  url: string
  WebSocket: WebSocketConstructor
  listeners: Set<Listener>
  status: LiveStatus
  stop?: () => void
}

const open = new Set<Shared>()

/**
 * Listens on the one connection to a node that all listeners share: opened with the first, closed with the last.
 *
 * The present status is told at once, before this returns. Whoever listens again in the same task as the last has left
 * keeps the connection.
 *
 * @throws {FlowQueryError} `argument` for an `rpc` that is no URL, and where there is no WebSocket
 */
export function listen(
  { rpc, WebSocket = globalThis.WebSocket }: Pick<FlowClient, 'rpc' | 'WebSocket'>,
  signal: AbortSignal | undefined,
  listener: Listener,
): void {
  if (rpc === undefined) throw invalidArgument('rpc', rpc, 'the RPC of the client, which events come from')
  const url = socketUrl(rpc)
  if (!WebSocket)
    throw new FlowQueryError(
      'argument',
      'There is no global `WebSocket`: pass one, as of the `ws` package. Node has its own from 22 on',
    )
  if (signal?.aborted) return

  const shared: Shared = [...open].find(other => other.url === url && other.WebSocket === WebSocket) ?? {
    url,
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
      // Where one page follows another, the last leaves just before the next comes.
      queueMicrotask(() => !listeners.size && open.delete(shared) && shared.stop?.())
    },
    { once: true },
  )
  safely(() => listener.onStatus(shared.status))
  if (shared.stop || !listeners.size) return

  const each = (tell: (listener: Listener) => void) => {
    for (const listener of [...listeners]) if (listeners.has(listener)) safely(() => tell(listener))
  }
  // Whoever comes while it is opened must not open another.
  shared.stop = () => {}
  shared.stop = connect(
    url,
    WebSocket,
    events => each(listener => listener.onEvents(events)),
    status => {
      shared.status = status
      each(listener => listener.onStatus(status))
    },
  )
}

function socketUrl(rpc: string): string {
  const base = baseUrl('rpc', rpc, ['http:', 'https:', 'ws:', 'wss:']).replace(/\/websocket$/, '')
  return `${base.replace(/^http/, 'ws')}/websocket`
}
