import { FlowQueryError, type FlowQueryErrorKind } from '../errors.js'
import type { WebSocketConstructor, WebSocketLike } from '../types.js'
import { type FlowEvent, type Frame, readFrame, request, rpcError, subscriptions } from './frames.js'

/** How the connection to the chain stands. */
export interface LiveStatus {
  /**
   * - `connecting`: for the first time
   * - `connected`: the node has taken every subscription; events come
   * - `silent`: it has, and tells nothing although flows run. Flows that are due are asked for instead
   * - `reconnecting`: it broke, or failed to come about. Events may be lost until `connected` comes again
   * - `polling`: there is none, and queries are asked again from time to time
   * - `stopped`: there is none
   */
  state: 'connecting' | 'connected' | 'silent' | 'reconnecting' | 'polling' | 'stopped'
  /** Why there is no connection, where there should be one. */
  error: FlowQueryError | null
}

/** Milliseconds until a node must have taken all subscriptions, and must have answered a heartbeat. */
const longestAnswer = 10_000
/** Milliseconds without a frame, after which a heartbeat is asked for: pages cannot ping. */
const longestSilence = 20_000
/** Milliseconds before the first new attempt; twice as many before each next one. */
const firstWait = 500
const longestWait = 30_000
/** Milliseconds. A connection that broke sooner was another failure, or a node that takes and drops them is hammered. */
const steadyAfter = 5_000
/** How many events are remembered, as frames repeat them: one that matches two subscriptions comes twice. */
const mostRemembered = 10_000

const heartbeatId = subscriptions.length + 1

/** Holds a connection to a node, however often it breaks, until the returned function is called. */
export function connect(
  url: string,
  WebSocket: WebSocketConstructor,
  onEvents: (events: FlowEvent[]) => void,
  onStatus: (status: LiveStatus) => void,
): () => void {
  const ended = new AbortController()
  let socket: Socket | undefined
  let nextAttempt: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let connectedAt: number | undefined

  function attempt(): void {
    clearTimeout(nextAttempt)
    nextAttempt = undefined
    connectedAt = undefined
    socket = openSocket(url, WebSocket, { onConnected, onEvents, onFailure })
  }

  function onConnected(): void {
    connectedAt = Date.now()
    onStatus({ state: 'connected', error: null })
  }

  function onFailure(error: FlowQueryError): void {
    const wasSteady = connectedAt !== undefined && Date.now() - connectedAt >= steadyAfter
    failures = wasSteady ? 1 : failures + 1
    const wait = Math.min(firstWait * 2 ** (failures - 1), longestWait)
    nextAttempt = setTimeout(attempt, wait * (0.5 + Math.random() / 2))
    onStatus({ state: 'reconnecting', error })
  }

  /** The device is online, or the page visible again. */
  function wake(): void {
    if (nextAttempt !== undefined) attempt()
    else socket?.checkHealth()
  }

  globalThis.addEventListener?.('online', wake, ended)
  globalThis.document?.addEventListener('visibilitychange', () => document.hidden || wake(), ended)
  attempt()
  return () => {
    ended.abort()
    clearTimeout(nextAttempt)
    socket?.close()
  }
}

interface SocketListener {
  /** The node has taken every subscription. */
  onConnected: () => void
  /** Events of one block that were not told before. */
  onEvents: (events: FlowEvent[]) => void
  /** It is closed, and nothing more comes of it. */
  onFailure: (error: FlowQueryError) => void
}

/** One websocket, from its opening to its end. */
interface Socket {
  /** Asks for a sign of life, where the node is connected. */
  checkHealth: () => void
  close: () => void
}

function openSocket(url: string, WebSocket: WebSocketConstructor, listener: SocketListener): Socket {
  const unconfirmed = new Set<unknown>(subscriptions.map((_, index) => index + 1))
  const isNew = createMemory()
  let socket: WebSocketLike | undefined
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function after(milliseconds: number, then: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds)
  }

  function close(): void {
    clearTimeout(timer)
    isOpen = false
    if (!socket) return
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    // That it was closed before it was open is an error to some.
    socket.onerror = () => {}
    socket.close()
  }

  function fail(error: FlowQueryError): void {
    close()
    listener.onFailure(error)
  }

  function failWith(kind: FlowQueryErrorKind, problem: string, cause?: unknown): void {
    fail(rpcError(url, kind, problem, cause))
  }

  function checkHealth(): void {
    if (!isOpen) return
    socket?.send(request(heartbeatId, 'health'))
    after(longestAnswer, () => failWith('timeout', `gave no sign of life within ${longestAnswer} ms`))
  }

  function receive({ id, events }: Frame): void {
    const isLastConfirmation = unconfirmed.delete(id) && unconfirmed.size === 0
    if (unconfirmed.size === 0) after(longestSilence, checkHealth)
    const fresh = events.filter(isNew)
    if (fresh.length > 0) listener.onEvents(fresh)
    if (isLastConfirmation) listener.onConnected()
  }

  after(longestAnswer, () => failWith('timeout', `did not take all subscriptions within ${longestAnswer} ms`))
  try {
    socket = new WebSocket(url)
  } catch (cause) {
    failWith('network', `could not be opened: ${cause}`, cause)
    return { checkHealth, close }
  }
  socket.onopen = () => {
    isOpen = true
    subscriptions.forEach((query, index) => {
      socket?.send(request(index + 1, 'subscribe', { query }))
    })
  }
  socket.onclose = ({ code, reason }: { code?: number; reason?: string }) =>
    failWith('network', `closed the connection: ${reason || code}`)
  // What went wrong is told outside of pages only.
  socket.onerror = ({ message = '' }: { message?: string }) => {
    const isRefusal = /server response: (4\d\d|501)/.test(message)
    failWith(isRefusal ? 'unsupported' : 'network', `could not be reached${message && `: ${message}`}`)
  }
  socket.onmessage = ({ data }: { data: unknown }) => {
    try {
      receive(readFrame(url, data))
    } catch (error) {
      if (!(error instanceof FlowQueryError)) throw error
      fail(error)
    }
  }
  return { checkHealth, close }
}

/** Tells the events that it has not seen yet from those that it has. */
function createMemory(): (event: FlowEvent) => boolean {
  const seen = new Set<string>()
  return ({ type, id, owner, height }) => {
    const key = `${height} ${type} ${id ?? owner}`
    if (seen.has(key)) return false
    seen.add(key)
    // A set keeps the order in which its members came.
    for (const oldest of seen) {
      if (seen.size <= mostRemembered) break
      seen.delete(oldest)
    }
    return true
  }
}
