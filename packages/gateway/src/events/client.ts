import { flowSubscriptions } from '@flow-query/core/live'
import type { WebSocket } from 'ws'
import { leastPerInterval } from '../limits/slow-clients.js'
import type { EventFrame } from './frame.js'
import { failure, goJson, queryOf, RpcError, readRequest, rejected, success, unknownMethod } from './jsonrpc.js'

export interface ClientLimits {
  subscriptions: number
  requests: number
  queuedBytes: number
  queuedFrames: number
}

export type DropReason = 'flood' | 'slow'

export interface ClientOptions {
  readonly limits: ClientLimits
  readonly clientsOfAddress: () => number
  readonly nodeStatus: () => Promise<unknown>
  readonly onDrop: (reason: DropReason) => void
}

const requestWindow = 10_000
const longestQuery = 512

const mostQueuedPerAddress = 32_000_000

/** Sends a frame as text, like CometBFT, although it is a buffer that all clients share. */
const asText = { binary: false }

const policyViolation = 1008

export class Client {
  readonly #socket: WebSocket
  readonly #options: ClientOptions
  readonly #subscriptions = new Map<string, { id: string; query: string }>()
  #queuedFrames = 0
  #sentFrames = 0
  /** The number of frames that must be sent within `#checksLeft` checks. */
  #dueFrames = 0
  #checksLeft = 0
  #lastPing: Buffer | undefined
  #requests = 0
  #windowEnd = 0
  readonly #onSent = () => this.#sentFrames++

  constructor(socket: WebSocket, options: ClientOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('pong', payload => {
      if (this.#lastPing?.equals(payload)) this.#lastPing = undefined
    })
  }

  receive(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#isFlood()) this.#drop('flood')
    else void this.#answer(text)
  }

  send(frame: EventFrame): void {
    const subscription = this.#subscriptions.get(frame.query)
    if (subscription) this.#enqueue(frame.messageFor(subscription.id, subscription.query))
  }

  /** Sends a ping with a payload that clients can't guess. */
  ping(payload: Buffer): boolean {
    const hasResponded = this.#lastPing === undefined
    this.#lastPing = payload
    this.#socket.ping(payload)
    return hasResponded
  }

  /**
   * Returns whether the client takes its frames too slowly. It is called every ten seconds. A frame counts when all of its bytes are sent,
   * so the time limit depends on the number of unsent bytes.
   */
  isLate(): boolean {
    if (this.#sentFrames >= this.#dueFrames) {
      this.#dueFrames = this.#queuedFrames
      this.#checksLeft = Math.ceil(this.#socket.bufferedAmount / leastPerInterval)
      return false
    }
    this.#checksLeft--
    return this.#checksLeft <= 0
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
    return (
      this.#socket.bufferedAmount > Math.min(limits.queuedBytes, share) ||
      this.#queuedFrames - this.#sentFrames > limits.queuedFrames
    )
  }

  async #answer(text: string): Promise<void> {
    let id: string | null = null
    try {
      const request = readRequest(text)
      if (!request) return
      id = request.id
      const result = this.#call(id, request.method, request.params)
      // Without a promise, the result is sent in this task, so that no frame of a new subscription overtakes it.
      this.#enqueue(success(id, typeof result === 'string' ? result : await result))
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      this.#enqueue(failure(id, error))
    }
  }

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

function normalized(query: string): string {
  return query
    .split(/('[^']*')/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\s+/g, ' ').replace(/ ?([<>]=?|=) ?/g, '$1')))
    .join('')
    .trim()
}

const knownQueries = new Set(flowSubscriptions)
