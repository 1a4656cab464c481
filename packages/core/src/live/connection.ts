import { FlowQueryError, type FlowQueryErrorKind } from '../errors.js'
import type { WebSocketConstructor, WebSocketLike } from '../types.js'
import { type FlowEvent, type Frame, flowSubscriptions, readFrame, request, rpcError } from './frames.js'

/** The status of the connection to the chain. */
export interface LiveStatus {
  /**
   * - `connecting`: the first connection is being opened
   * - `connected`: the node has confirmed all subscriptions, and events arrive
   * - `silent`: the connection is open, but the node sends no events although flows run. Flows are refetched when they are due
   * - `reconnecting`: the connection failed. Events may be lost until the state is `connected` again
   * - `polling`: there is no connection, and queries are refetched at an interval
   * - `stopped`: there is neither a connection nor polling
   */
  state: 'connecting' | 'connected' | 'silent' | 'reconnecting' | 'polling' | 'stopped'
  /** Why the connection failed, or null if it didn't. */
  error: FlowQueryError | null
}

/** How long a node may take to confirm all subscriptions or to respond to a health check, in milliseconds. */
const longestAnswer = 10_000
/** Milliseconds without a frame until a health check is sent. Browsers can't send pings. */
const longestSilence = 20_000
/** Milliseconds until the first reconnect. The delay doubles with each further attempt. */
const firstWait = 500
const longestWait = 30_000
/**
 * A connection that lasted for this many milliseconds resets the backoff. Shorter connections don't, because a node can drop
 * connections right after accepting them.
 */
const steadyAfter = 5_000
/** How many events are remembered at least, to remove duplicates. An event that matches two subscriptions arrives twice. */
const leastRemembered = 10_000

const heartbeatId = flowSubscriptions.length + 1

/**
 * Connects to a node and reconnects after failures, until the returned function is called. With several URLs, each failure moves on
 * to the next one.
 */
export function connect(
  urls: readonly string[],
  WebSocket: WebSocketConstructor,
  onEvents: (events: FlowEvent[]) => void,
  onStatus: (status: LiveStatus) => void,
  maxReconnectDelay = longestWait,
): () => void {
  const ended = new AbortController()
  let socket: Socket | undefined
  let nextAttempt: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let current = 0
  let connectedAt: number | undefined

  function attempt(): void {
    clearTimeout(nextAttempt)
    nextAttempt = undefined
    connectedAt = undefined
    socket = openSocket(urls[current] as string, WebSocket, { onConnected, onEvents, onFailure })
  }

  function onConnected(): void {
    connectedAt ??= Date.now()
    onStatus({ state: 'connected', error: null })
  }

  function onFailure(error: FlowQueryError): void {
    const wasSteady = connectedAt !== undefined && Date.now() - connectedAt >= steadyAfter
    failures = wasSteady ? 1 : failures + 1
    current = (current + 1) % urls.length
    const wait = Math.min(firstWait * 2 ** (failures - 1), maxReconnectDelay)
    nextAttempt = setTimeout(attempt, wait * (0.5 + Math.random() / 2))
    onStatus({ state: 'reconnecting', error })
  }

  /** Called when the device is online again, or the page is visible again. */
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
  /** Called when the node has confirmed all subscriptions, and after a block with too many events. */
  onConnected: () => void
  /** Called with new events of one block. */
  onEvents: (events: FlowEvent[]) => void
  /** Called when the socket has failed and is closed. */
  onFailure: (error: FlowQueryError) => void
}

/** A single WebSocket connection, without reconnects. */
interface Socket {
  /** Sends a health check if the socket is open. */
  checkHealth: () => void
  close: () => void
}

function openSocket(url: string, WebSocket: WebSocketConstructor, listener: SocketListener): Socket {
  const unconfirmed = new Set<unknown>(flowSubscriptions.map((_, index) => index + 1))
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
    // Some implementations report an error when a socket is closed before it has opened.
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
    after(longestAnswer, () => failWith('timeout', `did not respond to a health check within ${longestAnswer} ms`))
  }

  function receive({ id, events }: Frame): void {
    const isLastConfirmation = unconfirmed.delete(id) && unconfirmed.size === 0
    if (unconfirmed.size === 0) after(longestSilence, checkHealth)
    const fresh = events === 'tooMany' ? [] : events.filter(isNew)
    if (fresh.length > 0) listener.onEvents(fresh)
    // After missed events, listeners must read everything again, like after a new connection.
    const hasMissed = events === 'tooMany' && unconfirmed.size === 0
    if (isLastConfirmation || hasMissed) listener.onConnected()
  }

  after(longestAnswer, () => failWith('timeout', `did not confirm all subscriptions within ${longestAnswer} ms`))
  try {
    socket = new WebSocket(url)
  } catch (cause) {
    failWith('network', `could not be opened: ${cause}`, cause)
    return { checkHealth, close }
  }
  socket.onopen = () => {
    isOpen = true
    flowSubscriptions.forEach((query, index) => {
      socket?.send(request(index + 1, 'subscribe', { query }))
    })
  }
  socket.onclose = ({ code, reason }: { code?: number; reason?: string }) =>
    failWith('network', `closed the connection: ${reason || code}`)
  // Browsers don't report the reason.
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

/** Creates a function that returns whether an event is new. It remembers each event that it is called with. */
function createMemory(): (event: FlowEvent) => boolean {
  let newer = new Set<string>()
  let older = newer
  return ({ type, id, owner, height }) => {
    const key = `${height} ${type} ${id ?? owner}`
    if (newer.has(key) || older.has(key)) return false
    // Dropping the older half is fast. Deleting the oldest events one by one is slow, because a set's iterator visits deleted entries.
    if (newer.size >= leastRemembered) {
      older = newer
      newer = new Set()
    }
    newer.add(key)
    return true
  }
}
