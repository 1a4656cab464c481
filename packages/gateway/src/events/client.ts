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

/** Why the gateway disconnected a client: it sent too many requests, or it reads too slowly. */
export type DropReason = 'flood' | 'slow'

export interface ClientOptions {
  readonly limits: ClientLimits
  /** Returns the number of clients with the same address. */
  readonly clientsOfAddress: () => number
  readonly nodeStatus: () => Promise<unknown>
  readonly onDrop: (reason: DropReason) => void
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

/** A client that speaks the JSON-RPC of CometBFT. */
export class Client {
  readonly #socket: WebSocket
  readonly #options: ClientOptions
  /** The subscriptions by normalized query: the id of the request as JSON text, and the query as the client wrote it. */
  readonly #subscriptions = new Map<string, { id: string; query: string }>()
  #queuedFrames = 0
  #lastPing: Buffer | undefined
  #requests = 0
  #windowEnd = 0
  readonly #onSent = () => this.#queuedFrames--

  constructor(socket: WebSocket, options: ClientOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('pong', payload => {
      if (this.#lastPing?.equals(payload)) this.#lastPing = undefined
    })
  }

  /** Handles a request. */
  receive(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#isFlood()) this.#drop('flood')
    else void this.#answer(text)
  }

  /** Sends a frame if the client has subscribed to it. */
  send(frame: EventFrame): void {
    const subscription = this.#subscriptions.get(frame.query)
    if (subscription) this.#enqueue(frame.messageFor(subscription.id, subscription.query))
  }

  /** Sends a ping with a payload that clients can't guess. Returns false if the client has not responded to the previous one. */
  ping(payload: Buffer): boolean {
    const hasResponded = this.#lastPing === undefined
    this.#lastPing = payload
    this.#socket.ping(payload)
    return hasResponded
  }

  #enqueue(message: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#isSlow()) {
      this.#drop('slow')
      return
    }
    this.#queuedFrames++
    this.#socket.send(message, asText, this.#onSent)
  }

  #drop(reason: DropReason): void {
    this.#options.onDrop(reason)
    if (reason === 'flood') this.#socket.close(policyViolation, 'too many requests')
    else this.#socket.terminate()
  }

  #isFlood(): boolean {
    const now = Date.now()
    if (now > this.#windowEnd) {
      this.#windowEnd = now + requestWindow
      this.#requests = 0
    }
    return ++this.#requests > this.#options.limits.requests
  }

  #isSlow(): boolean {
    const { limits, clientsOfAddress } = this.#options
    const share = mostQueuedPerAddress / clientsOfAddress()
    return this.#socket.bufferedAmount > Math.min(limits.queuedBytes, share) || this.#queuedFrames > limits.queuedFrames
  }

  async #answer(text: string): Promise<void> {
    let id: string | null = null
    try {
      const request = readRequest(text)
      if (!request) return
      id = request.id
      const result = this.#call(id, request.method, request.params)
      // A result that is known is sent in this task, so no frame of a new subscription can overtake it.
      this.#enqueue(success(id, typeof result === 'string' ? result : await result))
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      this.#enqueue(failure(id, error))
    }
  }

  /** Returns the result of a method as JSON text. */
  #call(id: string, method: string, params: unknown): string | Promise<string> {
    switch (method) {
      case 'subscribe':
        this.#subscribe(id, queryOf(params))
        return '{}'
      case 'unsubscribe':
        if (!this.#subscriptions.delete(normalized(queryOf(params)))) throw rejected('subscription not found')
        return '{}'
      case 'unsubscribe_all':
        if (this.#subscriptions.size === 0) throw rejected('subscription not found')
        this.#subscriptions.clear()
        return '{}'
      case 'health':
        return '{}'
      case 'status':
        return this.#options.nodeStatus().then(goJson, (error: Error) => {
          throw rejected(error.message)
        })
      default:
        throw unknownMethod
    }
  }

  #subscribe(id: string, query: string): void {
    const most = this.#options.limits.subscriptions
    if (this.#subscriptions.size >= most) throw rejected(`max_subscriptions_per_client ${most} reached`)
    if (query.length > longestQuery) throw rejected('maximum query length exceeded')
    const name = normalized(query)
    if (!knownQueries.has(name)) throw rejected(`this gateway only accepts the queries ${goJson(flowSubscriptions)}`)
    if (this.#subscriptions.has(name)) throw rejected('already subscribed')
    this.#subscriptions.set(name, { id, query })
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
