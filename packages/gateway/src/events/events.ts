import { randomBytes } from 'node:crypto'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FlowEvent, LiveStatus, WebSocketConstructor } from '@flow-query/core/live'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { networkOf } from '../operations/network.js'
import { longestStall } from '../operations/slow-clients.js'
import { type Client, type ClientLimits, createClient } from './client.js'
import { eventFrame } from './frame.js'
import { createLoopback } from './loopback.js'
import { connectUpstream } from './upstream.js'

/** The limits of the event stream. Only tests and benchmarks change them. */
export interface EventLimits extends ClientLimits {
  /** The maximum number of clients. Default: 10,000. */
  clients: number
  /** The maximum number of clients with the same address, or in the same IPv6 network (/64). Default: 100. */
  clientsPerAddress: number
  /** The maximum size of a request, in bytes. Default: 4,096. */
  requestBytes: number
  /** Milliseconds between pings. A client that doesn't respond before the next ping is disconnected. Default: 30,000. */
  pingInterval: number
  /** How many clients per second are disconnected after an interruption. Default: 2,000. */
  reconnectsPerSecond: number
}

const defaultLimits: EventLimits = {
  clients: 10_000,
  clientsPerAddress: 100,
  subscriptions: 5,
  requests: 60,
  requestBytes: 4_096,
  queuedBytes: 1_048_576,
  queuedFrames: 500,
  pingInterval: 30_000,
  reconnectsPerSecond: 2_000,
}

/** Counts clients, for metrics. */
interface EventsObserver {
  clientConnected: () => void
  clientDisconnected: () => void
  /**
   * Called when a client is disconnected because it reads too slowly, sends an invalid or oversized message, sends too many requests,
   * exceeds the number of clients, or doesn't respond to a ping.
   */
  clientDropped: (reason: 'slow' | 'protocol' | 'flood' | 'limit' | 'timeout') => void
}

export interface EventsSettings {
  /** The RPCs of the nodes. One of them is connected at a time. Without any, clients are refused, and they poll. */
  rpc: readonly string[]
  /** Opens the connection to the node. Default: the one of the `ws` package. */
  WebSocket?: WebSocketConstructor | undefined
  /** Returns whether an RPC belongs to the right chain. Default: always. */
  accepts?: ((rpc: string, chainId: string | undefined) => Promise<boolean>) | undefined
  limits?: Partial<EventLimits> | undefined
  observer?: Partial<EventsObserver> | undefined
  /** Aborting the signal closes the connection to the node. */
  signal: AbortSignal
}

/** A listener to the events of the chain. */
export interface EventsListener {
  /**
   * Called with new events before any client receives them. So if a cache removes changed responses in this callback, no client that
   * knows about an event gets an older response.
   */
  onEvents: (events: readonly FlowEvent[]) => void
  /**
   * Called when the state of the connection to the node changes. At `connected`, earlier events may have been missed, so everything
   * is stale. No client is accepted before the callback returns.
   */
  onStatus: (status: LiveStatus) => void
}

/** The only event subscription of the gateway, and its clients. */
export interface Events {
  /** Adds a listener, and calls its `onStatus` with the current status. */
  listen: (listener: EventsListener) => void
  /**
   * A WebSocket for clients in this process, such as `watchFlows` and `mirrorFlows`. They share the gateway's connection to the node.
   */
  readonly WebSocket: WebSocketConstructor
  /**
   * Reports that the node sends no events although flows run. Until an event arrives, the state is `silent`, and clients are refused
   * like by a node without events.
   */
  readonly silent: () => void
  /** Closes the connection to the node for this reason, and connects to the next one. Clients are disconnected. */
  readonly reconnect: (reason: string) => void
  /** Returns the response of the connected node to `status` as JSON text. */
  nodeStatus: () => Promise<string>
  /** Closes the connections of all clients. */
  closeClients: (code: number, reason: string) => void
}

/** WebSocket close codes. */
const closeCodes = { goingAway: 1001, serviceRestart: 1012 }

/** How long a client may take to confirm that its connection is closed, in milliseconds. */
const longestClosing = 2_000

/**
 * Connects to a node, and forwards its events to any number of clients on `/websocket`, with the node's own protocol. After an
 * interruption, clients are disconnected. They reconnect and read everything again.
 */
export function startEvents(app: FastifyInstance, settings: EventsSettings): Events {
  const { rpc, WebSocket, accepts = async () => true, observer, signal } = settings
  const limits = { ...defaultLimits, ...settings.limits }
  const listeners = new Set<EventsListener>()
  const clients = new Map<WebSocket, Client>()
  const clientsOf = new Map<string, number>()
  const upgrades = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression needs a lot of memory for each client.
    perMessageDeflate: false,
    maxPayload: limits.requestBytes,
  })
  const loopback = createLoopback(() => upstream.nodeStatus())
  /** Whether flows have run without events since the last event. */
  let isSilent = false
  let status: LiveStatus = { state: rpc.length > 0 ? 'connecting' : 'stopped', error: null }

  // Listeners are called before `onFrame`, which sends the frame to clients.
  const upstream = connectUpstream({ rpc, WebSocket, accepts, onEvents, onFrame, onStatus, signal })
  const pings = setInterval(ping, limits.pingInterval)
  pings.unref()

  function onEvents(events: readonly FlowEvent[]): void {
    isSilent = false
    if (status.state === 'silent') setStatus({ state: 'connected', error: null })
    for (const listener of listeners) listener.onEvents(events)
  }

  function onStatus(next: LiveStatus): void {
    // A new connection to a silent node is silent too.
    setStatus(isSilent && next.state === 'connected' ? { state: 'silent', error: null } : next)
  }

  function silent(): void {
    if (status.state !== 'connected') return
    isSilent = true
    setStatus({ state: 'silent', error: null })
    // Another node may send events, and a new subscription may help.
    upstream.reconnect('the node sends no events although flows run')
  }

  function setStatus(next: LiveStatus): void {
    const wasConnected = status.state === 'connected'
    for (const listener of listeners) listener.onStatus(next)
    status = next
    if (!wasConnected && next.state === 'connected') loopback.connected()
    if (wasConnected && next.state !== 'connected') interrupt()
  }

  /** Disconnects clients one after another, because each of them reconnects and reads everything again. */
  function interrupt(): void {
    loopback.interrupted()
    const period = (clients.size / limits.reconnectsPerSecond) * 1_000
    for (const socket of clients.keys())
      setTimeout(
        () => socket.close(closeCodes.serviceRestart, 'events were interrupted'),
        Math.random() * period,
      ).unref()
  }

  function onFrame(text: string): void {
    const frame = eventFrame(text)
    if (!frame) return
    loopback.forward(text)
    for (const client of clients.values()) client.send(frame)
  }

  function ping(): void {
    const payload = randomBytes(8)
    for (const [socket, client] of clients) if (!client.ping(payload)) drop(socket, 'timeout')
  }

  function drop(socket: WebSocket, reason: 'slow' | 'timeout'): void {
    observer?.clientDropped?.(reason)
    socket.terminate()
  }

  function accept(socket: WebSocket, connection: Socket, network: string): void {
    const client = createClient(socket, {
      limits,
      clientsOfAddress: () => clientsOf.get(network) ?? 1,
      nodeStatus: upstream.nodeStatus,
      onDrop: reason => observer?.clientDropped?.(reason),
    })
    clients.set(socket, client)
    clientsOf.set(network, (clientsOf.get(network) ?? 0) + 1)
    connection.setTimeout(longestStall, () => {
      if (connection.writableLength > 0) drop(socket, 'slow')
    })
    observer?.clientConnected?.()
    socket.on('message', data => client.receive(String(data)))
    // `ws` closes the connection after an error.
    socket.on('error', () => observer?.clientDropped?.('protocol'))
    socket.once('close', () => {
      clients.delete(socket)
      const others = (clientsOf.get(network) ?? 1) - 1
      if (others > 0) clientsOf.set(network, others)
      else clientsOf.delete(network)
      observer?.clientDisconnected?.()
    })
  }

  function closeClients(code: number, reason: string): void {
    for (const socket of clients.keys()) {
      socket.close(code, reason)
      setTimeout(() => socket.terminate(), longestClosing).unref()
    }
  }

  app.get('/websocket', (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) return reply.code(400).type('text/plain').send('Bad Request\n')
    // Clients of a node without events get the same status.
    if (rpc.length === 0 || isSilent) return reply.code(501).send()
    if (status.state !== 'connected') return reply.code(503).header('retry-after', 1).send()
    const network = networkOf(request.ip)
    if (clients.size >= limits.clients || (clientsOf.get(network) ?? 0) >= limits.clientsPerAddress) {
      observer?.clientDropped?.('limit')
      return reply.code(503).header('retry-after', 10).send()
    }
    reply.hijack()
    reply.raw.detachSocket(upgrade.socket)
    return server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, socket =>
      accept(socket, upgrade.socket, network),
    )
  })

  // Upgrades use the routes of Fastify, so limits, logs and trusted proxies apply to them too.
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // The client can disconnect at any time. Without a listener, the error would crash the process.
    socket.on('error', () => {})
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end())
    app.routing(request, response)
  })

  app.addHook('preClose', async () => {
    clearInterval(pings)
    closeClients(closeCodes.goingAway, 'the gateway is shutting down')
  })

  return {
    listen(listener) {
      listeners.add(listener)
      listener.onStatus(status)
    },
    WebSocket: loopback.WebSocket,
    silent,
    reconnect: upstream.reconnect,
    nodeStatus: upstream.nodeStatus,
    closeClients,
  }
}
