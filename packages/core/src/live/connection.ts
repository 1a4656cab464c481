import type { FlowQueryError, FlowQueryErrorKind } from '../errors.js'
import type { WebSocketConstructor, WebSocketLike } from '../types.js'
import { type FlowEvent, readFrame, request, rpcError, subscriptions } from './frames.js'

/** How the connection to the chain stands. */
export interface LiveStatus {
  /**
   * - `connecting`: for the first time
   * - `connected`: the node has taken every subscription; events come
   * - `reconnecting`: it broke, or failed to come about. Events may be lost until `connected` comes again
   * - `polling`: there is none, and queries are asked again from time to time
   * - `stopped`: there is none
   */
  state: 'connecting' | 'connected' | 'reconnecting' | 'polling' | 'stopped'
  /** Why there is no connection, where there should be one. */
  error: FlowQueryError | null
}

/** Milliseconds until a node must have taken all subscriptions, and must have answered a heartbeat. */
const patience = 10_000
/** Milliseconds without a frame, after which a heartbeat is asked for: pages cannot ping. */
const quiet = 20_000
/** Milliseconds before the first new attempt; twice as many before each next one. */
const firstWait = 500
const longestWait = 30_000
/** Milliseconds. A connection that broke sooner was another failure, or a node that takes and drops them is hammered. */
const steady = 5_000
/** How many events are remembered, as frames repeat them: one that matches two subscriptions comes twice. */
const mostRemembered = 10_000

const heartbeat = subscriptions.length + 1

/** Holds a connection to a node, however often it breaks, until the returned function is called. */
export function connect(
  url: string,
  WebSocket: WebSocketConstructor,
  onEvents: (events: FlowEvent[]) => void,
  onStatus: (status: LiveStatus) => void,
): () => void {
  const listening = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let end: () => void
  /** What to do when the device is online or the page visible again. */
  let wake: () => void

  function later(milliseconds: number, then: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds)
  }

  function open(): void {
    const awaited = new Set<unknown>(subscriptions.map((_, index) => index + 1))
    const told = new Set<string>()
    let connectedAt = Number.POSITIVE_INFINITY
    let socket: WebSocketLike | undefined

    const fail = (error: FlowQueryError) => {
      end()
      failures = Date.now() - connectedAt >= steady ? 1 : failures + 1
      wake = open
      later(Math.min(firstWait * 2 ** (failures - 1), longestWait) * (0.5 + Math.random() / 2), open)
      onStatus({ state: 'reconnecting', error })
    }
    const broke = (...problem: [kind: FlowQueryErrorKind, problem: string, cause?: unknown]) =>
      fail(rpcError(url, ...problem))
    const beat = () => {
      socket?.send(request(heartbeat, 'health'))
      later(patience, () => broke('timeout', `gave no sign of life within ${patience} ms`))
    }

    end = () => {
      clearTimeout(timer)
      if (!socket) return
      socket.onopen = socket.onmessage = socket.onclose = null
      // That it was closed before it was open is an error to some.
      socket.onerror = () => {}
      socket.close()
    }
    wake = () => {}
    later(patience, () => broke('timeout', `did not take all subscriptions within ${patience} ms`))
    try {
      socket = new WebSocket(url)
    } catch (cause) {
      broke('network', `could not be opened: ${cause}`, cause)
      return
    }
    socket.onopen = () => {
      wake = beat
      subscriptions.forEach((query, index) => {
        socket?.send(request(index + 1, 'subscribe', { query }))
      })
    }
    socket.onclose = ({ code, reason }: { code?: number; reason?: string }) =>
      broke('network', `closed the connection: ${reason || code}`)
    // What went wrong is told outside of pages only.
    socket.onerror = ({ message }: { message?: string }) =>
      broke(
        /server response: (4\d\d|501)/.test(`${message}`) ? 'unsupported' : 'network',
        `could not be reached${message ? `: ${message}` : ''}`,
      )
    socket.onmessage = ({ data }: { data: unknown }) => {
      let frame: ReturnType<typeof readFrame>
      try {
        frame = readFrame(url, data)
      } catch (error) {
        fail(error as FlowQueryError)
        return
      }
      const complete = awaited.delete(frame.id) && !awaited.size
      if (!awaited.size) later(quiet, beat)
      const fresh = frame.events.filter(({ type, id, height }) => {
        const key = `${height} ${type} ${id}`
        return !told.has(key) && told.add(key)
      })
      for (const key of told) {
        if (told.size <= mostRemembered) break
        told.delete(key)
      }
      if (fresh.length) onEvents(fresh)
      if (complete) {
        connectedAt = Date.now()
        onStatus({ state: 'connected', error: null })
      }
    }
  }

  globalThis.addEventListener?.('online', () => wake(), listening)
  globalThis.document?.addEventListener('visibilitychange', () => document.hidden || wake(), listening)
  open()
  return () => {
    end()
    listening.abort()
  }
}
