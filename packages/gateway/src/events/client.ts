import { flowSubscriptions } from '@flow-query/core/live'
import type { WebSocket } from 'ws'
import type { EventFrame } from './frame.js'
import { failure, goJson, queryOf, RpcError, readRequest, rejected, success, unknownMethod } from './jsonrpc.js'

/** The limits of one client. */
export interface ClientLimits {
  /** The maximum number of subscriptions. Default: 5, like nodes. */
  subscriptions: number
  /** The maximum number of requests in ten seconds. Default: 60. */
  requests: number
  /** A client with more unsent bytes than this is disconnected at the next message. Default: 1,048,576. */
  queuedBytes: number
  /** A client with more unsent messages than this is disconnected at the next message. Default: 500. */
  queuedFrames: number
}

export interface ClientOptions {
  limits: ClientLimits
  /** Returns the number of clients with the same address. */
  clientsOfAddress: () => number
  /** Returns the response of the node to `status` as JSON text. */
  nodeStatus: () => Promise<string>
  /** Called when the client is disconnected because it sent too many requests, or because it reads too slowly. */
  onDrop: (reason: 'flood' | 'slow') => void
}

/** A client of the gateway that speaks the JSON-RPC of CometBFT. */
export interface Client {
  /** Handles a request. */
  receive: (text: string) => void
  /** Sends a frame if the client has subscribed to it. */
  send: (frame: EventFrame) => void
  /** Sends a ping with a payload that clients can't guess. Returns false if the client has not responded to the previous one. */
  ping: (payload: Buffer) => boolean
}

/** The time in which the requests of a client are counted, in milliseconds. */
const requestWindow = 10_000
/** The maximum length of a query on a node. */
const longestQuery = 512

/** The maximum size of the unsent messages of all clients with the same address, in bytes. Each client has an equal share. */
const mostQueuedPerAddress = 32_000_000

/** Frames are buffers, so that all clients share them, but CometBFT sends text. */
const asText = { binary: false }

/** The WebSocket close code for a client that breaks a rule. */
const policyViolation = 1008

export function createClient(
  socket: WebSocket,
  { limits, clientsOfAddress, nodeStatus, onDrop }: ClientOptions,
): Client {
  /** The subscriptions by normalized query: the id of the request as JSON text, and the query as the client wrote it. */
  const subscriptions = new Map<string, { id: string; query: string }>()
  let queuedFrames = 0
  let lastPing: Buffer | undefined
  let requests = 0
  let windowEnd = 0

  const onSent = () => queuedFrames--

  /** Every message for the client passes this function, so that all of them count. */
  function enqueue(message: string | Buffer): void {
    if (socket.readyState !== socket.OPEN) return
    if (isSlow()) {
      drop('slow')
      return
    }
    queuedFrames++
    socket.send(message, asText, onSent)
  }

  function drop(reason: 'flood' | 'slow'): void {
    onDrop(reason)
    if (reason === 'flood') socket.close(policyViolation, 'too many requests')
    else socket.terminate()
  }

  function isFlood(): boolean {
    const now = Date.now()
    if (now > windowEnd) {
      windowEnd = now + requestWindow
      requests = 0
    }
    return ++requests > limits.requests
  }

  function isSlow(): boolean {
    const share = mostQueuedPerAddress / clientsOfAddress()
    return socket.bufferedAmount > Math.min(limits.queuedBytes, share) || queuedFrames > limits.queuedFrames
  }

  /** Returns the result of a method as JSON text. */
  function call(id: string, method: string, params: unknown): string | Promise<string> {
    switch (method) {
      case 'subscribe':
        subscribe(id, queryOf(params))
        return '{}'
      case 'unsubscribe':
        if (!subscriptions.delete(normalized(queryOf(params)))) throw rejected('subscription not found')
        return '{}'
      case 'unsubscribe_all':
        if (subscriptions.size === 0) throw rejected('subscription not found')
        subscriptions.clear()
        return '{}'
      case 'health':
        return '{}'
      case 'status':
        return nodeStatus().catch((error: Error) => {
          throw rejected(error.message)
        })
      default:
        throw unknownMethod
    }
  }

  function subscribe(id: string, query: string): void {
    if (subscriptions.size >= limits.subscriptions)
      throw rejected(`max_subscriptions_per_client ${limits.subscriptions} reached`)
    if (query.length > longestQuery) throw rejected('maximum query length exceeded')
    const name = normalized(query)
    if (!knownQueries.has(name)) throw rejected(`this gateway only accepts the queries ${goJson(flowSubscriptions)}`)
    if (subscriptions.has(name)) throw rejected('already subscribed')
    subscriptions.set(name, { id, query })
  }

  async function answer(text: string): Promise<void> {
    let id: string | null = null
    try {
      const request = readRequest(text)
      if (!request) return
      id = request.id
      const result = call(id, request.method, request.params)
      // A result that is known is sent in this task, so no frame of a new subscription can overtake it.
      enqueue(success(id, typeof result === 'string' ? result : await result))
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      enqueue(failure(id, error))
    }
  }

  socket.on('pong', payload => {
    if (lastPing?.equals(payload)) lastPing = undefined
  })

  return {
    receive(text) {
      if (socket.readyState !== socket.OPEN) return
      if (isFlood()) drop('flood')
      else void answer(text)
    },
    send(frame) {
      const subscription = subscriptions.get(frame.query)
      if (subscription) enqueue(frame.messageFor(subscription.id, subscription.query))
    },
    ping(payload) {
      const hasResponded = lastPing === undefined
      lastPing = payload
      socket.ping(payload)
      return hasResponded
    },
  }
}

/** Two queries that differ only in white space outside of quotes are the same subscription. */
function normalized(query: string): string {
  return query
    .split(/('[^']*')/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\s+/g, ' ').replace(/ ?([<>]=?|=) ?/g, '$1')))
    .join('')
    .trim()
}

const knownQueries = new Set(flowSubscriptions)
