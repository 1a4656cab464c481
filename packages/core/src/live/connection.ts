import { FlowQueryError, type FlowQueryErrorKind } from '../errors.js'
import type { FlowEvent, LiveStatus } from '../events.js'
import type { WebSocketConstructor, WebSocketLike } from '../types.js'
import { type Frame, flowSubscriptions, readFrame, request, rpcError } from './frames.js'

export interface ConnectionOptions {
  readonly urls: readonly string[]
  readonly WebSocket: WebSocketConstructor
  readonly maxReconnectDelay?: number | undefined
  readonly onEvents: (events: FlowEvent[]) => void
  readonly onFrame?: ((frame: Frame, text: string) => void) | undefined
  readonly onStatus: (status: LiveStatus) => void
}

export interface Connection {
  readonly url: string
  /** Can stay pending forever, because a node may never respond. */
  readonly nodeStatus: () => Promise<unknown>
  readonly reconnect: (reason: string) => void
  readonly close: () => void
}

const responseTimeout = 10_000
/** After this many milliseconds without a message, a health check is sent, because browsers can't send pings. */
const longestSilence = 20_000
const firstWait = 500
const longestWait = 30_000
/** The backoff is reset after this many milliseconds, because a node can drop a connection right after it has accepted it. */
const steadyAfter = 5_000
/** At least this many events are remembered, because an event that matches two subscriptions arrives twice. */
const leastRemembered = 10_000

const heartbeatId = flowSubscriptions.length + 1
const firstStatusId = heartbeatId + 1

export function connect(options: ConnectionOptions): Connection {
  const { urls, maxReconnectDelay = longestWait, onStatus } = options
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
    socket = openSocket(urls[current] as string, options, { onConnected, onFailure })
  }

  function onConnected(): void {
    connectedAt ??= performance.now()
    onStatus({ state: 'connected', error: null })
  }

  function onFailure(error: FlowQueryError): void {
    // A request for the node's status also fails when the connection is closed, and its sender may then call `reconnect`.
    if (ended.signal.aborted) return
    const wasSteady = connectedAt !== undefined && performance.now() - connectedAt >= steadyAfter
    failures = wasSteady ? 1 : failures + 1
    current = (current + 1) % urls.length
    const wait = Math.min(firstWait * 2 ** (failures - 1), maxReconnectDelay)
    nextAttempt = setTimeout(attempt, wait * (0.5 + Math.random() / 2))
    onStatus({ state: 'reconnecting', error })
  }

  function wake(): void {
    if (nextAttempt !== undefined) attempt()
    else socket?.checkHealth()
  }

  /** Browsers only keep a page without open connections in their back/forward cache. */
  function leave(): void {
    if (nextAttempt === undefined) socket?.failWith('network', 'was closed when the user left the page')
  }

  globalThis.addEventListener?.('online', wake, ended)
  globalThis.addEventListener?.('pagehide', leave, ended)
  globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && wake(), ended)
  globalThis.document?.addEventListener('visibilitychange', () => document.hidden || wake(), ended)
  attempt()
  return {
    get url() {
      return urls[current] as string
    },
    nodeStatus: () => (socket as Socket).nodeStatus(),
    reconnect: reason => socket?.failWith('network', reason),
    close() {
      ended.abort()
      clearTimeout(nextAttempt)
      socket?.close()
    },
  }
}

interface SocketListener {
  readonly onConnected: () => void
  readonly onFailure: (error: FlowQueryError) => void
}

interface Socket extends Pick<Connection, 'nodeStatus' | 'close'> {
  readonly checkHealth: () => void
  readonly failWith: (kind: FlowQueryErrorKind, problem: string) => void
}

function openSocket(
  url: string,
  { WebSocket, onEvents, onFrame }: ConnectionOptions,
  { onConnected, onFailure }: SocketListener,
): Socket {
  const unconfirmed = new Set<unknown>(flowSubscriptions.map((_, index) => index + 1))
  const isNew = createMemory()
  let socket: WebSocketLike | undefined
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const statusRequests = new Map<unknown, (frame?: Frame) => void>()
  let nextStatusId = firstStatusId

  function after(milliseconds: number, then: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds)
  }

  function close(): void {
    clearTimeout(timer)
    isOpen = false
    for (const settle of statusRequests.values()) settle()
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
    onFailure(error)
  }

  function failWith(kind: FlowQueryErrorKind, problem: string, cause?: unknown): void {
    fail(rpcError(url, kind, problem, cause))
  }

  function checkHealth(): void {
    if (!isOpen) return
    socket?.send(request(heartbeatId, 'health'))
    after(responseTimeout, () => failWith('timeout', `did not respond to a health check within ${responseTimeout} ms`))
  }

  function nodeStatus(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!isOpen) return reject()
      const id = nextStatusId++
      statusRequests.set(id, frame => (frame?.result ? resolve(frame.result) : reject(frame?.error)))
      socket?.send(request(id, 'status'))
    })
  }

  function receive(frame: Frame, text: string): void {
    const { id, error, events } = frame
    const isLastConfirmation = unconfirmed.delete(id) && unconfirmed.size === 0
    if (unconfirmed.size === 0) after(longestSilence, checkHealth)
    const settleStatus = statusRequests.get(id)
    statusRequests.delete(id)
    if (settleStatus) settleStatus(frame)
    else if (error) fail(error)
    else if (events !== 'tooMany') {
      const fresh = events.filter(isNew)
      if (fresh.length > 0) onEvents(fresh)
      if (isOpen) onFrame?.(frame, text)
    }
    // After missed events, listeners must read everything again, like after a new connection.
    const hasMissed = events === 'tooMany' && unconfirmed.size === 0
    if (isLastConfirmation || hasMissed) onConnected()
  }

  after(responseTimeout, () => failWith('timeout', `did not confirm all subscriptions within ${responseTimeout} ms`))
  const opened = { checkHealth, failWith, nodeStatus, close }
  try {
    socket = new WebSocket(url)
  } catch (cause) {
    failWith('network', `could not be opened: ${cause}`, cause)
    return opened
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
      receive(readFrame(url, data), data as string)
    } catch (error) {
      if (!(error instanceof FlowQueryError)) throw error
      fail(error)
    }
  }
  return opened
}

function createMemory(): (event: FlowEvent) => boolean {
  let newer = new Set<string>()
  let older = newer
  return ({ type, id, owner, height }) => {
    const key = `${height} ${type} ${id ?? owner}`
    if (newer.has(key) || older.has(key)) return false
    // Deleting the oldest events one by one is slow, because a set's iterator visits deleted entries.
    if (newer.size >= leastRemembered) {
      older = newer
      newer = new Set()
    }
    newer.add(key)
    return true
  }
}
